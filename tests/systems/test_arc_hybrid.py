"""Arc-hybrid by enumeration; it must reach the very trees that arc-eager reaches."""

from __future__ import annotations

from itertools import product

import pytest

import panparser as pp
from panparser.systems.verify import verify

ROOTS = ("last", "first")


@pytest.mark.parametrize("root", ROOTS)
def test_enumeration(root: str) -> None:
    report = verify(pp.system("arc-hybrid", root=root), 5, loss_length=4)
    assert report.is_ok, str(report)
    assert report.trees == verify(pp.system("arc-eager", root=root), 5, loss_length=1).trees
    assert report.longest == {n: 2 * n for n in range(1, 6)}


@pytest.mark.parametrize("root", ROOTS)
def test_partial_gold(root: str) -> None:
    trees = verify(pp.system("arc-hybrid", root=root), 4).trees
    golds = {
        words: sorted(
            {
                tuple(h if known else None for h, known in zip(tree, mask, strict=True))
                for tree in trees[words]
                for mask in product((True, False), repeat=words)
            },
            key=str,
        )
        for words in (1, 2, 3, 4)
    }
    report = verify(pp.system("arc-hybrid", root=root), 4, golds=golds.__getitem__)
    assert report.is_ok, str(report)


@pytest.mark.parametrize("root", ROOTS)
def test_single_root_leaves_no_dead_end_and_loses_no_tree(root: str) -> None:
    everything = verify(pp.system("arc-hybrid", root=root), 4).trees
    single = pp.system("arc-hybrid", root=root, single_root=True)
    for words in range(1, 5):
        reached = set()
        waiting, seen = [single.initial(words)], set()
        while waiting:
            c = waiting.pop()
            if c in seen:
                continue
            seen.add(c)
            if c.is_final:
                reached.add(c.heads)
                continue
            actions = single.legal(c)
            assert actions, f"dead end: {c}"
            waiting += [single.apply(c, a) for a in actions]
        assert reached == {tree for tree in everything[words] if tree.count(0) == 1}


def test_costs_of_a_derivation_by_hand() -> None:
    system = pp.system("arc-hybrid")
    gold = [2, 0, 4, 2]  # 1 ← 2 → 4, 3 ← 4, ROOT → 2
    c = system.initial(4)
    for action, optimal in [
        ("SHIFT", {"SHIFT"}),
        ("LEFT", {"LEFT"}),
        ("SHIFT", {"SHIFT"}),
        ("SHIFT", {"SHIFT"}),
        ("LEFT", {"LEFT"}),
        ("SHIFT", {"SHIFT"}),
        ("RIGHT", {"RIGHT"}),
        ("LEFT", {"LEFT"}),
    ]:
        costs = system.costs(c, gold)
        assert {a for a, cost in costs.items() if cost == 0} == optimal
        c = system.apply(c, action)
    assert c.is_final
    assert list(c.heads) == gold


def test_it_trains(tmp_path) -> None:  # type: ignore[no-untyped-def]
    sentence = pp.Sentence.from_forms(["Old", "dogs", "sleep", "."])
    bank = [
        sentence.replace(
            upos=["ADJ", "NOUN", "VERB", "PUNCT"], heads=[2, 3, 0, 3], deprels=["amod", "nsubj", "root", "punct"]
        )
    ]
    for root in ROOTS:
        parser = pp.train(bank, system="arc-hybrid", root=root, epochs=5)
        parser.save(tmp_path / "hybrid.pan")
        assert pp.load(tmp_path / "hybrid.pan").parse(bank)[0] == bank[0]
