"""`pp.significance`: whether the difference between two parsers could be chance.

Sentences are the units, since the words of one are not independent. For the scores here, which count the same words for
both parsers, all that matters of a sentence is how many more words the second parser has right in it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from panparser.analysis.analyze import analysis_of
from panparser.analysis.criteria import Subset
from panparser.analysis.table import Table, Whole
from panparser.errors import UsageError, require_whole
from panparser.evaluation.evaluate import Bank, sentences_of

METRICS = ("las", "uas", "label_accuracy")
TESTS = ("randomisation", "bootstrap")
SAMPLES = 10_000
_CELLS = 2_000_000  # random numbers that are drawn at once
_LEVEL = 95  # of the confidence interval, in percent


@dataclass(frozen=True)
class Significance:
    """The outcome of a test: with `p` below 0.05, say, the difference is hardly chance."""

    metric: str
    test: str
    first: float  # scores in percent
    second: float
    difference: float  # second minus first
    p: float
    samples: int
    seed: int
    interval: tuple[float, float] | None = None  # of the difference, 95 %; from the bootstrap only

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)

    def __str__(self) -> str:
        name = self.metric.replace("_", " ") if self.metric == "label_accuracy" else self.metric.upper()
        between = f", 95 % between {self.interval[0]:+.2f} and {self.interval[1]:+.2f}" if self.interval else ""
        scores = f"{name} {self.first:.2f} and {self.second:.2f}, difference {self.difference:+.2f}{between}"
        return f"{scores}: p = {self.p:.4f} ({self.test}, {self.samples:,} samples)"


def significance(
    gold: Bank,
    first: Bank,
    second: Bank,
    *,
    metric: str = "las",
    test: str = "randomisation",
    samples: int = SAMPLES,
    seed: int = 1,
    subset: Subset | None = None,
    ignore: Collection[str] = (),
    subtypes: bool = False,
) -> Significance:
    """How probable so large a difference of two parsers would be, if they were equally good (two-sided).

    `metric` is `"las"`, `"uas"` or `"label_accuracy"`. The test is approximate randomisation over sentences (Yeh
    2000): if the parsers are alike, their trees for a sentence may be swapped, and `p` is how often a random swapping
    gives at least the difference that was seen. The `"bootstrap"` draws sentences with replacement; `p` is how often
    the difference moves at least as far from what was seen as that is from 0, and `interval` where 95 % of the
    differences lie. What was seen counts as one of the samples, so that `p` is never 0. The other arguments are those
    of `pp.analyze`.

    >>> import panparser as pp
    >>> gold = [pp.Sentence.from_forms(["It", "rains"]).replace(heads=[2, 0])] * 20
    >>> wrong = [gold[0].replace(heads=[0, 1])] * 20
    >>> pp.significance(gold, wrong, gold, metric="uas").p < 0.001
    True
    >>> pp.significance(gold, gold, gold, metric="uas").p
    1.0
    """
    banks = [sentences_of(bank, "significance") for bank in (gold, first, second)]
    return significance_of(Table(*banks, subtypes=subtypes), metric, test, samples, seed, subset, ignore)


def significance_of(
    table: Table,
    metric: str,
    test: str,
    samples: int,
    seed: int,
    subset: Subset | None,
    ignore: Collection[str],
) -> Significance:
    """The test of the two predicted trees of a table."""
    if metric not in METRICS:
        raise UsageError(f"metric={metric!r} is not possible; use {', '.join(METRICS)}")
    if test not in TESTS:
        raise UsageError(f"test={test!r} is not possible; use {' or '.join(TESTS)}")
    require_whole("samples", samples, 1, 10**8)
    require_whole("seed", seed, 0, 2**63 - 1)
    words = analysis_of(table, None, subset, ignore).words
    right = {
        "las": table.right_heads & table.right_relations,
        "uas": table.right_heads,
        "label_accuracy": table.right_relations,
    }[metric]
    if metric != "uas":
        words = words & table.has_relation[0]
    if not words.any():
        raise UsageError(f"no gold relation is known, so there is no {metric}; use metric='uas'")
    counts = table.by_sentence(words)
    one, other = (table.by_sentence(words & right[tree]) for tree in (1, 2))
    random = np.random.default_rng(seed)
    interval = None
    if test == "randomisation":
        hits = _randomised(other - one, samples, random)
    else:
        hits, interval = _resampled(other - one, counts, samples, random)
    total = int(counts.sum())
    first, second, difference = (100 * int(ones.sum()) / total for ones in (one, other, other - one))
    return Significance(metric, test, first, second, difference, (hits + 1) / (samples + 1), samples, seed, interval)


def _randomised(gains: Whole, samples: int, random: np.random.Generator) -> int:
    """How many of the random swappings differ at least as much as what was seen."""
    # Sentences with equally large differences are alike: how many of them keep their sign is one binomial draw.
    sizes, counts = np.unique(np.abs(gains[gains != 0]), return_counts=True)
    sums = np.zeros(samples, np.int64)
    for size, count in zip(sizes.tolist(), counts.tolist(), strict=True):
        sums += size * (2 * random.binomial(count, 0.5, samples) - count)
    return int(np.count_nonzero(np.abs(sums) >= abs(int(gains.sum()))))


def _resampled(
    gains: Whole, counts: Whole, samples: int, random: np.random.Generator
) -> tuple[int, tuple[float, float]]:
    """How many of the samples lie at least as far from what was seen as that from 0; and where 95 % lie."""
    kept = counts > 0
    gains, counts = gains[kept], counts[kept]
    seen = 100 * gains.sum() / counts.sum()
    parts: list[NDArray[np.float64]] = []
    for start in range(0, samples, step := max(1, _CELLS // len(gains))):
        drawn = random.integers(0, len(gains), (min(step, samples - start), len(gains)))
        parts.append(100 * gains[drawn].sum(axis=1) / counts[drawn].sum(axis=1))
    found = np.concatenate(parts)
    low, high = np.percentile(found, [(100 - _LEVEL) / 2, (100 + _LEVEL) / 2]).tolist()
    # Rounding must not tell two equal distances apart.
    return int(np.count_nonzero(np.abs(found - seen) >= abs(seen) - 1e-9)), (low, high)
