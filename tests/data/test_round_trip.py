"""Whatever is legal comes back byte for byte, in whatever blocks it arrives."""

from __future__ import annotations

import io
import lzma
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import panparser as pp
from panparser._native import Scanner, serialize

# Anything but control characters that end fields or lines; str.splitlines is not what CoNLL-U calls a line.
characters = st.characters(exclude_characters="\t\n\r\0", exclude_categories=["Cs"])
values = st.one_of(st.just("_"), st.text(characters, min_size=1, max_size=6))


@st.composite
def blocks(draw: st.DrawFn) -> str:
    """One legal block: comments, words, multiword tokens, empty nodes, then blank lines."""
    n = draw(st.integers(1, 6))
    order = draw(st.permutations(range(1, n + 1)))
    heads = ["_"] * n
    for place, word in enumerate(order):  # heads only among the words before in a random order: no cycles
        heads[word - 1] = draw(st.sampled_from(["_", "0", *map(str, order[:place])]))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    lines = ["#" + draw(st.text(characters, max_size=8)) for _ in range(draw(st.integers(0, 2)))]

    def line(number: str, head: str) -> str:
        columns = [draw(values) for _ in range(8)]
        return "\t".join([number, *columns[:5], head, *columns[5:]])

    covered = 0
    for word in range(n + 1):
        if word:
            if word > covered and draw(st.booleans()):
                covered = draw(st.integers(word, n))
                lines.append(line(f"{word}-{covered}", draw(values)))
            lines.append(line(str(word), heads[word - 1]))
        lines += [line(f"{word}.{k + 1}", draw(values)) for k in range(draw(st.sampled_from([0, 0, 0, 2])))]
    return "".join(text + end for text in [*lines, *[""] * draw(st.integers(1, 3))])


@settings(max_examples=150, deadline=None)
@given(st.lists(blocks(), min_size=1, max_size=4), st.integers(0, 2), st.data())
def test_any_legal_file_in_any_blocks(parts: list[str], leading: int, data: st.DataObject) -> None:
    raw = ("\n" * leading + "".join(parts)).encode()
    scanner = Scanner("x")
    position = 0
    while position < len(raw):
        size = data.draw(st.integers(1, len(raw)))
        scanner.feed(raw[position : position + size])
        position += size
    scanner.finish()
    sentences = scanner.take()
    assert len(sentences) == len(parts)
    assert serialize(sentences) == raw
    assert scanner.take_skipped() == []
    for sentence, part in zip(sentences, parts, strict=True):
        rows = [line.rstrip("\r").split("\t") for line in part.split("\n")]
        words = [row for row in rows if row[0].isdecimal() and row[0].isascii() and len(row) == 10]
        assert sentence.forms == [row[1] for row in words]
        assert sentence.misc == [row[9] for row in words]
        assert sentence.heads == [None if row[6] == "_" else int(row[6]) for row in words]
        assert sentence.multiwords == [
            (*map(int, row[0].split("-")), row[1]) for row in rows if len(row) == 10 and "-" in row[0]
        ]


ROW = "{}\t{}\t_\t_\t_\t_\t{}\t_\t_\t_"


def test_line_ends_are_kept() -> None:
    text = ROW.format(1, "a b", 0) + "\r\n\r\n" + ROW.format(1, "c", "_") + "\n\n"
    bank = pp.reads(text)
    assert [s.forms for s in bank] == [["a b"], ["c"]]
    assert bank[0].misc == ["_"]
    assert pp.writes(bank) == text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_missing_line_ends_are_completed(end: str, missing: int) -> None:
    lines = "# text = a" + end + ROW.format(1, "a", 0)
    assert pp.writes(pp.reads(lines + end * (2 - missing))) == lines + end * 2


def test_carriage_return_as_last_byte() -> None:
    text = ROW.format(1, "a", 0)
    assert pp.writes(pp.reads(text + "\r\n" + ROW.format(2, "b", 1) + "\r")).endswith("_\r\n\r\n")


def test_byte_order_mark_is_dropped() -> None:
    text = ROW.format(1, "a", 0) + "\n\n"
    assert pp.writes(pp.reads("\ufeff" + text)) == text
    scanner = Scanner("x")
    for byte in ("\ufeff" + text).encode():
        scanner.feed(bytes([byte]))
    scanner.finish()
    assert serialize(scanner.take()) == text.encode()


@pytest.mark.parametrize("text", ["", "\n", "\r\n\n", "\ufeff"])
def test_nothing_is_an_empty_treebank(text: str) -> None:
    assert len(pp.reads(text)) == 0


def test_blank_lines_stay_with_the_sentence_before() -> None:
    text = "\n\n" + ROW.format(1, "a", 0) + "\n\n\n\n" + ROW.format(1, "b", 0) + "\n\n\n"
    bank = pp.reads(text)
    assert bank[0].raw.startswith("\n\n1")
    assert bank[0].raw.endswith("\n\n\n\n")
    assert bank[1].line == 7
    assert pp.writes(bank) == text


def test_lines_of_megabytes() -> None:
    text = "#" + "x" * 3_000_000 + "\n" + ROW.format(1, "é" * 2_000_000, 0) + "\n\n"
    bank = pp.read(io.BytesIO(text.encode()))
    assert len(bank[0].forms[0]) == 2_000_000
    assert pp.writes(bank) == text
    assert len(repr(bank[0])) < 200


def files(treebanks: Path) -> list[Path]:
    return sorted(treebanks.glob("*/*.conllu.xz"))


def test_real_treebanks_byte_for_byte(treebanks: Path) -> None:
    for path in files(treebanks):
        assert serialize(list(pp.read(path))) == lzma.decompress(path.read_bytes()), path.parent.name


@pytest.mark.slow
def test_real_treebanks_in_small_blocks(treebanks: Path) -> None:
    for path in files(treebanks):
        raw = lzma.decompress(path.read_bytes())
        scanner = Scanner(path.name)
        for start in range(0, len(raw), 997):
            scanner.feed(raw[start : start + 997])
        scanner.finish()
        assert serialize(scanner.take()) == raw, path.parent.name
