"""From how clear a parser's decisions were to how probable it is that they are right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from panparser.errors import ModelError
from panparser.evaluation.reliability import Outcomes
from panparser.models.regression import DAMAGED, LEAST, Floats, Regression

# The columns of native/search/margins.hpp.
MARGINS = 5
_ARC, _LABEL, _FOCUS, _OTHER_HEAD, _OTHER_ARC = range(MARGINS)
_CLEAREST = 20.0  # margins count in medians; what is beyond so many is as clear as can be
_COLUMNS, _TREE_COLUMNS = 15, 4


@dataclass(frozen=True)
class Evidence:
    """What a parser knows of its own trees: arrays over the words of all sentences, one after the other."""

    lengths: NDArray[Any]  # words of each sentence
    heads: NDArray[Any]  # -1 for none
    labels: NDArray[Any]  # their numbers, -1 for none
    margins: NDArray[Any]  # a row per word

    @property
    def scale(self) -> float:
        """The median of the margins that a word's focus has; scores of different models are not on one scale."""
        margins = self.margins[np.isfinite(self.margins[:, _FOCUS]), _FOCUS]
        return float(np.median(np.abs(margins))) or 1.0 if len(margins) else 1.0

    def columns(self, scale: float) -> Floats:
        """What the regressions of heads and labels see: a row per word."""
        words = np.arange(len(self.heads))
        sentence = np.repeat(np.arange(len(self.lengths)), self.lengths)
        first = (np.cumsum(self.lengths) - self.lengths)[sentence]
        has_word = self.heads > 0
        head = np.where(has_word, first + self.heads - 1, words)  # of words below ROOT: themselves
        distance = np.where(has_word, head - words, 0)
        margins = self.margins.astype(np.float64)
        clear = _squashed(margins, scale)
        return np.column_stack(
            [
                np.ones(len(words)),
                clear,
                np.isnan(margins[:, _ARC]),  # no decision made the arc
                np.isinf(margins[:, [_OTHER_HEAD, _OTHER_ARC]]),  # no hypothesis disagrees
                clear[head][:, [_ARC, _FOCUS]],
                self.heads == 0,
                distance > 0,
                np.log(np.maximum(np.abs(distance), 1)),
                np.log(np.asarray(self.lengths, np.float64))[sentence],
            ]
        ).astype(np.float64)


def _squashed(margins: Floats, scale: float) -> Floats:
    """Doubling a large margin tells much less than doubling a small one. Without a decision there is no margin: 0."""
    bounded = np.clip(np.nan_to_num(margins / scale, nan=0.0, posinf=_CLEAREST), -_CLEAREST, _CLEAREST)
    squashed: Floats = np.sign(bounded) * np.log1p(np.abs(bounded))
    return squashed


@dataclass(frozen=True)
class Calibration:
    """Three regressions, for one width of the beam.

    How often a head is right depends much on what it is the head of: that is why relations have weights of their own.
    `labels` is about words whose head is right, so that head and label together are never surer than the head
    alone. `trees` builds on the probabilities of the arcs.
    """

    scale: float
    heads: Regression
    labels: Regression
    trees: Regression

    @classmethod
    def fit(cls, evidence: Evidence, truth: Outcomes, relations: int) -> Calibration:
        """From parsed sentences of which it is known what is right; `relations` is how many the parser has."""
        scale = evidence.scale
        columns, numbers = evidence.columns(scale), evidence.labels
        used = truth.known & (evidence.heads >= 0)
        heads = Regression.fit(columns[used], numbers[used], relations, truth.right_heads[used])
        used &= truth.right_heads
        labels = Regression.fit(columns[used], numbers[used], relations, truth.right_arcs[used])
        whole, right = truth.trees()
        rows, none = _tree_columns(evidence, _words(scale, heads, labels, evidence)[1]), np.full(len(whole), -1)
        return cls(scale, heads, labels, Regression.fit(rows[whole], none[whole], 0, right[whole]))

    def probabilities(self, evidence: Evidence) -> tuple[Floats, Floats, Floats]:
        """That each head, each head with its label, and each whole tree is right; NaN for words without head."""
        heads, arcs = _words(self.scale, self.heads, self.labels, evidence)
        rows = _tree_columns(evidence, arcs)
        return heads, arcs, self.trees.probabilities(rows, np.full(len(rows), -1))

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        parts = {"heads": self.heads, "labels": self.labels, "trees": self.trees}
        return {"scale": self.scale} | {name: part.to_dict() for name, part in parts.items()}

    @classmethod
    def from_dict(cls, values: object, relations: int) -> Calibration:
        """What `to_dict` wrote, of a model with so many relations."""
        if not isinstance(values, Mapping) or not isinstance(values.get("scale"), float) or not values["scale"] > 0:
            raise ModelError(DAMAGED)
        sizes = {"heads": _COLUMNS + relations, "labels": _COLUMNS + relations, "trees": _TREE_COLUMNS}
        return cls(values["scale"], *(Regression.from_dict(values.get(name), size) for name, size in sizes.items()))


def _words(scale: float, heads: Regression, labels: Regression, evidence: Evidence) -> tuple[Floats, Floats]:
    """Probabilities of heads, and of heads with their labels."""
    columns, numbers, attached = evidence.columns(scale), evidence.labels, evidence.heads >= 0
    of_heads = heads.probabilities(columns, numbers)
    both = np.maximum(of_heads * labels.probabilities(columns, numbers), LEAST)
    of_arcs = np.where(numbers >= 0, both, of_heads)
    return np.where(attached, of_heads, np.nan), np.where(attached, of_arcs, np.nan)


def _tree_columns(evidence: Evidence, arcs: Floats) -> Floats:
    """What the regression of trees sees: a row per sentence."""
    logs = np.log(np.where(np.isnan(arcs), LEAST, arcs))
    start = np.cumsum(evidence.lengths) - evidence.lengths
    if not len(start):
        return np.zeros((0, _TREE_COLUMNS))
    sums, least = np.add.reduceat(logs, start), np.minimum.reduceat(logs, start)
    return np.column_stack([np.ones(len(start)), sums, least, np.log(np.asarray(evidence.lengths, np.float64))])
