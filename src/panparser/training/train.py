"""`pp.train`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from panparser._native import NativeConstraints, Sentence, Trainer, TransitionSystem
from panparser.constraints import Constraints, compile_all
from panparser.data import Treebank
from panparser.errors import UsageError
from panparser.evaluation import Scores
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
from panparser.models.network import FeedForward, resolve_model
from panparser.systems import python
from panparser.systems import system as make_system
from panparser.tasks.native_side import make_design
from panparser.tasks.parser import Parser, constrained
from panparser.training.checkpoint import Arrays
from panparser.training.labels import LabelSets, upos_tags
from panparser.training.listener import Listener, Listeners
from panparser.training.network import NetworkTrainer, require_for_network
from panparser.training.run import Run, require_sentences, require_settings
from panparser.training.starting import choose_clusters, choose_vectors, lineage, require_same
from panparser.training.strategy import Strategy

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
    prune: float | None = None,
    size: float | None = None,
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
    head is unknown.

    Features whose weights tell decisions apart least are left out of the finished model: the share `prune` of them; or
    as many as it takes to stay within `size` megabytes; by default as many as cost at most 0.1 LAS on `dev`, none
    without `dev`, or of a small model.

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
    network = resolve_model(model)
    if not isinstance(labels, str):
        raise UsageError(f"labels={labels!r} is not possible; use 'product', 'joint' or 'none'")
    chosen = require_settings(strategy, beam, epochs, seed, threads, prune, size)
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
    tags = _joint_tags(system, sentences, labels, network) if system.gives_tags else ()
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
        tags=tags,
        strategy=chosen.to_dict(),
        beam=beam,
        seed=seed,
        epochs=epochs,
        best_epoch=0,
        prune=prune or 0.0,
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
    run = _ParserRun(header, own, chosen, sentences, heldout, threads, heard, tables, trainable, constraints, network)
    if start is not None and isinstance(run.trainer, Trainer):
        run.trainer.start(start._design, start.weights)
    return run.finish(run.epochs(checkpoint, resume, log), prune, size)


def _joint_tags(
    system: TransitionSystem, sentences: Sequence[Sentence], labels: str, network: FeedForward | None
) -> tuple[str, ...]:
    """The tags that a joint system learns to give."""
    if labels == "none" or network is not None:
        raise UsageError(f"{system.name} needs a perceptron and labels, as it gives tags; choose another system")
    found = upos_tags(sentences)
    if not found:
        raise UsageError(f"{system.name} learns to give tags, and no word has a UPOS tag; check the file")
    return found


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


class _ParserRun(Run[Parser]):
    """What is a parser's own: its system, and constraints."""

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
        self.header, self.system, self.trainable, self.constraints = header, system, trainable, constraints
        systems = header.make_systems(system)
        design = make_design(header, systems, *tables)
        trainer = (
            Trainer(design, sentences, self._compile(sentences, "training data", False))
            if network is None
            else NetworkTrainer(network, design, header, systems[0], sentences)
        )
        super().__init__(header, design, trainer, strategy, sentences, dev, threads, listeners, tables)
        self.dev_constraints = self._compile(dev or (), "development data", True)

    def _compile(self, sentences: Sequence[Sentence], what: str, single_root: bool) -> list[NativeConstraints | None]:
        if self.constraints is None:
            return []
        try:
            target = constrained(self.header, self.header.make_systems(self.system), single_root)
            return compile_all(target, self.constraints, sentences, False)
        except UsageError as error:
            raise UsageError(f"{what}, {error}") from None

    def _settings(self) -> dict[str, Any]:
        name = getattr(self.constraints, "__qualname__", None) or (repr(self.constraints) if self.constraints else None)
        return {"constraints": name}

    def _annotate(self) -> list[Sentence]:
        assert self.dev is not None
        return self.trainer.parse(self.design, self.dev, self.dev_constraints, self.header.beam, self.threads, True)

    def _summary(self, annotated: Sequence[Sentence], scores: Scores) -> dict[str, float]:
        summary = {"uas": scores.uas}
        has_relations = self.header.labels and self._is_annotated()
        return summary | {"las": scores.las, "full_las": scores.full_las} if has_relations else summary

    def _make(self, header: ModelHeader, arrays: Arrays) -> tuple[Parser, Callable[[], Sequence[Sentence]]]:
        weights = {f"weights.{name}": array for name, array in self.best.items() if name != "dense"}
        weights = weights if self.trainable else {}
        parser = Parser(header, arrays | weights, self.system)
        dev = self.dev or []
        return parser, lambda: parser.parse(dev, constraints=self.constraints, threads=self.threads)

    def _complete(self, model: Parser) -> None:
        if self.dev and self._is_annotated():
            model.calibrate(self.dev, threads=self.threads)

    def _is_annotated(self) -> bool:
        """Whether any word of the development data has all that the parser predicts."""
        rows = (row for s in self.dev or () for row in zip(s.heads, s.deprels, strict=True))
        return any(head is not None and (relation != "_" or not self.header.labels) for head, relation in rows)
