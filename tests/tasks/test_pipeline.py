"""Text in, trees out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import panparser as pp

TREEBANK = Path(__file__).parents[2] / "examples" / "treebank"


@pytest.fixture(scope="module")
def nlp() -> pp.Pipeline:
    return pp.load("en", pp.Pipeline)


@pytest.fixture(scope="module")
def small() -> pp.Pipeline:
    train, dev = pp.read(TREEBANK / "train.conllu"), pp.read(TREEBANK / "dev.conllu")
    return pp.train_pipeline(train, dev, epochs=5, folds=2)


def test_the_model_that_ships(nlp: pp.Pipeline) -> None:
    assert pp.shipped_models() == ["en"]
    path = Path(pp.__file__).parent / "shipped" / "en.pan"
    assert path.stat().st_size <= 15e6
    assert nlp.card["licence"] == "CC BY-SA 4.0"
    assert nlp.card["attribution"]
    doc = nlp("The captain told us a strange story. We didn't believe it.")
    assert [sentence.text for sentence in doc.sentences] == [
        "The captain told us a strange story.",
        "We didn't believe it.",
    ]
    told = doc.sentences[0].root
    assert told is not None
    assert [(child.text, child.deprel) for child in told.children] == [
        ("captain", "nsubj"),
        ("us", "iobj"),
        ("story", "obj"),
        (".", "punct"),
    ]
    assert told.lemma == "tell"
    assert told.feats["Tense"] == "Past"
    assert [token.text for token in doc.sentences[1]] == ["We", "did", "n't", "believe", "it", "."]


@given(st.text(max_size=200))
def test_nothing_is_lost(nlp: pp.Pipeline, text: str) -> None:
    doc = nlp(text)
    if any(not c.isspace() and ord(c) >= 0x20 and c != "\x7f" for c in text):
        assert pp.text_of(doc.treebank) == text
    else:  # white space and control characters alone
        assert not len(doc)
    for sentence in doc.treebank:
        assert sentence.roots == 1
        assert all(head is not None for head in sentence.heads)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "🙂🙂 👩‍👩‍👧 🇫🇮!",
        "Привет мир. 你好，世界。 مرحبا بالعالم.",
        "a\x01b\x02 c\u200bd",
        "x" * 5000,
        "\ufeffWell.",
    ],
)
def test_odd_texts(nlp: pp.Pipeline, text: str) -> None:
    doc = nlp(text)
    assert doc.text == text
    assert "".join(token.text for token in doc) or not text.strip()
    assert doc.to_conllu().count("\n\n") == len(doc.sentences)


def test_a_long_line(nlp: pp.Pipeline) -> None:
    text = "The cat sat on the mat, and the dog did not mind. " * 2000
    doc = nlp(text)
    assert pp.text_of(doc.treebank) == text
    assert len(doc) == 14 * 2000


def test_pipe_is_the_same_as_calls(nlp: pp.Pipeline) -> None:
    texts = ["One text.", "", "And one more, with\n\ntwo paragraphs.", "Last."]
    expected = [nlp(text) for text in texts]
    for options in ({}, {"threads": 2}, {"batch": 1}, {"batch": 3}):
        found = list(nlp.pipe(iter(texts), **options))
        assert [doc.text for doc in found] == texts
        assert [doc.treebank for doc in found] == [doc.treebank for doc in expected]
    mixed = list(nlp.pipe(["One text.", ["Given", "tokens"]]))
    assert [token.text for token in mixed[1]] == ["Given", "tokens"]


def test_what_is_given_stays(nlp: pp.Pipeline) -> None:
    assert [token.text for token in nlp([["Hello", "there"], ["Don't", "!"]])] == ["Hello", "there", "Do", "n't", "!"]
    sentence = pp.Sentence.from_forms(["Colorless", "ideas", "sleep"])
    doc = nlp(sentence.replace(upos=["X", "_", "_"], lemmas=["a", "b", "_"], xpos=["_", "QQ", "_"]))
    assert doc[0].upos == "X"
    assert doc[1].upos != "_"
    assert [token.lemma for token in doc] == ["a", "b", "_"]
    assert [token.xpos for token in doc] == ["_", "QQ", "_"]
    heads = nlp(sentence.replace(heads=[3, None, None]))
    assert heads[0].head is heads[2]
    assert all(token.deprel != "_" for token in heads)
    whole = sentence.replace(upos=["X", "X", "X"], heads=[2, 3, 0], deprels=["dep", "dep", "root"])
    assert nlp(whole).treebank[0].heads == [2, 3, 0]
    again = nlp("Time flies.")
    assert nlp(again).treebank == again.treebank


def test_training(small: pp.Pipeline, tmp_path: Path) -> None:
    small.save(tmp_path / "small.pan")
    loaded = pp.load(tmp_path / "small.pan", pp.Pipeline)
    text = "The baker opens the shop. The captain sells honey."
    assert loaded(text).treebank == small(text).treebank
    assert loaded.card == small.card
    assert any("projective system, arc-eager" in choice for choice in small.card["choices"])
    assert len(small(text).sentences) == 2


def test_choices(toy: Any) -> None:
    said: list[str] = []

    class Ear(pp.Listener):
        def said(self, message: str) -> None:
            said.append(message)

    crossing = pp.Sentence.from_forms(["a", "b", "c", "d"]).replace(
        upos=["X"] * 4, heads=[3, 4, 0, 3], deprels=["x", "x", "root", "x"]
    )
    nlp = pp.train_pipeline([crossing] * 4, epochs=1, folds=1, listener=Ear())
    assert nlp.parser.header.system == "nonmonotonic-covington"
    assert "25.0 % of the arcs are non-projective: a non-projective system, nonmonotonic-covington" in said
    nlp = pp.train_pipeline([crossing] * 4, epochs=1, system="arc-hybrid", strategy="goldberg", folds=2)
    assert (nlp.parser.header.system, nlp.parser.header.beam) == ("arc-hybrid", 1)
    untagged = [sentence.replace(upos=["_"] * len(sentence)) for sentence in toy(20)]
    nlp = pp.train_pipeline(untagged, epochs=1)
    assert nlp.tagger is None
    assert len(nlp("some text")) == 2


def test_a_size(tmp_path: Path) -> None:
    train = pp.read(TREEBANK / "train.conllu")
    small = pp.train_pipeline(train, epochs=2, folds=1, size=0.3)
    small.save(tmp_path / "small.pan")
    assert (tmp_path / "small.pan").stat().st_size < 0.36e6  # the header has the templates


def test_an_interrupted_training_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train = pp.read(TREEBANK / "train.conllu")
    options: dict[str, Any] = {"epochs": 2, "folds": 2}
    expected = pp.train_pipeline(train, **options)

    class Stop(pp.Listener):
        def said(self, message: str) -> None:
            if message == "the parser":
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pp.train_pipeline(train, checkpoint=tmp_path / "parts", listener=Stop(), **options)
    assert (tmp_path / "parts" / "tagger.pan").exists()
    monkeypatch.setattr("panparser.training.pipeline.train_tagger", pytest.fail)  # it is there
    found = pp.train_pipeline(train, checkpoint=tmp_path / "parts", resume=True, **options)
    assert found.content()[0] == expected.content()[0]
    with pytest.raises(pp.UsageError, match="other data or options"):
        pp.train_pipeline(train, checkpoint=tmp_path / "parts", resume=True, epochs=3)


def test_bad_input(nlp: pp.Pipeline, tmp_path: Path) -> None:
    with pytest.raises(pp.UsageError, match="no text in int"):
        nlp(7)  # type: ignore[arg-type]
    with pytest.raises(pp.UsageError, match="no text in bytes"):
        nlp(b"bytes")  # type: ignore[arg-type]
    with pytest.raises(pp.UsageError, match="pipe takes many texts"):
        nlp.pipe("one text")
    with pytest.raises(pp.UsageError, match="threads"):
        nlp("text", threads=0)
    with pytest.raises(pp.UsageError, match="nothing to train on"):
        pp.train_pipeline([])
    with pytest.raises(pp.ModelError, match="not a parser"):
        pp.load("en", pp.Parser)
    (tmp_path / "file").write_text("")
    with pytest.raises(pp.UsageError, match="is a file"):
        pp.train_pipeline(pp.read(TREEBANK / "dev.conllu"), checkpoint=tmp_path / "file")


def test_the_output_is_valid(nlp: pp.Pipeline, tmp_path: Path) -> None:
    validator = Path(sys.executable).with_name("udvalidate")
    if not validator.exists():
        pytest.skip("udvalidate (package udtools) is not installed")
    text = "He said:  \"We can't go!\"\nShe'd seen   it... (twice) at 10:30.\n\nhttp://a.b/c?d=e — done 🙂 100%\t:-)\n"
    (tmp_path / "found.conllu").write_text(nlp(text).to_conllu())
    command = [validator, "--level", "2", "--lang", "ud", tmp_path / "found.conllu"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_spacy_component(nlp: pp.Pipeline) -> None:
    spacy = pytest.importorskip("spacy")
    english = spacy.blank("en")
    english.add_pipe("panparser", config={"model": "en"})
    doc = english("Birds sing.  He saw\nthe old man.")
    words = [token for token in doc if not token.is_space]
    assert [token.text for token in words] == ["Birds", "sing", ".", "He", "saw", "the", "old", "man", "."]
    assert [token.dep_ for token in words[:3]] == ["nsubj", "ROOT", "punct"]
    assert [sentence.root.text for sentence in doc.sents] == ["sing", "saw"]
    assert words[0].pos_ == "NOUN"
    assert english("").text == ""
