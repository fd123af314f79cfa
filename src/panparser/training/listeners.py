"""Listeners that are ready to use."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from panparser._native import Sentence
from panparser.data import Treebank
from panparser.errors import UsageError, require_whole
from panparser.training.listener import Listener
from panparser.training.report import EpochReport
from panparser.training.train import require_sentences


@dataclass(frozen=True)
class EarlyStopping(Listener):
    """Ends training after `patience` epochs in a row without a better score on the development data.

    >>> import panparser as pp
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
    >>> pp.train([birds], [birds], epochs=50, listener=pp.EarlyStopping(patience=3)).header.epochs
    4
    """

    patience: int = 5

    def __post_init__(self) -> None:
        require_whole("patience", self.patience, 1, 100_000)

    def should_stop(self, reports: Sequence[EpochReport]) -> bool:
        """Whether the best epoch lies that far back."""
        if reports[-1].uas is None:
            raise UsageError("early stopping looks at scores on development data; give dev, or train without it")
        return reports[-1].epoch - max(r.epoch for r in reports if r.is_best) >= self.patience


Key = str | int
Rate = float | Mapping[Any, float] | Callable[[Any], float]


@dataclass(frozen=True)
class Subsample(Listener):
    """Hides dependencies on the fly: in each epoch, other heads and relations count as unknown.

    So all of them are seen in the end. `hide` hides them once and for all.

    `rate` is the probability that a dependency is seen. With `by`, it depends on the dependency's `"label"`, on the
    `"tag"` (UPOS) of its word, or on its `"length"` (the distance of word and head, 0 below ROOT): a mapping, in
    which what is missing has probability 1, or a function. What is drawn follows from the seed, the epoch and the
    text of the sentence alone. Sentences of which nothing is left are skipped. Nothing is hidden from the development
    data. A higher rate with the same seed leaves what a lower one leaves.

    In partial systems such as `arc-eager-partial`, a word without head is one that should have none: there, hiding
    teaches that.

    >>> import panparser as pp
    >>> what = pp.Sentence.from_forms(["So", "what"]).replace(heads=[2, 0], deprels=["advmod", "root"])
    >>> pp.Subsample({"advmod": 0.0}, by="label").before_sentence(1, what).heads
    [None, 0]
    >>> [pp.Subsample(0.5, seed=5).before_sentence(epoch, what).heads for epoch in (1, 2, 3)]
    [[2, 0], [2, 0], [None, 0]]
    >>> pp.Subsample(lambda length: 1 / (1 + length), by="length").rate(4)
    0.2
    """

    rate: Rate
    by: Literal["label", "tag", "length"] | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        require_whole("seed", self.seed, 0, 2**63 - 1)
        if self.by not in (None, "label", "tag", "length"):
            raise UsageError(f"dependencies are not sampled by {self.by!r}; use 'label', 'tag' or 'length'")
        is_number = isinstance(self.rate, int | float) and not isinstance(self.rate, bool)
        if not is_number and not isinstance(self.rate, Mapping) and not callable(self.rate):
            raise UsageError(f"rate={self.rate!r} is not possible; use a probability, a mapping or a function")
        if is_number == (self.by is not None):
            raise UsageError(
                "a mapping or a function of what? use by='label', 'tag' or 'length'"
                if self.by is None
                else f"one rate does not depend on a {self.by}; use a mapping or a function, or leave out by"
            )
        for rate in self.rate.values() if isinstance(self.rate, Mapping) else [self.rate] * is_number:
            _require_probability(rate)

    def changes(self) -> str:
        """Its settings; of a function, the name."""
        rate = getattr(self.rate, "__qualname__", None) or repr(self.rate)
        return f"Subsample({rate}, by={self.by!r}, seed={self.seed})"

    def before_sentence(self, epoch: int, sentence: Sentence) -> Sentence | None:
        """The sentence with some heads and labels unknown."""
        left = self._left_of(sentence, epoch)
        return None if left is not sentence and left.heads.count(None) == len(left) else left

    def hide(self, bank: Treebank | Sequence[Sentence]) -> Treebank:
        """The treebank with some heads and labels unknown for good: what a partially annotated one would be.

        >>> import panparser as pp
        >>> what = pp.Sentence.from_forms(["So", "what"]).replace(heads=[2, 0], deprels=["advmod", "root"])
        >>> hidden = pp.Subsample(lambda length: float(length < 1), by="length").hide([what])
        >>> hidden[0].heads, hidden[0].deprels
        ([None, 0], ['_', 'root'])
        """
        return Treebank(self._left_of(sentence, 0) for sentence in require_sentences(bank, "a treebank to hide from"))

    def _left_of(self, sentence: Sentence, epoch: int) -> Sentence:
        # A string seeds by its digest, the same everywhere; Python's own hash is another one in each process.
        draw = random.Random(f"{self.seed} {epoch} {sentence.raw}").random
        heads, labels, tags = sentence.heads, sentence.deprels, sentence.upos
        seen = [
            draw() < self._probability(word, head, label, tag)
            for word, (head, label, tag) in enumerate(zip(heads, labels, tags, strict=True), 1)
        ]
        if all(seen):
            return sentence
        return sentence.replace(
            heads=[head if keep else None for head, keep in zip(heads, seen, strict=True)],
            deprels=[label if keep else "_" for label, keep in zip(labels, seen, strict=True)],
        )

    def _probability(self, word: int, head: int | None, label: str, tag: str) -> float:
        if isinstance(self.rate, int | float):
            return self.rate
        key: Key
        match self.by:
            case "label":
                key = label
            case "tag":
                key = tag
            case _:
                key = abs(head - word) if head else 0
        return self.rate.get(key, 1.0) if isinstance(self.rate, Mapping) else _require_probability(self.rate(key))


def _require_probability(rate: object) -> float:
    if not isinstance(rate, int | float) or isinstance(rate, bool) or not 0 <= rate <= 1:
        raise UsageError(f"a dependency cannot be seen with probability {rate!r}; use a number from 0 to 1")
    return rate


class LearningCurve(Listener):
    """Keeps the reports of all epochs, also over interruptions.

    >>> import panparser as pp
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
    >>> curve = pp.LearningCurve()
    >>> parser = pp.train([birds], [birds], epochs=2, listener=curve)
    >>> curve.points
    [(2, 100.0, 100.0), (4, 100.0, 100.0)]
    """

    def __init__(self) -> None:
        self.reports: list[EpochReport] = []

    def resumed(self, reports: list[EpochReport]) -> None:
        """The epochs before the interruption."""
        self.reports = list(reports)

    def start(self, words: int, epochs: int, first: int) -> None:
        """Another training begins anew."""
        if first == 1:
            self.reports = []

    def after_epoch(self, report: EpochReport) -> None:
        """Another point."""
        self.reports.append(report)

    @property
    def points(self) -> list[tuple[int, float | None, float | None]]:
        """By epoch: words learnt from so far, UAS and LAS on the development data."""
        points, words = [], 0
        for report in self.reports:
            words += report.words
            points.append((words, report.uas, report.las))
        return points

    def draw(self, path: str | os.PathLike[str]) -> None:
        """Draws error and scores by epoch to a .png, .svg or .pdf; needs the extra `plots`."""
        from panparser.show.curve import draw_curve  # nothing else here needs Matplotlib

        draw_curve(self.reports, path)
