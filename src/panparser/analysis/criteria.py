"""Criteria: what words and their arcs can be told apart by.

A criterion is a value. It is read off each tree by itself: the gold type of a word may be another one than the
predicted type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from panparser.analysis.table import ROOT, UNKNOWN, Coded, Table, Truth, Whole
from panparser.errors import UsageError, require_whole

Key = str | tuple[str, ...]  # the name of a type


@dataclass(frozen=True)
class Types:
    """The types of all words in all trees: `names[codes[tree, word]]`. Ordered ones have a natural order."""

    codes: Whole
    names: Sequence[Key]
    is_ordered: bool = False


@dataclass(frozen=True)
class Criterion:
    """One property of a word or of its arc.

    >>> from panparser.analysis import LENGTH
    >>> LENGTH, LENGTH.cap(7), LENGTH.bins(5).cap(20)
    (LENGTH, LENGTH.cap(7), LENGTH.bins(5).cap(20))
    """

    name: str
    meaning: str
    read: Callable[[Table], Coded | Whole]  # names, or numbers of which those below 0 are unknown
    is_number: bool = False
    most: int | None = None
    width: int = 1

    def cap(self, most: int) -> Criterion:
        """The same, with all numbers from `most` on as one type: `LENGTH.cap(7)` has the types 0, 1, ..., 6, 7+."""
        self._require_number("capped")
        require_whole("cap", most, 1, 10**6)
        return replace(self, most=most)

    def bins(self, width: int) -> Criterion:
        """The same, with so many numbers as one type: `SENTENCE_LENGTH.bins(10)` has 1-10, 11-20, ..., and 0 alone."""
        self._require_number("put into bins")
        require_whole("bins", width, 1, 10**6)
        return replace(self, width=width)

    def types(self, table: Table) -> Types:
        """Of all words in all trees of a table."""
        found = self.read(table)
        if isinstance(found, Coded):
            codes = np.broadcast_to(found.codes, table.heads.shape)
            return Types(codes, found.names)
        numbers = np.broadcast_to(found, table.heads.shape)
        if self.most is not None:
            numbers = np.minimum(numbers, self.most)
        numbers = np.where(numbers < 0, -1, -(-numbers // self.width))  # rounded up
        names = [UNKNOWN, *(self._name(n) for n in range(int(numbers.max(initial=0)) + 1))]
        return Types(numbers + 1, names, is_ordered=True)

    def _name(self, number: int) -> str:
        first, last = (number - 1) * self.width + 1, number * self.width
        if self.most is not None and last >= self.most:
            return f"{max(first, 0) if self.width > 1 else self.most}+"
        return str(last) if self.width == 1 or not number else f"{first}-{last}"

    def _require_number(self, what: str) -> None:
        if not self.is_number:
            numbers = ", ".join(c.name for c in CRITERIA.values() if c.is_number)
            raise UsageError(f"{self.name} is not a number and cannot be {what}; {numbers} can")

    def __repr__(self) -> str:
        bins = f".bins({self.width})" if self.width > 1 else ""
        return self.name + bins + (f".cap({self.most})" if self.most is not None else "")


@dataclass(frozen=True)
class Combination:
    """Several criteria at once; types are tuples, or one string if they are joined."""

    parts: tuple[Criterion | Combination | str, ...]
    is_joined: bool

    def types(self, table: Table) -> Types:
        """Of all words in all trees of a table: those combinations that occur."""
        columns = [part.types(table) for part in self.parts if not isinstance(part, str)]
        codes = columns[0].codes
        places = np.arange(len(columns[0].names))[:, None]  # by code, which type it is in each column
        for column in columns[1:]:
            size = len(column.names)
            occurring, found = np.unique(codes * size + column.codes, return_inverse=True)
            codes = found.reshape(codes.shape)
            places = np.column_stack([places[occurring // size], occurring % size])
        names = [self._name([c.names[i] for c, i in zip(columns, place, strict=True)]) for place in places.tolist()]
        return Types(codes, names)

    def _name(self, values: list[Key]) -> Key:
        if not self.is_joined:
            return tuple(v if isinstance(v, str) else ",".join(v) for v in values)
        rest = iter(values)
        return "".join(part if isinstance(part, str) else str(next(rest)) for part in self.parts)

    def __repr__(self) -> str:
        return ("" if self.is_joined else ",").join(str(part) for part in self.parts)


def _head_tags(table: Table) -> Coded:
    tags = table.tags
    above = np.take_along_axis(tags.codes, table.parents, axis=1)
    at_root = np.where(table.heads == 0, len(tags.names), 0)
    return Coded(np.where(table.heads > 0, above, at_root), [*tags.names, ROOT])


def _direction(table: Table) -> Coded:
    side = np.where(table.heads > table.position, 1, 2)
    codes = np.where(table.heads > 0, side, np.where(table.heads == 0, 3, 0))
    return Coded(codes, [UNKNOWN, "+", "-", ROOT])


def _length(table: Table) -> Whole:
    distance = np.abs(table.heads - table.position)
    return np.where(table.heads > 0, distance, np.where(table.heads == 0, 0, -1))


def _projectivity(table: Table) -> Coded:
    codes = np.where(table.is_nonprojective, 2, 1)
    return Coded(np.where(table.has_head, codes, 0), [UNKNOWN, "projective", "non-projective"])


POS = Criterion("POS", "Universal tag of the word.", lambda table: table.tags)
HEADPOS = Criterion("HEADPOS", "Universal tag of its head, or ROOT.", _head_tags)
LABEL = Criterion("LABEL", "Relation of the word to its head.", lambda table: table.relations)
DIRECTION = Criterion("DIRECTION", "+ if the head stands to the right, - to the left, or ROOT.", _direction)
LENGTH = Criterion("LENGTH", "Distance from word to head; 0 below ROOT.", _length, is_number=True)
DEPTH = Criterion("DEPTH", "Arcs from ROOT down to the word; 1 for a root.", lambda table: table.depths, is_number=True)
WORD = Criterion("WORD", "The word itself.", lambda table: table.words)
SENTENCE_LENGTH = Criterion(
    "SENTENCE_LENGTH", "Words of the sentence.", lambda table: table.lengths[table.sentence], is_number=True
)
PROJECTIVITY = Criterion("PROJECTIVITY", "Whether a word below the arc does not depend on its head.", _projectivity)
SIBLINGS = Criterion("SIBLINGS", "Other words with the same head.", lambda table: table.siblings, is_number=True)

CRITERIA: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        POS,
        HEADPOS,
        LABEL,
        DIRECTION,
        LENGTH,
        DEPTH,
        WORD,
        SENTENCE_LENGTH,
        PROJECTIVITY,
        SIBLINGS,
    )
}

By = Criterion | Combination | str | tuple["By", ...] | list["By"]
Subset = tuple[By, Key | Collection[Key]] | list[tuple[By, Key | Collection[Key]]]


def criterion(by: By, caps: Mapping[str, int] | None = None) -> Criterion | Combination:
    """What a caller means by a criterion.

    A tuple gives types that are tuples. A list gives strings: its criteria are joined, with the plain strings that
    stand between them. A string holds names of criteria, with a comma for a tuple, anything else for a list; `caps`
    caps those of that name.

    >>> criterion((POS, [HEADPOS, DIRECTION])), criterion("WORD-POS"), criterion("LENGTH", {"LENGTH": 7})
    (POS,HEADPOSDIRECTION, WORD-POS, LENGTH.cap(7))
    """
    if isinstance(by, Criterion | Combination):
        return by
    if isinstance(by, str):
        parts = [_read(part, caps or {}) for part in by.split(",")]
        return parts[0] if len(parts) == 1 else Combination(tuple(parts), is_joined=False)
    if not isinstance(by, tuple | list):
        raise UsageError(f"{by!r} is not a criterion; use {_known()}, or a tuple or list of these")
    joined = isinstance(by, list)
    found = tuple(part if joined and isinstance(part, str) else criterion(part, caps) for part in by)
    if all(isinstance(part, str) for part in found):
        raise UsageError(f"there is no criterion in {by!r}; use {_known()}")
    return Combination(found, joined)


# Longer names first, so that HEADPOS is not HEAD and POS.
_NAME = re.compile("|".join(sorted(CRITERIA, key=len, reverse=True)))


def _read(text: str, caps: Mapping[str, int]) -> Criterion | Combination:
    names = _NAME.findall(text)
    between = _NAME.split(text)
    if not names or any(re.search(r"\w", literal) for literal in between):
        raise UsageError(f"{text!r} is not a criterion; use {_known()}, joined as in POS,HEADPOS or WORD-POS")
    found = [CRITERIA[name].cap(caps[name]) if name in caps else CRITERIA[name] for name in names]
    parts: list[Criterion | Combination | str] = [between[0]]
    for one, literal in zip(found, between[1:], strict=True):
        parts += [one, literal]
    kept = tuple(part for part in parts if part != "")
    return found[0] if len(kept) == 1 else Combination(kept, is_joined=True)


def _known() -> str:
    return ", ".join(CRITERIA)


def chosen(table: Table, subset: Subset | None, ignore: Collection[str]) -> Truth:
    """The words that count: their gold head is known, their gold tag not ignored, their gold type in the subset."""
    words: Truth = table.has_head[0].copy()
    if isinstance(ignore, str):
        raise UsageError(f"ignore={ignore!r} is one string; use a list of tags, as in ignore=[{ignore!r}]")
    known = {name: code for code, name in enumerate(table.tags.names)}
    words &= ~np.isin(table.tags.codes[0], [known[tag] for tag in ignore if tag in known])
    for pair in subset if isinstance(subset, list) else [subset] if subset is not None else []:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise UsageError(f"subset={pair!r} is not possible; use a pair such as (DIRECTION, '+')")
        types = criterion(pair[0]).types(table)
        value = pair[1]
        wanted = {value} if isinstance(value, str) or value in types.names else set(value)
        words &= np.isin(types.codes[0], [code for code, name in enumerate(types.names) if name in wanted])
    return words
