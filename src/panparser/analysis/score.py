"""How many arcs of a type are right: counts, and the percentages that follow from them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """Right ones among the gold arcs of a type, and among the predicted arcs of that type.

    These are two numbers, since a type can depend on the whole tree: a gold arc that crosses others may be found in a
    tree where it crosses none.

    >>> crossing = Found(gold=4, predicted=2, right_gold=1, right_predicted=1)
    >>> crossing.precision, crossing.recall, round(crossing.f1, 1)
    (50.0, 25.0, 33.3)
    """

    gold: int
    predicted: int
    right_gold: int
    right_predicted: int

    @property
    def precision(self) -> float:
        """Percentage of the predicted arcs that are right."""
        return _percentage(self.right_predicted, self.predicted)

    @property
    def recall(self) -> float:
        """Percentage of the gold arcs that were found."""
        return _percentage(self.right_gold, self.gold)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def to_dict(self) -> dict[str, float | int]:
        """The counts and the percentages, for JSON."""
        return {
            "gold": self.gold,
            "predicted": self.predicted,
            "right_gold": self.right_gold,
            "right_predicted": self.right_predicted,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
        }


@dataclass(frozen=True, slots=True)
class TypeScore:
    """The scores of one type of words: by head alone, by head and relation, and by relation alone."""

    unlabelled: Found
    labelled: Found
    labels: Found

    @property
    def count(self) -> int:
        """Words that the gold tree has of this type."""
        return self.unlabelled.gold

    @property
    def uas(self) -> float:
        """Percentage of these words that have the right head."""
        return self.unlabelled.recall

    @property
    def las(self) -> float:
        """Percentage of these words that have the right head and relation."""
        return self.labelled.recall

    @property
    def label_accuracy(self) -> float:
        """Percentage of these words that have the right relation, whatever their head."""
        return self.labels.recall

    def to_dict(self) -> dict[str, dict[str, float | int]]:
        """Everything, for JSON."""
        return {
            "unlabelled": self.unlabelled.to_dict(),
            "labelled": self.labelled.to_dict(),
            "labels": self.labels.to_dict(),
        }


_NONE = Found(0, 0, 0, 0)
NOTHING = TypeScore(_NONE, _NONE, _NONE)  # of a type that no word has


def _percentage(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0
