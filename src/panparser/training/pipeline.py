"""`pp.train_pipeline`: a tokenizer, a tagger and a parser from one treebank."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from panparser._native import Sentence
from panparser.data import Treebank, read, stats, write
from panparser.data.atomic import replacing
from panparser.errors import UsageError, require_whole
from panparser.models.header import fingerprint
from panparser.systems import system as make_system
from panparser.tasks.loading import load
from panparser.tasks.parser import Parser
from panparser.tasks.pipeline import Pipeline
from panparser.tasks.tagger import Tagger
from panparser.tasks.tokenizer import Tokenizer
from panparser.training.listener import Listener, Listeners
from panparser.training.resampling import jackknife
from panparser.training.run import require_sentences, require_settings
from panparser.training.tagger import train_tagger
from panparser.training.tokenizer import train_tokenizer
from panparser.training.train import train

# docs/results/pipeline.md says what these are worth.
NONPROJECTIVE = 3.0  # per cent of the arcs, from which on a non-projective system is better
PROJECTIVE_SYSTEM = {"system": "arc-eager", "root": "last", "strategy": "maxvNDrestartSO", "beam": 4}
NONPROJECTIVE_SYSTEM = {"system": "nonmonotonic-covington", "root": "none", "strategy": "goldberg", "beam": 1}
FOLDS = 5
TOKENIZER_SHARE, TAGGER_SHARE = 0.08, 0.42  # of the size; the parser has what is left

Part = TypeVar("Part", Tokenizer, Tagger, Parser)


def train_pipeline(
    bank: Treebank | Sequence[Sentence],
    dev: Treebank | Sequence[Sentence] | None = None,
    *,
    system: str | None = None,
    root: str | None = None,
    strategy: str | None = None,
    beam: int | None = None,
    folds: int = FOLDS,
    epochs: int = 15,
    seed: int = 1,
    size: float | None = None,
    threads: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    listener: Listener | Iterable[Listener] | None = None,
    language: str = "",
    licence: str = "",
) -> Pipeline:
    """Trains all that it takes from text to trees; with `dev`, the best epochs on it are kept.

    The transition system is chosen by the treebank: a projective one with a beam, unless 3 % of the arcs or more are
    non-projective. `system`, `root`, `strategy` and `beam` are for another choice, as in `pp.train`. Every choice is
    told to listeners (`said`), and stands in `Pipeline.card`.

    The parser learns from tags as the tagger will give them: jackknifed, in so many `folds`; 1 for those of the
    treebank. The tagger predicts what the treebank has. `size` is what all models together may take, in megabytes.

    `checkpoint` names a folder for the parts that are finished; with `resume`, they are taken from there.

    >>> import panparser as pp
    >>> bank = pp.read("examples/treebank/train.conllu")
    >>> nlp = pp.train_pipeline(bank, epochs=3, folds=2)
    >>> len(nlp("The baker opens the shop."))
    6
    """
    sentences = Treebank(require_sentences(bank, "training data"))
    heldout = Treebank(require_sentences(dev, "development data")) if dev is not None else None
    require_whole("folds", folds, 1, 10_000)
    require_settings("goldberg", 1, epochs, seed, threads, None, size)
    if not any(head is not None for sentence in sentences for head in sentence.heads):
        raise UsageError("there is nothing to train on: no word has a head; annotate some, or check the HEAD column")
    heard = Listeners(listener)
    choices: list[str] = []

    def choose(message: str) -> None:
        choices.append(message)
        heard.tell("said", message)

    chosen = _choose_system(sentences, system, root, strategy, beam, choose)
    settings = {"data": fingerprint(sentences)["sha256"], "seed": seed, "epochs": epochs, "size": size, "folds": folds}
    if heldout is not None:
        settings["development data"] = fingerprint(heldout)["sha256"]
    parts = _Parts(checkpoint, resume, settings | chosen)
    common: dict[str, Any] = {"seed": seed, "threads": threads, "licence": licence, "listener": listener}

    heard.tell("said", "the tokenizer")
    tokens_size, tags_size = size and size * TOKENIZER_SHARE, size and size * TAGGER_SHARE
    tokenizer = parts.get(
        "tokenizer", lambda: train_tokenizer(sentences, heldout, size=tokens_size, **common), Tokenizer
    )
    left = size and size - _megabytes(tokenizer)
    tagger = None
    if any(tag != "_" for sentence in sentences for tag in sentence.upos):
        heard.tell("said", "the tagger")
        tagger = parts.get(
            "tagger", lambda: train_tagger(sentences, heldout, epochs=epochs, size=tags_size, **common), Tagger
        )
        left = left and left - _megabytes(tagger)
        if folds > 1 and len(sentences) >= folds:
            choose(f"the parser learns from jackknifed tags, {folds} folds")
            teach = partial(train_tagger, columns=["upos"], epochs=epochs, seed=seed, threads=threads)
            sentences = parts.sentences("jackknifed", lambda: jackknife(sentences, folds, train=teach))
        heldout = heldout and tagger.tag(heldout, threads=threads)
    heard.tell("said", "the parser")
    chosen |= {"size": left, "epochs": epochs, "checkpoint": parts.path("parser.ckpt"), "resume": resume}
    parser = parts.get("parser", lambda: train(sentences, heldout, **chosen, **common), Parser)
    card = {"language": language, "licence": licence, "choices": choices, "data": parser.header.data}
    return Pipeline(tokenizer, tagger, parser, card)


def _choose_system(
    bank: Treebank,
    system: str | None,
    root: str | None,
    strategy: str | None,
    beam: int | None,
    choose: Callable[[str], None],
) -> dict[str, Any]:
    """Options for `pp.train`: those of the treebank, unless others are wanted."""
    share = stats(bank).nonprojective_arcs_percent
    chosen = dict(PROJECTIVE_SYSTEM if share < NONPROJECTIVE else NONPROJECTIVE_SYSTEM)
    if system is not None:
        chosen |= {"system": system, "root": make_system(system).root}
        choose(f"the system is {system}, as wanted; {share:.1f} % of the arcs are non-projective")
    else:
        kind = "projective" if share < NONPROJECTIVE else "non-projective"
        choose(f"{share:.1f} % of the arcs are non-projective: a {kind} system, {chosen['system']}")
    given = {"root": root, "strategy": strategy, "beam": beam}
    chosen |= {name: value for name, value in given.items() if value is not None}
    if strategy is not None and beam is None and chosen["beam"] != 1:
        chosen["beam"] = 1
    choose(f"strategy {chosen['strategy']}, beam {chosen['beam']}")
    return chosen


def _megabytes(part: Tokenizer | Tagger | Parser) -> float:
    return sum(array.nbytes for array in part.content()[1].values()) / 1e6


class _Parts:
    """Finished parts in a folder, for a training that goes on after an interruption."""

    def __init__(self, folder: str | os.PathLike[str] | None, resume: bool, settings: dict[str, Any]) -> None:
        self._folder = None if folder is None else Path(folder)
        if resume and self._folder is None:
            raise UsageError("there is nothing to resume from; give checkpoint=FOLDER as in the first run")
        if self._folder is None:
            return
        if self._folder.exists() and not self._folder.is_dir():
            raise UsageError(f"{self._folder} is a file; give the name of a folder for finished parts")
        self._folder.mkdir(parents=True, exist_ok=True)
        told = self._folder / "settings.json"
        text = json.dumps(settings, indent=1, sort_keys=True) + "\n"
        if resume and told.exists() and told.read_text() != text:
            raise UsageError(f"{self._folder} is from a training with other data or options; start without resume")
        if not resume:
            for path in self._folder.iterdir():
                if path.suffix in (".pan", ".conllu", ".ckpt"):
                    path.unlink()
        with replacing(told) as out:
            out.write(text.encode())

    def path(self, name: str) -> Path | None:
        """Where a part is kept."""
        return self._folder and self._folder / name

    def get(self, name: str, make: Callable[[], Part], kind: type[Part]) -> Part:
        """A model that is there, or is made and kept."""
        path = self.path(f"{name}.pan")
        if path is not None and path.exists():
            found = load(path)
            if isinstance(found, kind):
                return found
            raise UsageError(f"{path} is no {name}; start without resume")
        made = make()
        if path is not None:
            made.save(path)
        return made

    def sentences(self, name: str, make: Callable[[], Treebank]) -> Treebank:
        """The same for a treebank."""
        path = self.path(f"{name}.conllu")
        if path is not None and path.exists():
            return read(path)
        made = make()
        if path is not None:
            write(made, path)
        return made
