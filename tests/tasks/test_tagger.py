"""Taggers: what they learn, keep, refuse."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import panparser as pp
from panparser._native import tags_of
from panparser.models import load_model_file, save_model_file

TEXT = [
    ("the DET old ADJ man NOUN", "the old man"),
    ("old NOUN man VERB the DET boats NOUN", "old man the boat"),
    ("the DET boats NOUN sail VERB", "the boat sail"),
    ("he PRON sails VERB old ADJ boats NOUN", "he sail old boat"),
]


def sentence(text: str, lemmas: str) -> pp.Sentence:
    words = text.split()
    forms, tags = words[::2], words[1::2]
    feats = ["Number=Plur" if f.endswith("s") and t == "NOUN" else "_" for f, t in zip(forms, tags, strict=True)]
    return pp.Sentence.from_forms(forms).replace(
        upos=tags, xpos=[t[:1] for t in tags], feats=feats, lemmas=lemmas.split()
    )


BANK = pp.Treebank(sentence(*row) for row in TEXT)
train = partial(pp.train_tagger, epochs=5, dictionary=None)


def bare(bank: pp.Treebank) -> pp.Treebank:
    empty = [(s, ["_"] * len(s)) for s in bank]
    return pp.Treebank(s.replace(upos=e, xpos=e, feats=e, lemmas=e) for s, e in empty)


@pytest.mark.parametrize(
    "columns", [None, ["upos+xpos+feats", "lemma"], ["upos", "xpos", "feats", "lemma"], ["upos+xpos+feats+lemma"]]
)
def test_all_columns_come_back(columns: list[str] | None) -> None:
    tagger = train([*BANK, *BANK], BANK, columns=columns, epochs=10)
    assert tagger.tag(bare(BANK)) == BANK
    assert all(stage.header.scores["tags"] == 100 for stage in tagger.stages)


def test_only_its_columns_change() -> None:
    parsed = pp.Treebank(s.replace(heads=[0] * len(s), deprels=["root"] * len(s), misc=["A=b"] * len(s)) for s in BANK)
    tagger = train(parsed, columns=["xpos"])
    assert tagger.tag(parsed) == parsed
    assert tagger.tag(bare(parsed))[0].upos == ["_"] * 3


def test_ambiguity_needs_context() -> None:
    tagger = train(BANK, columns=["upos"])
    assert [tagger.tag(s.forms).upos for s in BANK] == [s.upos for s in BANK]


@pytest.mark.parametrize("strategy", ["greedy", "goldberg", "greedyn"])
@pytest.mark.parametrize("beam", [1, 3])
def test_strategies_and_beams(strategy: str, beam: int) -> None:
    tagger = train(BANK, columns=["upos", "xpos+feats"], strategy=strategy, epochs=10)
    tagged = tagger.tag(bare(BANK), beam=beam, threads=2)
    assert [(s.upos, s.xpos, s.feats) for s in tagged] == [(s.upos, s.xpos, s.feats) for s in BANK]


@pytest.mark.parametrize("strategy", ["early", "maxv", "earlyNDrestartSO", "maxvNDrestartSO", "full"])
def test_global_strategies(strategy: str) -> None:
    tagger = train(BANK, strategy=strategy, beam=3, epochs=10)
    assert tagger.stages[0].header.beam == 3
    assert tagger.tag(bare(BANK)) == BANK


@pytest.mark.parametrize("dictionary", [None, (1, 1.0)])
def test_files(dictionary: tuple[int, float] | None, tmp_path: Path) -> None:
    first, second = (pp.train_tagger(BANK, epochs=3, dictionary=dictionary) for _ in range(2))
    first.save(tmp_path / "a.pan")
    second.save(tmp_path / "b.pan")
    assert (tmp_path / "a.pan").read_bytes() == (tmp_path / "b.pan").read_bytes()
    loaded = pp.load(tmp_path / "a.pan")
    assert isinstance(loaded, pp.Tagger)
    assert loaded.columns == first.columns == (("upos",), ("xpos", "feats"), ("lemma",))
    assert loaded.tag(bare(BANK)) == first.tag(bare(BANK))
    with pytest.raises(pp.ModelError, match="a tagger, not a parser"):
        pp.load(tmp_path / "a.pan", pp.Parser)


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "a.pan"
    pp.train_tagger(BANK, epochs=1, dictionary=(1, 1.0)).save(path)
    header, arrays = load_model_file(path)

    def reason(header: dict[str, Any], arrays: dict[str, Any]) -> str:
        save_model_file(path, header, arrays)
        with pytest.raises(pp.ModelError) as error:
            pp.load(path)
        return str(error.value)

    assert "no stages" in reason(header | {"stages": []}, arrays)
    assert "no array 'pool'" in reason(header, {k: v for k, v in arrays.items() if k != "1.pool"})
    assert "dictionary is damaged" in reason(
        header, arrays | {"0.dictionary.labels": arrays["0.dictionary.labels"] + 99}
    )
    for label in ("", "a\tb", "l:1"):
        stages = [dict(stage) for stage in header["stages"]]
        stages[2]["labels"] = [label, *stages[2]["labels"][1:]]
        assert "damaged" in reason(header | {"stages": stages}, arrays)


def test_the_dictionary_decides() -> None:
    often = pp.Treebank([*BANK] * 3)
    words = pp.train_tagger(often, columns=["upos"], epochs=1, dictionary=(3, 1.0))
    assert words.stages[0].dictionary_size == 5  # the, boats, sail, he, sails; old and man have two tags
    wrong = pp.Treebank(s.replace(upos=["X"] * len(s)) for s in often)
    stage = train(pp.Treebank([*wrong, *BANK]), columns=["upos"]).stages[0]
    for beam in (1, 3):
        tagged = stage.with_dictionary(often, (3, 1.0)).tag([BANK[2]], beam)
        assert tagged[0].upos == ["DET", "NOUN", "VERB"]
    assert stage.with_dictionary(often, None).tag([BANK[2]])[0].upos == ["X", "X", "X"]


forms = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=8)


@settings(max_examples=100)
@given(st.lists(st.tuples(forms, forms), min_size=1, max_size=3, unique_by=lambda pair: pair[0]))
def test_rules_make_the_lemma(pairs: list[tuple[str, str]]) -> None:
    pairs = [(form, lemma if lemma != "_" else form) for form, lemma in pairs]
    bank = [pp.Sentence.from_forms([form]).replace(lemmas=[lemma]) for form, lemma in pairs]
    tagger = pp.train_tagger(bank * 2, columns=["lemma"], epochs=1)
    assert [tagger.tag([form]).lemmas[0] for form, _ in pairs] == [lemma for _, lemma in pairs]


@pytest.mark.parametrize(
    ("form", "lemma", "rule"),
    [
        ("took", "take", "l:0:3:0:ake"),
        ("Walked", "walk", "l:0:2:0:"),
        ("Paris", "Paris", "k:0:0:0:"),
        ("PARIS", "Paris", "t:0:0:0:"),
        ("gesagt", "sagen", "l:2:1:0:en"),
        ("am", "sein", "a:sein"),
        ("Äpfel", "Apfel", "l:1:0:1:A"),
    ],
)
def test_rules(form: str, lemma: str, rule: str) -> None:
    assert tags_of(pp.Sentence.from_forms([form]).replace(lemmas=[lemma]), ["lemma"]) == [rule]


def test_a_rule_serves_other_words() -> None:
    text = [("walked VERB", "walk"), ("talked VERB", "talk"), ("asked VERB", "ask"), ("a DET", "a"), ("to PART", "to")]
    tagger = train(pp.Treebank(sentence(*row) for row in text), columns=["upos", "lemma"])
    assert tagger.tag(["Baked"]).lemmas == ["bak"]
    assert tagger.tag(["ed"]).lemmas == ["ed"]  # nothing would be left


def test_what_is_not_annotated_is_not_learnt() -> None:
    half = BANK[3].replace(upos=["PRON", "_", "ADJ", "_"], xpos=["_"] * 4, feats=["_"] * 4)
    assert tags_of(half, ["upos"]) == ["PRON", None, "ADJ", None]
    assert tags_of(half, ["xpos", "feats"]) == ["_\t_", None, "_\t_", None]
    tagger = train([half], columns=["upos"])
    assert set(tagger.stages[0].header.labels) == {"PRON", "ADJ"}
    assert "_" not in tagger.tag(half).upos


def test_empty_columns_are_left_out() -> None:
    tagger = train(pp.Treebank(s.replace(xpos=["_"] * len(s), lemmas=["_"] * len(s)) for s in BANK))
    assert tagger.columns == (("upos",), ("feats",))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"columns": "upos"}, "columns='upos' is not possible"),
        ({"columns": []}, "is not possible"),
        ({"columns": ["tag"]}, "no column 'tag'"),
        ({"columns": ["upos", "upos+feats"]}, "upos is there twice"),
        ({"columns": ["upos"], "features": ["B0.p"]}, "'B0.p' looks at upos"),
        ({"columns": ["upos", "feats"], "features": ["B0.w", "P1.Case"]}, r"'P1\.Case' looks at feats"),
        ({"dictionary": (0, 1.0)}, "number of the dictionary"),
        ({"dictionary": (1, 0.5)}, "above 0.5"),
        ({"dictionary": 3}, "is not possible"),
        ({"epochs": 0}, "epochs"),
        ({"beam": 4}, "does not learn with a beam"),
    ],
)
def test_what_cannot_be(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(pp.UsageError, match=problem):
        pp.train_tagger(BANK, **options)


def test_nothing_to_learn() -> None:
    for bank in ([], bare(BANK)):
        with pytest.raises(pp.UsageError, match="nothing to train on"):
            pp.train_tagger(bank)
    with pytest.raises(pp.UsageError, match="nothing in the column xpos"):
        pp.train_tagger([BANK[0].replace(xpos=["_"] * 3)], columns=["xpos"])


def test_jackknifing() -> None:
    held = pp.jackknife(BANK, 2, train=partial(train, columns=["upos"]))
    assert [s.forms for s in held] == [s.forms for s in BANK]
    seen = {tag for s in BANK[:2] for tag in s.upos}
    assert all(set(s.upos) <= seen for s in held[2:])
    assert held != BANK


def test_a_margin_learns_from_what_is_right() -> None:
    class Updates(pp.Listener):
        count = 0

        def after_update(self, update: pp.UpdateReport) -> None:
            self.count += 1
            assert update.rewarded[0][1] != update.punished[0][1]

    counts = []
    for margin in (0, 50):
        updates = Updates()
        strategy = pp.Strategy(exploration=1.0, margin=margin)
        train(BANK, columns=["upos"], strategy=strategy, listener=updates, epochs=8)
        counts.append(updates.count)
    assert counts[1] > counts[0]
    with pytest.raises(pp.UsageError, match="a margin is for single decisions"):
        pp.Strategy(update="early", margin=1)


def test_early_stopping() -> None:
    tagger = train(BANK, BANK, columns=["upos"], epochs=50, listener=pp.EarlyStopping(2))
    assert tagger.stages[0].header.epochs < 50
