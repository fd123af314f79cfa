"""`pp.compare`: two parsers on the same words, and where they agree."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from panparser.analysis.analyze import Analysis, analysis_of
from panparser.analysis.criteria import By, Combination, Criterion, Key, Subset, Types, criterion
from panparser.analysis.table import Table, Truth
from panparser.evaluation.evaluate import Bank, sentences_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many words each of two parsers has right, and how many both have the same."""

    both: int
    only_first: int
    only_second: int
    neither: int
    same: int  # right or wrong

    @property
    def count(self) -> int:
        """All words."""
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def agreement(self) -> float:
        """Percentage of words that both parsers have the same, right or wrong."""
        return 100.0 * self.same / self.count if self.count else 0.0

    @property
    def difference(self) -> float:
        """How many points the second parser scores more."""
        return 100.0 * (self.only_second - self.only_first) / self.count if self.count else 0.0

    def to_dict(self) -> dict[str, float | int]:
        """For JSON."""
        return asdict(self) | {"count": self.count, "agreement": self.agreement, "difference": self.difference}


@dataclass(frozen=True, eq=False)
class Comparison(Mapping[Key, Outcome]):
    """What `pp.compare` returns: outcomes by gold type, and `overall` that of all words together."""

    first: Analysis
    second: Analysis
    is_labelled: bool

    def by(self, by_type: By) -> Comparison:
        """The same comparison by another criterion."""
        return replace(self, first=self.first.by(by_type), second=self.second.by(by_type))

    @property
    def by_type(self) -> Criterion | Combination | None:
        """The criterion."""
        return self.first.by_type

    @cached_property
    def overall(self) -> Outcome:
        """Of all words that count."""
        return self._outcomes(Types(np.zeros(self.first.table.heads.shape, np.int64), ["all"]))[0]

    @cached_property
    def types(self) -> dict[Key, Outcome]:
        """By gold type, the most frequent one first, or in the order of the numbers."""
        if self.by_type is None:
            return {}
        types = self.by_type.types(self.first.table)
        found = dict(zip(types.names, self._outcomes(types), strict=True))
        return {key: found[key] for key in self.first if found[key].count}

    def _outcomes(self, types: Types) -> list[Outcome]:
        t, (one, other) = self.first.table, (self.first.tree, self.second.tree)
        words = self.first.words & (t.has_relation[0] if self.is_labelled else True)
        right = t.right_heads & t.right_relations if self.is_labelled else t.right_heads
        same = t.has_head[one] & (t.heads[one] == t.heads[other])
        if self.is_labelled:
            same = same & (t.relations.codes[one] == t.relations.codes[other])

        def count(those: Truth) -> list[int]:
            counts: list[int] = np.bincount(types.codes[0][words & those], minlength=len(types.names)).tolist()
            return counts

        a, b = right[one], right[other]
        rows = map(count, (a & b, a & ~b, ~a & b, ~a & ~b, same))
        return [Outcome(*counts) for counts in zip(*rows, strict=True)]

    def __getitem__(self, key: Key) -> Outcome:
        return self.types[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.types)

    def __len__(self) -> int:
        return len(self.types)

    def to_dict(self) -> dict[str, Any]:
        """For JSON; a type that is a tuple is a list there."""
        return {
            "by_type": None if self.by_type is None else str(self.by_type),
            "labelled": self.is_labelled,
            "overall": self.overall.to_dict(),
            "types": [{"type": key, **outcome.to_dict()} for key, outcome in self.types.items()],
        }


def compare(
    gold: Bank,
    first: Bank,
    second: Bank,
    *,
    by_type: By | None = None,
    labelled: bool = True,
    subset: Subset | None = None,
    ignore: Collection[str] = (),
    subtypes: bool = False,
) -> Comparison:
    """Which words two parsers have right: both, one of them, none; and where they agree, right or wrong.

    A word is right if its head is, and its relation if `labelled`. The other arguments are those of `pp.analyze`.

    >>> import panparser as pp
    >>> gold = pp.Sentence.from_forms(["We", "sail", "far", "today"]).replace(heads=[2, 0, 2, 2])
    >>> one, other = gold.replace(heads=[2, 0, 2, 3]), gold.replace(heads=[3, 0, 2, 3])
    >>> pp.compare([gold], [one], [other], labelled=False).overall
    Outcome(both=2, only_first=1, only_second=0, neither=1, same=3)
    """
    banks = [sentences_of(bank, "compare") for bank in (gold, first, second)]
    return comparison_of(Table(*banks, subtypes=subtypes), by_type, subset, ignore, labelled)


def comparison_of(
    table: Table, by_type: By | None, subset: Subset | None, ignore: Collection[str], labelled: bool
) -> Comparison:
    """The comparison of the two predicted trees of a table."""
    one = analysis_of(table, None if by_type is None else criterion(by_type), subset, ignore)
    return Comparison(one, replace(one, tree=2), labelled)
