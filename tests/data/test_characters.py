"""Lower case and kinds of characters, compared with Python's, character by character."""

from __future__ import annotations

import itertools
import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from panparser._native import UNICODE_VERSION, lower, shape


def comparable() -> list[str]:
    """All characters if Python has the same Unicode, else those that have not changed for long."""
    codes = (chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    if unicodedata.unidata_version == UNICODE_VERSION:
        return list(codes)
    return [c for c in codes if unicodedata.ucd_3_2_0.category(c) != "Cn"]


def kind(c: str) -> str:
    """What a character is in a shape."""
    if c.isupper() or c.istitle():
        return "X"
    if c.islower():
        return "x"
    if c.isdecimal():
        return "d"
    return "o" if c.isalpha() or unicodedata.category(c)[0] == "M" else c


def test_lower_case_of_every_character() -> None:
    known = comparable()
    assert len(known) > 50_000
    # The one character whose lower case is two; alone, a sigma is never at the end of a word.
    assert [c for c in known if lower(c) != c.lower()] == ["İ"]
    assert lower("İ") == "i"


def test_kind_of_every_character() -> None:
    assert [c for c in comparable() if shape(c) != kind(c)] == []


@given(st.text())
def test_whole_texts(text: str) -> None:
    assert lower(text) == "".join(lower(c) for c in text)
    runs = ((symbol, len(list(run))) for symbol, run in itertools.groupby(map(kind, text)))
    assert shape(text) == "".join(symbol * min(length, 2) for symbol, length in runs)


def test_examples() -> None:
    assert [shape(word) for word in ("Paris", "PARIS", "3,000", "Ἀθῆναι", "हिन्दी", "e.g.", "")] == [
        "Xxx",
        "XX",
        "d,dd",
        "Xxx",
        "oo",
        "x.x.",
        "",
    ]
    assert lower("ÅRHUS Ἀθῆναι ЁЛКА Հայ") == "århus ἀθῆναι ёлка հայ"
