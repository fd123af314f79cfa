"""Whether confidence deserves its name: how often what is said to be right with probability p is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from panparser.data import Sentence
from panparser.data.confidence import confidence
from panparser.errors import UsageError

BINS = 10
COVERAGES = (0.5, 0.8, 0.9, 0.95)


@dataclass(frozen=True)
class Reliability:
    """Probabilities beside what came true.

    `ece` is the expected calibration error: the probabilities are sorted into ten bins of equal width, and the
    distance between the mean probability and the share that is right is averaged over the bins, each with the
    weight of its size.

    >>> sure = Reliability([0.9, 0.9, 0.6, 0.2], [True, True, True, False])
    >>> round(sure.ece, 3), sure.precision_at(0.5), sure.accuracy
    (0.2, 1.0, 0.75)
    """

    probabilities: NDArray[np.float64] = field(repr=False)
    right: NDArray[np.bool_] = field(repr=False)

    def __init__(self, probabilities: ArrayLike, right: ArrayLike) -> None:
        object.__setattr__(self, "probabilities", np.asarray(probabilities, np.float64))
        object.__setattr__(self, "right", np.asarray(right, np.bool_))
        p = self.probabilities
        if p.ndim != 1 or p.shape != self.right.shape or not len(p):
            raise UsageError("there must be one answer for each probability, and at least one; check the lists")
        if not np.all((p >= 0) & (p <= 1)):
            raise UsageError("a probability is a number from 0 to 1; check the list")

    @property
    def accuracy(self) -> float:
        """The share that is right."""
        return float(self.right.mean())

    @property
    def bins(self) -> list[tuple[int, float, float]]:
        """For each tenth from 0 to 1: how many, their mean probability, the share that is right (0.0 for none)."""
        number = np.minimum((self.probabilities * BINS).astype(int), BINS - 1)
        count = np.bincount(number, minlength=BINS)
        sums = [np.bincount(number, values, BINS) for values in (self.probabilities, self.right)]
        means = [np.divide(s, count, out=np.zeros(BINS), where=count > 0) for s in sums]
        return list(zip(count.tolist(), means[0].tolist(), means[1].tolist(), strict=True))

    @property
    def ece(self) -> float:
        """Expected calibration error."""
        return sum(count * abs(mean - share) for count, mean, share in self.bins) / len(self.right)

    def precision_at(self, coverage: float) -> float:
        """The share that is right of the most probable ones, so many of all; of equals, any are as good."""
        if not 0 < coverage <= 1:
            raise UsageError(f"coverage={coverage!r} is not possible; use a share above 0, up to 1")
        p, wanted = self.probabilities, max(1, round(coverage * len(self.right)))
        least = np.sort(p)[-wanted]
        above, equal = p > least, p == least
        rest = wanted - int(above.sum())
        return float((self.right[above].sum() + rest * self.right[equal].mean()) / wanted)

    def to_dict(self) -> dict[str, object]:
        """As plain values for JSON."""
        return {
            "count": len(self.right),
            "accuracy": self.accuracy,
            "mean_confidence": float(self.probabilities.mean()),
            "ece": self.ece,
            "precision_at": {f"{coverage:g}": self.precision_at(coverage) for coverage in COVERAGES},
            "bins": [{"count": n, "confidence": mean, "right": share} for n, mean, share in self.bins],
        }


@dataclass(frozen=True)
class Outcomes:
    """What is right in parsed sentences: arrays over all words, one sentence after the other."""

    lengths: NDArray[np.int64]
    known: NDArray[np.bool_]  # whether it can be said
    right_heads: NDArray[np.bool_]
    right_arcs: NDArray[np.bool_]  # head and relation

    def trees(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Of which sentences all is known, and in which all is right."""
        start = np.cumsum(self.lengths) - self.lengths
        if not len(start):
            return np.zeros(0, np.bool_), np.zeros(0, np.bool_)
        return np.logical_and.reduceat(self.known, start), np.logical_and.reduceat(self.right_arcs, start)


def outcomes(gold: Sequence[Sentence], predicted: Sequence[Sentence]) -> Outcomes:
    """Compares parsed sentences with the right ones, word by word; relations are compared where any are predicted."""
    pairs = list(zip(gold, predicted, strict=False))
    if len(gold) != len(predicted) or any(one.forms != other.forms for one, other in pairs):
        raise UsageError(
            "confidence is judged word by word, and the words differ; parse the sentences of the gold file"
        )
    known, right_heads, right_arcs = [], [], []
    for one, other in pairs:
        columns = (one.heads, one.deprels, other.heads, other.deprels)
        for head, relation, given_head, given in zip(*columns, strict=True):
            known.append(head is not None and (relation != "_" or given == "_"))
            right_heads.append(head == given_head and head is not None)
            right_arcs.append(right_heads[-1] and given in (relation, "_"))
    lengths = np.array([len(sentence) for sentence in gold], np.int64)
    return Outcomes(lengths, *(np.array(values, np.bool_) for values in (known, right_heads, right_arcs)))


def reliability(gold: Sequence[Sentence], predicted: Sequence[Sentence]) -> dict[str, Reliability]:
    """How well the confidence in parsed sentences agrees with the right trees: of `heads`, `arcs` and `trees`.

    Both must have the same words. Relations are compared in full, with their subtypes. Words whose gold head or
    relation is unknown are left out, and so are sentences with such a word, and words that were given no head.

    >>> import panparser as pp
    >>> gold = pp.reads("1\\tYes\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n")
    >>> parsed = pp.reads(
    ...     "# panparser_confidence = 0.8\\n1\\tYes\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\tConf=0.8|ConfHead=0.9\\n\\n"
    ... )
    >>> {name: round(found.ece, 3) for name, found in pp.reliability(gold, parsed).items()}
    {'heads': 0.1, 'arcs': 0.2, 'trees': 0.2}
    """
    truth, said = outcomes(gold, predicted), [confidence(sentence) for sentence in predicted]
    heads, arcs = (
        np.array([p for each in said for p in getattr(each, kind)], np.float64) for kind in ("heads", "arcs")
    )
    used = truth.known & ~np.isnan(heads) & ~np.isnan(arcs)
    whole, right_trees = truth.trees()
    if not used.any() or not whole.any():
        raise UsageError("no sentence has all of its heads and relations; give a gold file that has")
    trees = np.array([each.tree for each in said])
    return {
        "heads": Reliability(heads[used], truth.right_heads[used]),
        "arcs": Reliability(arcs[used], truth.right_arcs[used]),
        "trees": Reliability(trees[whole], right_trees[whole]),
    }
