"""How much room a string takes, and which way it runs."""

from __future__ import annotations

import unicodedata

# The ones that a terminal does not move its cursor for; soft hyphen and Hangul vowels and finals included.
_NO_ROOM = ("Mn", "Me", "Cf")
# Embeddings, overrides and isolates: their effect goes on after the word that they stand in.
_TURNS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


def columns(text: str) -> int:
    """The cells of a terminal that a string fills: two for wide characters, none for combining ones.

    >>> columns("cafe\u0301"), columns("日本")
    (4, 4)
    """
    return sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.category(character) in _NO_ROOM or 0x1160 <= ord(character) <= 0x11FF:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def padded(text: str, width: int) -> str:
    """The string, filled with spaces on its right up to that many cells.

    >>> padded("日", 4) + "|"
    '日  |'
    """
    return text + " " * (width - columns(text))


def shortened(text: str, width: int) -> str:
    """The string in that many cells, without its middle if need be.

    >>> shortened("incomprehensibilities", 9), shortened("日本語入門", 6)
    ('inco…ties', '日…門')
    """
    if columns(text) <= width:
        return text
    whole: list[str] = []  # a character is not torn from those that fill no cell of their own
    for character in text:
        if whole and not _cells(character):
            whole[-1] += character
        else:
            whole.append(character)
    end = (width - 1) // 2
    return _fitting(whole, width - 1 - end) + "…" + _fitting(whole[::-1], end, from_end=True)


def _fitting(characters: list[str], width: int, *, from_end: bool = False) -> str:
    kept: list[str] = []
    for character in characters:
        width -= columns(character)
        if width < 0:
            break
        kept.append(character)
    return "".join(reversed(kept) if from_end else kept)


def printable(text: str) -> str:
    """The string without characters that would steer a terminal, turn the rest of a line around or break XML.

    >>> printable("a\\x1b[31mb"), printable("\\u202eb")
    ('a\ufffd[31mb', '\ufffdb')
    """
    return "".join("\ufffd" if _steers(c) or c in "\ufffe\uffff" else c for c in text)


def _steers(character: str) -> bool:
    return unicodedata.category(character) == "Cc" or unicodedata.bidirectional(character) in _TURNS


def runs_leftwards(text: str) -> bool:
    """Whether most letters are of a script that is written from right to left.

    >>> runs_leftwards("שלום"), runs_leftwards("peace")
    (True, False)
    """
    directions = [unicodedata.bidirectional(character) for character in text]
    return sum(d in ("R", "AL") for d in directions) > directions.count("L")
