"""One training: the native trainer, and what is decided around it, whatever is learnt."""

from __future__ import annotations

import json
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from panparser._native import Design, Sentence, Trainer, pack
from panparser._native import prune as native_prune
from panparser.data import Treebank
from panparser.data.atomic import replacing
from panparser.errors import MAX_BEAM, MAX_THREADS, UsageError, require_whole
from panparser.evaluation import Scores, evaluate
from panparser.features import Clusters, Vectors
from panparser.models.header import ModelHeader, fingerprint
from panparser.models.network import rounded
from panparser.training.checkpoint import Arrays, load_checkpoint, save_checkpoint
from panparser.training.listener import Listeners
from panparser.training.network import NetworkTrainer
from panparser.training.report import EpochReport, UpdateReport
from panparser.training.strategy import Strategy, resolve

# Features whose weights hardly tell decisions apart are left out of a finished model: the largest of these shares that
# costs no more than a little on the development data. docs/results/foundation.md has size, speed and accuracy of each.
PRUNE_CHOICES = (0.9, 0.8, 0.7, 0.6, 0.5, 0.3, 0.0)
PRUNE_FROM = 50_000  # features; fewer fit the cache anyway
RELEARN = 0.8  # of a size: what features may take that learn again

Model = TypeVar("Model")


def require_settings(
    strategy: str | Strategy,
    beam: int,
    epochs: int,
    seed: int,
    threads: int,
    prune: float | None = None,
    size: float | None = None,
) -> Strategy:
    """The strategy; an error if one of the settings is not possible."""
    require_whole("epochs", epochs, 1, 100_000)
    require_whole("threads", threads, 1, MAX_THREADS)
    require_whole("seed", seed, 0, 2**63 - 1)
    if prune is not None and not (_is_number(prune) and 0 <= prune < 1):
        raise UsageError(f"prune={prune!r} is not possible; use the share of features to leave out, from 0 to below 1")
    if size is not None and not (_is_number(size) and size > 0):
        raise UsageError(f"size={size!r} is not possible; use a number of megabytes above 0")
    if prune is not None and size is not None:
        raise UsageError("prune and size both say what is left out; give one of them")
    require_whole("beam", beam, 1, MAX_BEAM)
    chosen = resolve(strategy)
    if chosen.update == "local" and beam > 1:
        raise UsageError(
            f"a local update does not learn with a beam of {beam}; use beam=1, or a strategy such as 'earlyNDrestartSO'"
        )
    return chosen


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def require_sentences(bank: Treebank | Sequence[Sentence], what: str) -> list[Sentence]:
    """The sentences of what should be a treebank, or an error that calls it `what`."""
    if isinstance(bank, Sentence | str | bytes) or not isinstance(bank, Iterable):
        raise UsageError(f"{what} must be a Treebank, not {type(bank).__name__}; pp.read gives one")
    sentences = list(bank)
    for sentence in sentences:
        if not isinstance(sentence, Sentence):
            raise UsageError(f"{what} must hold Sentences, not {type(sentence).__name__}; pp.read gives them")
    return sentences


