"""Batch stepping against stepping one configuration at a time."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import panparser as pp
from panparser._native import tagging_system
from panparser.tasks.native_side import make_design

EXAMPLES = Path(__file__).parents[2] / "examples"
LABELS = ("a", "b", "c")
TEMPLATES = ("S0.w", "S1.p", "B0.suf2", "S0.l.d", "B0.vl", "S0~B0", "A1", "S0.h.p", "B0.shape", "B9.w")


def every_system() -> Iterator[pp.TransitionSystem]:
    for info in pp.systems():
        for root in info.roots:
            yield pp.system(info.name, root=root, max_length=2 if info.needs_max_length else None)


SYSTEMS = list(every_system())


def name_of(system: pp.TransitionSystem) -> str:
    return f"{system.name}-{system.root}"


def sentences(count: int, seed: int = 0, unknown: float = 0.2) -> list[pp.Sentence]:
    """Random trees, also non-projective ones, with some heads and labels unknown."""
    rng = random.Random(seed)
    out = []
    for _ in range(count):
        words = rng.randint(1, 7)
        order = rng.sample(range(1, words + 1), words)
        heads: list[int | None] = [0] * words
        for place, word in enumerate(order[1:], 1):
            heads[word - 1] = rng.choice(order[:place])
        heads = [None if rng.random() < unknown else head for head in heads]
        made = pp.Sentence.from_forms([rng.choice(["Ab", "bc", "Cd", "de"]) for _ in range(words)])
        labels = ["_" if head is None else rng.choice(LABELS) for head in heads]
        out.append(made.replace(heads=heads, deprels=labels, upos=[rng.choice(["N", "V"]) for _ in range(words)]))
    return out


@pytest.mark.parametrize("system", SYSTEMS, ids=name_of)
def test_arrays_are_those_of_single_configurations(system: pp.TransitionSystem) -> None:
    rng = random.Random(7)
    bank = sentences(12)
    actions = system.actions
    batch = pp.StepBatch(system, bank, labels=LABELS, at_once=6)
    own = {i: system.initial(len(s)) for i, s in enumerate(bank)}
    seen = 0
    while len(batch):
        running = batch.running
        assert len(running) <= 6
        legal, costs, optimal, wanted = batch.legal(), batch.costs(), batch.optimal(), batch.gold_labels()
        taken = []
        for row, i in enumerate(running):
            c = own[int(i)]
            assert tuple(a for a, is_legal in zip(actions, legal[row], strict=True) if is_legal) == system.legal(c)
            found = {a: int(cost) for a, cost in zip(actions, costs[row], strict=True) if cost != batch.ILLEGAL}
            assert found == system.costs(c, bank[i].heads)
            best = {a for a, is_optimal in zip(actions, optimal[row], strict=True) if is_optimal}
            assert best
            assert best <= {a for a, cost in found.items() if cost == min(found.values())}
            for a, label in zip(actions, wanted[row], strict=True):
                if label >= 0:
                    d = system.apply(c, a)
                    new = [w for w in range(len(c.heads)) if d.heads[w] not in (None, c.heads[w])]
                    assert any(bank[i].heads[w] == d.heads[w] and bank[i].deprels[w] == LABELS[label] for w in new)
            taken.append(actions.index(rng.choice(system.legal(c))))
            own[int(i)] = system.apply(c, actions[taken[-1]])
            seen += 1
        batch.advance(np.array(taken))
    assert seen > 60
    heads = [[0 if h is None and not system.is_partial else h for h in own[i].heads] for i in range(len(bank))]
    assert [tree.heads for tree in batch.trees()] == heads
    assert all(label == "_" for tree in batch.trees() for label in tree.deprels)


@pytest.mark.parametrize("system", SYSTEMS[:4], ids=name_of)
def test_values_of_configurations(system: pp.TransitionSystem) -> None:
    """Numbers are equal where hashed features are, and 0 where there are none."""
    bank = sentences(20, unknown=0)
    for template in TEMPLATES:
        vocabulary = pp.Vocabulary([template], bank, system=system, labels=LABELS)
        batch = pp.StepBatch(system, bank, labels=LABELS, features=[template], vocabulary=vocabulary)
        number_of: dict[int, int] = {}
        while len(batch):
            first, hashes = batch.features()
            numbers = batch.addresses()
            assert numbers.shape == (len(batch), 1)
            for row, (number,) in enumerate(numbers.tolist()):
                found = hashes[first[row] : first[row + 1]].tolist()
                assert len(found) == (number > 0)
                assert number < vocabulary.sizes[0]
                if found:
                    assert number_of.setdefault(found[0], number) == number
            actions = batch.costs().argmin(axis=1)
            batch.advance(actions, batch.gold_labels()[np.arange(len(batch)), actions])
        assert len(set(number_of.values())) == len(number_of)
        assert number_of or template in ("S0.h.p", "S0.l.d", "B0.vl", "S1.p", "S0~B0"), template


def test_features_are_those_of_a_parser() -> None:
    system = pp.system("arc-eager")
    bank = sentences(5)
    design = make_design(pp.train(bank, features=TEMPLATES, epochs=1).header)
    batch = pp.StepBatch(system, bank, features=TEMPLATES)
    own = [system.initial(len(s)) for s in bank]
    while len(batch):
        first, hashes = batch.features()
        for row, i in enumerate(batch.running):
            expected = design.features(bank[i], own[i])
            assert sorted(hashes[first[row] : first[row + 1]]) == sorted(expected)
        actions = batch.costs().argmin(axis=1)
        for row, i in enumerate(batch.running):
            own[i] = system.apply(own[i], system.actions[actions[row]])
        batch.advance(actions)


def test_rare_values_are_unknown() -> None:
    bank = [pp.Sentence.from_forms(["a", "a", "b"])]
    system = pp.system("arc-eager")
    sizes = [pp.Vocabulary("B0.w", bank, system=system, least=least).sizes[0] for least in (1, 2, 3)]
    assert sizes == [5, 2, 1]  # a, b, ROOT, what is beyond the words; and 0


def test_the_gold_derivation_builds_the_tree() -> None:
    bank = pp.Treebank(sentences(30, unknown=0))
    batch = pp.StepBatch(pp.system("covington"), bank, labels=LABELS)
    while len(batch):
        actions = batch.costs().argmin(axis=1)
        batch.advance(actions, batch.gold_labels()[np.arange(len(batch)), actions])
    assert pp.evaluate(bank, batch.trees()).uas == 100


@pytest.mark.parametrize("name", ["arc_hybrid_in_python", "static_reference_system"])
def test_systems_written_in_python(name: str) -> None:
    spec = importlib.util.spec_from_file_location(f"batch_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (own,) = [v for v in vars(module).values() if isinstance(v, type) and issubclass(v, pp.TransitionSystem)]
    bank = pp.read(EXAMPLES / "treebank" / "dev.conllu")
    batch = pp.StepBatch(own(), bank)
    while len(batch):
        batch.advance(batch.costs().argmin(axis=1))
    assert pp.evaluate(bank, batch.trees()).uas > 99


def test_what_is_refused() -> None:
    system, bank = pp.system("arc-eager"), sentences(3)

    def refused(run: Any) -> str:
        with pytest.raises(pp.UsageError) as caught:
            run()
        assert "\n" not in str(caught.value)
        return str(caught.value)

    batch = pp.StepBatch(system, bank, labels=LABELS)
    before = batch.legal()
    assert "no action 9" in refused(lambda: batch.advance([9, 0, 0]))
    assert "LEFT is not legal for sentence 1" in refused(lambda: batch.advance([0, 1, 0]))
    assert "no label 3" in refused(lambda: batch.advance([0, 0, 0], [0, 3, 0]))
    assert "3 running sentences" in refused(lambda: batch.advance([0]))
    assert "whole number" in refused(lambda: batch.advance([0.5, 0.5, 0.5]))
    assert (batch.legal() == before).all()
    assert "advance until" in refused(batch.trees)
    assert "features=" in refused(batch.features)
    assert "vocabulary=" in refused(batch.addresses)
    assert "each of them once" in refused(lambda: pp.StepBatch(system, bank, labels=["a", "a"]))
    assert "several values" in refused(lambda: pp.Vocabulary("S0.w B0.w", bank, system=system))
    assert "no vocabulary" in refused(lambda: pp.Vocabulary("S0.sl", bank, system=system))
    assert "list of sentences" in refused(lambda: pp.StepBatch(system, [None]))
    assert "pp.system" in refused(lambda: pp.StepBatch("arc-eager", bank))


def test_example() -> None:
    pytest.importorskip("sklearn")
    done = subprocess.run(
        [sys.executable, EXAMPLES / "scikit_learn_parser.py"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout.split()[-1]) > 70


def test_tags_are_stepped_like_trees() -> None:
    bank = sentences(6)
    batch = pp.StepBatch(tagging_system(), bank, labels=("N", "V"), columns=("upos",), at_once=4)
    while len(batch):
        gold = batch.gold_labels()
        assert set(gold.ravel().tolist()) <= {0, 1}
        batch.advance(np.zeros(len(batch), int), gold[:, 0])
    assert batch.trees() == pp.Treebank(bank)
