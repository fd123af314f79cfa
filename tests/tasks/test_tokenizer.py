"""Tokenizers: nothing is lost, whatever the text; what they learn, keep, refuse."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import panparser as pp
from panparser._native import apply_split_rule, split_rule, surface_tokens
from panparser.data.text import paragraphs, raw_text
from panparser.models import load_model_file, save_model_file

# Tokens; + where none of the white space follows, = before the words of a multiword token.
TEXT = """
It is late+ .
Dr. Fox didn't=did,n't run+ , did she+ ?
I can+ not wait+ !
We paid 10_000 euros+ .
The dogs don't=do,n't bark+ .
She can't=ca,n't sing+ .
Do dogs run+ ?
(+ Yes+ , they do+ .+ )
Mr. Bell ran home+ .
The old house isn't=is,n't far+ .
"""


def sentence(line: str, after: str = "_", comment: str = "") -> pp.Sentence:
    rows: list[str] = []
    number = 1
    items = line.split()
    for place, item in enumerate(items):
        misc = "SpaceAfter=No" if item.endswith("+") else after if place + 1 == len(items) else "_"
        form, _, words = item.removesuffix("+").replace("_", " ").partition("=")
        if words:
            parts = words.split(",")
            rows.append(f"{number}-{number + len(parts) - 1}\t{form}" + "\t_" * 7 + f"\t{misc}")
            form, misc = "", "_"
        for word in words.split(",") if words else [form]:
            rows.append(f"{number}\t{word}" + "\t_" * 7 + f"\t{misc}")
            number += 1
    return pp.Sentence(comment + "\n".join(rows) + "\n\n")


BANK = pp.Treebank(sentence(line) for line in TEXT.strip().splitlines())
# Without spaces between words or sentences.
UNSPACED = pp.Treebank(
    sentence("+ ".join(line.split()), "SpaceAfter=No")
    for line in ["我 喜歡 貓 。", "貓 喜歡 魚 。", "他 不 喜歡 我 。", "我 有 魚 。", "他 有 貓 。"]
)


@pytest.fixture(scope="module")
def tokenizer() -> pp.Tokenizer:
    return pp.train_tokenizer(list(BANK) * 5, epochs=8)


@pytest.fixture(scope="module")
def unspaced() -> pp.Tokenizer:
    return pp.train_tokenizer(list(UNSPACED) * 5, epochs=8)


def tokens(bank: pp.Treebank) -> list[list[str]]:
    return [[token[1] for token in surface_tokens(s)] for s in bank]


def test_what_was_learnt(tokenizer: pp.Tokenizer, unspaced: pp.Tokenizer) -> None:
    for model, bank in ((tokenizer, BANK), (unspaced, UNSPACED)):
        text = raw_text(bank)
        found = model.tokenize(text)
        assert [s.forms for s in found] == [s.forms for s in bank]
        assert tokens(found) == tokens(bank)
        assert pp.text_of(found) == text
        scores = pp.evaluate(bank, found)
        assert (scores.tokens, scores.sentences, scores.words) == (100, 100, 100)


def test_what_others_share(tokenizer: pp.Tokenizer) -> None:
    found = tokenizer.tokenize("Cats aren't late. I CANNOT bark.")
    assert [s.forms for s in found] == [
        ["Cats", "are", "n't", "late", "."],
        ["I", "CAN", "NOT", "bark", "."],
    ]


def test_golden(tokenizer: pp.Tokenizer) -> None:
    found = tokenizer.tokenize("\n It  is late.\r\n\nShe\tcan't|sing\u00a0!", ranges=True)
    assert (
        pp.writes(found)
        == r"""# newdoc
# newpar
# sent_id = 1
# text = It is late.
1	It	_	_	_	_	_	_	_	SpacesBefore=\n\s|SpacesAfter=\s\s|TokenRange=2:4
2	is	_	_	_	_	_	_	_	TokenRange=6:8
3	late	_	_	_	_	_	_	_	SpaceAfter=No|TokenRange=9:13
4	.	_	_	_	_	_	_	_	SpacesAfter=\r\n\n|TokenRange=13:14

# newpar
# sent_id = 2
# text = She can't|sing !
1	She	_	_	_	_	_	_	_	SpacesAfter=\t|TokenRange=17:20
2-3	can't	_	_	_	_	_	_	_	SpaceAfter=No|TokenRange=21:26
2	ca	_	_	_	_	_	_	_	_
3	n't	_	_	_	_	_	_	_	_
4	|	_	_	_	_	_	_	_	SpaceAfter=No|TokenRange=26:27
5	sing	_	_	_	_	_	_	_	SpacesAfter=\u00A0|TokenRange=27:31
6	!	_	_	_	_	_	_	_	SpaceAfter=No|TokenRange=32:33

