"""`pp.train_together`: a parser that learns from the tags of a tagger which learns at the same time."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from panparser._native import Sentence
from panparser.data import Treebank
from panparser.errors import UsageError
from panparser.tasks.parser import Parser
from panparser.tasks.tagger import Tagger
from panparser.training.listener import Listener
from panparser.training.report import EpochReport
from panparser.training.run import require_sentences
from panparser.training.tagger import StageRun, stage_runs, train_tagger
from panparser.training.train import train

_ITS_OWN = ("columns", "epochs", "listener", "size")  # options of a tagger that are not given with it
_NOT_THERE = ("checkpoint", "resume", "size")  # nothing is learnt a second time


def train_together(
    bank: Treebank | Sequence[Sentence],
    dev: Treebank | Sequence[Sentence] | None = None,
    *,
    columns: str = "upos",
    tagger: Mapping[str, Any] | None = None,
    epochs: int = 15,
    **parser: Any,
) -> tuple[Tagger, Parser]:
    """Trains a tagger and a parser side by side, as Honnibal & Johnson (2015) do.

    In each epoch the parser learns from the tags that the tagger predicted when it came to the sentence, before it
    learnt from it; development data have the tags of that epoch's averaged tagger. So the parser gets used to tags as
    they will be, without the extra taggers of jackknifing.

    `columns` is what the tagger predicts, joined by `+` where that is several. `tagger` holds options of
    `pp.train_tagger`, all others are options of `pp.train`. The tagger must follow its own tags, as it does by
    default: a strategy for it needs a local update and an exploration of 1. There is no checkpoint, and no `size`.

    >>> import panparser as pp
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"])
    >>> bank = [birds.replace(upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"])]
    >>> tagger, parser = pp.train_together(bank, epochs=3)
    >>> parsed = parser.parse(tagger.tag(birds))
    >>> parsed.upos, parsed.heads
    (['NOUN', 'VERB'], [2, 0])
    """
    sentences = require_sentences(bank, "training data")
    for name in _NOT_THERE:
        if name in parser:
            raise UsageError(f"trainings side by side have no {name}; leave it out")
    run = _tagger_run(sentences, dev, columns, epochs, dict(tagger or {}))
    given = parser.pop("listener", None)
    heard = [given] if isinstance(given, Listener) else list(given or ())
    beside = _TaggerBeside(run, sentences)
    trained = train(sentences, dev, epochs=epochs, listener=[beside, *heard], **parser)
    return Tagger([run.finish(beside.reports, (tagger or {}).get("prune"))]), trained


def _tagger_run(
    sentences: Sequence[Sentence],
    dev: Treebank | Sequence[Sentence] | None,
    columns: str,
    epochs: int,
    given: dict[str, Any],
) -> StageRun:
    parameters = inspect.signature(train_tagger).parameters.values()
    options = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}
    for name in given:
        if name not in options or name in _ITS_OWN:
            raise UsageError(f"a tagger beside a parser has no option {name!r}; see pp.train_tagger")
    options |= given | {"columns": [columns], "epochs": epochs, "listener": None}
    run = next(stage_runs(sentences, dev, **options))
    if run.strategy.update != "local" or set(run.strategy.schedule) != {1.0}:
        raise UsageError(
            "a tagger beside a parser follows its own tags; use a strategy with a local update and exploration=1.0"
        )
    run.followed = {}
    return run


class _TaggerBeside(Listener):
    """Takes a tagger through the epochs of a parser, and hands its tags over."""

    def __init__(self, run: StageRun, sentences: Sequence[Sentence]) -> None:
        self.run = run
        self.places = {id(sentence): place for place, sentence in enumerate(sentences)}  # equal ones stay apart
        self.reports: list[EpochReport] = []
        self.epochs: Iterator[EpochReport] = run.epochs()

    def changes(self) -> str:
        """Everything: there is no checkpoint to compare with."""
        return "a tagger beside it"

    def before_epoch(self, epoch: int) -> None:
        """The tagger goes first."""
        self.reports.append(next(self.epochs))

    def before_sentence(self, epoch: int, sentence: Sentence) -> Sentence:
        """As the tagger had it."""
        assert self.run.followed is not None
        return self.run.followed[self.places[id(sentence)]]

    def before_evaluation(self, epoch: int) -> Sequence[Sentence] | None:
        """As the averaged tagger has them."""
        return self.run.tag_dev()
