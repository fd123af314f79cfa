"""Scores by type: against loops over words, and by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import panparser as pp
from panparser.analysis import (
    CRITERIA,
    DEPTH,
    DIRECTION,
    HEADPOS,
    LABEL,
    LENGTH,
    POS,
    PROJECTIVITY,
    SENTENCE_LENGTH,
    SIBLINGS,
    WORD,
)

from . import slow

names = st.sampled_from(sorted(CRITERIA))


def bank(*rows: str) -> list[pp.Sentence]:
    """Sentences of `word/TAG/head/relation`."""
    found = []
    for row in rows:
        forms, tags, heads, relations = zip(*(cell.split("/") for cell in row.split()), strict=True)
        sentence = pp.Sentence.from_forms(forms)
        found.append(sentence.replace(upos=tags, heads=[int(h) for h in heads], deprels=relations))
    return found


GOLD = bank(
    "A/DET/2/det hearing/NOUN/4/nsubj was/AUX/4/aux scheduled/VERB/0/root on/ADP/7/case the/DET/7/det "
    "issue/NOUN/2/nmod today/NOUN/4/obl ./PUNCT/4/punct",
    "Go/VERB/0/root !/PUNCT/1/punct",
)
PREDICTED = bank(
    "A/DET/2/det hearing/NOUN/4/obj was/AUX/4/aux scheduled/VERB/0/root on/ADP/7/case the/DET/7/det "
    "issue/NOUN/4/obl today/NOUN/4/obl ./PUNCT/4/punct",
    "Go/VERB/0/root !/PUNCT/1/punct",
)


@given(slow.banks(), names, st.booleans())
def test_scores_against_loops(banks: list[list[pp.Sentence]], name: str, subtypes: bool) -> None:
    gold, predicted = banks
    if all(head is None for sentence in gold for head in sentence.heads):
        with pytest.raises(pp.UsageError, match="no word is left"):
            pp.analyze(gold, predicted)
        return
    found = pp.analyze(gold, predicted, by_type=name, subtypes=subtypes)
    counted = {key: [n for part in astuple(score) for n in part] for key, score in found.items()}
    assert counted == slow.scores(gold, predicted, name, subtypes)
    score = pp.evaluate(gold, predicted, subtypes=subtypes)
    assert (found.overall.unlabelled.recall, found.overall.unlabelled.precision) == pytest.approx(
        (score["UAS"].recall, score["UAS"].precision)
    )
    assert (found.overall.las, found.overall.label_accuracy) == pytest.approx((score["LAS"].recall, score["LS"].recall))


@given(slow.banks(), names, names)
def test_confusion_against_loops(banks: list[list[pp.Sentence]], one: str, other: str) -> None:
    gold, predicted = banks
    words = [(a, b, i) for a, b in zip(*banks, strict=True) for i, h in enumerate(a.heads) if h is not None]
    if not words:
        return
    matrix = pp.analyze(gold, predicted).confusion(f"{one},{other}" if one != other else one)

    def key(s: pp.Sentence, i: int) -> str | tuple[str, ...]:
        return (slow.value(one, s, i), slow.value(other, s, i)) if one != other else slow.value(one, s, i)

    counted = Counter((key(a, i), key(b, i)) for a, b, i in words)
    assert {pair: matrix[pair] for pair in counted} == counted
    assert matrix.matrix.sum() == len(words)
    assert [count for *_, count in matrix.errors] == sorted(
        (n for (a, b), n in counted.items() if a != b), reverse=True
    )
    assert matrix.accuracy == pytest.approx(100 * sum(n for (a, b), n in counted.items() if a == b) / len(words))
    assert matrix.top(1).matrix.sum() == len(words)
    assert matrix.top(1).names[1:] == (("…",) if len(matrix.names) > 1 else ())


def test_by_hand() -> None:
    found = pp.analyze(GOLD, PREDICTED, by_type=POS)
    assert list(found) == ["NOUN", "DET", "PUNCT", "VERB", "ADP", "AUX"]
    assert found["NOUN"].count == 3
    assert (found["NOUN"].uas, found["NOUN"].las) == pytest.approx((200 / 3, 100 / 3))
    assert found.overall.las == pytest.approx(100 * 9 / 11)
    nonprojective = found.by(PROJECTIVITY)["non-projective"].unlabelled
    assert (nonprojective.gold, nonprojective.predicted, nonprojective.recall, nonprojective.precision) == (1, 0, 0, 0)
    long = found.by(LENGTH.cap(4))["4+"].unlabelled
    assert (long.gold, long.predicted, long.right_gold) == (3, 2, 2)
    assert (long.precision, long.recall) == pytest.approx((100, 200 / 3))


def test_combinations() -> None:
    found = pp.analyze(GOLD, PREDICTED, by_type=(POS, HEADPOS))
    assert found["NOUN", "VERB"].unlabelled.precision == pytest.approx(200 / 3)
    assert found["NOUN", "NOUN"].uas == 0
    joined = found.by([WORD, "-", POS])
    assert joined["issue-NOUN"].count == 1
    assert list(joined) == list(found.by("WORD-POS"))
    assert list(found) == list(found.by("POS,HEADPOS")) == list(found.by(("POS", "HEADPOS")))
    nested = found.by((POS, [HEADPOS, DIRECTION]))
    assert nested["PUNCT", "VERB-"].count == 2
    assert found.by((WORD, (POS, DIRECTION)))["Go", "VERB,ROOT"].count == 1


def test_as_many_parts_as_one_likes() -> None:
    names = [*CRITERIA, *CRITERIA]
    found = pp.analyze(GOLD, PREDICTED, by_type=tuple(names))
    assert sum(score.count for score in found.values()) == 11
    for key in found:
        assert key[:10] == key[10:]
    assert next(iter(pp.analyze(GOLD, PREDICTED, by_type=[POS]))) == "NOUN"
    assert next(iter(pp.analyze(GOLD, PREDICTED, by_type=(POS,)))) == ("NOUN",)


def test_subsets_and_ignored_tags() -> None:
    assert pp.analyze(GOLD, PREDICTED, ignore=["PUNCT", "NONE"]).overall.count == 9
    right = pp.analyze(GOLD, PREDICTED, subset=(DIRECTION, "+"), by_type=POS)
    assert {key: score.count for key, score in right.items()} == {"DET": 2, "ADP": 1, "AUX": 1, "NOUN": 1}
    two = pp.analyze(GOLD, PREDICTED, subset=[(DIRECTION, "-"), (LABEL, ["obl", "nmod"])])
    assert (two.overall.count, two.overall.uas) == (2, 50)
    assert pp.analyze(GOLD, PREDICTED, subset=(LABEL, ("obl", "nmod"))).overall.count == 2
    assert pp.analyze(GOLD, PREDICTED, subset=((POS, DIRECTION), ("NOUN", "-"))).overall.count == 2


def test_caps_and_bins() -> None:
    found = pp.analyze(GOLD, GOLD)
    assert {k: s.count for k, s in found.by(LENGTH).items()} == {"0": 2, "1": 4, "2": 2, "4": 1, "5": 2}
    assert {k: s.count for k, s in found.by(LENGTH.cap(2)).items()} == {"0": 2, "1": 4, "2+": 5}
    assert {k: s.count for k, s in found.by(SENTENCE_LENGTH.bins(5)).items()} == {"1-5": 2, "6-10": 9}
    assert {k: s.count for k, s in found.by(LENGTH.bins(2).cap(3)).items()} == {"0": 2, "1-2": 6, "3+": 3}
    assert {k: s.count for k, s in found.by(DEPTH).items()} == {"1": 2, "2": 5, "3": 2, "4": 2}
    assert {k: s.count for k, s in found.by(SIBLINGS).items()} == {"0": 3, "1": 4, "3": 4}


@given(slow.banks(1), names)
def test_frequencies(banks: list[list[pp.Sentence]], name: str) -> None:
    counted = Counter(slow.value(name, s, i) for s in banks[0] for i, head in enumerate(s.heads) if head is not None)
    if counted:
        assert pp.frequencies(banks[0], name) == counted


def test_the_worst_sentences() -> None:
    found = pp.analyze([*GOLD, GOLD[0]], [*PREDICTED, GOLD[0]])
    assert (found.errors().tolist(), found.errors(labelled=False).tolist()) == ([2, 0, 0], [1, 0, 0])
    assert found.worst(3) == [0]


def test_json() -> None:
    values = pp.analyze(GOLD, PREDICTED, by_type=(POS, HEADPOS)).to_dict()
    assert values["by_type"] == "POS,HEADPOS"
    assert values["overall"]["labelled"]["right_gold"] == 9
    assert values["types"][0]["type"] == ("DET", "NOUN")


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (lambda: pp.analyze(GOLD, PREDICTED[:1]), "2 gold sentences and 1 predicted"),
        (lambda: pp.analyze(GOLD, PREDICTED[::-1]), "sentence 1 has other words: 'A' in gold, 'Go' in predicted"),
        (lambda: pp.analyze(GOLD[:1], [pp.Sentence.from_forms(["A"])]), "'9 words' in gold, '1 words' in predicted"),
        (lambda: pp.analyze([], []), "nothing to analyse"),
        (lambda: pp.frequencies([], POS), "nothing to analyse"),
        (lambda: pp.analyze("none.conllu", GOLD), "none.conllu"),
        (lambda: pp.analyze(GOLD[0], GOLD), "needs treebanks"),
        (lambda: pp.analyze(GOLD, GOLD, by_type="COLOUR"), "'COLOUR' is not a criterion; use POS, HEADPOS, "),
        (lambda: pp.analyze(GOLD, GOLD, by_type=""), "'' is not a criterion"),
        (lambda: pp.analyze(GOLD, GOLD, by_type=3), "3 is not a criterion"),
        (lambda: pp.analyze(GOLD, GOLD, by_type=["-"]), "no criterion in"),
        (lambda: pp.analyze(GOLD, GOLD, by_type=()), "no criterion in"),
        (lambda: pp.analyze(GOLD, GOLD, ignore="PUNCT"), "use a list of tags"),
        (lambda: pp.analyze(GOLD, GOLD, subset=(LABEL, "nothing")), "no word is left"),
        (lambda: pp.analyze(GOLD, GOLD, subset=LABEL), "use a pair"),
        (lambda: pp.analyze(GOLD, GOLD).confusion(), "one criterion; say which"),
        (lambda: pp.analyze(GOLD, GOLD).confusion(POS)["NOUN", "X"], "no word is of type 'X'"),
        (lambda: POS.cap(3), "POS is not a number and cannot be capped; LENGTH, DEPTH"),
        (lambda: LENGTH.cap(0), "cap=0 is not possible"),
    ],
)
def test_bad_input(problem: object, message: str) -> None:
    assert callable(problem)
    with pytest.raises(pp.PanParserError) as caught:
        problem()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_many_types() -> None:
    long = pp.Sentence.from_forms(f"w{i}" for i in range(1001)).replace(heads=range(1001))
    with pytest.raises(pp.UsageError, match="WORD has 1,001 types here, too many"):
        pp.analyze([long], [long]).confusion(WORD)
