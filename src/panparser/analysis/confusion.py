"""Confusion matrices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from panparser.analysis.criteria import Key
from panparser.analysis.table import Whole
from panparser.errors import UsageError


@dataclass(frozen=True, eq=False)
class Confusion:
    """`matrix[i, j]`: words whose gold type is `names[i]` and whose predicted type is `names[j]`.

    The most frequent types come first, but for numbers, which stand in their order. The type `_` is that of words
    without head, relation or tag.
    """

    names: tuple[Key, ...]
    matrix: Whole = field(repr=False)
    by_type: str = ""

    def __getitem__(self, pair: tuple[Key, Key]) -> int:
        """How often the first type, of the gold tree, became the second one."""
        for name in pair:
            if name not in self.names:
                raise UsageError(f"no word is of type {name!r}; there are {', '.join(map(str, self.names))}")
        gold, predicted = map(self.names.index, pair)
        return int(self.matrix[gold, predicted])

    @property
    def accuracy(self) -> float:
        """Percentage of words with the right type."""
        return 100.0 * int(np.trace(self.matrix)) / int(self.matrix.sum())

    @property
    def errors(self) -> list[tuple[Key, Key, int]]:
        """Gold type, predicted type and how often, for all that differ; the most frequent ones first."""
        wrong = self.matrix * (1 - np.eye(len(self.names), dtype=np.int64))
        order = np.argsort(-wrong, axis=None, kind="stable")
        pairs = zip(*np.unravel_index(order[: np.count_nonzero(wrong)], wrong.shape), strict=True)
        return [(self.names[i], self.names[j], int(wrong[i, j])) for i, j in pairs]

    def top(self, count: int) -> Confusion:
        """The matrix of the first `count` types, with all others as one: `…`."""
        if len(self.names) <= count:
            return self
        place = np.minimum(np.arange(len(self.names)), count)
        small = np.zeros((count + 1, count + 1), np.int64)
        np.add.at(small, (place[:, None], place[None, :]), self.matrix)
        return Confusion((*self.names[:count], "…"), small, self.by_type)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"by_type": self.by_type, "names": list(self.names), "matrix": self.matrix.tolist()}

    def __str__(self) -> str:
        return "\n".join(f"{count:>7}  {_text(gold)} → {_text(found)}" for gold, found, count in self.errors[:20])


def _text(name: Key) -> str:
    return name if isinstance(name, str) else ",".join(name)