"""
    )


def test_spaces_within_a_token(tokenizer: pp.Tokenizer) -> None:
    found = tokenizer.tokenize("We paid 10\u00a0000 euros.")
    assert found[0].forms == ["We", "paid", "10 000", "euros", "."]
    assert found[0].misc[2] == r"SpacesInToken=10\u00A0000"
    assert pp.text_of(found) == "We paid 10\u00a0000 euros."


SPECIAL = " \n\t\r.,'\"|\\=#_-aB1s\0\x07\x85\u2028\u3000\xa0\u200d\ufe0f\u0301👩🚀🇫🇷日本กำdon't"
texts = st.text(st.one_of(st.sampled_from(SPECIAL), st.characters(exclude_categories=["Cs"])), max_size=60)


@given(texts, st.booleans())
@settings(deadline=None, max_examples=300)
def test_nothing_is_lost(tokenizer: pp.Tokenizer, text: str, lines: bool) -> None:
    found = tokenizer.tokenize(text, lines=lines, ranges=True)
    assert pp.reads(pp.writes(found)) == found
    assert pp.text_of(found) == (text if found else "")
    if not found:  # white space and control characters alone
        assert all(c.isspace() or ord(c) < 0x20 or c == "\x7f" for c in text)
    ranges = [(int(a), int(b)) for s in found for a, b in re.findall(r"TokenRange=(\d+):(\d+)", s.raw)]
    assert [text[a:b] for a, b in ranges] == [token for s in tokens(found) for token in s]
    assert found == tokenizer.tokenize(text, lines=lines, ranges=True, threads=2)


@given(texts)
@settings(deadline=None, max_examples=50)
def test_text_comes_back_without_spaces_too(unspaced: pp.Tokenizer, text: str) -> None:
    found = unspaced.tokenize(text)
    assert pp.text_of(found) == (text if found else "")


@pytest.mark.parametrize("sign", ["👩‍🚀", "🇫🇷", "👍🏽", "❤️", "1️⃣", "é", "กี่"])
def test_signs_are_not_torn(tokenizer: pp.Tokenizer, sign: str) -> None:
    for token in tokens(tokenizer.tokenize(f"It is{sign}{sign} late {sign}."))[0]:
        assert token.count(sign[0]) == token.count(sign)


def test_lines(tokenizer: pp.Tokenizer) -> None:
    text = "It is late. Do dogs\nrun?\n\n\nIt is"
    assert tokens(tokenizer.tokenize(text, lines=True)) == [
        ["It", "is", "late", ".", "Do", "dogs"],
        ["run", "?"],
        ["It", "is"],
    ]
    assert len(tokenizer.tokenize("It is\n\nlate")) == 2


def test_given_tokens(tokenizer: pp.Tokenizer) -> None:
    one = tokenizer.split(["We", "don't", "wait.", "10 000"])
    assert one.forms == ["We", "do", "n't", "wait.", "10 000"]
    assert one.multiwords == [(2, 3, "don't")]
    both = tokenizer.split([["She", "can't"], ["No"]])
    assert [s.forms for s in both] == [["She", "ca", "n't"], ["No"]]
    assert tokenizer.split([]) == pp.Treebank()


LONG = " ".join(raw_text(BANK).split("\n")).strip() + " "


def test_where_blocks_end_does_not_matter(tokenizer: pp.Tokenizer) -> None:
    text = LONG * 600
    assert len(text) > 100_000
    found = tokenizer.tokenize(text)
    assert len(found) == 600 * len(BANK)
    assert found == tokenizer.tokenize(text, threads=3)
    assert pp.text_of(found) == text
    for start in ("Yes. ", "Yes, they do. It is late. "):
        shifted = tokens(tokenizer.tokenize(start + text))
        assert shifted[-len(found) :] == tokens(found)


def test_a_sentence_without_end(tokenizer: pp.Tokenizer) -> None:
    found = tokenizer.tokenize("late " * 2500)
    assert [len(s) for s in found] == [1000, 1000, 500]


@pytest.mark.slow
@pytest.mark.parametrize("text", [LONG, "a", "日", ". ", "👩‍"])
def test_ten_million_characters_on_one_line(tokenizer: pp.Tokenizer, text: str) -> None:
    text = (text * (10_000_000 // len(text) + 1))[:10_000_000]
    assert pp.text_of(tokenizer.tokenize(text, threads=2)) == text


def test_the_same_after_saving(tokenizer: pp.Tokenizer, unspaced: pp.Tokenizer, tmp_path: Path) -> None:
    for model, text in ((tokenizer, LONG), (unspaced, raw_text(UNSPACED))):
        model.save(tmp_path / "tokens.pan")
        again = pp.load(tmp_path / "tokens.pan", pp.Tokenizer)
        assert again.tokenize(text) == model.tokenize(text)
        again.save(tmp_path / "again.pan")
        assert (tmp_path / "again.pan").read_bytes() == (tmp_path / "tokens.pan").read_bytes()


def test_the_same_seed_gives_the_same_model(tmp_path: Path) -> None:
    for name in ("one", "other"):
        pp.train_tokenizer(BANK, BANK, epochs=2, seed=7, threads=2).save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_development_data_choose_the_epoch() -> None:
    model = pp.train_tokenizer(list(BANK) * 3, BANK, epochs=5)
    assert model.segmenter.header.scores["tokens"] == 100
    assert model.splitter
    assert model.splitter.header.scores["tags"] == 100


def test_paragraphs_are_kept_apart() -> None:
    bank = [sentence("It is late", comment="# newpar\n"), sentence("Do dogs run", comment="# newdoc id = x\n")]
    assert raw_text(bank) == "It is late\n\nDo dogs run\n"
    assert [s.forms for s in pp.train_tokenizer(bank * 3, epochs=3).tokenize(raw_text(bank))] == [s.forms for s in bank]


def test_breaks_and_spaces_that_are_left_out() -> None:
    bank = [sentence("No+ .", "SpaceAfter=No", "# newpar\n"), sentence("Oh", comment="# newpar\n"), sentence("It is")]
    assert [p.text for p in paragraphs(bank)] == ["No.", "Oh It is"]
    joined = list(paragraphs(bank, breaks=3))
    assert [p.text for p in joined] == ["No. Oh It is"]
    assert joined[0].sentence_ends == {3, 6, 12}
    assert joined[0].token_ends == (2, 3, 6, 9, 12)
    assert [p.text for p in paragraphs(bank[1:], spaces=2)] == ["OhIt is"]
    assert [p.text for p in paragraphs(bank, 1)] == ["No.", "Oh", "It is"]


word = st.text(st.characters(exclude_categories=["Cs", "Z", "C"]), min_size=1, max_size=6)


@given(word, st.lists(word, min_size=2, max_size=4), st.data())
def test_every_split_has_a_rule(token: str, words: list[str], data: st.DataObject) -> None:
    stem = data.draw(st.integers(0, len(words) - 1))
    for surface in (token, "".join(words), words[0] + token + words[-1]):
        assert apply_split_rule(split_rule(surface, words, stem), surface) == words


def test_rules_are_shared() -> None:
    assert split_rule("don't", ["do", "n't"], 0) == split_rule("COULDN'T", ["COULD", "N'T"], 0) == "k:0:3:0: >3:0"
    assert split_rule("dargli", ["dare", "gli"], 0) == split_rule("fargli", ["fare", "gli"], 0) == "k:0:3:0:e >3:0"
    assert split_rule("wbyt", ["w", "byt"], 1) == split_rule("wktAb", ["w", "ktAb"], 1) == "<0:1 k:1:0:0:"
    assert split_rule("au", ["à", "le"], 0) == "a:à a:le"
    assert apply_split_rule("k:0:3:0: >3:0", "n't") == []  # nothing would be left
    assert split_rule("ab", ["a b", "c"], 0) == ""


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: t.tokenize(b"It"), "tokenize needs a string, not bytes; decode bytes first"),
        (lambda t: t.tokenize("\ud800"), "tokenize needs strings that can be written as UTF-8; remove lone surrogates"),
        (lambda t: t.tokenize("It", threads=0), "threads=0 is not possible; use a whole number from 1 to 1024"),
        (lambda t: t.split("It is"), "split needs a list of tokens, or a list of such lists; `tokenize` takes text"),
        (lambda t: t.split([None]), "split needs a list of tokens, or a list of such lists; `tokenize` takes text"),
        (lambda t: t.split([["It", 3]]), "forms needs strings, not int"),
        (lambda t: t.split([[]]), "a sentence without words cannot be made; give at least one form"),
        (lambda t: t.split(["a\tb"]), "FORM of word 1 holds a tab, a line end or a NUL byte; remove it"),
        (lambda _: pp.train_tokenizer([]), "there is nothing to train on: the training data have no sentences"),
        (lambda _: pp.train_tokenizer("x"), "training data must be a Treebank, not str; pp.read gives one"),
        (lambda _: pp.train_tokenizer(BANK, epochs=0), "epochs=0 is not possible"),
        (lambda _: apply_split_rule("x", "ab"), "'x' is not a rule for tokens"),
    ],
)
def test_bad_input_is_one_sentence(tokenizer: pp.Tokenizer, call: Any, message: str) -> None:
    with pytest.raises(pp.UsageError) as error:
        call(tokenizer)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_damaged_models(tokenizer: pp.Tokenizer, tmp_path: Path) -> None:
    path = tmp_path / "tokens.pan"
    tokenizer.save(path)
    header, arrays = load_model_file(path)
    labels = list(header["stages"][1]["labels"])
    broken: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"cuts": None}, {}),
        ({"cuts": ["can"]}, {}),
        ({"cuts": [" not"]}, {}),
        ({"stages": header["stages"] * 2}, {}),
        ({"stages": []}, {}),
        ({"stages": [header["stages"][0], header["stages"][1] | {"labels": ["x:", *labels[1:]]}]}, {}),
        ({"stages": [header["stages"][0] | {"labels": ["T", "I", "Q"]}, header["stages"][1]]}, {}),
        ({}, {"words": arrays["words"].astype("int32")}),
    ]
    for changed, other in broken:
        save_model_file(path, header | changed, arrays | other)
        with pytest.raises(pp.ModelError):
            pp.load(path)
    save_model_file(path, header, arrays)
    with pytest.raises(pp.ModelError, match="a tokenizer, not a parser"):
        pp.load(path, pp.Parser)
