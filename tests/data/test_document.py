"""Documents: tokens in their trees, offsets, and what a document can be turned into."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import panparser as pp

DONT = "\n".join(
    [
        "# text = I don't.",
        "1\tI\tI\tPRON\tPRP\tCase=Nom|Number=Sing\t3\tnsubj\t_\t_",
        "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No",
        "2\tdo\tdo\tAUX\t_\t_\t0\troot\t_\t_",
        "3\tn't\tnot\tPART\t_\t_\t2\tadvmod\t_\t_",
        "4\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\tSpacesAfter=\\n\\n",
        "",
        "",
    ]
)
GO = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def document() -> pp.Document:
    return pp.Document(pp.reads(DONT + GO))


def test_tokens_know_their_place(document: pp.Document) -> None:
    assert document.text == "I don't.\n\nGo "
    assert len(document) == 5
    assert [token.text for token in document] == ["I", "do", "n't", ".", "Go"]
    assert [document.text[token.start : token.end] for token in document] == ["I", "don't", "don't", ".", "Go"]
    assert [sentence.text for sentence in document.sentences] == ["I don't.", "Go"]
    assert [token.index for token in document] == list(range(5))
    assert document[-1].id == 1
    assert document[0].feats == {"Case": "Nom", "Number": "Sing"}
    assert document[1].feats == {}
    assert str(document[1]) == "do"
    assert repr(document) == "<Document of 2 sentences, 5 words>"


def test_trees(document: pp.Document) -> None:
    first = document.sentences[0]
    assert first.root is first[1]
    assert first[0].head is first[2]
    assert [token.text for token in first[1].children] == ["n't", "."]
    assert [token.text for token in first[1].subtree] == ["I", "do", "n't", "."]
    assert [token.text for token in first[2].subtree] == ["I", "n't"]
    assert [token.text for token in first[0].ancestors] == ["n't", "do"]
    assert first.root.head is None
    loose = pp.Document([pp.Sentence.from_forms(["a", "b"])])
    assert loose.sentences[0].root is None
    assert loose[0].head is None
    assert loose[0].subtree == (loose[0],)


@given(st.permutations(range(1, 7)), st.lists(st.integers(0, 5), min_size=6, max_size=6))
def test_subtrees_and_ancestors_agree(order: list[int], places: list[int]) -> None:
    """Each word hangs from one before it in some order, or from ROOT."""
    heads = [0] * 6
    for number, word in enumerate(order):
        heads[word - 1] = [0, *order[:number]][places[number] % (number + 1)]
    document = pp.Document([pp.Sentence.from_forms(list("abcdef")).replace(heads=heads)])
    for token in document:
        for other in document:
            assert (other in token.subtree) == (other is token or token in other.ancestors)


def test_pictures(document: pp.Document) -> None:
    assert document.draw().count("nsubj") == 1
    assert [picture.startswith("<svg") for picture in document.draw_svg()] == [True, True]
    assert document._repr_html_().count("<svg") == 2
    many = pp.Document(pp.reads(GO * 60))
    assert many._repr_html_().count("<svg") == 50
    assert "10 more sentences" in many._repr_html_()


def test_formats(document: pp.Document) -> None:
    assert document.to_conllu() == DONT + GO
    values = json.loads(document.to_json())
    assert values["text"] == document.text
    assert [token["head"] for token in values["sentences"][0]["tokens"]] == [3, 0, 2, 2]
    last = values["sentences"][1]
    assert (last["text"], last["start"], last["end"]) == ("Go", 10, 12)
    assert list(last["tokens"][0].items()) == [
        *[("id", 1), ("text", "Go"), ("lemma", "go"), ("upos", "VERB"), ("xpos", "_"), ("feats", "_"), ("head", 0)],
        *[("deprel", "root"), ("start", 10), ("end", 12)],
    ]


def test_data_frames(document: pp.Document) -> None:
    pytest.importorskip("pandas")
    frame = document.to_pandas()
    assert list(frame["text"]) == ["I", "do", "n't", ".", "Go"]
    assert list(frame["sentence"]) == [1, 1, 1, 1, 2]


def test_parquet(document: pp.Document, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    document.to_parquet(tmp_path / "words.parquet")
    table = parquet.read_table(tmp_path / "words.parquet").to_pydict()
    assert table["text"] == ["I", "do", "n't", ".", "Go"]
    assert table["head"] == [3, 0, 2, 2, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["words.parquet"]


def test_spacy(document: pp.Document) -> None:
    pytest.importorskip("spacy")
    doc = document.to_spacy()
    assert [token.text for token in doc] == ["I", "do", "n't", ".", "Go"]
    assert [token.head.i for token in doc] == [2, 1, 1, 1, 4]
    assert [token.dep_ for token in doc] == ["nsubj", "ROOT", "advmod", "punct", "ROOT"]
    assert [token.is_sent_start for token in doc] == [True, False, False, False, True]
    assert doc[0].morph.get("Case") == ["Nom"]
