"""A tokenizer on a real treebank, beside the official scorer and validator."""

from __future__ import annotations

from pathlib import Path

import pytest

import panparser as pp
from panparser.data.text import raw_text

from ..evaluation.official import assert_agreement, needs_udeval
from .test_treebank import passes

FLOOR = {"tokens": 99.4, "sentences": 99.0, "words": 98.9}  # 99.6, 100 and 99.1 when this was written


@pytest.fixture(scope="module")
def gold(treebanks: Path) -> pp.Treebank:
    return pp.read(treebanks / "it_partut" / "dev.conllu.xz")


@pytest.fixture(scope="module")
def found(treebanks: Path, gold: pp.Treebank) -> pp.Treebank:
    tokenizer = pp.train_tokenizer(pp.read(treebanks / "it_partut" / "train.conllu.xz"), epochs=3)
    return tokenizer.tokenize(raw_text(gold), threads=2)


def test_accuracy(gold: pp.Treebank, found: pp.Treebank) -> None:
    scores = pp.evaluate(gold, found)
    for name, least in FLOOR.items():
        assert getattr(scores, name) > least


@needs_udeval
def test_scores_are_the_official_ones(gold: pp.Treebank, found: pp.Treebank, tmp_path: Path) -> None:
    pp.write(gold, tmp_path / "gold.conllu")
    pp.write(_with_trees(found), tmp_path / "found.conllu")
    assert_agreement(tmp_path / "gold.conllu", tmp_path / "found.conllu")


def test_the_validator_takes_it(found: pp.Treebank, tmp_path: Path) -> None:
    trees = _with_trees(found)
    assert passes(trees, tmp_path / "found.conllu")
    # The validator compares the text: one that differs does not pass.
    broken = pp.Sentence(trees[0].raw.replace("# text = ", "# text = X", 1))
    assert not passes(pp.Treebank([broken, *trees[1:]]), tmp_path / "broken.conllu")


def _with_trees(bank: pp.Treebank) -> pp.Treebank:
    """With the first word above all others, which is all that the two programs need."""
    return pp.Treebank(
        s.replace(upos=["X"] * len(s), heads=[0] + [1] * (len(s) - 1), deprels=["root"] + ["dep"] * (len(s) - 1))
        for s in bank
    )
