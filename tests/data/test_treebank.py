from __future__ import annotations

import pytest

import panparser as pp

SENTENCES = [pp.Sentence.from_forms([str(i)] * (i + 1)) for i in range(4)]


def test_a_treebank_is_a_sequence() -> None:
    bank = pp.Treebank(SENTENCES)
    assert list(bank) == SENTENCES
    assert bank[2] is SENTENCES[2]
    assert bank[-1] == SENTENCES[3]
    assert isinstance(bank[1:3], pp.Treebank)
    assert list(bank[1:3]) == SENTENCES[1:3]
    assert bank[:2] + bank[2:] == bank
    assert hash(bank[:2] + bank[2:]) == hash(bank)
    assert bank.words == 10
    assert SENTENCES[1] in bank
    assert repr(bank[:1]) == "<Treebank of 1 sentence, 1 word>"
    with pytest.raises(IndexError):
        bank[4]
    with pytest.raises(pp.UsageError, match="not str"):
        pp.Treebank(["a"])  # type: ignore[list-item]


def test_sums_remember_what_was_left_out() -> None:
    both = pp.Treebank(skipped=["a"], dropped={"x": 1}) + pp.Treebank(skipped=["b"], dropped={"x": 2, "y": 1})
    assert both.skipped == ("a", "b")
    assert both.dropped == {"x": 3, "y": 1}
    with pytest.raises(TypeError):
        both + 1  # type: ignore[operator]
