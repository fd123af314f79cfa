"""From constraints to what the search keeps to: checked before anything is parsed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from panparser._native import NativeConstraints, Sentence, TransitionSystem, is_satisfiable
from panparser.constraints.columns import READERS
from panparser.constraints.constraints import Condition, Constraints, conditions
from panparser.errors import UsageError

Source = str | Constraints | Sequence[Constraints | None] | Callable[[Sentence], Constraints | None]
MAX_WORDS = 1000  # of a sentence with constraints: what is looked for grows with the cube


class ConstraintsRelaxed(UserWarning):
    """Constraints were left out, since no tree is within all of them."""


@dataclass(frozen=True)
class Constrained:
    """What a parser knows beside the sentence: its systems and its labels."""

    system: TransitionSystem
    free: TransitionSystem  # the same, with any number of roots
    labels: tuple[str, ...]
    at_root: tuple[bool, ...]
    elsewhere: tuple[bool, ...]

    def compile(self, sentence: Sentence, constraints: Constraints, where: str, relax: bool) -> NativeConstraints:
        """For the native search. UsageError, or a warning and as many as can hold, where no tree is within them."""
        if len(sentence) > MAX_WORDS:
            raise UsageError(
                f"{where} has {len(sentence):,} words, too many for constraints; "
                f"split it, use up to {MAX_WORDS:,}, or parse it without"
            )
        labels = self._labels(constraints) if constraints.labels else {}
        every = [*conditions(constraints, sentence), *self._label_conditions(constraints, labels)]
        native = _compile(sentence, every, labels)
        if is_satisfiable(self.system, native):
            return native
        if not relax:
            raise UsageError(f"{where}: {self._explain(sentence, every)}")
        kept: list[Condition] = []
        for condition in every:
            if is_satisfiable(self.system, _compile(sentence, [*kept, condition], {})):
                kept.append(condition)
        left_out = "; ".join(condition.describe(sentence) for condition in every if condition not in kept)
        warnings.warn(
            f"{where}: no tree is within all constraints; left out: {left_out}", ConstraintsRelaxed, stacklevel=4
        )
        return _compile(sentence, kept, labels)

    def _labels(self, constraints: Constraints) -> dict[int, int]:
        numbers = {label: number for number, label in enumerate(self.labels)}
        for label in constraints.labels.values():
            if label not in numbers:
                known = ", ".join(self.labels[:8]) + (", …" if len(self.labels) > 8 else "")
                raise UsageError(
                    f"the parser does not know the relation {label!r}; use one of: {known}"
                    if self.labels
                    else "the parser predicts no relations; leave out labels"
                )
        return {word: numbers[label] for word, label in constraints.labels.items()}

    def _label_conditions(self, constraints: Constraints, labels: dict[int, int]) -> list[Condition]:
        """A relation that was only seen below ROOT, or never there, says as much of a head that is not given."""
        found = []
        for word, number in labels.items():
            if word in constraints.heads:
                continue
            if not self.elsewhere[number]:
                found.append(Condition("label", word, (0,), label=constraints.labels[word]))
            elif not self.at_root[number]:
                found.append(Condition("label", word, None, 0, label=constraints.labels[word]))
        return found

    def _explain(self, sentence: Sentence, every: list[Condition]) -> str:
        """Which conditions exclude each other: none of them can be left out without the others being possible."""
        core = list(every)
        for condition in every:
            rest = [other for other in core if other is not condition]
            if not is_satisfiable(self.system, _compile(sentence, rest, {})):
                core = rest
        native = _compile(sentence, core, {})
        if self.system.single_root and is_satisfiable(self.free, native):
            why, remedy = "there would be more than one root", "change one of them, or parse with single_root=False"
        elif is_satisfiable(_any_tree(), native):
            why = f"arcs would cross, and {self.system.name} builds projective trees"
            remedy = "change one of them, or use a parser with the system covington"
        else:
            why, remedy = "no tree has all of that", "change one of them"
        said = "; ".join(condition.describe(sentence) for condition in core)
        if len(core) == 1:
            return f"a constraint cannot be satisfied: {said}; change or remove it"
        return f"the constraints exclude each other ({why}): {said}; {remedy}"


def _any_tree() -> TransitionSystem:
    from panparser.systems import system

    return system("covington")


def _compile(sentence: Sentence, given: Sequence[Condition], labels: dict[int, int]) -> NativeConstraints:
    return NativeConstraints(
        len(sentence),
        [(c.word, list(c.heads)) for c in given if c.heads is not None],
        [(c.forbidden, c.word) for c in given if c.forbidden is not None],
        [c.span for c in given if c.span is not None],
        list(labels.items()),
    )


def constraints_for(source: Source, sentences: Sequence[Sentence]) -> list[Constraints | None]:
    """One for each sentence, None where there are none."""
    if isinstance(source, Constraints):
        if len(sentences) != 1:
            raise UsageError(
                f"one Constraints is for one sentence, and there are {len(sentences)}; "
                "give a list with one for each, or None"
            )
        return [source or None]
    found: list[Any]
    if isinstance(source, str):
        if source not in READERS:
            raise UsageError(f"no constraints are read from {source!r}; use one of: {', '.join(READERS)}")
        found = [READERS[source](sentence) for sentence in sentences]
    elif callable(source):
        found = [source(sentence) for sentence in sentences]
    else:
        found = list(source)
        if len(found) != len(sentences):
            raise UsageError(
                f"there are {len(found)} constraints for {len(sentences)} sentences; give one for each, or None"
            )
    for item in found:
        if item is not None and not isinstance(item, Constraints):
            raise UsageError(f"constraints are a pp.Constraints or None for each sentence, not {type(item).__name__}")
    return [item or None for item in found]


def compile_all(
    parser: Constrained, source: Source, sentences: Sequence[Sentence], relax: bool
) -> list[NativeConstraints | None]:
    """For the native search, one for each sentence."""
    out: list[NativeConstraints | None] = []
    for number, (sentence, given) in enumerate(zip(sentences, constraints_for(source, sentences), strict=True), 1):
        where = f"the sentence in line {sentence.line}" if sentence.line else f"sentence {number}"
        if given is None:
            out.append(None)
            continue
        try:
            out.append(parser.compile(sentence, given, where, relax))
        except UsageError as error:
            message = str(error)
            raise UsageError(message if message.startswith(where) else f"{where}: {message}") from None
    return out
