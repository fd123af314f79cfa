"""Writes characters_table.hpp from Python's Unicode database: `python native/data/make_characters.py`.

tests/data/test_characters.py compares the table with Python, character by character.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

SINGLE_LOWER = {0x130: 0x69}  # its full mapping is two characters; this is its simple one in UnicodeData.txt


def lower(code: int) -> int:
    """The lower-case character, by a mapping that does not look at its neighbours."""
    text = chr(code).lower()
    return SINGLE_LOWER[code] if code in SINGLE_LOWER else ord(text)


def kind(code: int) -> str:
    """What a character is in the shape of a word."""
    character = chr(code)
    if character.isupper() or character.istitle():
        return "UPPER"
    if character.islower():
        return "LOWER"
    if character.isdecimal():
        return "DIGIT"
    if unicodedata.category(character)[0] == "M":
        return "MARK"
    return "LETTER" if character.isalpha() else "OTHER"


def lower_ranges() -> list[tuple[int, int, int, int]]:
    """(first, last, step, distance): every step-th character from first to last has its lower case at that distance."""
    ranges: list[tuple[int, int, int, int]] = []
    for code in range(0x80, sys.maxunicode + 1):
        if 0xD800 <= code < 0xE000 or not (distance := lower(code) - code):
            continue
        if ranges and ranges[-1][3] == distance:
            first, last, step, _ = ranges[-1]
            gap = code - last
            if gap == step or (first == last and gap in (1, 2)):
                ranges[-1] = (first, code, gap, distance)
                continue
        ranges.append((code, code, 1, distance))
    return ranges


def kind_ranges() -> list[tuple[int, int, str]]:
    """(first, last, kind). In ALTERNATING ranges upper and lower case take turns, beginning with upper."""
    kinds = {c: k for c in range(0x80, sys.maxunicode + 1) if not 0xD800 <= c < 0xE000 and (k := kind(c)) != "OTHER"}
    ranges: list[tuple[int, int, str]] = []
    code = 0x80
    while code <= sys.maxunicode:
        if code not in kinds:
            code += 1
            continue
        last = code
        while kinds.get(last + 1) == ("LOWER" if (last - code) % 2 == 0 else "UPPER") and kinds[code] == "UPPER":
            last += 1
        name = "ALTERNATING"
        if last - code < 3:
            last, name = code, kinds[code]
            while kinds.get(last + 1) == name:
                last += 1
        ranges.append((code, last, name))
        code = last + 1
    return ranges


def main() -> None:
    """Writes the file."""
    low = [f"{{0x{a:x}, 0x{b:x}, {s}, {d}}}" for a, b, s, d in lower_ranges()]
    kinds = [f"{{0x{a:x}, 0x{b:x}, {k}}}" for a, b, k in kind_ranges()]
    Path(__file__).with_name("characters_table.hpp").write_text(
        f"""// Made by make_characters.py from Unicode {unicodedata.unidata_version}; ASCII is left out.
// clang-format off
#pragma once
#include <cstdint>

namespace pan::characters {{

constexpr const char* UNICODE_VERSION = "{unicodedata.unidata_version}";

struct LowerRange {{ uint32_t first, last, step; int32_t distance; }};
constexpr LowerRange LOWER_RANGES[] = {{
{rows(low)}}};

enum Kind : uint8_t {{ OTHER, UPPER, LOWER, LETTER, MARK, DIGIT, ALTERNATING }};
struct KindRange {{ uint32_t first, last; Kind kind; }};
constexpr KindRange KIND_RANGES[] = {{
{rows(kinds)}}};

}}  // namespace pan::characters
""",
        encoding="utf-8",
    )


def rows(entries: list[str]) -> str:
    """As many entries on a line as fit."""
    lines = [""]
    for entry in entries:
        if len(lines[-1]) + len(entry) > 115:
            lines.append("")
        lines[-1] += f"{entry}, "
    return "".join(f"{line.rstrip()}\n" for line in lines)


if __name__ == "__main__":
    main()
