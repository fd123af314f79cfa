"""What training says of itself: epoch by epoch, and update by update."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from panparser._native import Sentence
from panparser.errors import InputError


@dataclass(frozen=True)
class EpochReport:
    """What one epoch did; also a line of the log. Scores are on the development data, with averaged weights."""

    epoch: int
    error: float  # share of decisions that were wrong
    label_error: float  # share of wrong labels on gold arcs
    words: int
    seconds: float
    uas: float | None = None
    las: float | None = None  # None where no labels are predicted
    tags: float | None = None  # of a tagger: how many words have all that it predicts right
    is_best: bool = True

    @property
    def score(self) -> float:
        """What the best epoch is chosen by: LAS, UAS where no labels are predicted, or the accuracy of a tagger.

        0 without development data.
        """
        return next((score for score in (self.tags, self.las, self.uas) if score is not None), 0.0)

    @property
    def words_per_second(self) -> float:
        """Training speed."""
        return self.words / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class UpdateReport:
    """An update: the decisions that are rewarded and those that are punished, from where two derivations part.

    A decision is an action with its label, None where there is none. A local update has one decision on each side,
    and so has that of a label which is predicted beside its action.
    """

    epoch: int
    sentence: Sentence  # as it stands in the training data
    rewarded: tuple[tuple[str, str | None], ...]
    punished: tuple[tuple[str, str | None], ...]


def read_log(path: str | os.PathLike[str]) -> list[EpochReport]:
    """The reports of a training, from the file that `pp.train(log=...)` or `panparser train --log` wrote."""
    reports = []
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"cannot be read: {reason}", "give the file that --log wrote", file=str(path)) from None
    for number, line in enumerate(lines, 1):
        try:
            reports.append(EpochReport(**json.loads(line)))
        except (ValueError, TypeError):
            remedy = "give the file that --log wrote"
            raise InputError("not the report of an epoch", remedy, file=str(path), line=number) from None
    if not reports:
        raise InputError("there are no epochs in it", "give the file that --log wrote", file=str(path))
    return reports
