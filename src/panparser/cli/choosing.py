"""One sentence out of a file, by its number or its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count as numbers

import panparser as pp
from panparser.errors import InputError, UsageError


def chosen(parts: Iterable[pp.Treebank], wanted: str, source: str, *, by_number: bool = True) -> Iterator[pp.Sentence]:
    """All sentences, or the one whose number (from 1) or sent_id is `wanted`; an error if there is none."""
    if by_number and wanted.isdecimal() and int(wanted) == 0:
        raise UsageError("sentences count from 1; there is no --sentence 0")
    counter, found = numbers(1), False
    for part in parts:
        for sentence in part:
            number = next(counter)
            is_wanted = (by_number and wanted == str(number)) or f"# sent_id = {wanted}" in sentence.comments
            if not wanted or is_wanted:
                found = True
                yield sentence
                if wanted:
                    return
    if not found:
        missing = f"there is no sentence {wanted!r}" if wanted else "there are no sentences"
        raise InputError(missing, "`panparser stats FILE` counts the ones there are", file=source)
