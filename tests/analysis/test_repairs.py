"""Arcs that are replaced on the way: each kind by hand, and all of them against the derivations' own account."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import panparser as pp

TREEBANK = Path(__file__).parents[2] / "examples" / "treebank"


class Stubborn:
    """Stands in for a parser: takes these actions first, then what the oracle holds best for the gold heads."""

    def __init__(self, gold: pp.Sentence, *actions: str) -> None:
        self.gold, self.actions = gold, actions

    def derive(self, sentence: pp.Sentence, **options: Any) -> pp.Derivation:
        assert set(sentence.heads) == {None}
        return pp.derive("nonmonotonic-covington", self.gold, after=self.actions)


def tree(*heads: int) -> pp.Sentence:
    return pp.Sentence.from_forms(list("abc"[: len(heads)])).replace(heads=heads)


@pytest.mark.parametrize(
    ("gold", "actions", "counts"),
    [
        # b → a, then c → a in its place, which is gold
        (tree(3, 3, 0), ["SHIFT", "LEFT", "SHIFT", "LEFT", "LEFT"], (3, 1, 1, 0)),
        # b → a is gold, and c → a takes its place
        (tree(2, 0, 2), ["SHIFT", "LEFT", "SHIFT", "RIGHT", "LEFT"], (3, 1, 0, 1)),
        # a → b and then c → b, both wrong
        (tree(2, 0, 2), ["SHIFT", "RIGHT", "SHIFT", "LEFT", "NO-ARC"], (2, 1, 0, 0)),
    ],
)
def test_by_hand(gold: pp.Sentence, actions: list[str], counts: tuple[int, ...]) -> None:
    found = pp.repairs(Stubborn(gold, *actions), [gold])  # type: ignore[arg-type]
    assert (found.arcs, found.replacing, found.gold, found.harmful) == counts
    assert found.neutral == 1 - found.gold - found.harmful


def test_a_trained_parser() -> None:
    train, dev = pp.read(TREEBANK / "train.conllu"), pp.read(TREEBANK / "dev.conllu")
    parser = pp.train(train, system="nonmonotonic-covington", epochs=2)
    found = pp.repairs(parser, dev)
    steps = [step for sentence in dev for step in parser.derive(sentence).steps]
    assert found.arcs == sum(bool(step.made) for step in steps)
    assert found.replacing + found.removing == sum(bool(step.removed) for step in steps)
    assert found.replacing > found.gold > 0
    assert found.neutral >= 0
    assert found.replacing_percent == pytest.approx(100 * found.replacing / found.arcs)
    assert found.to_dict()["gold_percent"] == pytest.approx(100 * found.gold / found.replacing)


def test_unknown_heads_are_refused() -> None:
    birds = tree(2, 0)
    with pytest.raises(pp.InputError, match="gold sentence 2 has words without head"):
        pp.repairs(Stubborn(birds), [birds, birds.replace(heads=[None, 0])])  # type: ignore[arg-type]
