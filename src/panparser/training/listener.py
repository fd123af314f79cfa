"""Hooks: what is told of a training, and asked, on its way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from panparser._native import EpochStats, Sentence
from panparser.data import Treebank
from panparser.errors import UsageError
from panparser.evaluation import Scores
from panparser.training.report import EpochReport, UpdateReport

if TYPE_CHECKING:
    from panparser.tasks.parser import Parser


class Listener:
    """Told how training goes on, and asked here and there; the base class says nothing and changes nothing.

    Override what you need, and pass the listener, or a list of them, as `pp.train(listener=…)`. The methods stand in
    the order in which they are called. Those about sentences and updates come from the middle of the native loop,
    which calls Python only for those that are overridden.

    A training that is resumed ends with the same model if what a listener answers depends on nothing but the
    arguments that it is given, and on what `resumed` told it.

    >>> import panparser as pp
    >>> class Errors(pp.Listener):
    ...     def after_epoch(self, report):
    ...         print(f"epoch {report.epoch}: {report.error:.0%} wrong")
    >>> bank = pp.reads("1\\tYes\\t_\\tINTJ\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n")
    >>> parser = pp.train(bank, epochs=2, listener=Errors())
    epoch 1: 0% wrong
    epoch 2: 0% wrong
    """

    def changes(self) -> str:
        """What of this listener the model depends on, in words; a checkpoint made with another one is refused."""
        return ""

    def said(self, message: str) -> None:
        """What was chosen for the treebank, or what is trained next, in words: `pp.train_pipeline` says that."""

    def resumed(self, reports: list[EpochReport]) -> None:
        """A checkpoint was found: what the epochs so far did."""

    def start(self, words: int, epochs: int, first: int) -> None:
        """Training begins with epoch `first` of `epochs`, over `words` words each."""

    def before_epoch(self, epoch: int) -> None:
        """An epoch begins; they count from 1."""

    def before_sentence(self, epoch: int, sentence: Sentence) -> Sentence | None:
        """What to learn from: the sentence, one in its place (with some heads hidden, say), or None for nothing."""
        return sentence

    def before_update(self, update: UpdateReport) -> bool | None:
        """The weights are about to change; False keeps them as they are."""

    def after_update(self, update: UpdateReport) -> None:
        """The weights have changed."""

    def after_sentence(self, epoch: int, sentence: Sentence, stats: EpochStats) -> None:
        """A sentence of the training data is done, and was not left out; `stats` counts over the epoch so far."""

    def progress(self, epoch: int, stats: EpochStats) -> None:
        """A few times a second."""

    def before_evaluation(self, epoch: int) -> Sequence[Sentence] | None:
        """The development data, if there are any, are about to be parsed with the averaged weights.

        The same sentences with other tags, say, may be given back; they are used from now on.
        """

    def after_evaluation(self, epoch: int, parsed: Treebank, scores: Scores) -> None:
        """They have been parsed and scored."""

    def after_epoch(self, report: EpochReport) -> None:
        """An epoch is over, and in the checkpoint."""

    def should_stop(self, reports: Sequence[EpochReport]) -> bool:
        """Whether training ends here; asked before each epoch but the first, with the reports of all before it."""
        return False

    def finish(self, parser: Parser) -> None:
        """The parser is made of the best epoch's weights."""


class Listeners:
    """Several listeners, called in their order.

    >>> import panparser as pp
    >>> several = Listeners([pp.EarlyStopping(2), pp.LearningCurve()])
    >>> several.hears("should_stop"), several.hears("before_sentence")
    (True, False)
    """

    def __init__(self, listeners: Listener | Iterable[Listener] | None) -> None:
        given = [] if listeners is None else [listeners] if isinstance(listeners, Listener) else listeners
        if not isinstance(given, Iterable):
            raise UsageError(f"listener must be a pp.Listener or a list of them, not {type(listeners).__name__}")
        self._all = tuple(given)
        for listener in self._all:
            if not isinstance(listener, Listener):
                raise UsageError(f"a listener must be derived from pp.Listener, and {type(listener).__name__} is not")
        # By name: the methods that are not the base class's.
        self._methods: dict[str, list[Callable[..., Any]]] = {
            name: [
                method
                for method in (getattr(listener, name) for listener in self._all)
                if getattr(method, "__func__", method) is not base
            ]
            for name, base in vars(Listener).items()
            if not name.startswith("_")
        }

    def hears(self, name: str) -> bool:
        """Whether anybody overrides the method of that name; if not, it need not be called at all."""
        return bool(self._methods[name])

    def tell(self, name: str, *arguments: Any) -> None:
        """Calls that method of all."""
        for method in self._methods[name]:
            method(*arguments)

    def before_sentence(self, epoch: int, sentence: Sentence) -> Sentence | None:
        """Each gets what the one before it left."""
        left: Sentence | None = sentence
        for method in self._methods["before_sentence"]:
            if left is not None:
                left = method(epoch, left)
        return left

    def before_update(self, update: UpdateReport) -> bool:
        """All are asked, and any can say no."""
        answers = [method(update) for method in self._methods["before_update"]]
        return all(answer is None or bool(answer) for answer in answers)

    def before_evaluation(self, epoch: int, dev: Sequence[Sentence]) -> Sequence[Sentence]:
        """The development data that are left by the last of them."""
        for method in self._methods["before_evaluation"]:
            dev = method(epoch) or dev
        return dev

    def should_stop(self, reports: Sequence[EpochReport]) -> bool:
        """Any can say yes."""
        return any(method(tuple(reports)) for method in self._methods["should_stop"])

    def changes(self) -> str | None:
        """What all of them say; None if they change nothing."""
        return "; ".join(filter(None, (listener.changes() for listener in self._all))) or None
