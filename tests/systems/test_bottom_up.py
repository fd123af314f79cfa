"""Arc-hybrid and arc-standard by enumeration; they must reach the very trees that arc-eager reaches."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import panparser as pp
from panparser.systems.verify import verify

ROOTS = ("last", "first")
SYSTEMS = ("arc-hybrid", "arc-standard")


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("name", SYSTEMS)
def test_enumeration(name: str, root: str) -> None:
    report = verify(pp.system(name, root=root), 5, loss_length=4)
    assert report.is_ok, str(report)
    assert report.trees == verify(pp.system("arc-eager", root=root), 5, loss_length=1).trees
    extra = name == "arc-standard" and root == "last"  # ROOT is shifted too
    assert report.longest == {n: 2 * n + extra for n in range(1, 6)}


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("name", SYSTEMS)
def test_partial_gold(name: str, root: str) -> None:
    trees = verify(pp.system(name, root=root), 4).trees
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
    report = verify(pp.system(name, root=root), 4, golds=golds.__getitem__)
    assert report.is_ok, str(report)


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("name", SYSTEMS)
def test_single_root_leaves_no_dead_end_and_loses_no_tree(name: str, root: str) -> None:
    everything = verify(pp.system(name, root=root), 4).trees
    single = pp.system(name, root=root, single_root=True)
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


# The optimal actions at each step, the one that is taken first: arc-standard may leave a left child for later.
HYBRID = ["SHIFT", "LEFT", "SHIFT", "SHIFT", "LEFT", "SHIFT", "RIGHT", "LEFT"]
STANDARD = ["SHIFT", "SHIFT", "LEFT SHIFT", "SHIFT", "SHIFT", "LEFT", "RIGHT", "SHIFT", "LEFT"]


@pytest.mark.parametrize(("name", "derivation"), [("arc-hybrid", HYBRID), ("arc-standard", STANDARD)])
def test_the_optimal_actions_of_a_sentence(name: str, derivation: list[str]) -> None:
    system = pp.system(name)
    gold = [2, 0, 4, 2]  # 1 ← 2 → 4, 3 ← 4, ROOT → 2
    c = system.initial(4)
    for optimal in derivation:
        assert {a for a, cost in system.costs(c, gold).items() if cost == 0} == set(optimal.split())
        c = system.apply(c, optimal.split()[0])
    assert c.is_final
    assert list(c.heads) == gold


@pytest.mark.parametrize("name", SYSTEMS)
def test_it_trains(name: str, tmp_path: Path) -> None:
    sentence = pp.Sentence.from_forms(["Old", "dogs", "sleep", "."])
    bank = [
        sentence.replace(
            upos=["ADJ", "NOUN", "VERB", "PUNCT"], heads=[2, 3, 0, 3], deprels=["amod", "nsubj", "root", "punct"]
        )
    ]
    for root in ROOTS:
        parser = pp.train(bank, system=name, root=root, epochs=5)
        parser.save(tmp_path / "model.pan")
        assert pp.load(tmp_path / "model.pan").parse(bank)[0] == bank[0]
