"""`pp.train`: the loop over epochs."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from panparser._native import NativeConstraints, Sentence, Trainer, TransitionSystem, count_uses, pack
from panparser.constraints import Constraints, compile_all
from panparser.data import Treebank
from panparser.data.atomic import replacing
from panparser.errors import MAX_BEAM, MAX_THREADS, UsageError, require_whole
from panparser.evaluation import Scores, evaluate
from panparser.features import (
    Clusters,
    Features,
    Vectors,
    default_features,
    feature_templates,
    full_name,
    is_name,
    network_features,
)
from panparser.models.header import ModelHeader, fingerprint, python_options
from panparser.models.network import FeedForward, resolve_model, rounded
from panparser.systems import python
from panparser.systems import system as make_system
from panparser.tasks.parser import Parser, constrained, make_design
from panparser.training.checkpoint import Arrays, load_checkpoint, save_checkpoint
from panparser.training.labels import LabelSets
from panparser.training.listener import Listener, Listeners
from panparser.training.network import NetworkTrainer, require_for_network
from panparser.training.report import EpochReport, UpdateReport
from panparser.training.starting import choose_clusters, choose_vectors, lineage, require_same
from panparser.training.strategy import Strategy, resolve

# Features that are hardly ever used are left out of a finished model: as many as cost no more than this on the
# development data. docs/results/foundation.md shows size, speed and accuracy for each number.
PRUNE_CHOICES = (8, 6, 5, 4, 3, 2, 1, 0)
PRUNE_TOLERANCE = 0.1  # LAS
PRUNE_FROM = 50_000  # features; fewer fit the cache anyway
DEFAULT_LABELS = "product"

ConstraintSource = str | Callable[[Sentence], Constraints | None]


def train(
    bank: Treebank | Sequence[Sentence],
    dev: Treebank | Sequence[Sentence] | None = None,
    *,
    system: str | TransitionSystem = "arc-eager",
    root: str | None = None,
    strategy: str | Strategy = "goldberg",
    beam: int = 1,
    features: Features | None = None,
    clusters: str | os.PathLike[str] | Clusters | None = None,
    vectors: str | os.PathLike[str] | Vectors | None = None,
    model: str | FeedForward = "perceptron",
    labels: str = DEFAULT_LABELS,
    epochs: int = 15,
    seed: int = 1,
    prune: int | None = None,
    threads: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    log: str | os.PathLike[str] | None = None,
    listener: Listener | Iterable[Listener] | None = None,
    constraints: ConstraintSource | None = None,
    licence: str = "",
    start: Parser | None = None,
    trainable: bool = False,
) -> Parser:
    """Trains a parser; with `dev`, the epoch with the highest LAS on it is kept, and its confidence calibrated.

    `system` is a name, a system from `pp.system` where it has options, or one of your own (see `pp.TransitionSystem`).
    `features` is the name of a set, a list or string of templates, or the path of a file; by default the set made for
    the system. `clusters` are Brown clusters, or the file with them, for features such as `"zn11+brown"`;
    `vectors` are word vectors, or the file with them, for `"zn11+vectors"`.

    `model` is `"perceptron"`, or `"feed-forward"` or a `pp.FeedForward`: a network, which needs PyTorch to learn.
    `labels` is `"product"` (action and label are one decision), `"joint"` (the label is predicted beside the action)
    or `"none"`. Heads and labels may be unknown (`_`), in any mixture: nothing is learnt there, nor from a label whose
    head is unknown. Features that have a say in fewer than `prune` decisions on the training data are left out of the
    finished model; by default `prune` is the highest number up to 8 that costs at most 0.1 LAS on `dev`; 0 without
    `dev`, and for a small model.

    `checkpoint` names a file that is written after each epoch; with `resume`, training goes on from it, and ends with
    the same model as without the interruption. `log` names a file that gets a line of JSON per epoch. `listener` is
    one or several `pp.Listener`s, which are told how it goes, and can stop it early or change what is learnt from.

    `start` is a parser of the same system, trained with `trainable`, whose weights training begins with; `features` may
    differ from its own. Without them, its features, and its clusters, are used.

    `constraints` is a function of a sentence that gives what a parser will know beforehand (a `pp.Constraints` or
    None), or the name of the columns where that stands, as in `Parser.parse`: training and scoring on `dev` then keep
    to it.

    >>> import panparser as pp
    >>> bank = pp.reads("1\\tYes\\t_\\tINTJ\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n")
    >>> pp.train(bank, epochs=1).header.labels
    ('root',)
    """
    sentences = require_sentences(bank, "training data")
    if not any(h is not None for s in sentences for h in s.heads):
        raise UsageError(
            "there is nothing to train on: no sentences; check the file"
            if not sentences
            else "there is nothing to train on: no word has a head; annotate some, or check the HEAD column"
        )
    require_whole("epochs", epochs, 1, 100_000)
    require_whole("threads", threads, 1, MAX_THREADS)
    require_whole("seed", seed, 0, 2**63 - 1)
    if prune is not None:
        require_whole("prune", prune, 0, 2**32 - 1)
    require_whole("beam", beam, 1, MAX_BEAM)
    network = resolve_model(model)
    if not isinstance(labels, str):
        raise UsageError(f"labels={labels!r} is not possible; use 'product', 'joint' or 'none'")
    chosen = resolve(strategy)
    if chosen.update == "local" and beam > 1:
        raise UsageError(
            f"a local update does not learn with a beam of {beam}; use beam=1, or a strategy such as 'earlyNDrestartSO'"
        )
    if isinstance(system, str):
        system = make_system(system, root=root)
    elif not isinstance(system, TransitionSystem):
        kind = "a class: call it" if isinstance(system, type) else type(system).__name__
        raise UsageError(f"system must be a name or a system from pp.system, not {kind}")
    elif root is not None and root != system.root:
        raise UsageError(f"the system given has its root {system.root}; leave out root={root!r}")
    if network is not None:
        require_for_network(chosen, labels, (start, trainable, constraints, clusters, vectors))
    own = system if python.is_python(system) else None
    if own is not None:
        _require_trainable(own, chosen)
    if start is not None:
        require_same(start, system, labels)
    if features is None and start is not None:
        named, templates = start.header.features, start.header.templates
    else:
        if features is None:
            suited = default_features if network is None else network_features
            features = getattr(own, "features", None) or suited(system.name)
        named = full_name(features, system.name) if isinstance(features, str) and is_name(features) else "custom"
        templates = feature_templates(features, system.name)
    chosen_clusters, chosen_vectors = choose_clusters(clusters, start, templates), choose_vectors(vectors)
    if start is not None and chosen_vectors.words:
        raise UsageError("word vectors cannot be added to a parser that is there already; train without start")
    seen = LabelSets(sentences) if labels != "none" else LabelSets([])
    if start is not None:
        seen = seen.after(start.header)
    header = ModelHeader(
        system=system.name,
        root=system.root,
        options=python_options(own)
        if own is not None
        else {name: value for name, value in (("max_length", system.max_length), ("loss", system.loss_name)) if value},
        features=named,
        templates=templates,
        clusters=chosen_clusters.fingerprint(),
        vectors=chosen_vectors.fingerprint(),
        start=lineage(start) if start is not None else {},
        labelling=labels,
        labels=seen.names,
        at_root=seen.at_root,
        elsewhere=seen.elsewhere,
        root_label=seen.root_label,
        loose_label=seen.loose_label,
        strategy=chosen.to_dict(),
        beam=beam,
        seed=seed,
        epochs=epochs,
        best_epoch=0,
        prune=prune or 0,
        data=fingerprint(sentences),
        licence=licence,
        model="perceptron" if network is None else "feed-forward",
        network={} if network is None else network.to_dict(),
    )
    heldout = require_sentences(dev, "development data") if dev is not None else None
    if heldout is not None and not any(h is not None for s in heldout for h in s.heads):
        raise UsageError("the development data have no head to compare with; annotate some, or train without them")
    if constraints is not None and not callable(constraints) and not isinstance(constraints, str):
        raise UsageError("constraints of a training are a function of the sentence, or the name of columns")
    heard = Listeners(listener)
    tables = chosen_clusters, chosen_vectors
    run = _Run(header, own, chosen, sentences, heldout, threads, heard, tables, trainable, constraints, network)
    if start is not None and isinstance(run.trainer, Trainer):
        run.trainer.start(start._design, start.weights)
    return run.finish(run.epochs(checkpoint, resume, log), prune)


def _require_trainable(system: TransitionSystem, strategy: Strategy) -> None:
    if system.single_root:
        raise UsageError(f"{system.name} is trained without a single root, and parses with one; leave out single_root")
    if python.has_cost(system):
        return
    if not hasattr(system, "reference"):
        raise UsageError(f"{system.name} has no cost() and no reference(); write one of them to train it")
    if strategy.reference != "static":
        raise UsageError(
            f"{system.name} has no cost() for what comes after an error, only a reference(); use strategy='greedy'"
        )


def require_sentences(bank: Treebank | Sequence[Sentence], what: str) -> list[Sentence]:
    """The sentences of what should be a treebank, or an error that calls it `what`."""
    if isinstance(bank, Sentence | str | bytes) or not isinstance(bank, Iterable):
        raise UsageError(f"{what} must be a Treebank, not {type(bank).__name__}; pp.read gives one")
    sentences = list(bank)
    for sentence in sentences:
        if not isinstance(sentence, Sentence):
            raise UsageError(f"{what} must hold Sentences, not {type(sentence).__name__}; pp.read gives them")
    return sentences


class _Run:
    """One training: the native trainer, and what is decided around it."""

    def __init__(
        self,
        header: ModelHeader,
        system: TransitionSystem | None,
        strategy: Strategy,
        sentences: Sequence[Sentence],
        dev: Sequence[Sentence] | None,
        threads: int,
        listeners: Listeners,
        tables: tuple[Clusters, Vectors],
        trainable: bool,
        constraints: ConstraintSource | None = None,
        network: FeedForward | None = None,
    ) -> None:
        (self.clusters, self.vectors), self.trainable = tables, trainable
        self.header, self.strategy, self.listeners, self.threads = header, strategy, listeners, threads
        self.words = sum(len(s) for s in sentences)
        self.dev = dev
        self.system = system  # if it is written in Python; the header knows the others by name
        self.design = make_design(header, header.make_systems(system), *tables)
        self.constraints = constraints
        self.network = network
        self.trainer: Trainer | NetworkTrainer = (
            Trainer(self.design, sentences, self._compile(sentences, "training data", False))
            if network is None
            else NetworkTrainer(network, self.design, header, header.make_systems(system)[0], sentences)
        )
        self.dev_constraints = self._compile(dev or (), "development data", True)
        self.sentences = sentences
        self.best: Arrays = {}

    def _compile(self, sentences: Sequence[Sentence], what: str, single_root: bool) -> list[NativeConstraints | None]:
        if self.constraints is None:
            return []
        try:
            target = constrained(self.header, self.header.make_systems(self.system), single_root)
            return compile_all(target, self.constraints, sentences, False)
        except UsageError as error:
            raise UsageError(f"{what}, {error}") from None

    def epochs(
        self, checkpoint: str | os.PathLike[str] | None, resume: bool, log: str | os.PathLike[str] | None
    ) -> list[EpochReport]:
        # Everything that the result depends on; the number of epochs may be raised.
        settings = {
            k: v
            for k, v in json.loads(json.dumps(self.header.to_dict())).items()
            if k not in ("epochs", "best_epoch", "scores", "prune", "calibration", "licence")
        } | {
            "development data": fingerprint(self.dev)["sha256"] if self.dev is not None else None,
            "listener": self.listeners.changes(),
            "constraints": self._constraints_name(),
        }
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
        self.listeners.tell("start", self.words, self.header.epochs, len(reports) + 1)
        for epoch in range(len(reports) + 1, self.header.epochs + 1):
            # It may have been interrupted just before it would have stopped.
            if reports and self.listeners.should_stop(reports):
                break
            self.listeners.tell("before_epoch", epoch)
            report = self._epoch(epoch, max((r.score for r in reports), default=-1.0))
            reports.append(report)
            if report.is_best:
                self.best = self.trainer.averaged()
            if checkpoint is not None:
                history = [r.to_dict() for r in reports]
                save_checkpoint(checkpoint, settings, history, self.trainer.state(), self.best)
            if log is not None:
                _write_log(log, reports)
            self.listeners.tell("after_epoch", report)
        return reports

    def _constraints_name(self) -> str | None:
        return getattr(self.constraints, "__qualname__", None) or (repr(self.constraints) if self.constraints else None)

    def _epoch(self, epoch: int, best_score: float) -> EpochReport:
        start = time.perf_counter()
        stats = self.trainer.epoch(
            self.strategy.policy(epoch, self.header.beam),
            (self.header.seed << 20) + epoch & (2**64 - 1),
            **self._hooks(epoch),
        )
        seconds = time.perf_counter() - start
        scores = self._evaluate(epoch) if self.dev else None
        report = EpochReport(
            epoch=epoch,
            error=stats.errors / max(stats.decisions, 1),
            label_error=stats.label_errors / max(stats.labels, 1),
            words=stats.words,
            seconds=seconds,
            uas=scores.uas if scores else None,
            las=scores.las if scores and self.header.labels else None,
        )
        return replace(report, is_best=scores is None or report.score > best_score)

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

    def _evaluate(self, epoch: int) -> Scores:
        assert self.dev is not None
        self.listeners.tell("before_evaluation", epoch)
        parsed = Treebank(
            self.trainer.parse(self.design, self.dev, self.dev_constraints, self.header.beam, self.threads, True)
        )
        scores = self._score(parsed)
        self.listeners.tell("after_evaluation", epoch, parsed, scores)
        return scores

    def _score(self, parsed: Sequence[Sentence]) -> Scores:
        assert self.dev is not None
        return evaluate(Treebank(self.dev), Treebank(parsed))

    def finish(self, reports: list[EpochReport], prune: int | None) -> Parser:
        """The best epoch's weights as a parser, with the cost of pruning and quantisation measured on dev."""
        self.header = replace(self.header, epochs=len(reports))
        best = max((r for r in reports if r.is_best), key=lambda r: r.epoch)
        parser = self._packed(best, prune) if self.network is None else self._parser(best, rounded(self.best), 0)
        if self.dev and self._can_calibrate():
            parser.calibrate(self.dev, threads=self.threads)
        self.listeners.tell("finish", parser)
        return parser

    def _can_calibrate(self) -> bool:
        """Whether any word of the development data has all that the parser predicts."""
        rows = (row for s in self.dev or () for row in zip(s.heads, s.deprels, strict=True))
        return any(head is not None and (relation != "_" or not self.header.labels) for head, relation in rows)

    def _packed(self, best: EpochReport, prune: int | None) -> Parser:
        """The best weights, with as few features as cost next to nothing on dev."""
        uses = count_uses(self.design, self.best, self.sentences)
        measured = self.dev and len(self.best["keys"]) >= PRUNE_FROM
        for least in (prune,) if prune is not None else PRUNE_CHOICES if measured else (0,):
            arrays = dict(zip(("buckets", "pool", "dense"), pack(self.design, self.best, uses, least), strict=True))
            if self.clusters.words:
                arrays |= {"clusters.keys": self.clusters.keys, "clusters.paths": self.clusters.paths}
            if self.vectors.words:
                arrays |= {"vectors.keys": self.vectors.keys, "vectors.values": self.vectors.values.ravel()}
            else:
                del arrays["dense"]  # it is empty
            if self.trainable:
                arrays |= {f"weights.{name}": array for name, array in self.best.items() if name != "dense"}
            parser = self._parser(best, arrays, least)
            if parser.header.scores.get("packing_cost", 0.0) <= PRUNE_TOLERANCE:
                break
        return parser

    def _parser(self, best: EpochReport, arrays: Arrays, least: int) -> Parser:
        """A parser with these weights; with dev, its scores there and what packing cost (LAS, else UAS)."""
        values = self.header.to_dict() | {"best_epoch": best.epoch, "prune": least}
        parser = Parser(ModelHeader.from_dict(values), arrays, self.system)
        if not self.dev:
            return parser
        scores = self._score(parser.parse(self.dev, constraints=self.constraints, threads=self.threads))
        summary: dict[str, float] = {"uas": scores.uas}
        if self.header.labels:
            summary |= {"las": scores.las, "full_las": scores.full_las}
        summary["packing_cost"] = best.score - summary.get("las", scores.uas)
        return Parser(ModelHeader.from_dict(values | {"scores": summary}), arrays, self.system)


def _write_log(path: str | os.PathLike[str], reports: Iterable[EpochReport]) -> None:
    with replacing(Path(path)) as out:
        for report in reports:
            out.write((json.dumps(report.to_dict()) + "\n").encode())