class Run(ABC, Generic[Model]):
    """What trainings have in common: epochs, the choice of the best one, pruning."""

    prune_tolerance = 0.1  # of the score on development data

    def __init__(
        self,
        header: ModelHeader,
        design: Design,
        trainer: Trainer | NetworkTrainer,
        strategy: Strategy,
        sentences: Sequence[Sentence],
        dev: Sequence[Sentence] | None,
        threads: int,
        listeners: Listeners,
        tables: tuple[Clusters, Vectors],
    ) -> None:
        self.header, self.strategy, self.listeners, self.threads = header, strategy, listeners, threads
        self.words = sum(len(s) for s in sentences)
        self.dev = dev
        self.clusters, self.vectors = tables
        self.design, self.trainer = design, trainer
        self.sentences = sentences
        self.best: Arrays = {}
        self.best_dev = dev  # as it was in the best epoch

    @abstractmethod
    def _annotate(self) -> list[Sentence]:
        """The development data as the weights of now, averaged, have them."""

    @abstractmethod
    def _summary(self, annotated: Sequence[Sentence], scores: Scores) -> dict[str, float]:
        """What is said of development data: uas and las, or tags; the last counts."""

    @abstractmethod
    def _make(self, header: ModelHeader, arrays: Arrays) -> tuple[Model, Callable[[], Sequence[Sentence]]]:
        """The finished model, and how it annotates the development data."""

    def _complete(self, model: Model) -> None:
        """What is left to do when the weights are chosen."""

    def _settings(self) -> dict[str, Any]:
        """What the result depends on beside the header, the data and the listeners."""
        return {}

    def epochs(
        self,
        checkpoint: str | os.PathLike[str] | None = None,
        resume: bool = False,
        log: str | os.PathLike[str] | None = None,
    ) -> Iterator[EpochReport]:
        """Goes through the epochs, one each time that it is asked for the next; those of a checkpoint come first."""
        # Everything that the result depends on; the number of epochs may be raised.
        settings = {
            k: v
            for k, v in json.loads(json.dumps(self.header.to_dict())).items()
            if k not in ("epochs", "best_epoch", "scores", "prune", "calibration", "licence")
        } | {
            "development data": fingerprint(self.dev)["sha256"] if self.dev is not None else None,
            "listener": self.listeners.changes(),
        }
        settings |= self._settings()
        reports: list[EpochReport] = []
        if resume:
            if checkpoint is None:
                raise UsageError("there is nothing to resume from; give checkpoint=PATH as in the first run")
            if found := load_checkpoint(checkpoint, settings):
                history, state, self.best = found
                reports = [EpochReport(**report) for report in history]
                if (done := len(reports)) > self.header.epochs:
                    raise UsageError(f"{os.fspath(checkpoint)} has {done} epochs behind it; use epochs={done} or more")
                self.trainer.restore(state)
                self.listeners.tell("resumed", list(reports))
                for report in reports:
                    self._renew_dev(report.epoch)
                    if report.is_best:
                        self.best_dev = self.dev
                yield from reports
        self.listeners.tell("start", self.words, self.header.epochs, len(reports) + 1)
        for epoch in range(len(reports) + 1, self.header.epochs + 1):
            # It may have been interrupted just before it would have stopped.
            if reports and self.listeners.should_stop(reports):
                break
            self.listeners.tell("before_epoch", epoch)
            report = self._epoch(epoch, max((r.score for r in reports), default=-1.0))
            reports.append(report)
            if report.is_best:
                self.best, self.best_dev = self.trainer.averaged(), self.dev
            if checkpoint is not None:
                history = [r.to_dict() for r in reports]
                save_checkpoint(checkpoint, settings, history, self.trainer.state(), self.best)
            if log is not None:
                _write_log(log, reports)
            self.listeners.tell("after_epoch", report)
            yield report

    def _epoch(self, epoch: int, best_score: float) -> EpochReport:
        start = time.perf_counter()
        stats = self.trainer.epoch(
            self.strategy.policy(epoch, self.header.beam),
            (self.header.seed << 20) + epoch & (2**64 - 1),
            **self._hooks(epoch),
        )
        if not stats.sentences:
            raise UsageError(f"no sentence was left in epoch {epoch}; let before_sentence give what to learn from")
        seconds = time.perf_counter() - start
        scores = self._evaluate(epoch) if self.dev else {}
        report = EpochReport(
            epoch=epoch,
            error=(stats.errors if stats.decisions else stats.label_errors) / max(stats.decisions or stats.labels, 1),
            label_error=stats.label_errors / max(stats.labels, 1),
            words=stats.words,
            seconds=seconds,
            uas=scores.get("uas"),
            las=scores.get("las"),
            tags=scores.get("tags"),
        )
        return replace(report, is_best=not scores or report.score > best_score)

    def _hooks(self, epoch: int) -> dict[str, Callable[..., Any]]:
        """What the native loop calls: only what somebody listens to."""
        listeners, sentences = self.listeners, self.sentences
        hooks: dict[str, Callable[..., Any]] = {
            "progress": lambda stats: listeners.tell("progress", epoch, stats),
            "before_sentence": lambda i: listeners.before_sentence(epoch, sentences[i]),
            "after_sentence": lambda i, stats: listeners.tell("after_sentence", epoch, sentences[i], stats),
            "before_update": lambda i, *sides: listeners.before_update(UpdateReport(epoch, sentences[i], *sides)),
            "after_update": lambda i, *sides: listeners.tell("after_update", UpdateReport(epoch, sentences[i], *sides)),
        }
        return {name: hook for name, hook in hooks.items() if listeners.hears(name)}

    def _evaluate(self, epoch: int) -> dict[str, float]:
        assert self.dev is not None
        self._renew_dev(epoch)
        annotated = self._annotate()
        scores = self._score(annotated)
        self.listeners.tell("after_evaluation", epoch, Treebank(annotated), scores)
        return self._summary(annotated, scores)

    def _renew_dev(self, epoch: int) -> None:
        """Lets listeners put other tags, say, on the development data."""
        if not self.dev or not self.listeners.hears("before_evaluation"):
            return
        given = require_sentences(self.listeners.before_evaluation(epoch, self.dev), "what before_evaluation gives")
        if [sentence.forms for sentence in given] != [sentence.forms for sentence in self.dev]:
            raise UsageError("before_evaluation gave other sentences; give the same ones, with other tags, say")
        self.dev = given

    def _score(self, annotated: Sequence[Sentence]) -> Scores:
        assert self.dev is not None
        return evaluate(Treebank(self.dev), Treebank(annotated))

    def finish(self, epochs: Iterable[EpochReport], prune: float | None = None, size: float | None = None) -> Model:
        """The best epoch's weights as a model, with the cost of pruning and quantisation measured on dev."""
        reports = list(epochs)
        self.dev = self.best_dev
        if isinstance(self.trainer, NetworkTrainer):
            model, _ = self._with_scores(self._best(reports), rounded(self.best) | self._tables(), 0.0)
        elif size is not None:
            model = self._fitted(reports, size)
        else:
            model = self._pruned(reports, prune)
        self._complete(model)
        self.listeners.tell("finish", model)
        return model

    def _best(self, reports: list[EpochReport]) -> EpochReport:
        self.header = replace(self.header, epochs=len(reports))
        return max((r for r in reports if r.is_best), key=lambda r: r.epoch)

    def _pruned(self, reports: list[EpochReport], prune: float | None) -> Model:
        """The best weights, with as few features as cost next to nothing on dev."""
        best, features = self._best(reports), len(self.best["keys"])
        measured = self.dev and features >= PRUNE_FROM
        for share in (prune,) if prune is not None else PRUNE_CHOICES if measured else (0.0,):
            weights = native_prune(self.best, features - int(features * share))
            model, cost = self._with_scores(best, self._arrays(weights), share)
            if cost <= self.prune_tolerance:
                break
        return model

    def _fitted(self, reports: list[EpochReport], size: float) -> Model:
        """A model within a size in megabytes: if features must go, the others learn again without them."""
        features = len(self.best["keys"])
        weights, arrays = self._fit(size)
        if len(weights["keys"]) < features and isinstance(self.trainer, Trainer):
            # They will have weights for more classes than before.
            weights, _ = self._fit(RELEARN * size)
            kept = len(weights["keys"])
            self.listeners.tell("said", f"{kept:,} of {features:,} features fit, and learn again without the others")
            self.trainer.start_over(weights["keys"])
            reports = list(self.epochs())
            weights, arrays = self._fit(size)
        share = round(1 - len(weights["keys"]) / max(features, 1), 4)
        model, _ = self._with_scores(self._best(reports), arrays, share)
        return model

    def _fit(self, size: float) -> tuple[Arrays, Arrays]:
        """As many of the best weights as fit, and the arrays of a model file with them."""
        weights, kept = self.best, len(self.best["keys"])
        arrays = self._arrays(weights)
        while (found := sum(array.nbytes for array in arrays.values())) > size * 1e6:
            if kept <= 1:  # some bytes are there whatever is kept
                raise UsageError(f"a model of {size} MB cannot be made; {found / 1e6:.1f} MB is the least")
            kept = min(int(kept * size * 1e6 / found), kept - 1 - kept // 50)
            weights = native_prune(self.best, kept)
            arrays = self._arrays(weights)
        return weights, arrays

    def _arrays(self, weights: Arrays) -> Arrays:
        """Weights as model files have them, and what stands beside them."""
        arrays = dict(zip(("buckets", "pool", "dense"), pack(self.design, weights), strict=True))
        if not self.vectors.words:
            del arrays["dense"]  # it is empty
        return arrays | self._tables()

    def _tables(self) -> Arrays:
        """What a model has beside its weights."""
        tables: Arrays = {}
        if self.clusters.words:
            tables |= {"clusters.keys": self.clusters.keys, "clusters.paths": self.clusters.paths}
        if self.vectors.words:
            tables |= {"vectors.keys": self.vectors.keys, "vectors.values": self.vectors.values.ravel()}
        return tables

    def _with_scores(self, best: EpochReport, arrays: Arrays, share: float) -> tuple[Model, float]:
        """A model from these weights, and what packing cost; with dev, its header has its scores there."""
        values = self.header.to_dict() | {"best_epoch": best.epoch, "prune": share}
        model, annotate = self._make(ModelHeader.from_dict(values), arrays)
        if not self.dev:
            return model, 0.0
        annotated = annotate()
        summary = self._summary(annotated, self._score(annotated))
        score = next(summary[name] for name in ("tags", "las", "uas") if name in summary)
        summary["packing_cost"] = best.score - score
        model, _ = self._make(ModelHeader.from_dict(values | {"scores": summary}), arrays)
        return model, summary["packing_cost"]


def _write_log(path: str | os.PathLike[str], reports: Iterable[EpochReport]) -> None:
    with replacing(Path(path)) as out:
        for report in reports:
            out.write((json.dumps(report.to_dict()) + "\n").encode())
