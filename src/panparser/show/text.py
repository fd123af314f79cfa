"""A dependency tree as text for the terminal.

Each word is a line. A word with dependents has one vertical line, which reaches from its first to its last dependent
and meets the word's own line; from there a branch leads to each dependent. A tree reads like the table of contents that
it is, and in a projective one no two lines ever cross: only ancestors' lines pass a word, and they stand further left.
"""

from __future__ import annotations

from collections.abc import Sequence

from panparser._native import Sentence, nonprojective_words
from panparser.errors import UsageError
from panparser.show.width import columns, padded, printable, runs_leftwards

LONGEST = 1000  # words of a sentence that can be drawn
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_STROKES = dict(zip(range(16), " ╵╷│╴┘┐┤╶└┌├─┴┬┼", strict=True))
_LEFT_TO_RIGHT = "\u200e"  # invisible: the line starts at the left, whatever its word


def require_drawable(sentence: Sentence) -> None:
    """UsageError for what no eye could follow; drawings grow with the square of the length."""
    if not isinstance(sentence, Sentence):
        raise UsageError(f"only a Sentence can be drawn, not {type(sentence).__name__}; take one out of the treebank")
    if len(sentence) > LONGEST:
        raise UsageError(f"a sentence of {len(sentence):,} words is too long to draw; {LONGEST:,} is the most")


def draw(sentence: Sentence) -> str:
    r"""The tree of a sentence as lines of text: branches, word, universal tag, relation.

    Branches of non-projective arcs are dashed. Where two lines cross without touching, the one below is
    broken.

    >>> import panparser as pp
    >>> sentence = pp.Sentence.from_forms(["Birds", "sing", "."])
    >>> print(draw(sentence.replace(heads=[2, 0, 2], deprels=["nsubj", "root", "punct"])))
     ┌─► Birds  nsubj
    ─┼─► sing   root
     └─► .      punct
    """
    require_drawable(sentence)
    branches = _branches(sentence.heads)
    shown = [[printable(cell) for cell in column] for column in (sentence.forms, sentence.upos, sentence.deprels)]
    # A column in which nothing is known is left out.
    table = [shown[0]] + [[c if c != "_" else "" for c in column] for column in shown[1:] if set(column) != {"_"}]
    widths = [max(map(columns, column), default=0) for column in table]
    lines = []
    for branch, *row in zip(branches, *table, strict=True):
        cells = "  ".join(padded(cell, width) for cell, width in zip(row, widths, strict=True))
        mark = _LEFT_TO_RIGHT if runs_leftwards(row[0]) else ""
        lines.append(f"{mark}{branch} {cells}".rstrip())
    return "\n".join(lines)


def _branches(heads: Sequence[int | None]) -> list[str]:
    """What stands left of each word. A column of lines is two cells wide, the arrow ends the line."""
    places = _places(heads)
    spans = {word: _span(word, heads) for word in places}
    dashed = set(nonprojective_words(heads))
    lines = []
    for word, head in enumerate(heads, 1):
        strokes = [0] * (2 * max(places.values(), default=0) + 3)
        own = {places[w] for w in (word, head) if w in places}
        # ROOT's children hang from the left margin.
        start = -1 if head == 0 else min((2 * place + 1 for place in own), default=len(strokes))
        for cell in range(start + 1, len(strokes)):
            strokes[cell] |= _LEFT | _RIGHT
        if start >= 0 and start < len(strokes):
            strokes[start] |= _RIGHT
        passing = set()
        for other, place in places.items():
            first, last = spans[other]
            if first <= word <= last:
                strokes[2 * place + 1] |= _UP * (word > first) | _DOWN * (word < last)
                if place not in own:
                    passing.add(2 * place + 1)
        line = [_STROKES[s] for s in strokes]
        if word in dashed:
            line = ["╌" if s == "─" else s for s in line]
        for cell in passing:
            line[cell] = "│"
        lines.append("".join(line) + (" " if head is None and not own else "►" if head is not None else "─"))
    return lines


def _span(word: int, heads: Sequence[int | None]) -> tuple[int, int]:
    family = [word] + [d for d, head in enumerate(heads, 1) if head == word]
    return min(family), max(family)


def _places(heads: Sequence[int | None]) -> dict[int, int]:
    """The column of each head's line: right of its own head's, and free of other lines over its span."""
    taken: list[list[tuple[int, int]]] = []
    places: dict[int, int] = {}
    inner = {head for head in heads if head}
    for word in sorted(inner, key=lambda w: (_depth(w, heads), w)):
        first, last = _span(word, heads)
        place = places.get(heads[word - 1] or 0, -1) + 1
        while place < len(taken) and any(a <= last and first <= b for a, b in taken[place]):
            place += 1
        taken += [[] for _ in range(place + 1 - len(taken))]
        taken[place].append((first, last))
        places[word] = place
    return places


def _depth(word: int, heads: Sequence[int | None]) -> int:
    depth = 0
    while head := heads[word - 1]:
        word, depth = head, depth + 1
    return depth
