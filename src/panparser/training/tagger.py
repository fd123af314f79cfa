"""`pp.train_tagger`: one training for each column, or for several at once."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from panparser._native import Sentence, Trainer, tags_of
from panparser.data import Treebank
from panparser.errors import UsageError, require_whole
from panparser.evaluation import Scores
from panparser.features import NO_VECTORS, Clusters, Features, feature_templates, is_name
from panparser.models import NO_DICTIONARY, Dictionary, learn_dictionary
from panparser.models.header import ModelHeader, fingerprint
from panparser.models.network import FeedForward, resolve_model
from panparser.tasks.native_side import make_design
from panparser.tasks.tagger import Stage, Tagger
from panparser.training.checkpoint import Arrays
from panparser.training.listener import Listener, Listeners
from panparser.training.network import NetworkTrainer, require_for_network
from panparser.training.run import Run, require_sentences, require_settings
from panparser.training.starting import choose_clusters
from panparser.training.strategy import Strategy, resolve

# docs/results/tagger.md compares other choices.
COLUMNS = ("upos", "xpos+feats", "lemma")
STRATEGY = Strategy(exploration=1.0, margin=75)
NETWORK_STRATEGY = Strategy(exploration=1.0)
DICTIONARY = (20, 0.995)
MOST_TAGS = 4096  # of one stage; rarer ones are not learnt

_FIELDS: dict[str, Callable[[Sentence], list[str]]] = {
    "upos": lambda sentence: sentence.upos,
    "xpos": lambda sentence: sentence.xpos,
    "feats": lambda sentence: sentence.feats,
    "lemma": lambda sentence: sentence.lemmas,
}
# The values of templates that look at a column.
_LOOKS_AT = {"upos": r"\.p\b", "xpos": r"\.x\b", "feats": r"\.(m\b|[A-Z])", "lemma": r"\.e\b"}


def train_tagger(
    bank: Treebank | Sequence[Sentence],
    dev: Treebank | Sequence[Sentence] | None = None,
    *,
    columns: Sequence[str] | None = None,
    features: Features | None = None,
    clusters: str | os.PathLike[str] | Clusters | None = None,
    dictionary: tuple[int, float] | None = DICTIONARY,
    model: str | FeedForward = "perceptron",
    strategy: str | Strategy | None = None,
    beam: int = 1,
    epochs: int = 15,
    seed: int = 1,
    prune: float | None = None,
    size: float | None = None,
    threads: int = 1,
    listener: Listener | Iterable[Listener] | None = None,
    licence: str = "",
) -> Tagger:
    """Trains a tagger; with `dev`, the epoch with the highest accuracy on it is kept.

    `columns` are what it predicts: `"upos"`, `"xpos"`, `"feats"` and `"lemma"`, one after the other, each of which can
    look at those before it; joined by `+`, several are predicted together. By default `("upos", "xpos+feats",
    "lemma")`, without columns that the treebank leaves empty. A lemma is predicted as the rule that makes it of the
    form.

    `dictionary` is a number and a share: words that the treebank has that often, and with the same tag in that share
    of them, get it without a decision. None for no dictionary. Lemmas have one of all words and tags that always have
    the same lemma.

    `features` and `clusters` are for all columns but lemmas. By default they are the set `tagger`, and `tagger-upos`
    where there are UPOS tags already; for a network, `network-tagger` and `network-tagger-upos`.

    `model` is `"perceptron"`, or `"feed-forward"` or a `pp.FeedForward`: a network, which needs PyTorch to learn, for
    all columns but lemmas. The default strategy goes on from every error, and a perceptron has a margin of 75. The
    others are those of `pp.train`; each column is a training of its own, with its own epochs and a share of `size`,
    and listeners are told of all.

    >>> import panparser as pp
    >>> bank = [pp.Sentence.from_forms(["Birds", "sing"]).replace(upos=["NOUN", "VERB"], lemmas=["bird", "sing"])]
    >>> pp.train_tagger(bank, epochs=3).tag(["Birds", "sing"]).lemmas
    ['bird', 'sing']
    """
    runs = stage_runs(
        bank,
        dev,
        columns=columns,
        features=features,
        clusters=clusters,
        dictionary=dictionary,
        model=model,
        strategy=strategy,
        beam=beam,
        epochs=epochs,
        seed=seed,
        prune=prune,
        size=size,
        threads=threads,
        listener=listener,
        licence=licence,
    )
    return Tagger([run.finish(run.epochs(), prune, run.size) for run in runs])


def stage_runs(
    bank: Treebank | Sequence[Sentence],
    dev: Treebank | Sequence[Sentence] | None,
    *,
    columns: Sequence[str] | None,
    features: Features | None,
    clusters: str | os.PathLike[str] | Clusters | None,
    dictionary: tuple[int, float] | None,
    model: str | FeedForward,
    strategy: str | Strategy | None,
    beam: int,
    epochs: int,
    seed: int,
    prune: float | None,
    size: float | None,
    threads: int,
    listener: Listener | Iterable[Listener] | None,
    licence: str,
) -> Iterator[StageRun]:
    """A training for each stage, ready to go; the one before must be finished when the next is asked for."""
    sentences = require_sentences(bank, "training data")
    chosen = require_settings(strategy or STRATEGY, beam, epochs, seed, threads, prune, size)
    network, network_strategy = resolve_model(model), resolve(strategy or NETWORK_STRATEGY)
    if network is not None:
        require_for_network(network_strategy, "product", (clusters,))
    if dictionary is not None:
        _require_dictionary(dictionary)
    heldout = require_sentences(dev, "development data") if dev is not None else None
    plan = _plan(sentences, columns)
    for number, names in enumerate(plan):
        is_lemma = names == ("lemma",)
        own_network = None if is_lemma else network
        own_strategy = chosen if own_network is None else network_strategy
        suited = "tagger-upos" if any("upos" in before for before in plan[:number]) else "tagger"
        wanted = "lemma" if is_lemma else features or (suited if network is None else f"network-{suited}")
        templates = feature_templates(wanted)
        _require_known(templates, {name for later in plan[number:] for name in later})
        labels = _labels(sentences, names)
        if not labels:
            raise UsageError(f"there is nothing to train on: no word has {' and '.join(names)}; check the file")
        known_by = ("upos", "feats") if is_lemma else ()
        known = NO_DICTIONARY
        if dictionary is not None:
            known = learn_dictionary(sentences, names, known_by, labels, *((1, 1.0) if is_lemma else dictionary))
        own_clusters = choose_clusters(None if is_lemma else clusters, None, templates)
        header = ModelHeader(
            system="tagger",
            root="none",
            task="tagger",
            columns=names,
            known_by=known_by,
            features=wanted if isinstance(wanted, str) and is_name(wanted) else "custom",
            templates=templates,
            clusters=own_clusters.fingerprint(),
            labelling="product",
            labels=labels,
            at_root=(True,) * len(labels),
            elsewhere=(True,) * len(labels),
            strategy=own_strategy.to_dict(),
            beam=beam,
            seed=seed,
            epochs=epochs,
            best_epoch=0,
            prune=prune or 0.0,
            data=fingerprint(sentences),
            licence=licence,
            model="perceptron" if own_network is None else "feed-forward",
            network={} if own_network is None else own_network.to_dict(),
        )
        run = StageRun(
            header, known, own_strategy, sentences, heldout, threads, Listeners(listener), own_clusters, own_network
        )
        run.size = size and size * _share(names, plan)
        yield run
        if heldout is not None and run.finished is not None:
            heldout = run.finished.tag(heldout, threads=threads)


def _share(stage: tuple[str, ...], plan: Sequence[tuple[str, ...]]) -> float:
    """Of the size of a tagger: lemmas, mostly known from their dictionary, need little."""
    parts = {names: 1 if "lemma" in names else 3 for names in plan}
    return parts[stage] / sum(parts.values())


def _require_dictionary(dictionary: tuple[int, float]) -> None:
    if not isinstance(dictionary, tuple) or len(dictionary) != 2:
        raise UsageError(f"dictionary={dictionary!r} is not possible; use a number and a share, such as (20, 0.99)")
    require_whole("the number of the dictionary", dictionary[0], 1, 2**31)
    share = dictionary[1]
    if not isinstance(share, int | float) or isinstance(share, bool) or not 0.5 < share <= 1:
        raise UsageError(f"the share of a dictionary is above 0.5 and up to 1, not {share!r}")


def _plan(sentences: Sequence[Sentence], columns: Sequence[str] | None) -> list[tuple[str, ...]]:
    """The columns of each stage; without a choice, those that the training data have."""
    has = {name for name, field in _FIELDS.items() if any(value != "_" for s in sentences for value in field(s))}
    if not has:
        raise UsageError("there is nothing to train on: no word has a tag or a lemma; check the file")
    if columns is None:
        plan = [tuple(name for name in stage.split("+") if name in has) for stage in COLUMNS]
        return [stage for stage in plan if stage]
    if isinstance(columns, str) or not isinstance(columns, Iterable) or not columns:
        raise UsageError(f"columns={columns!r} is not possible; use a list such as ['upos', 'xpos+feats', 'lemma']")
    plan = [tuple(str(stage).split("+")) for stage in columns]
    seen: set[str] = set()
    for name in (name for stage in plan for name in stage):
        if name not in _FIELDS:
            raise UsageError(f"a tagger has no column {name!r}; use some of: {', '.join(_FIELDS)}")
        if name in seen:
            raise UsageError(f"the column {name} is there twice; leave one of them out")
        if name not in has:
            raise UsageError(f"the training data have nothing in the column {name}; leave it out")
        seen.add(name)
    return plan


def _require_known(templates: Sequence[str], unknown: set[str]) -> None:
    """An error if a template looks at a column that is still to be predicted."""
    for template in templates:
        for name in sorted(unknown):
            if re.search(_LOOKS_AT[name], template):
                raise UsageError(f"the feature template {template!r} looks at {name}, which is still to be predicted")


def _labels(sentences: Sequence[Sentence], columns: Sequence[str]) -> tuple[str, ...]:
    """Tags from the most to the least frequent; of rules for lemmas, those that were of use more than once."""
    counts = Counter(tag for sentence in sentences for tag in tags_of(sentence, columns) if tag is not None)
    least = min(2 if "lemma" in columns else 1, max(counts.values(), default=1))
    names = sorted(counts, key=lambda tag: (-counts[tag], tag))
    return tuple(tag for tag in names if counts[tag] >= least)[:MOST_TAGS]


class StageRun(Run[Stage]):
    """What is a tagger's own: its dictionary, and how it is scored."""

    prune_tolerance = 0.03  # tags are few per cent from perfect

    def __init__(
        self,
        header: ModelHeader,
        dictionary: Dictionary,
        strategy: Strategy,
        sentences: Sequence[Sentence],
        dev: Sequence[Sentence] | None,
        threads: int,
        listeners: Listeners,
        clusters: Clusters,
        network: FeedForward | None = None,
    ) -> None:
        systems = header.make_systems()
        design = make_design(header, systems, clusters, NO_VECTORS, dictionary)
        trainer = (
            Trainer(design, sentences)
            if network is None
            else NetworkTrainer(network, design, header, systems[0], sentences)
        )
        super().__init__(header, design, trainer, strategy, sentences, dev, threads, listeners, (clusters, NO_VECTORS))
        self.dictionary = dictionary
        self.finished: Stage | None = None
        self.size: float | None = None  # in megabytes, at most
        # What was predicted of each sentence when it was learnt from, if that is asked for by setting it to {}.
        self.followed: dict[int, Sentence] | None = None

    def _hooks(self, epoch: int) -> dict[str, Callable[..., Any]]:
        more = {} if self.followed is None else {"followed": self.followed.__setitem__}
        return super()._hooks(epoch) | more

    def tag_dev(self) -> list[Sentence] | None:
        """The development data with the averaged tags of now."""
        return self._annotate() if self.dev is not None else None

    def _complete(self, model: Stage) -> None:
        self.finished = model

    def _annotate(self) -> list[Sentence]:
        assert self.dev is not None
        return self.trainer.parse(self.design, self.dev, [], self.header.beam, self.threads, False)

    def _summary(self, annotated: Sequence[Sentence], scores: Scores) -> dict[str, float]:
        assert self.dev is not None
        fields = [_FIELDS[name] for name in self.header.columns]
        right = total = 0
        for gold, tagged in zip(self.dev, annotated, strict=True):
            pairs = zip(*(zip(field(gold), field(tagged), strict=True) for field in fields), strict=True)
            for word, tag in zip(pairs, tags_of(gold, self.header.columns), strict=True):
                total += tag is not None
                right += tag is not None and all(one == other for one, other in word)
        return {"tags": 100.0 * right / max(total, 1)}

    def _tables(self) -> Arrays:
        known = {"dictionary.keys": self.dictionary.keys, "dictionary.labels": self.dictionary.labels}
        return super()._tables() | (known if len(self.dictionary) else {})

    def _make(self, header: ModelHeader, arrays: Arrays) -> tuple[Stage, Callable[[], Sequence[Sentence]]]:
        stage = Stage(header, arrays)
        return stage, lambda: stage.tag(self.dev or [], threads=self.threads)
