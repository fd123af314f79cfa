"""Regressions: against what is known of them, and whether the correction keeps the order."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import panparser as pp
from panparser.models.regression import LEAST, MOST, Regression, isotonic

shares = st.lists(st.tuples(st.floats(0, 1), st.integers(1, 9)), min_size=1, max_size=5)


@given(shares)
def test_isotonic_is_the_closest_sequence_that_never_falls(pairs: list[tuple[float, int]]) -> None:
    values, sizes = (np.array(column) for column in zip(*pairs, strict=True))
    found = isotonic(values, sizes)
    assert np.all(np.diff(found) >= -1e-12)
    # The closest one is constant on blocks, with their means: try every way to cut into blocks.
    best = np.inf
    for cuts in itertools.product([False, True], repeat=len(values) - 1):
        block = np.concatenate([[0], np.cumsum(cuts)]).astype(int)
        means = np.bincount(block, values * sizes) / np.bincount(block, sizes)
        if np.all(np.diff(means) >= 0):
            best = min(best, float(np.sum(sizes * (values - means[block]) ** 2)))
    assert np.sum(sizes * (values - found) ** 2) <= best + 1e-9


def examples(count: int, seed: int) -> tuple[Any, Any, Any]:
    """Two numbers and one of three relations, with known weights."""
    rng = np.random.default_rng(seed)
    columns = np.column_stack([np.ones(count), rng.normal(size=count), rng.normal(size=count)])
    relation = rng.integers(-1, 3, count)
    sums = columns @ [0.5, 1.5, -1.0] + np.array([1.0, 0.0, -1.0, 0.0])[relation]
    return columns, relation, rng.random(count) < 1 / (1 + np.exp(-sums))


def test_the_weights_are_found_again() -> None:
    columns, relation, right = examples(50_000, 1)
    weights = np.array(Regression.fit(columns, relation, 3, right).weights)
    assert weights == pytest.approx([0.5, 1.5, -1.0, 1.0, 0.0, -1.0], abs=0.1)
    # At the optimum, the expected number of right ones is the true one, for each relation and weighed by each column.
    said = Regression(tuple(weights)).probabilities(columns, relation)
    assert columns.T @ (said - right) == pytest.approx(-weights[:3], abs=0.1)  # the ridge pulls at them
    for k in range(3):
        assert np.sum((said - right)[relation == k]) == pytest.approx(-weights[3 + k], abs=0.1)


@given(st.integers(1, 2500), st.integers(0, 5))
def test_probabilities_are_some_and_keep_the_order(count: int, seed: int) -> None:
    columns, relation, right = examples(count, seed)
    fitted = Regression.fit(columns, relation, 3, right)
    said = fitted.probabilities(columns, relation)
    assert np.all((said >= LEAST) & (said <= MOST))
    plain = Regression(fitted.weights).probabilities(columns, relation)
    assert np.all(np.diff(said[np.argsort(plain, kind="stable")]) >= 0)
    assert Regression.from_dict(fitted.to_dict(), len(fitted.weights)) == fitted
    assert bool(fitted.said) == (count >= 1000)


@pytest.mark.parametrize("answer", [True, False])
@pytest.mark.parametrize("count", [0, 1, 200, 5000])
def test_always_the_same_answer(answer: bool, count: int) -> None:
    """No weights are infinite, and nothing is certain."""
    columns, relation, _ = examples(count, 3)
    fitted = Regression.fit(columns, relation, 3, np.full(count, answer))
    said = fitted.probabilities(columns, relation)
    assert np.all((said > 0.5) == answer)
    assert np.all((said >= LEAST) & (said <= MOST))


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        {"weights": [1.0], "said": [], "found": []},
        {"weights": [1.0, None], "said": [], "found": []},
        {"weights": [1.0, float("nan")], "said": [], "found": []},
        {"weights": [1.0, True], "said": [], "found": []},
        {"weights": [1.0, 2.0], "said": [0.1], "found": []},
        {"weights": [1.0, 2.0], "said": [0.2, 0.1], "found": [0.1, 0.2]},
        {"weights": "no", "said": [], "found": []},
    ],
    ids=str,
)
def test_damaged(wrong: Any) -> None:
    with pytest.raises(pp.ModelError, match="calibration is damaged"):
        Regression.from_dict(wrong, 2)
