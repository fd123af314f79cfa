"""Drawings, character by character, and what must hold for every tree."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import pytest

import panparser as pp
from panparser.show.width import columns

GOLDEN = Path(__file__).parent / "golden"


# words with their tags, heads, relations
TREES: dict[str, tuple[str, list[int | None], str]] = {
    "plain": ("She/PRON reads/VERB old/ADJ maps/NOUN ./PUNCT", [2, 0, 4, 2, 2], "nsubj root amod obj punct"),
    "crossing": (
        "A/DET letter/NOUN came/VERB about/ADP the/DET house/NOUN today/NOUN",
        [2, 3, 0, 6, 6, 2, 3],
        "det nsubj root case det nmod obl:unmarked",
    ),
    "wide": ("私/PRON は/ADP 本/NOUN を/ADP 読む/VERB", [5, 1, 5, 3, 0], "nsubj case obj case root"),
    "leftwards": ("הילדה/NOUN קוראת/VERB ספר/NOUN", [2, 0, 2], "nsubj root obj"),
    "partial": ("Who/PRON knows/VERB ?/PUNCT", [None, None, 2], "_ _ punct"),
    "combining": ('cafe\u0301/NOUN <b>&"/X', [0, 1], "root dep"),
}


def tree(name: str) -> pp.Sentence:
    words, heads, labels = TREES[name]
    forms, tags = zip(*(word.rsplit("/", 1) for word in words.split()), strict=True)
    return pp.Sentence.from_forms(forms).replace(upos=tags, heads=heads, deprels=labels.split())


@pytest.mark.parametrize("name", TREES)
def test_golden(name: str) -> None:
    assert pp.draw(tree(name)) + "\n" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert pp.draw_svg(tree(name)) == (GOLDEN / f"{name}.svg").read_text(encoding="utf-8")


def random_tree(words: int, seed: int) -> pp.Sentence:
    dice = random.Random(seed)
    order = dice.sample(range(1, words + 1), words)
    heads = dict(zip(order, [0] + [dice.choice(order[:i]) for i in range(1, words)], strict=True))
    sentence = pp.Sentence.from_forms(f"w{i}" for i in range(1, words + 1))
    return sentence.replace(heads=[heads[i] for i in range(1, words + 1)], deprels=["dep"] * words)


@pytest.mark.parametrize("seed", range(20))
def test_the_heads_can_be_read_off_the_text(seed: int) -> None:
    sentence = random_tree(3 * seed + 1, seed)
    lines = [line.partition("►")[0] for line in pp.draw(sentence).splitlines()]
    assert len({len(line) for line in lines}) == 1
    assert [follow(lines, row) for row in range(len(lines))] == sentence.heads


def follow(lines: list[str], row: int) -> int:
    """From a word's arrow to the left, then along the vertical line to the word that it belongs to."""
    line = lines[row]
    start = len(line) - len(line.lstrip(" │"))
    # The word's own branch begins at the leftmost stroke that is not just passing.
    while start and line[start - 1] in "─╌":
        start -= 1
    if line[0] in "─╌":
        return 0
    top, bottom = row, row
    while lines[top][start] not in "┌┬":
        top -= 1
    while lines[bottom][start] not in "└┴":
        bottom += 1
    # On that line, the owner is the one word whose branch goes on to the left of it.
    owners = [r for r in range(top, bottom + 1) if lines[r][start] in "┬┴┼"]
    assert len(owners) == 1
    return owners[0] + 1


def test_long_sentences_stay_readable() -> None:
    sentence = random_tree(60, 1)
    assert max(map(columns, pp.draw(sentence).splitlines())) < 80
    picture = ElementTree.fromstring(pp.draw_svg(sentence))
    texts = [t.text for t in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:60] == sentence.forms
    assert texts.count("dep") >= 60  # on a wide arc, more than once


def test_the_label_of_a_wide_arc_is_in_every_window() -> None:
    words = 200
    sentence = pp.Sentence.from_forms(["word"] * words).replace(
        heads=[0, *[1] * (words - 1)], deprels=["root", *["dep"] * (words - 2), "wide"]
    )
    picture = ElementTree.fromstring(pp.draw_svg(sentence))
    places = [float(t.get("x", 0)) for t in picture.iter("{http://www.w3.org/2000/svg}text") if t.text == "wide"]
    ends = [0, *places, float(picture.get("width", 0))]
    assert max(b - a for a, b in pairwise(ends)) <= 1000


def test_columns_are_aligned_for_wide_and_combining_characters() -> None:
    for name in ("wide", "combining"):
        lines = pp.draw(tree(name)).splitlines()
        places = {columns(line[: line.rindex("  ")].rstrip()) - columns(line.split()[-2]) for line in lines}
        assert len(places) == 1


def test_hostile_forms_are_harmless() -> None:
    sentence = pp.Sentence.from_forms(["\x1b[31m", "</text><script>", "\x07\ufffe"]).replace(heads=[0, 1, 1])
    assert "\x1b" not in pp.draw(sentence)
    assert "\u202e" not in pp.draw(pp.Sentence.from_forms(["\u202etxt", "\u2066"]))
    picture = ElementTree.fromstring(pp.draw_svg(sentence))
    assert not list(picture.iter("{http://www.w3.org/2000/svg}script"))


def test_no_tree_at_all() -> None:
    bare = pp.Sentence.from_forms(["a", "b"])
    assert [line.strip() for line in pp.draw(bare).splitlines()] == ["a", "b"]
    ElementTree.fromstring(pp.draw_svg(bare))
