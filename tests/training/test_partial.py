"""Training on partial annotation: nothing is learnt from what is unknown, and enough from what is known."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

import panparser as pp
from panparser._native import Trainer
from panparser.tasks.native_side import make_design

from .hiding import hidden, unknown
from .test_global import TEMPLATES, problem

# The joint ones learn tags where heads are unknown: systems/test_joint.py.
SYSTEMS = [info.name for info in pp.systems() if not info.name.startswith("joint")]
COMPLETE = [name for name in SYSTEMS if not name.endswith(("partial", "span"))]
BEAMS = {name: 1 if strategy.update == "local" else 3 for name, strategy in pp.strategies().items()}


def make(name: str) -> pp.TransitionSystem:
    return pp.system(name, max_length=3 if name.endswith("span") else None)


def learnt(name: str, labels: str, strategy: str, known: pp.Treebank, data: Any) -> tuple[int, list[pp.UpdateReport]]:
    """How many features have weights after training on `data`, and what was updated; labels are those of `known`."""
    header = pp.train(known, system=make(name), labels=labels, features=TEMPLATES, epochs=1).header
    trainer = Trainer(make_design(header), list(data))
    updates: list[pp.UpdateReport] = []
    for epoch in range(1, 4):
        trainer.epoch(
            pp.strategies()[strategy].policy(epoch, BEAMS[strategy]),
            epoch,
            after_update=lambda i, good, bad: updates.append(pp.UpdateReport(1, data[i], good, bad)),
        )
    return len(trainer.averaged()["keys"]), updates


@pytest.mark.parametrize("strategy", pp.strategies())
@pytest.mark.parametrize("labels", ["none", "joint", "product"])
@pytest.mark.parametrize("name", COMPLETE)
def test_nothing_is_learnt_where_no_head_is_known(toy: Any, name: str, labels: str, strategy: str) -> None:
    for deprels in (True, False):  # also where labels are known
        assert learnt(name, labels, strategy, toy(5), unknown(toy(8), deprels=deprels)) == (0, [])


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name not in COMPLETE])
def test_to_partial_systems_no_head_means_none(toy: Any, name: str) -> None:
    """They learn to attach nothing, and no label."""
    features, updates = learnt(name, "product", "goldberg", toy(5), unknown(toy(8), deprels=False))
    assert features > 0
    assert {action for update in updates for action, _ in update.rewarded} <= {"SHIFT", "REDUCE"}


@st.composite
def trainings(draw: st.DrawFn) -> tuple[str, str, str, list[pp.Sentence], list[pp.Sentence]]:
    rng = random.Random(draw(st.integers(0, 10**9)))
    whole = [problem(rng) for _ in range(draw(st.integers(1, 6)))]
    part = [hidden(s, rng, draw(st.sampled_from([0.2, 0.5, 0.8]))) for s in whole]
    labels = draw(st.sampled_from(["none", "joint", "product"]))
    return draw(st.sampled_from(COMPLETE)), labels, draw(st.sampled_from(list(BEAMS))), whole, part


@given(trainings())
@limits(max_examples=150, deadline=None)
def test_what_updates_come_from(training: tuple[str, str, str, list[pp.Sentence], list[pp.Sentence]]) -> None:
    name, labels, strategy, whole, part = training
    _, updates = learnt(name, labels, strategy, pp.Treebank(whole), part)
    for update in updates:
        sentence = update.sentence
        assert any(head is not None for head in sentence.heads)
        (good, label), (bad, _) = update.rewarded[0], update.punished[0]
        if good == bad and pp.strategies()[strategy].update == "local":  # the label alone was wrong
            known = zip(sentence.heads, sentence.deprels, strict=True)
            assert label in {relation for head, relation in known if head is not None and relation != "_"}


@given(trainings())
@limits(max_examples=100, deadline=None)
def test_any_mixture_is_trained_on(training: tuple[str, str, str, list[pp.Sentence], list[pp.Sentence]]) -> None:
    name, labels, strategy, whole, part = training
    if all(head is None for sentence in part for head in sentence.heads):
        return
    dev = [s for s in part if any(head is not None for head in s.heads)]
    options: dict[str, Any] = {"labels": labels, "strategy": strategy, "beam": BEAMS[strategy], "epochs": 2}
    for system in (name, "arc-eager-partial", "arc-hybrid-span"):
        parser = pp.train(part, dev, system=make(system), **options)
        parsed = parser.parse(whole)
        assert all(None not in s.heads and s.heads.count(0) == 1 for s in parsed) or system != name
        assert "_" not in parser.header.labels


@pytest.mark.parametrize("name", COMPLETE)
def test_a_head_without_label_teaches_no_label(toy: Any, name: str) -> None:
    """Where no label is known, no update tells two labels of one action apart."""
    for labels in ("joint", "product"):
        _, updates = learnt(name, labels, "goldberg", toy(5), unknown(toy(15), heads=False))
        assert updates
        assert not [u for u in updates if u.rewarded[0][0] == u.punished[0][0]]


def halves(bank: pp.Treebank) -> pp.Treebank:
    """Half of the dependencies, and of their labels only half."""
    rng = random.Random(2)
    return pp.Treebank(
        s.replace(deprels=[label if rng.random() < 0.5 else "_" for label in s.deprels])
        for s in pp.Subsample(0.5).hide(bank)
    )


@pytest.mark.parametrize("strategy", ["goldberg", "maxvNDrestartSO"])
@pytest.mark.parametrize("name", COMPLETE)
def test_every_system_learns_the_language_from_half(toy: Any, name: str, strategy: str) -> None:
    unseen = toy(40, seed=5)
    parser = pp.train(halves(toy(120)), system=name, strategy=strategy, beam=BEAMS[strategy], epochs=8)
    scores = pp.evaluate(unseen, parser.parse(unseen))
    assert scores.uas > 92
    assert scores.las > 90


@pytest.mark.parametrize("labels", ["joint", "product"])
@pytest.mark.parametrize("strategy", pp.strategies())
def test_every_strategy_learns_the_language_from_half(toy: Any, strategy: str, labels: str) -> None:
    unseen = toy(40, seed=5)
    parser = pp.train(halves(toy(120)), strategy=strategy, beam=BEAMS[strategy], labels=labels, epochs=10)
    assert pp.evaluate(unseen, parser.parse(unseen)).las > 90


@pytest.mark.parametrize("name", ["arc-eager-partial", "arc-hybrid-partial"])
def test_partial_systems_leave_out_what_was_hidden(toy: Any, name: str) -> None:
    bank, unseen = (pp.Subsample({"obl": 0.0, "punct": 0.0}, by="label").hide(toy(120, seed)) for seed in (1, 2))
    gold = toy(120, seed=2)
    parsed = pp.train(bank, system=name, epochs=8).parse(unseen)
    assert [s.heads for s in parsed] == [s.heads for s in unseen]
    assert all((head is None) == (label == "_") for s in parsed for head, label in zip(s.heads, s.deprels, strict=True))
    scores = pp.evaluate(gold, parsed)
    known = sum(head is not None for s in unseen for head in s.heads)
    assert (scores["LAS"].precision, scores.coverage) == (100, 100 * known / gold.words)


def test_heads_without_labels_and_labels_without_heads(toy: Any) -> None:
    bank = toy(25)
    parser = pp.train(unknown(bank, heads=False), epochs=8)
    assert parser.header.labels == ()
    parsed = parser.parse(bank)
    assert pp.evaluate(bank, parsed).uas > 98
    assert parsed[0].deprels == ["_"] * len(parsed[0])
    with pytest.raises(pp.UsageError, match="no word has a head"):
        pp.train(unknown(bank, deprels=False))


def test_a_label_whose_head_is_unknown_is_as_if_it_were_not_there(toy: Any) -> None:
    bank, rng = toy(30), random.Random(3)
    heads = [[head if rng.random() < 0.6 else None for head in s.heads] for s in bank]
    with_labels = [s.replace(heads=h) for s, h in zip(bank, heads, strict=True)]
    without = [
        s.replace(deprels=["_" if head is None else label for head, label in zip(s.heads, s.deprels, strict=True)])
        for s in with_labels
    ]
    one, other = (pp.train(data, epochs=3) for data in (with_labels, without))
    assert one.header.labels == other.header.labels
    assert one._arrays["buckets"].tobytes() == other._arrays["buckets"].tobytes()
    # So `root` is still a label that stands below ROOT alone.
    root = one.header.labels.index("root")
    assert (one.header.at_root[root], one.header.elsewhere[root]) == (True, False)


def test_what_is_hidden_for_good(toy: Any) -> None:
    bank = toy(60)
    sample = pp.Subsample(0.5, seed=3)
    half, more = sample.hide(bank), pp.Subsample(0.7, seed=3).hide(bank)
    assert half == sample.hide(list(bank))
    assert half != pp.Subsample(0.5, seed=4).hide(bank)
    assert [s.forms for s in half] == [s.forms for s in bank]
    for whole, s, t in zip(bank, half, more, strict=True):
        for gold, few, many in zip(
            *(zip(x.heads, x.deprels, strict=True) for x in (whole, s, t)),
            strict=True,
        ):
            assert few in ((None, "_"), gold)
            assert many in ((None, "_"), gold)
            assert many == gold or few != gold  # the higher rate leaves what the lower one leaves
    share = sum(head is not None for s in half for head in s.heads) / bank.words
    assert 0.45 < share < 0.55
    assert pp.Subsample(1.0).hide(bank) == bank
    assert all(head is None for s in pp.Subsample(0.0).hide(bank) for head in s.heads)
    with pytest.raises(pp.UsageError, match="a treebank to hide from must be a Treebank"):
        sample.hide("train.conllu")  # type: ignore[arg-type]
