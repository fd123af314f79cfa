"""One metric: four counts, and the percentages that follow from them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Metric:
    """How many units are right, of how many in the gold file, in the predicted file, and in both (aligned).

    >>> las = Metric(correct=8, gold=10, predicted=10, aligned=9)
    >>> las.precision, las.recall, las.f1
    (80.0, 80.0, 80.0)
    """

    correct: int
    gold: int
    predicted: int
    aligned: int | None = None

    @property
    def precision(self) -> float:
        """Percentage of the predicted units that are right."""
        return _percentage(self.correct, self.predicted)

    @property
    def recall(self) -> float:
        """Percentage of the gold units that were found."""
        return _percentage(self.correct, self.gold)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; equal to both when the two files have the same words."""
        return _percentage(2 * self.correct, self.gold + self.predicted)

    @property
    def aligned_accuracy(self) -> float | None:
        """Percentage of the aligned words that are right; None for tokens, words and sentences."""
        return _percentage(self.correct, self.aligned) if self.aligned is not None else None

    def to_dict(self) -> dict[str, float | int | None]:
        """The counts and the percentages, for JSON."""
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "aligned_accuracy": self.aligned_accuracy,
            "correct": self.correct,
            "gold": self.gold,
            "predicted": self.predicted,
            "aligned": self.aligned,
        }


def _percentage(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0
