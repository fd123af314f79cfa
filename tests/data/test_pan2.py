"""Words and tags as plain lists."""

from __future__ import annotations

from typing import Any

import pytest

import panparser as pp

DATA = [(["Birds", "sing"], ["NOUN", "VERB"]), (["Stop", "!"], ["VERB", "PUNCT"])]


def test_there_and_back() -> None:
    assert pp.to_pan2(pp.from_pan2(DATA)) == DATA
    assert pp.to_pan2([]) == []


def test_a_tagger_learns_from_it() -> None:
    tagger = pp.train_tagger(pp.from_pan2(DATA), epochs=3)
    assert pp.to_pan2(tagger.tag([pp.Sentence.from_forms(words) for words, _ in DATA])) == DATA


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (["ab"], "sentence 1 of the Pan2 data is not a pair"),
        ([DATA[0], (["a"],)], "sentence 2 of the Pan2 data is not a pair"),
        ([("a", "b")], "must be lists of strings"),
        ([(["a"], ["X", "Y"])], "has 1 words and 2 tags"),
    ],
)
def test_bad_data(bad: Any, message: str) -> None:
    with pytest.raises(pp.UsageError, match=message):
        pp.from_pan2(bad)
