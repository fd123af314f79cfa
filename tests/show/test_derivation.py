"""What a derivation says of its steps, for native systems and for systems of the tests' own."""

from __future__ import annotations

import json
from typing import Any

import pytest

import panparser as pp
from panparser.show import derivation as module
from panparser.show.derivation import Arc, replay

from .fickle import Fickle, Pairs

SYSTEMS = [(info.name, root) for info in pp.systems() for root in info.roots]
OPTIONS = {info.name: {"max_length": 3} if info.needs_max_length else {} for info in pp.systems()}
MAPS = pp.Sentence.from_forms(["She", "reads", "old", "maps", "."]).replace(
    upos=["PRON", "VERB", "ADJ", "NOUN", "PUNCT"],
    heads=[2, 0, 4, 2, 2],
    deprels=["nsubj", "root", "amod", "obj", "punct"],
)


def follow(system: Any, derivation: pp.Derivation) -> None:
    """Everything that a derivation says is what the system does."""
    c = system.initial(len(derivation.forms))
    before = derivation.initial
    assert before.heads == c.heads
    for step in derivation.steps:
        assert step.before == before
        assert step.action in system.legal(c)
        c = system.apply(c, step.action)
        after = step.after
        assert after.heads == tuple(c.heads)
        assert after.buffer == tuple(c.buffer)
        assert after.stack == (tuple(c.stack) if after.left is None else None)
        assert {*before.arcs} - {*step.removed} | {*step.made} == {*after.arcs}
        assert {*step.removed} <= {*before.arcs}
        before = after
    assert c.is_final
    for head, result in zip(c.heads, derivation.sentence.heads, strict=True):
        assert head in (result, None)


@pytest.mark.parametrize(("name", "root"), [pair for pair in SYSTEMS if not OPTIONS[pair[0]]])
def test_gold_derivations_lead_to_the_tree(name: str, root: str, toy: Any) -> None:
    for sentence in toy(8):
        derivation = pp.derive(pp.system(name, root=root), sentence)
        assert derivation.sentence == sentence
        assert (derivation.system, derivation.root, derivation.is_predicted) == (name, root, False)
        assert {step.loss for step in derivation.steps} == {0}
        assert all(step.action in step.best for step in derivation.steps)
        assert not derivation.repairs
        made = [arc for step in derivation.steps for arc in step.made] + list(derivation.left_over)
        assert sorted((a.dependent, a.head, a.label) for a in made) == [
            (word, *pair) for word, pair in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1)
        ]
        assert {arc.head for arc in derivation.left_over} <= {0}


@pytest.mark.parametrize(("name", "root"), SYSTEMS)
def test_every_system_can_be_followed(name: str, root: str, toy: Any) -> None:
    system = pp.system(name, root=root, **OPTIONS[name])
    for sentence in [*toy(4), MAPS]:
        derivation = pp.derive(system, sentence)
        follow(system, derivation)
        left = derivation.initial.left
        assert (left is None) == ("covington" not in name)
        assert derivation.text()
        assert derivation.svg()
        assert derivation.html()
    if not OPTIONS[name]:
        assert pp.derive(name, MAPS) == pp.derive(pp.system(name), MAPS)


@pytest.mark.parametrize(("name", "root"), [pair for pair in SYSTEMS if not OPTIONS[pair[0]]])
def test_every_system_can_predict(name: str, root: str, toy: Any) -> None:
    parser = pp.train(toy(12), system=name, root=root, epochs=1)
    changed = 0
    for single_root in (True, False):
        system = pp.system(name, root=root, single_root=single_root)
        for sentence in toy(12, seed=5):
            derivation = parser.derive(sentence, single_root=single_root)
            assert derivation.sentence == parser.parse(sentence, single_root=single_root)
            follow(system, derivation)
            changed += len(derivation.repairs)
    assert not changed or "nonmonotonic" in name or "unshift" in name


@pytest.mark.parametrize("labels", ["product", "joint", "none"])
@pytest.mark.parametrize("single_root", [True, False])
def test_predictions_are_those_of_the_parser(labels: str, single_root: bool, toy: Any) -> None:
    parser = pp.train(toy(20), labels=labels, epochs=1)
    system = pp.system("arc-eager", single_root=single_root)
    losses = 0
    for sentence in toy(20, seed=3):
        derivation = parser.derive(sentence, single_root=single_root)
        assert derivation.sentence == parser.parse(sentence, single_root=single_root)
        assert derivation.is_predicted
        follow(system, derivation)
        assert [arc.label or "_" for arc in derivation.steps[-1].after.arcs] == derivation.sentence.deprels
        losses += sum(step.loss for step in derivation.steps)
        bare = parser.derive(sentence.replace(heads=[None] * len(sentence)), single_root=single_root)
        assert all(step.costs is None and step.loss == 0 and step.best == () for step in bare.steps)
        assert [step.action for step in bare.steps] == [step.action for step in derivation.steps]
    wrong = pp.evaluate(toy(20, seed=3), parser.parse(toy(20, seed=3), single_root=False)).uas < 100
    assert single_root or bool(losses) == wrong
    assert parser.derive(["the", "dog"]).forms == ["the", "dog"]


