"""A sentence is a value: columns, comparison, replacement."""

from __future__ import annotations

import copy
import pickle

import pytest

import panparser as pp
from panparser._native import Counts, serialize

TEXT = (
    "# sent_id = 1\n# text_en = no\n# text =  Él va.\n1-2\tÉlva\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tÉl\tél\tPRON\tpp\tCase=Nom\t2\tnsubj\t2:nsubj\t_\n2\tva\tir\tVERB\tv\t_\t0\troot\t_\tSpaceAfter=No\n"
    "2.1\tx\t_\t_\t_\t_\t_\t_\t2:obl\t_\n3\t.\t.\tPUNCT\t.\t_\t_\t_\t_\t_\n\n"
)


@pytest.fixture
def sentence() -> pp.Sentence:
    return pp.reads(TEXT)[0]


def test_columns(sentence: pp.Sentence) -> None:
    assert len(sentence) == 3
    assert sentence.forms == ["Él", "va", "."]
    assert sentence.lemmas == ["él", "ir", "."]
    assert sentence.upos == ["PRON", "VERB", "PUNCT"]
    assert sentence.xpos == ["pp", "v", "."]
    assert sentence.feats == ["Case=Nom", "_", "_"]
    assert sentence.heads == [2, 0, None]
    assert sentence.deprels == ["nsubj", "root", "_"]
    assert sentence.deps == ["2:nsubj", "_", "_"]
    assert sentence.misc == ["_", "SpaceAfter=No", "_"]
    assert sentence.comments == ["# sent_id = 1", "# text_en = no", "# text =  Él va."]
    assert sentence.text == "Él va."
    assert sentence.multiwords == [(1, 2, "Élva")]
    assert sentence.empty_nodes == ["2.1"]
    assert sentence.roots == 1
    assert sentence.is_projective
    assert sentence.raw == TEXT
    assert sentence.line == 1
    assert repr(sentence) == "<Sentence of 3 words: Él va .>"


def test_values_compare_by_their_bytes(sentence: pp.Sentence) -> None:
    twin = pp.Sentence(TEXT)
    assert twin == sentence
    assert hash(twin) == hash(sentence)
    assert len({twin, sentence}) == 1
    assert twin != sentence.replace(upos=["X", "X", "X"])
    assert sentence.__eq__(None) is False
    assert sentence != "x"
    later = pp.reads(TEXT + TEXT)[1]
    for again in (pickle.loads(pickle.dumps(later)), copy.deepcopy(later), copy.copy(later)):
        assert (again, again.line) == (later, later.line)
    bank = pp.reads(TEXT + TEXT)
    assert pickle.loads(pickle.dumps(bank)) == bank


def test_text_must_be_one_sentence() -> None:
    for bad in ("", TEXT + TEXT):
        with pytest.raises(pp.UsageError, match="exactly one"):
            pp.Sentence(bad)
    with pytest.raises(pp.InputError, match="columns"):
        pp.Sentence("1\tx\n")


def test_replace_keeps_every_other_byte(sentence: pp.Sentence) -> None:
    changed = sentence.replace(heads=[None, 1, 2], deprels=["a", "b", "c"], forms=("x y", "é", "zzz"))
    expected = (
        TEXT.replace("1\tÉl\t", "1\tx y\t")
        .replace("\t2\tnsubj\t", "\t_\ta\t")
        .replace("2\tva\t", "2\té\t")
        .replace("0\troot", "1\tb")
        .replace("3\t.\t", "3\tzzz\t")
        .replace("_\t_\t_\t_\t_\n\n", "_\t2\tc\t_\t_\n\n")
    )
    assert changed.raw == expected
    assert pp.reads(changed.raw)[0] == changed
    assert changed.heads == [None, 1, 2]
    assert changed.forms == ["x y", "é", "zzz"]
    assert sentence.raw == TEXT
    back = changed.replace(heads=sentence.heads, deprels=sentence.deprels, forms=sentence.forms)
    assert back == sentence
    assert sentence.replace() == sentence


def test_replace_in_every_column(sentence: pp.Sentence) -> None:
    for column in ("forms", "lemmas", "upos", "xpos", "feats", "deprels", "deps", "misc"):
        changed = sentence.replace(**{column: ["à", "longer value", "_"]})
        assert getattr(changed, column) == ["à", "longer value", "_"]
        assert pp.reads(changed.raw)[0] == changed
        assert changed.replace(**{column: getattr(sentence, column)}) == sentence


def test_replace_keeps_windows_line_ends() -> None:
    sentence = pp.reads("1\ta\t_\t_\t_\t_\t0\t_\t_\t_\r\n\r\n")[0]
    assert sentence.replace(misc=["b"]).raw.endswith("\tb\r\n\r\n")


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"heads": [0, 1]}, "2 values for 3 words"),
        ({"heads": [0, 1, 4]}, "head 4 of word 3"),
        ({"heads": [0, 1, -1]}, "head -1 of word 3"),
        ({"heads": [0, 1, 3]}, "head 3 of word 3"),
        ({"heads": [0, 1, 10**100]}, "out of range"),
        ({"heads": [2, 3, 1]}, "1, 2, 3 form a cycle"),
        ({"heads": [0, 1, "2"]}, "integers or None, not str"),
        ({"heads": [0, 1, True]}, "integers or None, not bool"),
        ({"heads": 3}, "one value per word"),
        ({"heads": None}, "one value per word"),
        ({"upos": "XYZ"}, "not one string"),
        ({"upos": ["X", "", "Z"]}, "UPOS of word 2 is empty"),
        ({"upos": ["X", "a\tb", "Z"]}, "holds a tab"),
        ({"misc": ["X", "Y", "Z\r"]}, "line end"),
        ({"misc": ["X", "Y\n", "Z"]}, "line end"),
        ({"misc": ["X", "Y\0", "Z"]}, "NUL"),
        ({"misc": ["X", "\ud800", "Z"]}, "lone surrogates"),
        ({"misc": ["X", None, "Z"]}, "needs strings, not NoneType"),
        ({"ids": ["1", "2", "3"]}, "no column 'ids'"),
    ],
)
def test_replace_refuses_what_does_not_fit(sentence: pp.Sentence, columns: dict, message: str) -> None:
    with pytest.raises(pp.UsageError, match=message):
        sentence.replace(**columns)


def test_from_forms() -> None:
    sentence = pp.Sentence.from_forms(["a b", "é"])
    assert sentence.raw == "1\ta b\t_\t_\t_\t_\t_\t_\t_\t_\n2\té\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    assert sentence.heads == [None, None]
    assert sentence.line == 0
    assert sentence.text is None
    assert pp.reads(sentence.raw)[0] == sentence
    for bad in ([], [""], ["a\tb"], "ab", [1], 3):
        with pytest.raises(pp.UsageError):
            pp.Sentence.from_forms(bad)  # type: ignore[arg-type]


def test_errors_of_an_iterator_pass_through(sentence: pp.Sentence) -> None:
    def failing():
        yield "X"
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        sentence.replace(upos=failing())


def test_lists_for_native_code_are_checked(sentence: pp.Sentence) -> None:
    assert serialize(s for s in [sentence]) == TEXT.encode()
    for bad in ([sentence, None], [3], None, 3, "x"):
        with pytest.raises(pp.UsageError, match="needs a list of sentences"):
            serialize(bad)  # type: ignore[arg-type]
        with pytest.raises(pp.UsageError, match="needs a list of sentences"):
            Counts().add(bad)  # type: ignore[arg-type]
