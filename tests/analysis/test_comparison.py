"""Two parsers: outcomes against loops, tests of significance against enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import panparser as pp
from panparser.analysis import LABEL

from . import slow


@given(slow.banks(3), st.booleans(), st.booleans())
def test_outcomes_against_loops(banks: list[list[pp.Sentence]], labelled: bool, subtypes: bool) -> None:
    counted: dict[str, Counter[str]] = {}
    for gold, one, other in zip(*banks, strict=True):
        for i, head in enumerate(gold.heads):
            label = slow.relation(gold, i, subtypes)
            if head is None or (labelled and label == "_"):
                continue
            answers = [(s.heads[i], slow.relation(s, i, subtypes) if labelled else "") for s in (one, other)]
            a, b = (answer == (head, label if labelled else "") for answer in answers)
            found = counted.setdefault(label, Counter())
            found[{(1, 1): "both", (1, 0): "only_first", (0, 1): "only_second", (0, 0): "neither"}[a, b]] += 1
            found["same"] += answers[0] == answers[1] and answers[0][0] is not None
    if not counted:
        return
    compared = pp.compare(*banks, by_type=LABEL, labelled=labelled, subtypes=subtypes)
    fields = ("both", "only_first", "only_second", "neither", "same")
    assert {key: [getattr(outcome, f) for f in fields] for key, outcome in compared.items()} == {
        key: [found[f] for f in fields] for key, found in counted.items()
    }
    for f in fields:
        assert getattr(compared.overall, f) == sum(found[f] for found in counted.values())
    assert 0 <= compared.overall.agreement <= 100


def star(words: int, wrong: int) -> pp.Sentence:
    """A sentence in which so many words have the wrong head, if there should be none wrong in `star(words, 0)`."""
    heads = [0] + [1] * (words - 1)
    for word in range(words - wrong, words):
        heads[word] = word
    return pp.Sentence.from_forms(list("abcdefgh"[:words])).replace(heads=heads)


wrongs = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=8)


@given(wrongs)
def test_randomisation_comes_near_the_enumeration(pairs: list[tuple[int, int]]) -> None:
    gold = [star(7, 0)] * len(pairs)
    one, other = ([star(7, pair[i]) for pair in pairs] for i in (0, 1))
    found = pp.significance(gold, one, other, metric="uas", samples=20_000)
    gains = [a - b for a, b in pairs]
    sums = [abs(sum(s * g for s, g in zip(signs, gains, strict=True))) for signs in product((1, -1), repeat=len(gains))]
    exact = sum(s >= abs(sum(gains)) for s in sums) / len(sums)
    assert found.p == pytest.approx(exact, abs=0.02)
    assert found.difference == pytest.approx(100 * sum(gains) / (7 * len(pairs)))
    assert found.difference == pytest.approx(found.second - found.first)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=4))
def test_bootstrap_comes_near_the_enumeration(pairs: list[tuple[int, int]]) -> None:
    lengths = [7 if i % 2 else 6 for i in range(len(pairs))]
    gold = [star(n, 0) for n in lengths]
    one, other = ([star(n, min(pair[i], n - 2)) for n, pair in zip(lengths, pairs, strict=True)] for i in (0, 1))
    found = pp.significance(gold, one, other, metric="uas", test="bootstrap", samples=20_000)
    gains = [min(a, n - 2) - min(b, n - 2) for n, (a, b) in zip(lengths, pairs, strict=True)]
    seen = sum(gains) / sum(lengths)
    hits = [
        abs(sum(gains[i] for i in drawn) / sum(lengths[i] for i in drawn) - seen) >= abs(seen) - 1e-12
        for drawn in product(range(len(gains)), repeat=len(gains))
    ]
    assert found.p == pytest.approx(sum(hits) / len(hits), abs=0.02)
    assert found.interval is not None
    assert found.interval[0] <= found.interval[1]


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_known_outcomes(test: str) -> None:
    gold, wrong = [star(6, 0)] * 100, [star(6, 2)] * 100
    assert pp.significance(gold, wrong, wrong, test=test, metric="uas").p == 1
    strong = pp.significance(gold, wrong, gold, test=test, metric="uas")
    assert strong.p < 0.001
    assert strong.difference == pytest.approx(100 / 3)
    again = pp.significance(gold, wrong, gold, test=test, metric="uas")
    assert again == strong
    mixed = wrong[:50] + gold[50:]
    assert pp.significance(gold, mixed, mixed[::-1], test=test, metric="uas").p > 0.9


def test_labels() -> None:
    gold = [star(2, 0).replace(deprels=["root", "obj"])] * 30
    other = [gold[0].replace(deprels=["root", "iobj"])] * 30
    for metric in ("las", "label_accuracy"):
        found = pp.significance(gold, gold, other, metric=metric)
        assert (found.first, found.second, found.p < 0.001) == (100, 50, True)
    assert pp.significance(gold, gold, other, metric="uas").p == 1
    assert "LAS 100.00 and 50.00, difference -50.00: p = 0.0001 (randomisation" in str(
        pp.significance(gold, gold, other)
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metric": "clas"}, "use las, uas, label_accuracy"),
        ({"test": "t"}, "use randomisation or bootstrap"),
        ({"samples": 0}, "samples=0"),
        ({"seed": -1}, "seed=-1"),
        ({}, "no gold relation is known"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    bank = [star(3, 0)]
    with pytest.raises(pp.UsageError, match=message):
        pp.significance(bank, bank, bank, **options)  # type: ignore[arg-type]
