"""Reliability: worked out by hand, and against a slow way to count."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import panparser as pp

pairs = st.lists(st.tuples(st.integers(0, 20).map(lambda k: k / 20), st.booleans()), min_size=1, max_size=40)


def test_by_hand() -> None:
    found = pp.Reliability([0.95, 0.91, 0.99, 0.31, 0.39, 1.0], [True, True, False, False, True, True])
    assert [count for count, _, _ in found.bins] == [0, 0, 0, 2, 0, 0, 0, 0, 0, 4]
    # |0.35 - 0.5| for two, |0.9625 - 0.75| for four
    assert found.ece == pytest.approx((2 * 0.15 + 4 * 0.2125) / 6)
    assert found.accuracy == pytest.approx(4 / 6)
    assert [found.precision_at(c) for c in (1 / 6, 2 / 6, 0.5, 1)] == pytest.approx([1, 1 / 2, 2 / 3, 4 / 6])


def test_of_equals_any_are_as_good() -> None:
    found = pp.Reliability([0.9, 0.5, 0.5, 0.5, 0.5], [True, True, False, False, False])
    assert found.precision_at(0.6) == pytest.approx((1 + 2 * 0.25) / 3)
    turned = pp.Reliability([0.5, 0.5, 0.5, 0.5, 0.9], [False, False, False, True, True])
    assert turned.precision_at(0.6) == found.precision_at(0.6)


def test_perfect_and_hopeless() -> None:
    assert pp.Reliability([1.0, 0.0], [True, False]).ece == 0
    assert pp.Reliability([0.0, 1.0], [True, False]).ece == 1


@given(pairs)
def test_against_a_slow_count(rows: list[tuple[float, bool]]) -> None:
    found = pp.Reliability(*zip(*rows, strict=True))
    slow = 0.0
    for k in range(10):
        inside = [(p, y) for p, y in rows if k <= math.floor(p * 10 + 1e-12) < k + 1 or (k == 9 and p == 1)]
        slow += abs(sum(p for p, _ in inside) - sum(y for _, y in inside)) / len(rows)
    assert found.ece == pytest.approx(slow)
    assert found.precision_at(1) == pytest.approx(found.accuracy)
    for share in (0.5, 0.8):
        assert 0 <= found.precision_at(share) <= 1


@pytest.mark.parametrize(
    ("probabilities", "right"),
    [
        ([], []),
        ([0.5], [True, False]),
        ([1.5], [True]),
        ([-0.1], [True]),
        ([float("nan")], [True]),
        ([[0.5]], [[True]]),
    ],
)
def test_bad_lists(probabilities: Any, right: Any) -> None:
    with pytest.raises(pp.UsageError) as caught:
        pp.Reliability(probabilities, right)
    assert "\n" not in str(caught.value)


def test_bad_coverage() -> None:
    for coverage in (0, -1, 1.01):
        with pytest.raises(pp.UsageError, match="coverage="):
            pp.Reliability([0.5], [True]).precision_at(coverage)


GOLD = pp.reads(
    "1\ta\t_\t_\t_\t_\t2\tdet\t_\t_\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    "1\tc\t_\t_\t_\t_\t0\troot\t_\t_\n2\td\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
)
PARSED = pp.reads(
    "# panparser_confidence = 0.5\n1\ta\t_\t_\t_\t_\t2\tamod\t_\tConf=0.6|ConfHead=0.7\n"
    "2\tb\t_\t_\t_\t_\t0\troot\t_\tX=Y|Conf=0.8|ConfHead=0.9\n\n"
    "# panparser_confidence = 0.25\n1\tc\t_\t_\t_\t_\t2\tdet\t_\tConf=0.3|ConfHead=0.4\n"
    "2\td\t_\t_\t_\t_\t0\troot\t_\tConf=0.2|ConfHead=0.2\n\n"
)


def test_of_sentences() -> None:
    found = pp.reliability(GOLD, PARSED)
    assert found["heads"].probabilities.tolist() == [0.7, 0.9, 0.4]  # the last word has no gold head
    assert found["heads"].right.tolist() == [True, True, False]
    assert found["arcs"].probabilities.tolist() == [0.6, 0.8, 0.3]
    assert found["arcs"].right.tolist() == [False, True, False]
    assert found["trees"].probabilities.tolist() == [0.5]
    assert found["trees"].right.tolist() == [False]
    assert pp.confidence(PARSED[0]) == pp.Confidence((0.7, 0.9), (0.6, 0.8), 0.5)


def test_relations_that_are_not_predicted_do_not_count() -> None:
    bare = [s.replace(deprels=["_"] * len(s)) for s in PARSED]
    assert pp.reliability(GOLD, bare)["arcs"].right.tolist() == [True, True, False]


def test_bad_sentences() -> None:
    for gold, parsed, piece in [
        (GOLD, PARSED[:1], "the words differ"),
        (GOLD[:1], PARSED[1:], "the words differ"),
        (GOLD, GOLD, "has no confidence"),
        (PARSED[:0], PARSED[:0], "no sentence has all"),
        (GOLD[1:], PARSED[1:], "no sentence has all"),
    ]:
        with pytest.raises(pp.UsageError, match=piece):
            pp.reliability(gold, parsed)
    for misc, piece in [("_", "word 1 has a head"), ("Conf=2|ConfHead=0", "'2'"), ("Conf=x|ConfHead=0", "'x'")]:
        with pytest.raises(pp.PanParserError, match=piece):
            pp.confidence(PARSED[0].replace(misc=[misc, "Conf=0.1|ConfHead=0.1"]))
    with pytest.raises(pp.UsageError, match="take one of the treebank"):
        pp.confidence(PARSED)  # type: ignore[arg-type]
