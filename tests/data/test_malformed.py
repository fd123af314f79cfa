"""Everything that can be wrong in a file: one sentence with the exact place, or skipped and listed."""

from __future__ import annotations

import io
import random
import re

import pytest

import panparser as pp


def row(number: object = 1, form: str = "x", head: object = "_", rest: str = "_\t_\t_") -> str:
    return f"{number}\t{form}\t_\t_\t_\t_\t{head}\t{rest}"


GOOD = row(1, "a", 0) + "\n\n"

# name: (text, line, column, what the message says)
CASES: dict[str, tuple[str | bytes, int, int, str]] = {
    "too few columns": (row(1) + "\n2\tx\t_", 2, 1, "3 columns instead of 10"),
    "too many columns": (row(1) + "\t_\t_", 1, 21, "12 columns instead of 10"),
    "too many columns after é": (row(1, "é漢") + "\t_", 1, 22, "11 columns instead of 10"),
    "spaces for tabs": ("1 x _ _ _ _ 0 _ _ _", 1, 1, "spaces but no tabs; separate the columns by tabs"),
    "spaces alone": (row(1) + "\n  \n", 2, 1, "only spaces"),
    "ID is a word": (row("x"), 1, 1, "ID 'x' is not a word"),
    "ID is negative": (row(-1), 1, 1, "ID '-1' is not a word"),
    "ID has leading zeros": (row("01"), 1, 1, "ID '01'"),
    "ID is huge": (row(10**30), 1, 1, "too large"),
    "ID overflows 32 bits": (row(2**32 + 1), 1, 1, "too large"),
    "ID is 0": (row(0), 1, 1, "begin with 1, not 0"),
    "ID skips one": ("# c\n" + row(1) + "\n" + row(3), 3, 1, "'3' stands where 2 is expected"),
    "ID twice": (row(1) + "\n" + row(1), 2, 1, "empty line before it"),
    "range is reversed": (row("2-1"), 1, 1, "reversed"),
    "range is huge": (row(f"1-{10**20}") + "\n" + row(1), 1, 1, "too large"),
    "range is unfinished": (row("1-") + "\n" + row(1), 1, 1, "ID '1-'"),
    "range of three": (row("1-2-3"), 1, 1, "ID '1-2-3'"),
    "ranges overlap": ("\n".join([row("1-2"), row(1), row("2-3"), row(2), row(3)]), 3, 1, "overlaps"),
    "range twice": ("\n".join([row("1-2"), row("1-2"), row(1), row(2)]), 2, 1, "overlaps"),
    "range after its word": ("\n".join([row(1), row("1-2"), row(2)]), 2, 1, "before its first word"),
    "range beyond the end": ("\n".join([row("1-3"), row(1), row(2)]), 1, 1, "beyond the last word, 2"),
    "empty node too early": (row("1.1") + "\n" + row(1), 1, 1, "it can only be 0.1"),
    "empty node too late": ("\n".join([row(1), row(2), row("1.1")]), 3, 1, "it can only be 2.1"),
    "empty node skips one": ("\n".join([row(1), row("1.2")]), 2, 1, "it can only be 1.1"),
    "head is a word": (row(1, "é", "x"), 1, 13, "head 'x' is not a number"),
    "head is a fraction": (row(1, "x", "1.5"), 1, 13, "not a number"),
    "head is negative": (row(1, "x", -3), 1, 13, "head '-3' is negative"),
    "head is out of range": (row(1, "x", 0) + "\n" + row(2, "漢字", 7), 2, 14, "head '7' is out of range"),
    "head is huge": (row(1, "x", 10**25), 1, 13, "out of range"),
    "head overflows": (row(1, "x", 2**32), 1, 13, "out of range"),
    "head is the word": (row(1, "x", 1), 1, 13, "its own head"),
    "cycle of two": (row(1, "x", 2) + "\n" + row(2, "y", 1), 1, 13, "words 1, 2 form a cycle"),
    "cycle below": (
        "\n".join([row(1, "x", 3), row(2, "x", 4), row(3, "x", 2), row(4, "x", 3)]),
        2,
        13,
        "2, 4, 3",
    ),
    "empty form": (row(1, ""), 1, 3, "FORM is empty"),
    "empty last column": (row(1, "é", 0, "_\t_\t"), 1, 19, "MISC is empty"),
    "empty ID": (row(""), 1, 1, "ID is empty"),
    "invalid UTF-8": (row(1, "é").encode() + b"\xff\n\n", 1, 20, "not valid UTF-8"),
    "UTF-8 in Latin-1": (("# c\n" + row(1, "né")).encode("latin-1"), 2, 4, "not valid UTF-8"),
    "surrogate": (row(1, "\ud800"), 1, 3, "not valid UTF-8"),
    "NUL": (row(1, "a\0b"), 1, 4, "NUL byte"),
    "binary": (bytes(range(128, 256)) * 10, 1, 1, "binary data, not CoNLL-U"),
    "binary with NUL": (b"\x7fELF\0\0\n\n\0", 1, 1, "binary data, not CoNLL-U"),
    "UTF-16": (row(1).encode("utf-16"), 1, 1, "UTF-16"),
    "JSON object": ('\n {"a": 1}', 2, 2, "JSON"),
    "JSON list": ("[1, 2]", 1, 1, "JSON"),
    "XML": ("<?xml version='1.0'?>\n<a/>", 1, 1, "XML"),
    "plain text": ("The cat sat.\n", 1, 1, "1 column instead of 10"),
    "comments alone": ("# a\n# b\n\n", 1, 1, "no words"),
    "range alone": (row("1-2"), 1, 1, "no words"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_place_is_named(name: str) -> None:
    text, line, column, message = CASES[name]
    with pytest.raises(pp.InputError) as caught:
        pp.reads(text)
    error = caught.value
    assert (error.file, error.line, error.column) == ("<text>", line, column)
    assert str(error).startswith(f"<text>:{line}:{column}: ")
    assert message in str(error)
    assert "\n" not in str(error)
    assert error.remedy


@pytest.mark.parametrize("name", CASES)
def test_lenient_skips_and_goes_on(name: str) -> None:
    bad, line, column, _ = CASES[name]
    bad = bad.encode("utf-8", "surrogatepass") if isinstance(bad, str) else bad
    blocks = bad.split(b"\n\n")
    bank = pp.reads(bad + b"\n\n" + GOOD.encode(), lenient=True)
    assert bank[-1].forms == ["a"]
    assert 1 <= len(bank.skipped) <= len(blocks)
    assert bank.skipped[0].startswith(f"<text>:{line}:{column}: ")


@pytest.mark.parametrize("name", ["JSON object", "NUL", "invalid UTF-8", "head is out of range"])
def test_a_bad_sentence_later_in_the_file(name: str) -> None:
    bad, line, _, _ = CASES[name]
    bad = bad.encode() if isinstance(bad, str) else bad
    with pytest.raises(pp.InputError) as caught:
        pp.reads(2 * GOOD.encode() + bad)
    assert caught.value.line == line + 4


def test_good_sentences_come_before_the_error() -> None:
    parts = pp.stream(io.BytesIO(3 * GOOD.encode() + b"oops\n\n" + GOOD.encode()), batch=2)
    assert [len(next(parts)), len(next(parts))] == [2, 1]
    with pytest.raises(pp.InputError, match=r"^<stream>:7:1: "):
        next(parts)


def test_lenient_counts_and_calls_back() -> None:
    data = (GOOD + "x\n\n" + GOOD + "1\ty\n\n# only\n\n" + GOOD).encode()
    messages: list[str] = []
    parts = list(pp.stream(io.BytesIO(data), batch=1, lenient=True, on_skip=messages.append))
    assert sum(map(len, parts)) == 3
    assert [re.match(r"<stream>:(\d+)", m)[1] for m in messages] == ["3", "7", "9"]  # type: ignore[index]
    assert [m for part in parts for m in part.skipped] == messages


def test_lenient_binary_ends() -> None:
    garbage = random.Random(1).randbytes(3_000_000)
    bank = pp.reads(garbage, lenient=True)
    assert bank.skipped
    assert len(bank.skipped[0]) < 300


def test_long_values_are_cut_in_messages() -> None:
    with pytest.raises(pp.InputError) as caught:
        pp.reads(row(1, "x", "漢" * 100_000))
    assert len(str(caught.value)) < 300
    with pytest.raises(pp.InputError) as caught:
        pp.reads(row(1, "x", "\x1b[31m"))
    assert "\x1b" not in str(caught.value)


def test_mutations_are_read_or_refused() -> None:
    seed = random.Random(7)
    good = ("# text = Él\n" + row("1-2", "Él") + "\n" + row(1, "É", 2) + "\n" + row("1.1") + "\n") + (
        row(2, "l", 0) + "\n\n" + GOOD
    )
    for _ in range(3000):
        data = bytearray(good.encode())
        for _ in range(seed.randint(1, 5)):
            place = seed.randrange(len(data))
            choice = seed.randrange(3)
            if choice == 0:
                data[place] = (
                    seed.choice(b"\0\t\n\r -._#0123456789\xff\xc3") if seed.random() < 0.7 else seed.randrange(256)
                )
            elif choice == 1:
                data.insert(place, seed.randrange(256))
            else:
                del data[place : place + seed.randint(1, 4)]
        lenient = pp.reads(bytes(data), lenient=True)
        if lenient.skipped:
            with pytest.raises(pp.InputError) as caught:
                pp.reads(bytes(data))
            assert str(caught.value) == lenient.skipped[0]
        else:
            assert pp.reads(bytes(data)) == lenient
            assert pp.reads(pp.writes(lenient)) == lenient


def test_conllx_wants_eight_or_ten() -> None:
    with pytest.raises(pp.InputError, match=r"^<text>:1:1: .*9 columns instead of 8 or 10"):
        pp.reads("1\tx\t_\t_\t_\t_\t0\t_\t_\n", format="conllx")
    with pytest.raises(pp.InputError, match=r"^<text>:2:13: .*out of range"):
        pp.reads("1\tx\t_\t_\t_\t_\t0\t_\n2\tx\t_\t_\t_\t_\t5\t_\n", format="conllx")