def test_repairs_are_seen() -> None:
    derivation = pp.derive(Fickle(), MAPS)
    follow(Fickle(), derivation)
    assert (derivation.system, derivation.root) == ("fickle", "none")
    assert [step.action for step in derivation.steps] == ["push", "push", "drop", "push", "turn", "push", "push"]
    drop, turn = derivation.steps[2], derivation.steps[4]
    assert (drop.made, drop.removed, drop.after.heads[1]) == ((), (Arc(1, 2),), None)
    assert (turn.made, turn.removed) == ((Arc(4, 3, "amod"),), (Arc(2, 3),))
    assert derivation.repairs == (Arc(1, 2), Arc(2, 3))
    assert derivation.summary == "7 steps, 2 repairs"
    # What is left over hangs below ROOT, with the relation that stands there; words 1 and 4 have none that fits.
    assert derivation.steps[-1].after.heads == (None, None, 4, None, 4)
    assert derivation.sentence.heads == [0, 0, 4, 0, 4]
    assert derivation.sentence.deprels == ["_", "root", "amod", "_", "_"]


def test_words_stay_without_head_where_that_is_the_purpose() -> None:
    class Partial(Fickle):
        is_partial = True

    assert pp.derive(Partial(), MAPS).sentence.heads == [None, None, 4, None, 4]


def test_costs_that_also_rank() -> None:
    class Ranking(Fickle):
        cost_unit = 10

        def costs(self, c: Any, gold: Any) -> dict[str, int]:
            return {action: {"push": 10, "turn": 11, "drop": 29}[action] for action in self.legal(c)}

    decisions = [("push", None), ("push", "x"), ("turn", "y"), ("drop", None), *[("push", None)] * 3]
    derivation = replay(Ranking(), MAPS, MAPS, decisions)
    assert [derivation.warning(step) for step in derivation.steps[1:4]] == [
        "",
        "ranks below push",
        "costs 1 more than push",
    ]


def test_lists_instead_of_a_stack() -> None:
    derivation = pp.derive(Pairs(), MAPS)
    follow(Pairs(), derivation)
    assert (derivation.root, derivation.sentence) == ("first", MAPS)
    assert list(derivation.initial.lists) == ["left", "right", "buffer"]
    assert derivation.initial.left == (0,)


def test_decisions_that_cost_something() -> None:
    decisions = [("push", None), ("push", "x"), ("turn", "y"), ("push", None), ("push", "z"), ("push", "w")]
    derivation = replay(Fickle(), MAPS, MAPS, decisions)
    assert [step.loss for step in derivation.steps] == [0, 0, 1, 1, 0, 1]
    assert derivation.steps[2].best == ("drop",)
    assert derivation.steps[2].removed == (Arc(1, 2, "x"),)
    assert derivation.steps[2].after.labels == (None, "y", None, None, None)
    assert derivation.steps[3].label is None
    assert derivation.summary == "6 steps, 1 repair, 3 beyond the minimum cost"


def test_a_tree_that_cannot_be_built() -> None:
    crossing = MAPS.replace(heads=[3, 4, 0, 3, 3])
    derivation = pp.derive("arc-eager", crossing)
    wrong = [w for w, (a, b) in enumerate(zip(derivation.sentence.heads, crossing.heads, strict=True)) if a != b]
    assert 0 < len(wrong) < 3
    assert [w for w, label in enumerate(derivation.sentence.deprels) if label == "_"] == wrong


def test_unknown_heads() -> None:
    derivation = pp.derive("arc-eager", MAPS.replace(heads=[2, None, 4, None, None]))
    assert [derivation.sentence.heads[w] for w in (0, 2)] == [2, 4]
    assert None not in derivation.sentence.heads
    with pytest.raises(pp.UsageError, match="no word of the sentence has a head"):
        pp.derive("arc-eager", pp.Sentence.from_forms(["a"]))


def test_what_cannot_be_derived(parser: pp.Parser, toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead(Fickle):
        def legal(self, c: Any) -> tuple[str, ...]:
            return () if len(c.stack) == 2 else super().legal(c)

    class Endless(Fickle):
        def costs(self, c: Any, gold: Any) -> dict[str, int]:
            return {action: -(["turn", "push", "drop"].index(action)) for action in self.legal(c)}

        def apply(self, c: Any, action: str) -> Any:
            return c

    with pytest.raises(pp.UsageError, match="dead end after 2 steps"):
        pp.derive(Dead(), MAPS)
    monkeypatch.setattr(module, "MOST_STEPS", 50)
    with pytest.raises(pp.UsageError, match="more than 50 steps"):
        pp.derive(Endless(), MAPS)
    with pytest.raises(pp.UsageError, match="no transition system named"):
        pp.derive("frob", MAPS)
    long = pp.Sentence.from_forms(["a"] * 1001)
    for wrong in ("a plain string", b"bytes", None, 3, toy(2), [1], long):
        with pytest.raises(pp.PanParserError) as caught:
            parser.derive(wrong)
        assert "\n" not in str(caught.value)
    for wrong in ("text", toy(2), None, long.replace(heads=[0] * 1001)):
        with pytest.raises(pp.UsageError):
            pp.derive("arc-eager", wrong)


def test_plain_values() -> None:
    values = json.loads(json.dumps(pp.derive(Fickle(), MAPS).to_dict()))
    assert (values["system"], values["root"], values["predicted"]) == ("fickle", "none", False)
    assert values["forms"] == MAPS.forms
    assert values["initial"] == {"stack": [], "buffer": [1, 2, 3, 4, 5], "heads": [None] * 5, "labels": [None] * 5}
    turn = values["steps"][4]
    assert turn["made"] == [{"head": 4, "dependent": 3, "label": "amod"}]
    assert turn["removed"] == [{"head": 2, "dependent": 3, "label": None}]
    assert turn["costs"] == {"push": 1, "turn": 0, "drop": 1}
    assert turn["after"]["stack"] == [1, 2, 3]
    assert "left" not in turn["after"]
