"""Within constraints: against all derivations of short sentences."""

from __future__ import annotations

import random
from typing import Any

import pytest

import panparser as pp
from panparser import _native as native

Tree = tuple[int | None, ...]
# What constraints allow, exactly; the other systems may hold an action back that could still lead to a tree.
EXACT = (
    "arc-eager",
    "arc-hybrid",
    "arc-standard",
    "nonmonotonic-arc-eager",
    "arc-eager-partial",
    "arc-hybrid-partial",
    "arc-eager-span",
    "arc-hybrid-span",
)


def random_constraints(rng: random.Random, words: int) -> native.NativeConstraints:
    heads, forbidden, spans = [], [], []
    for word in range(1, words + 1):
        others = [h for h in range(words + 1) if h != word]
        kind = rng.random()
        if kind < 0.2:
            heads.append((word, [rng.choice(others)]))
        elif kind < 0.45:
            heads.append((word, rng.sample(others, rng.randint(1, words))))
        elif kind < 0.6:
            forbidden += [(h, word) for h in rng.sample(others, rng.randint(1, words))]
    while words > 1 and rng.random() < 0.35:
        first = rng.randint(1, words - 1)
        spans.append((first, rng.randint(first + 1, words), rng.random() < 0.5))
    return native.NativeConstraints(words, heads, forbidden, spans, [])


class Space:
    """All trees that can be built from each configuration of short sentences."""

    def __init__(self, system: pp.TransitionSystem) -> None:
        self.system = system
        self.is_partial = system.name.endswith(("-partial", "-span"))
        self.known: dict[pp.Configuration, frozenset[Tree]] = {}

    def trees(self, c: pp.Configuration) -> frozenset[Tree]:
        if c not in self.known:
            if c.is_final:
                self.known[c] = frozenset([tuple(h if h is not None or self.is_partial else 0 for h in c.heads)])
            else:
                after = (self.trees(self.system.apply(c, a)) for a in self.system.legal(c))
                self.known[c] = frozenset().union(*after)
        return self.known[c]

    def has(self, c: pp.Configuration, constraints: native.NativeConstraints) -> bool:
        return any(constraints.hold([-1 if h is None else h for h in tree]) for tree in self.trees(c))


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize(("name", "root"), [(info.name, root) for info in pp.systems() for root in info.roots])
def test_every_system_against_all_derivations(name: str, root: str, single_root: bool) -> None:
    info = next(info for info in pp.systems() if info.name == name)
    system = pp.system(name, root=root, single_root=single_root, max_length=2 if info.needs_max_length else None)
    space = Space(system)
    rng = random.Random(f"{name} {root} {single_root}")
    satisfied = held_back = 0
    for _ in range(60):
        words = rng.randint(1, 4 if info.projective else 3)
        constraints = random_constraints(rng, words)
        c = system.initial(words)
        assert native.is_satisfiable(system, constraints) == space.has(c, constraints)
        if not space.has(c, constraints):
            continue
        satisfied += 1
        actions: list[str] = []
        while not c.is_final:
            allowed = native.allowed(system, constraints, actions)
            possible = [a for a in system.legal(c) if space.has(system.apply(c, a), constraints)]
            assert allowed
            assert set(allowed) <= set(possible)
            held_back += len(possible) - len(allowed)
            actions.append(rng.choice(allowed))
            c = system.apply(c, actions[-1])
        assert space.has(c, constraints)
    assert satisfied > 20
    assert held_back == 0 or name not in EXACT


@pytest.mark.parametrize("beam", [1, 4])
@pytest.mark.parametrize(("name", "root"), [(info.name, root) for info in pp.systems() for root in info.roots])
def test_what_a_parser_gives_is_within_the_constraints(toy: Any, name: str, root: str, beam: int) -> None:
    """Of random trees, some part is told in one form or another: the parser has to agree, like it or not."""
    info = next(info for info in pp.systems() if info.name == name)
    system = pp.system(name, root=root, max_length=4 if info.needs_max_length else None)
    parser = pp.train(toy(20), system=system, epochs=1)
    rng = random.Random(f"{name} {root} {beam}")
    reach = 4 if info.needs_max_length else 99
    sentences, every = [], []
    for _ in range(30):
        words = rng.randint(1, 12)
        heads = random_tree(rng, words, info.projective)
        heads_in_reach = {w: h for w, h in enumerate(heads, 1) if h and abs(h - w) <= reach}
        fixed = {w: h for w, h in heads_in_reach.items() if rng.random() < 0.3}
        choice = {w: (h, rng.choice([n for n in range(words + 1) if n != w])) for w, h in heads_in_reach.items()}
        sides = {w: "left" if h < w else "right" for w, h in heads_in_reach.items() if rng.random() < 0.2}
        forbidden = {
            w: rng.choice([n for n in range(words + 1) if n not in (w, h)])
            for w, h in enumerate(heads, 1)
            if words > 1 and rng.random() < 0.2
        }
        labels = {w: rng.choice(("det", "nsubj", "obj")) for w in heads_in_reach if rng.random() < 0.2}
        spans = [span for w in range(1, words + 1) if rng.random() < 0.1 and (span := subtree(heads, w))]
        if info.needs_max_length or name.endswith("-partial"):
            spans = []  # words in the tree may be out of reach, and then the span is in pieces
        every.append(pp.Constraints(choice | fixed, labels, sides, forbidden, spans))  # type: ignore[arg-type]
        sentences.append(pp.Sentence.from_forms([rng.choice(("dog", "the", "sees", "x")) for _ in range(words)]))
    parsed = parser.parse(sentences, constraints=every, beam=beam)
    for sentence, constraints in zip(parsed, every, strict=True):
        assert constraints.hold(sentence), (constraints, sentence.heads)
        if not name.endswith(("-partial", "-span")):
            assert sentence.heads.count(0) == 1
            assert sentence.is_projective or not info.projective
    assert parser.parse(sentences, constraints=every, beam=beam, threads=2) == parsed


def random_tree(rng: random.Random, words: int, projective: bool) -> list[int]:
    heads = [0] * words
    if not projective:
        order = rng.sample(range(1, words + 1), words)
        for k, word in enumerate(order[1:], 1):
            heads[word - 1] = rng.choice(order[:k])
        return heads

    def grow(first: int, last: int, head: int) -> None:
        """The words from first to last, in one or several subtrees of a head beside them."""
        while first <= last:
            end = last if head == 0 else rng.randint(first, last)
            top = rng.randint(first, end)
            heads[top - 1] = head
            grow(first, top - 1, top)
            grow(top + 1, end, top)
            first = end + 1

    grow(1, words, 0)
    return heads


def subtree(heads: list[int], word: int) -> tuple[int, int] | None:
    inside = {word}
    while more := {w for w, h in enumerate(heads, 1) if h in inside} - inside:
        inside |= more
    return (min(inside), max(inside)) if max(inside) - min(inside) + 1 == len(inside) else None


def test_long_sentences(toy: Any) -> None:
    """Beyond 62 words, sets of words take more than one number."""
    parser = pp.train(toy(20), epochs=1)
    for words in (61, 62, 63, 64, 65, 130):
        sentence = pp.Sentence.from_forms(["dog"] * words)
        constraints = pp.Constraints(
            heads={1: words, words: (0, 2), 30: (31, 33)}, forbidden={5: (4, 6)}, spans=[(20, 40)]
        )
        for beam in (1, 3):
            assert constraints.hold(parser.parse(sentence, constraints=constraints, beam=beam))
