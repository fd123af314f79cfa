"""Probabilities from evidence: logistic regression, and a monotone correction of what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from panparser.errors import ModelError

Floats = NDArray[np.float64]

LEAST, MOST = 1e-4, 1 - 1e-4  # nothing is certain
_RIDGE = 1.0  # weights are drawn to 0 as by a prior of this precision
_DIGITS = 6  # significant ones of a number that is kept: the same bytes wherever it was fitted
# The correction looks at groups of examples that are equally probable; with too few groups there is none.
_GROUP, _FEWEST, _MOST_GROUPS = 100, 10, 50


@dataclass(frozen=True)
class Regression:
    """The probability that something is right, given some numbers and the relation it is about.

    A row has its numbers in `columns`, and a weight of its own for its relation (-1: none). Where there are examples
    enough, isotonic regression corrects what the logistic one says: `said` is turned into `found`, and what
    lies between two points into what lies between those. Whatever was more probable never becomes less probable.
    """

    weights: tuple[float, ...]
    said: tuple[float, ...] = ()
    found: tuple[float, ...] = ()

    @classmethod
    def fit(cls, columns: Floats, relation: NDArray[Any], relations: int, right: NDArray[np.bool_]) -> Self:
        """From examples; `relations` is how many relations there are."""
        weights = _newton(columns, relation, relations, right.astype(np.float64))
        plain = cls(_rounded(weights))
        groups = min(len(right) // _GROUP, _MOST_GROUPS)
        if groups < _FEWEST:
            return plain
        probabilities = plain.probabilities(columns, relation)
        parts = np.array_split(np.argsort(probabilities, kind="stable"), groups)
        sizes = np.array([len(part) for part in parts])
        said = np.array([probabilities[part].mean() for part in parts])
        shares = (np.array([right[part].sum() for part in parts]) + 0.5) / (sizes + 1)  # all right is not certainty
        return cls(plain.weights, _rounded(said), _rounded(isotonic(shares, sizes)))

    def probabilities(self, columns: Floats, relation: NDArray[Any]) -> Floats:
        """One for each row."""
        plain = _logistic(_sums(columns, relation, np.array(self.weights)))
        return np.clip(np.interp(plain, self.said, self.found) if self.said else plain, LEAST, MOST)

    def to_dict(self) -> dict[str, list[float]]:
        """As plain values for JSON."""
        return {"weights": list(self.weights), "said": list(self.said), "found": list(self.found)}

    @classmethod
    def from_dict(cls, values: object, size: int) -> Self:
        """What `to_dict` wrote, with so many weights."""
        parts = [values.get(name) for name in ("weights", "said", "found")] if isinstance(values, Mapping) else [None]
        if not all(isinstance(part, list) and all(_is_number(n) for n in part) for part in parts):
            raise ModelError(DAMAGED)
        weights, said, found = (tuple(map(float, part or ())) for part in parts)
        if len(weights) != size or len(said) != len(found) or list(said) != sorted(said):
            raise ModelError(DAMAGED)
        return cls(weights, said, found)


DAMAGED = "the model's calibration is damaged; calibrate, train or fetch the model again"


def isotonic(values: Floats, sizes: NDArray[Any]) -> Floats:
    """The closest sequence that never falls: neighbours in the wrong order get their common mean.

    >>> isotonic(np.array([0.2, 0.5, 0.3, 0.9]), np.array([1, 1, 1, 1])).tolist()
    [0.2, 0.4, 0.4, 0.9]
    """
    blocks: list[tuple[float, float, int]] = []  # mean, size, how many values
    for value, size in zip(values.tolist(), sizes.tolist(), strict=True):
        block = (value, size, 1)
        while blocks and blocks[-1][0] >= block[0]:
            mean, others, count = blocks.pop()
            total = others + block[1]
            block = ((mean * others + block[0] * block[1]) / total, total, count + block[2])
        blocks.append(block)
    return np.repeat([mean for mean, _, _ in blocks], [count for _, _, count in blocks])


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and bool(np.isfinite(value))


def _rounded(values: Floats) -> tuple[float, ...]:
    return tuple(float(f"{value:.{_DIGITS}g}") for value in values)


def _logistic(sums: Floats) -> Floats:
    values: Floats = 0.5 * (1 + np.tanh(0.5 * sums))  # which does not overflow
    return values


def _sums(columns: Floats, relation: NDArray[Any], weights: Floats) -> Floats:
    own = np.append(weights[columns.shape[1] :], 0.0)  # -1: none
    sums: Floats = columns @ weights[: columns.shape[1]] + own[relation]
    return sums


def _newton(columns: Floats, relation: NDArray[Any], relations: int, target: Floats) -> Floats:
    """The weights of a logistic regression with ridge. The columns of relations, one 1 in each row, are never made."""
    count = columns.shape[1]
    weights = np.zeros(count + relations)

    def loss(candidate: Floats) -> float:
        sums = _sums(columns, relation, candidate)
        return float(np.sum(np.logaddexp(0, sums) - target * sums) + 0.5 * _RIDGE * candidate @ candidate)

    def by_relation(values: Floats) -> Floats:
        return np.bincount(relation + 1, values, relations + 1)[1:].astype(np.float64)

    best = loss(weights)
    for _ in range(100):
        expected = _logistic(_sums(columns, relation, weights))
        error, spread = expected - target, expected * (1 - expected)
        gradient = np.concatenate([columns.T @ error, by_relation(error)]) + _RIDGE * weights
        mixed = np.array([by_relation(spread * column) for column in columns.T]).reshape(count, relations)
        hessian = np.block([[columns.T @ (columns * spread[:, None]), mixed], [mixed.T, np.diag(by_relation(spread))]])
        step = np.linalg.solve(hessian + _RIDGE * np.eye(len(weights)), gradient)
        while (found := loss(weights - step)) > best and np.abs(step).max() > 1e-12:  # Newton's step may go too far
            step /= 2
        weights, best = weights - step, found
        if np.abs(step).max() < 1e-10:
            break
    return weights
