"""Tagging and parsing at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import panparser as pp

SYSTEMS = ("joint-arc-standard", "joint-arc-hybrid")


def bare(bank: pp.Treebank) -> pp.Treebank:
    return pp.Treebank(s.replace(upos=["_"] * len(s)) for s in bank)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"labels": "joint"},
        {"strategy": "early", "beam": 4},
        {"strategy": "maxvNDrestartSO", "beam": 4},
        {"strategy": "earlyNDrestartSO", "beam": 4, "labels": "joint"},
    ],
)
def test_tags_and_trees_are_learnt(system: str, options: dict[str, Any], toy: Any, tmp_path: Path) -> None:
    bank, dev = toy(80), toy(20, seed=1)
    parser = pp.train(bank, dev, system=system, epochs=5, **options)
    parser.save(tmp_path / "a.pan")
    parsed = pp.load(tmp_path / "a.pan", pp.Parser).parse(bare(dev), threads=2)
    assert parsed == parser.parse(dev)  # tags that are there are not looked at
    scores = pp.evaluate(dev, parsed)
    assert scores.upos > 99
    assert scores.las > 95
    assert [s.upos for s in parser.parse(dev, constraints="heads")] == [s.upos for s in dev]


def test_costs_and_trees_are_those_of_the_system_below() -> None:
    for name in SYSTEMS:
        joint, below = pp.system(name), pp.system(name.removeprefix("joint-"))
        assert (joint.actions, joint.arcs) == (below.actions, below.arcs)
        assert joint.gives_tags
        assert not below.gives_tags


def test_features_see_the_tags_given_so_far(toy: Any) -> None:
    """A tag in the buffer is not there; the word before it has the one that SHIFT gave, whatever the treebank says."""
    bank = toy(30)
    design = pp.train(bank, system="joint-arc-standard", features=["B0.p", "P1.p"], epochs=1)._design
    system = pp.system("joint-arc-standard")
    start = system.initial(len(bank[0]))
    assert len(design.features(bank[0], start)) == 1  # P1 is the edge
    after = system.apply(start, "SHIFT")  # without a tag
    assert len(design.features(bank[0], after)) == 0


def test_a_tag_must_not_change_under_other_tags(toy: Any) -> None:
    """The same forms, other tags in the input: the same result."""
    bank = toy(30)
    parser = pp.train(bank, system="joint-arc-hybrid", epochs=2)
    other = pp.Treebank(s.replace(upos=["X"] * len(s)) for s in bank)
    assert parser.parse(other) == parser.parse(bank)


def test_a_vote_of_joint_parsers(toy: Any) -> None:
    bank, dev = toy(60), toy(10, seed=1)
    parsers = [pp.train(bank, system="joint-arc-standard", epochs=3, seed=seed) for seed in (1, 2, 3)]
    assert pp.evaluate(dev, pp.Vote(*((parser, 1) for parser in parsers)).parse(bare(dev))).upos > 99


def test_unknown_tags_are_not_learnt(toy: Any) -> None:
    rng = np.random.default_rng(1)
    half = pp.Treebank(s.replace(upos=[t if rng.random() < 0.5 else "_" for t in s.upos]) for s in toy(80))
    parser = pp.train(half, system="joint-arc-standard", epochs=5)
    assert "_" not in parser.header.tags
    assert pp.evaluate(toy(20, seed=1), parser.parse(toy(20, seed=1))).upos > 99


@pytest.mark.parametrize("strategy", ["goldberg", "early"])
def test_tags_and_relations_are_numbered_apart(toy: Any, strategy: str) -> None:
    """A listener may give a tag the name of a relation, or the other way round: nothing is known of such a one."""

    class Mixed(pp.Listener):
        def before_sentence(self, epoch: int, sentence: pp.Sentence) -> pp.Sentence:
            return sentence.replace(upos=["det"] * len(sentence), deprels=["NOUN"] * len(sentence))

    bank = toy(20)
    parser = pp.train(bank, system="joint-arc-standard", strategy=strategy, epochs=2, listener=Mixed())
    assert set(parser.parse(bank)[0].upos) <= set(parser.header.tags)
    assert set(parser.parse(bank)[0].deprels) <= set(parser.header.labels)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"labels": "none"}, "needs a perceptron and labels"),
        ({"model": "feed-forward"}, "needs a perceptron and labels"),
    ],
)
def test_what_cannot_be(options: dict[str, Any], problem: str, toy: Any) -> None:
    with pytest.raises(pp.UsageError, match=problem):
        pp.train(toy(3), system="joint-arc-standard", **options)


def test_training_data_without_tags(toy: Any) -> None:
    with pytest.raises(pp.UsageError, match="no word has a UPOS tag"):
        pp.train(bare(toy(3)), system="joint-arc-hybrid")
    clash = [s.replace(upos=["det"] * len(s)) for s in toy(3)]
    with pytest.raises(pp.UsageError, match="the tag 'det' is also a relation"):
        pp.train(clash, system="joint-arc-hybrid")
