"""`pp.train_tagger`: one training for each column, or for several at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import os

from panparser._native import Sentence, tags_of
from panparser.data import Treebank
from panparser.errors import UsageError
from panparser.evaluation import Scores
from panparser.features import Clusters, Features, feature_templates, full_name, is_name
from panparser.models import Dictionary, learn_dictionary
from panparser.models.header import ModelHeader, fingerprint
from panparser.tasks.parser import make_design
from panparser.tasks.tagger import Stage, Tagger
from panparser.training.checkpoint import Arrays
from panparser.training.listener import Listener, Listeners
from panparser.training.run import Run, require_sentences, require_settings
from panparser.training.starting import choose_clusters
from panparser.training.strategy import Strategy

COLUMNS = ("upos+xpos+feats", "lemma")
MOST_TAGS = 4096

_FIELDS: dict[str, Callable[[Sentence], list[str]]] = {
    "upos": lambda sentence: sentence.upos,
    "xpos": lambda sentence: sentence.xpos,
    "feats": lambda sentence: sentence.feats,
    "lemma": lambda sentence: sentence.lemmas,
}


def train_tagger(
    bank: Treebank | Sequence[Sentence],
    dev: Treebank | Sequence[Sentence] | None = None,
    *,
    columns: Sequence[str] | None = None,
    features: Features | None = None,
    clusters: str | os.PathLike[str] | Clusters | None = None,
    dictionary: tuple[int, float] | None = (20, 0.99),
    strategy: str | Strategy = "goldberg",
    beam: int = 1,
    epochs: int = 10,
    seed: int = 1,
    prune: int | None = None,
    threads: int = 1,
    listener: Listener | Iterable[Listener] | None = None,
    licence: str = "",
) -> Tagger:
    """TODO"""
    sentences = require_sentences(bank, "training data")
    if not sentences:
        raise UsageError("there is nothing to train on: no sentences; check the file")
    chosen = require_settings(strategy, beam, epochs, seed, prune, threads)
    heldout = require_sentences(dev, "development data") if dev is not None else None
    stages: list[Stage] = []
    for names in _plan(sentences, columns):
        is_lemma = "lemma" in names
        wanted = features if features is not None and not is_lemma else "lemma" if is_lemma else "tagger+tags" if stages else "tagger"
        templates = feature_templates(wanted)
        labels = _labels(sentences, names)
        chosen_clusters = choose_clusters(clusters, None, templates)
        known_by = ("upos", "feats") if is_lemma else ()
        if dictionary is None:
            known = Dictionary(*(learn_dictionary([], names, (), labels, 1, 1.0).__dict__.values()))
        else:
            known = learn_dictionary(sentences, names, known_by, labels, 1 if is_lemma else dictionary[0], 1.0 if is_lemma else dictionary[1])
        header = ModelHeader(
            system="tagger",
            root="none",
            task="tagger",
            columns=names,
            known_by=known_by,
            features=wanted if isinstance(wanted, str) and is_name(wanted) else "custom",
            templates=templates,
            clusters=chosen_clusters.fingerprint(),
            labelling="product",
            labels=labels,
            at_root=(True,) * len(labels),
            elsewhere=(True,) * len(labels),
            strategy=chosen.to_dict(),
            beam=beam,
            seed=seed,
            epochs=epochs,
            best_epoch=0,
            prune=prune or 0,
            data=fingerprint(sentences),
            licence=licence,
        )
        run = _StageRun(header, known, chosen, sentences, heldout, threads, Listeners(listener), chosen_clusters)
        stages.append(run.finish(run.epochs(None, False, None), prune))
        if heldout is not None:
            heldout = _mixed(heldout, stages[-1].tag(heldout, threads=threads))
    return Tagger(stages)


def _mixed(gold: Sequence[Sentence], tagged: Sequence[Sentence]) -> list[Sentence]:
    return list(tagged)


def _plan(sentences: Sequence[Sentence], columns: Sequence[str] | None) -> list[tuple[str, ...]]:
    """The columns of each stage; without a choice, those that the training data have."""
    if columns is not None:
        return [tuple(stage.split("+")) for stage in columns]
    has = {name: any(set(field(s)) != {"_"} for s in sentences) for name, field in _FIELDS.items()}
    plan = [tuple(name for name in stage.split("+") if has[name]) for stage in COLUMNS]
    return [stage for stage in plan if stage]


def _labels(sentences: Sequence[Sentence], columns: Sequence[str]) -> tuple[str, ...]:
    counts = Counter(tag for sentence in sentences for tag in tags_of(sentence, columns) if tag is not None)
    least = 2 if "lemma" in columns and max(counts.values(), default=0) > 1 else 1
    names = sorted(counts, key=lambda tag: (-counts[tag], tag))
    return tuple(tag for tag in names if counts[tag] >= least)[:MOST_TAGS]


class _StageRun(Run[Stage]):
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
        gold: Sequence[Sentence] | None = None,
    ) -> None:
        design = make_design(header, None, clusters, dictionary)
        super().__init__(header, design, strategy, sentences, dev, threads, listeners, clusters)
        self.dictionary, self.gold = dictionary, gold

    def _annotate(self) -> list[Sentence]:
        assert self.dev is not None
        return self.trainer.parse(self.design, self.dev, [], self.header.beam, self.threads, False)

    def _summary(self, annotated: Sequence[Sentence], scores: Scores) -> dict[str, float]:
        assert self.dev is not None
        right = total = 0
        for one, other in zip(self.dev, annotated, strict=True):
            fields = [_FIELDS[name] for name in self.header.columns]
            known = [tag is not None for tag in tags_of(one, self.header.columns)]
            pairs = zip(zip(*(f(one) for f in fields), strict=True), zip(*(f(other) for f in fields), strict=True), known, strict=True)
            for mine, theirs, counts in pairs:
                total += counts
                right += counts and mine == theirs
        return {"tags": 100.0 * right / max(total, 1)}

    def _make(self, header: ModelHeader, arrays: Arrays) -> tuple[Stage, Callable[[], Sequence[Sentence]]]:
        more = {"dictionary.keys": self.dictionary.keys, "dictionary.labels": self.dictionary.labels}
        stage = Stage(header, arrays | (more if len(self.dictionary) else {}))
        return stage, lambda: stage.tag(self.dev or [], threads=self.threads)
