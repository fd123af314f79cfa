"""Arc-eager by enumeration: every configuration, every gold tree of short sentences, and one derivation by hand."""

from __future__ import annotations

import random
from itertools import product

import pytest

import panparser as pp
from panparser.systems.verify import Heads, verify

from .trees import all_heads, is_projective, is_tree, projective_trees

ROOTS = ("last", "first")
TREES = {1: 1, 2: 3, 3: 12, 4: 55, 5: 273, 6: 1428}  # projective trees over n words, ROOT with any number of children


def partial(words: int) -> set[Heads]:
    """All projective trees with any of their heads unknown."""
    masks = list(product((True, False), repeat=words))
    return {
        tuple(h if known else None for h, known in zip(tree, mask, strict=True))
        for tree in projective_trees(words)
        for mask in masks
    }


def random_projective(words: int, random: random.Random) -> Heads:
    """The tree of a random derivation."""
    system = pp.system("arc-eager")
    c = system.initial(words)
    while not c.is_final:
        c = system.apply(c, random.choice(system.legal(c)))
    return c.heads


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("length", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_enumeration(root: str, length: int) -> None:
    report = verify(pp.system("arc-eager", root=root), length, loss_length=4)
    assert report.is_ok, str(report)
    for words, trees in report.trees.items():
        assert len(trees) == TREES[words]
        assert words > 5 or trees == frozenset(projective_trees(words))
    assert report.longest == {n: 2 * n for n in range(1, length + 1)}


@pytest.mark.parametrize("root", ROOTS)
def test_single_root_leaves_no_dead_end_and_loses_no_tree(root: str) -> None:
    system = pp.system("arc-eager", root=root, single_root=True)
    report = verify(system, 5, golds=lambda words: ())
    assert report.is_ok, str(report)
    for words, trees in report.trees.items():
        assert trees == {tree for tree in projective_trees(words) if tree.count(0) == 1}


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("length", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_partial_gold(root: str, length: int) -> None:
    report = verify(pp.system("arc-eager", root=root), length, golds=partial)
    assert report.is_ok, str(report)
    assert report.comparisons > 2000


@pytest.mark.parametrize("root", ROOTS)
def test_no_word_stays_without_head(root: str) -> None:
    system = pp.system("arc-eager", root=root)
    rng = random.Random(4)
    for _ in range(100):
        c = system.initial(rng.randint(1, 30))
        steps = 0
        while not c.is_final:
            c = system.apply(c, rng.choice(system.legal(c)))
            steps += 1
        assert steps <= system.max_steps(len(c.heads))
        assert None not in c.heads
        assert is_tree(c.heads)
        assert is_projective(c.heads)


@pytest.mark.parametrize("root", ROOTS)
def test_longer_sentences_by_random_walks(root: str) -> None:
    system = pp.system("arc-eager", root=root)
    rng = random.Random(root)
    for _ in range(20):
        words = rng.randint(7, 9)
        gold = random_projective(words, rng)
        c = system.initial(words)
        while not c.is_final:
            costs, before = system.costs(c, gold), system.loss(c, gold)
            lost = {action: system.loss(system.apply(c, action), gold) - before for action in costs}
            assert {action: cost - min(costs.values()) for action, cost in costs.items()} == lost
            assert system.estimate(c, gold) == before
            # Mostly along the gold derivation: far from it everything is lost, and all costs are 0.
            c = system.apply(c, min(costs, key=lambda a: costs[a] + 2 * (rng.random() < 0.2)))


@pytest.mark.parametrize("root", ROOTS)
def test_non_projective_gold_leaves_something_to_do(root: str) -> None:
    system = pp.system("arc-eager", root=root)
    trees = [heads for heads in all_heads(4) if is_tree(heads) and not is_projective(heads)]
    assert len(trees) == 125 - TREES[4]
    for gold in trees:
        c, steps = system.initial(4), 0
        while not c.is_final:
            costs = system.costs(c, gold)
            assert tuple(costs) == system.legal(c)
            assert min(costs.values()) >= 0
            c = system.apply(c, min(costs, key=lambda a: costs[a]))
            steps += 1
        assert c.heads != gold
        assert system.loss(system.initial(4), gold) <= system.estimate(system.initial(4), gold) <= 4


# (action taken, costs of all legal actions before it), for words 1 to 4 with heads 0 1 4 1. Word 3 may be shifted on to
# word 2, which has its head, or word 2 be reduced first: both are right.
BY_HAND = {
    "last": [
        ("SHIFT", {"SHIFT": 0}),
        ("RIGHT", {"SHIFT": 1, "LEFT": 3, "RIGHT": 0}),
        ("SHIFT", {"SHIFT": 0, "RIGHT": 1, "REDUCE": 0}),
        ("LEFT", {"SHIFT": 2, "LEFT": 0, "RIGHT": 2}),
        ("REDUCE", {"SHIFT": 1, "RIGHT": 1, "REDUCE": 0}),
        ("RIGHT", {"SHIFT": 1, "LEFT": 2, "RIGHT": 0}),
        ("REDUCE", {"REDUCE": 0}),
        ("LEFT", {"LEFT": 0}),
    ],
    "first": [
        # Shifting word 1 loses ROOT → 1; also the last word must then bring word 1 home, and cannot be its child.
        ("RIGHT", {"SHIFT": 2, "RIGHT": 0}),
        ("RIGHT", {"SHIFT": 1, "RIGHT": 0, "REDUCE": 2}),
        ("REDUCE", {"SHIFT": 0, "RIGHT": 1, "REDUCE": 0}),
        ("SHIFT", {"SHIFT": 0, "RIGHT": 1, "REDUCE": 1}),
        ("LEFT", {"LEFT": 0}),
        ("RIGHT", {"RIGHT": 0, "REDUCE": 1}),
        ("REDUCE", {"REDUCE": 0}),
        ("REDUCE", {"REDUCE": 0}),
    ],
}


@pytest.mark.parametrize("root", ROOTS)
def test_costs_along_a_derivation_by_hand(root: str) -> None:
    system = pp.system("arc-eager", root=root)
    gold = [0, 1, 4, 1]
    c = system.initial(4)
    for action, costs in BY_HAND[root]:
        assert system.costs(c, gold) == costs, c
        c = system.apply(c, action)
    assert c.is_final
    assert c.heads == (0, 1, 4, 1)
    assert system.legal(c) == ()
    assert system.costs(c, gold) == {}
    assert system.loss(c, gold) == system.estimate(c, gold) == 0


def test_root_first_is_not_arc_decomposable() -> None:
    """The smallest case of Figure 5: both gold arcs that are left can be built, but not both of them."""
    system = pp.system("arc-eager", root="first")
    c = system.apply(system.initial(3), "SHIFT")
    assert [system.loss(c, gold) for gold in ([None, 1, None], [None, None, 2], [None, 1, 2])] == [0, 0, 1]
    # SHIFT gives up 1 → 2 and leaves nobody but 3 to be the head of 1.
    assert system.costs(c, [0, 1, 2]) == {"SHIFT": 2, "LEFT": 1, "RIGHT": 1}
    # Nothing of this with ROOT last.
    system = pp.system("arc-eager", root="last")
    assert system.loss(system.apply(system.initial(3), "SHIFT"), [None, 1, 2]) == 0


def test_exact_search_has_an_end() -> None:
    system = pp.system("arc-eager")
    assert system.loss(system.initial(40), [0] + [1] * 39) == 0  # stops at the first perfect tree
    with pytest.raises(pp.UsageError, match="too long for exhaustive search"):
        system.loss(system.initial(40), [2, 0] + [40 - k for k in range(38)])
    with pytest.raises(pp.UsageError, match="at most 10 million"):
        system.initial(10**9)
