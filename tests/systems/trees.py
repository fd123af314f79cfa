"""Trees by definition, to compare with what systems build."""

from __future__ import annotations

from itertools import product

from panparser.systems.verify import Heads


def all_heads(words: int, *, partial: bool = False) -> list[Heads]:
    """Every assignment of heads, trees or not; with words without head, if wanted."""
    choices = [[h for h in range(words + 1) if h != w] for w in range(1, words + 1)]
    return list(product(*([*heads, None] if partial else heads for heads in choices)))


def is_tree(heads: Heads) -> bool:
    """Whether there is no cycle."""
    for word in range(1, len(heads) + 1):
        seen, node = set(), word
        while node:
            if node in seen:
                return False
            seen.add(node)
            node = heads[node - 1] or 0  # type: ignore[assignment]
    return True


def is_projective(heads: Heads) -> bool:
    """By definition: everything between a word and its head descends from that head. ROOT may stand at either end."""

    def descends(word: int, ancestor: int) -> bool:
        while word not in (0, ancestor):
            word = heads[word - 1] or 0  # type: ignore[assignment]
        return word == ancestor

    return all(descends(k, h) for w, h in enumerate(heads, 1) for k in range(min(w, h) + 1, max(w, h)))  # type: ignore[type-var,arg-type]


def crosses_itself(heads: Heads, root: str) -> bool:
    """Whether two arcs cross, with ROOT where it stands."""
    place = len(heads) + 1 if root == "last" else 0
    arcs = [sorted((w, h or place)) for w, h in enumerate(heads, 1) if isinstance(h, int)]
    return any(a < c < b < d for a, b in arcs for c, d in arcs)


def covers_an_ancestor(heads: Heads) -> bool:
    """Whether an arc passes over a word above its head, which may itself have none."""
    for w, h in enumerate(heads, 1):
        above = heads[h - 1] if h else None  # type: ignore[operator]
        while above:
            if min(w, h) < above < max(w, h):  # type: ignore[type-var,operator]
                return True
            above = heads[above - 1]  # type: ignore[operator]
    return False


def all_trees(words: int) -> list[Heads]:
    """Every tree, ROOT with any number of children."""
    return [heads for heads in all_heads(words) if is_tree(heads)]


def projective_trees(words: int) -> list[Heads]:
    """Every projective tree, ROOT with any number of children."""
    return [heads for heads in all_trees(words) if is_projective(heads)]


def partial_trees(words: int, root: str, max_length: int | None = None) -> list[Heads]:
    """Every projective set of arcs, of up to a length."""
    place = words + 1 if root == "last" else 0
    return [
        heads
        for heads in all_heads(words, partial=True)
        if is_tree(heads)
        and not crosses_itself(heads, root)
        and not covers_an_ancestor(heads)
        and all(
            h is None or max_length is None or abs((h or place) - w) <= max_length  # type: ignore[operator]
            for w, h in enumerate(heads, 1)
        )
    ]
