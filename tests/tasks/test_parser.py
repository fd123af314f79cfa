"""Parsing: always a tree, the same on any number of threads, and nothing but heads and relations is touched."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import panparser as pp


def is_tree(heads: list[int | None]) -> bool:
    for word in range(1, len(heads) + 1):
        seen, node = set(), word
        while node:
            if node in seen:
                return False
            seen.add(node)
            head = heads[node - 1]
            if head is None:
                return False
            node = head
    return True


def jumble(bank: pp.Treebank) -> pp.Treebank:
    """Sentences unlike any that were learnt: forms and tags from all over, up to 60 words."""
    words = [(f, p) for s in bank for f, p in zip(s.forms, s.upos, strict=True)]
    out = []
    for length in range(1, 61):
        chosen = [words[(k * k * 31 + length * 7) % len(words)] for k in range(length)]
        out.append(pp.Sentence.from_forms([f for f, _ in chosen]).replace(upos=[p for _, p in chosen]))
    return pp.Treebank(out)


@pytest.fixture(scope="module", params=["product", "joint"])
def labels(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=["last", "first"])
def trained(request: pytest.FixtureRequest, labels: str, toy: Any) -> pp.Parser:
    """Two labels below ROOT and several roots in some sentences, so that the parser has a choice to make."""
    bank = list(toy(40))
    pair = pp.reads(
        "1\tsing\t_\tVERB\t_\t_\t0\troot\t_\t_\n2\tsong\t_\tNOUN\t_\t_\t0\tfragment\t_\t_\n\n"
        "1\tsong\t_\tNOUN\t_\t_\t0\tfragment\t_\t_\n2\tsing\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
        "3\tstone\t_\tNOUN\t_\t_\t0\tfragment\t_\t_\n\n"
    )
    return pp.train(bank + list(pair) * 10, root=request.param, labels=labels, epochs=5)


def test_the_number_of_threads_does_not_matter(trained: pp.Parser, toy: Any) -> None:
    bank = toy(300, seed=9) + jumble(toy(50))
    one = trained.parse(bank)
    for threads in (2, 7, 64):
        assert trained.parse(bank, threads=threads) == one
    assert trained.parse(list(reversed(bank)))[::-1].sentences == one.sentences
    assert pp.Treebank(trained.parse(s) for s in bank) == one


def test_always_a_tree_with_one_root_and_labels_that_were_seen_there(trained: pp.Parser, toy: Any) -> None:
    bank = toy(50, seed=4) + jumble(toy(50))
    for sentence in trained.parse(bank):
        assert is_tree(sentence.heads)
        assert sentence.roots == 1
        for head, deprel in zip(sentence.heads, sentence.deprels, strict=True):
            assert (deprel in ("root", "fragment")) == (head == 0)


def test_several_roots_where_they_are_allowed(trained: pp.Parser) -> None:
    pair = pp.Sentence.from_forms(["song", "sing", "stone"]).replace(upos=["NOUN", "VERB", "NOUN"])
    several = trained.parse(pair, single_root=False)
    assert several.heads == [0, 0, 0]
    assert several.deprels == ["fragment", "root", "fragment"]
    single = trained.parse(pair)
    assert is_tree(single.heads)
    assert single.roots == 1


def test_nothing_else_is_touched(parser: pp.Parser, toy: Any) -> None:
    bank = toy(24, seed=8)
    blank = pp.Treebank(s.replace(heads=[None] * len(s), deprels=["_"] * len(s)) for s in bank)
    for before, after in zip(blank, parser.parse(blank), strict=True):
        for old, new in zip(before.raw.split("\n"), after.raw.split("\n"), strict=True):
            fields, others = old.split("\t"), new.split("\t")
            if fields[0].isdigit():
                del fields[6:8], others[6:8]
            assert fields == others
    assert any(s.multiwords for s in bank)
    assert any(s.empty_nodes for s in bank)
    assert parser.parse(blank) == parser.parse(bank)  # gold heads do not help
    assert blank[0].heads[0] is None  # the input is as it was


def test_kinds_of_input(parser: pp.Parser, toy: Any) -> None:
    bank = toy(3)
    whole = parser.parse(bank)
    assert isinstance(whole, pp.Treebank)
    assert parser.parse(bank[0]) == whole[0]
    assert parser.parse(list(bank)) == whole
    assert parser.parse(iter(bank)) == whole  # type: ignore[call-overload]
    forms = parser.parse(["the", "dog", "sings"])
    assert isinstance(forms, pp.Sentence)
    assert forms.forms == ["the", "dog", "sings"]
    assert is_tree(forms.heads)
    assert parser.parse(("the", "dog")).forms == ["the", "dog"]  # type: ignore[call-overload]
    assert parser.parse(pp.Treebank()) == pp.Treebank()
    assert parser.parse([]) == pp.Treebank()


@pytest.mark.parametrize(
    "wrong",
    ["the dog sings", b"the dog", None, 3, [1, 2], [None], [["the", "dog"]], ["the", None]],
    ids=str,
)
def test_bad_input(parser: pp.Parser, wrong: Any) -> None:
    with pytest.raises(pp.UsageError) as caught:
        parser.parse(wrong)
    assert "\n" not in str(caught.value)


def test_bad_input_among_good(parser: pp.Parser, toy: Any) -> None:
    for wrong in ([*toy(2), "dog"], [*toy(2), None], ["the", "\t"], ["the", ""]):
        with pytest.raises(pp.PanParserError):
            parser.parse(wrong)
    for threads in (0, -1):
        with pytest.raises(pp.UsageError, match=f"threads={threads}"):
            parser.parse(toy(1), threads=threads)


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("words", [1, 2, 3000])
def test_short_and_long_sentences(trained: pp.Parser, words: int, single_root: bool) -> None:
    forms = [("dog", "sees", "the", "?", "river")[k % 5] for k in range(words)]
    upos = [("NOUN", "VERB", "DET", "PUNCT", "X")[k % 5] for k in range(words)]
    parsed = trained.parse(pp.Sentence.from_forms(forms).replace(upos=upos), single_root=single_root)
    assert is_tree(parsed.heads)
    assert parsed.roots == 1 or not single_root
    if words == 1:
        assert parsed.heads == [0]
        assert parsed.deprels[0] in ("root", "fragment")


def test_python_threads_at_the_same_time(parser: pp.Parser, toy: Any) -> None:
    banks = [toy(100, seed=k) + jumble(toy(20, seed=k)) for k in range(8)]
    expected = [parser.parse(bank) for bank in banks]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            assert list(pool.map(lambda bank: parser.parse(bank, threads=2), banks)) == expected


def test_words_and_tags_never_seen(parser: pp.Parser) -> None:
    strange = pp.Sentence.from_forms(["犬", "😀", "a b", "x" * 10_000]).replace(upos=["X", "_", "SYM", "X"])
    parsed = parser.parse(strange)
    assert is_tree(parsed.heads)
    assert parsed.forms == strange.forms


def test_every_processor_gives_the_same_trees(parser: pp.Parser, toy: Any, tmp_path: Path) -> None:
    bank = toy(200, seed=5)
    parser.save(tmp_path / "model.pan")
    pp.write(bank, tmp_path / "toy.conllu")
    command = [sys.executable, "-m", "panparser", "parse", tmp_path / "model.pan", tmp_path / "toy.conllu", "-q"]
    fast, portable = (
        subprocess.run(command, env=os.environ | extra, capture_output=True, check=True).stdout
        for extra in ({}, {"PANPARSER_PORTABLE": "1"})
    )
    assert fast == portable == pp.writes(parser.parse(bank)).encode()
