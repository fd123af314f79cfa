"""Samples and jackknifing: nothing is lost, nothing is seen that should not be, and all of it can be repeated."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

import pytest

import panparser as pp


class Parrot:
    """A model that has learnt nothing; it notes what it saw."""

    def __init__(self, seen: pp.Treebank) -> None:
        self.seen = seen

    def parse(self, sentences: pp.Treebank) -> list[pp.Sentence]:
        assert not set(self.seen) & set(sentences)
        return [s.replace(misc=[f"Seen={len(self.seen)}"] * len(s)) for s in sentences]


@pytest.mark.parametrize("seed", [None, 1, 2])
@pytest.mark.parametrize("folds", [2, 3, 7, 20])
def test_each_fold_is_parsed_by_who_did_not_see_it(toy: Any, folds: int, seed: int | None) -> None:
    bank, models = toy(20), []

    def train(part: pp.Treebank) -> Parrot:
        models.append(Parrot(part))
        return models[-1]

    out = pp.jackknife(bank, folds, train=train, seed=seed)
    assert [s.forms for s in out] == [s.forms for s in bank]  # in their order
    assert isinstance(out, pp.Treebank)
    assert len(models) == folds
    held = [set(bank) - set(model.seen) for model in models]
    assert set().union(*held) == set(bank)
    assert sum(map(len, held)) == 20
    assert max(map(len, held)) - min(map(len, held)) <= 1
    for model in models:  # the order is kept in training too
        assert list(model.seen) == [s for s in bank if s in set(model.seen)]
    assert all(_is_stretch(bank, part) for part in held) == (seed is None or folds == 20)


def _is_stretch(bank: pp.Treebank, part: set[pp.Sentence]) -> bool:
    places = [i for i, s in enumerate(bank) if s in part]
    return places == list(range(places[0], places[0] + len(places)))


def test_jackknifing_a_parser(toy: Any) -> None:
    bank = toy(40)
    out = pp.jackknife(bank, 4, train=partial(pp.train, epochs=3))
    assert out == pp.jackknife(bank, 4, train=partial(pp.train, epochs=3))
    assert out[:10] == pp.train(bank[10:], epochs=3).parse(bank[:10])
    assert pp.evaluate(bank, out).las > 60
    assert out != pp.jackknife(bank, 4, train=partial(pp.train, epochs=3), seed=1)


def test_bad_folds(toy: Any) -> None:
    for folds in (1, 6, 2.5, True):
        with pytest.raises(pp.UsageError, match="folds="):
            pp.jackknife(toy(5), folds)
    with pytest.raises(pp.UsageError, match="two sentences"):
        pp.jackknife(toy(1))
    with pytest.raises(pp.UsageError, match="must be a Treebank"):
        pp.jackknife("train.conllu", 2)  # type: ignore[arg-type]
    with pytest.raises(pp.UsageError, match="function of a treebank"):
        pp.jackknife(toy(5), 2, train="greedy")  # type: ignore[arg-type]

    class Forgetful(Parrot):
        def parse(self, sentences: pp.Treebank) -> list[pp.Sentence]:
            return list(sentences)[1:]

    with pytest.raises(pp.UsageError, match=r"Forgetful\.parse gave 1 sentences for 2"):
        pp.jackknife(toy(4), 2, train=Forgetful)


def test_samples_have_their_size(toy: Any) -> None:
    bank = toy(50)
    for count in (0, 1, 17, 50):
        part = pp.sample(bank, sentences=count)
        assert len(part) == count
        assert list(part) == [s for s in bank if s in set(part)]
    for words in (0, 1, 100, bank.words):
        part = pp.sample(bank, words=words)
        assert part.words >= words
        assert part.words - words < max(map(len, bank))
    for share, count in ((0, 0), (0.01, 1), (0.1, 5), (0.5, 25), (1, 50)):
        assert len(pp.sample(bank, share=share)) == count
    assert pp.sample(bank, share=1) == bank


def test_samples_are_nested_and_drawn_by_the_seed(toy: Any) -> None:
    bank = toy(50)
    parts = [set(pp.sample(bank, words=words, seed=3)) for words in range(0, bank.words, 40)]
    assert all(small <= large for small, large in itertools.pairwise(parts))
    assert pp.sample(bank, sentences=9, seed=3) == pp.sample(bank, sentences=9, seed=3)
    assert len({pp.sample(bank, sentences=9, seed=seed) for seed in range(5)}) == 5


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"words": 1, "share": 0.5},
        {"share": 1.1},
        {"share": "half"},
        {"share": float("nan")},
        {"sentences": 6},
        {"sentences": -1},
        {"words": 10000},
        {"words": 2.0},
        {"sentences": 1, "seed": -1},
    ],
    ids=str,
)
def test_bad_samples(toy: Any, options: dict[str, Any]) -> None:
    with pytest.raises(pp.UsageError) as caught:
        pp.sample(toy(5), **options)
    assert "\n" not in str(caught.value)
