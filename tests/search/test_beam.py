"""Beam search: against exhaustive search, and the k best trees."""

from __future__ import annotations

from typing import Any

import pytest

import panparser as pp


@pytest.fixture(scope="module")
def small(toy: Any) -> pp.Parser:
    return pp.train(toy(30), strategy="early", beam=4, features=["S0.p B0.p", "S0.w", "B0.w", "A1"], epochs=2)


def test_the_widest_beam_finds_the_best_of_all(small: pp.Parser) -> None:
    """All derivations of a short sentence fit into a beam: nothing that a narrower one finds can be better."""
    sentence = pp.Sentence.from_forms(["the", "dog", "sees"]).replace(upos=["DET", "NOUN", "VERB"])
    every = small.best(sentence, 4096)
    scores = [score for _, score in every]
    assert scores == sorted(scores, reverse=True)
    assert len({(tuple(t.heads), tuple(t.deprels)) for t, _ in every}) == len(every)
    for beam in (1, 2, 8, 4096):
        tree, score = small.best(sentence, 1, beam=beam)[0]
        assert score <= scores[0]
        assert tree == small.parse(sentence, beam=beam)
    assert small.parse(sentence, beam=4096) == every[0][0]


def test_all_trees_are_found(toy: Any) -> None:
    parser = pp.train(toy(20), labels="none", epochs=1)
    sentence = pp.Sentence.from_forms(["a", "b", "c"])
    assert {tuple(t.heads) for t, _ in parser.best(sentence, 1000)} == pp.verify(
        pp.system("arc-eager", single_root=True), 3, golds=lambda words: []
    ).trees[3]
    assert len(parser.best(sentence, 1000, single_root=False)) == 12
    assert [len(parser.best(sentence, k)) for k in (1, 3, 5)] == [1, 3, 5]


@pytest.mark.parametrize("name", [info.name for info in pp.systems() if not info.needs_max_length])
def test_every_system(toy: Any, name: str) -> None:
    bank = toy(30)
    strategy = "earlyNDrestartSO"
    parser = pp.train(bank, system=name, strategy=strategy, beam=3, epochs=3)
    parsed = parser.parse(bank)
    assert parsed == parser.parse(bank, threads=2)
    assert pp.evaluate(bank, parsed).uas > 90
    derivation = parser.derive(bank[0])
    assert derivation.sentence == parsed[0]
    trees = parser.best(bank[0], 4)
    assert len(trees) == 4
    scores = [score for sentence in bank.sentences[:5] for _, score in parser.best(sentence, 4)]
    assert all(scores[k : k + 4] == sorted(scores[k : k + 4], reverse=True) for k in range(0, 20, 4))
    assert all(t.heads.count(0) == 1 or parser.header.system.endswith("partial") for t, _ in trees)


def test_bad_widths(small: pp.Parser) -> None:
    for beam in (0, -1, 1.5, 5000, True):
        with pytest.raises(pp.UsageError, match="beam="):
            small.parse(["a"], beam=beam)  # type: ignore[arg-type]
    with pytest.raises(pp.UsageError, match="count="):
        small.best(["a"], 0)
    for sentence in ("a b", None, 5, pp.Treebank([])):
        with pytest.raises(pp.UsageError, match="the best trees are of one Sentence or a list of forms"):
            small.best(sentence, 2)  # type: ignore[arg-type]
