"""Vocabularies: values as numbers, for models that have an embedding, or a column, for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from numpy.typing import NDArray

from panparser._native import NativeVocabulary, Sentence, TransitionSystem
from panparser.errors import UsageError, require_whole
from panparser.features.sets import Features, feature_templates


class Vocabulary:
    """The values that templates of one value each can have, by kind: forms, tags, labels, …

    Values are numbered from 1, the most frequent first; 0 is a value that is not there, or not known. `least` is how
    often words must have a value for it to be known. `names` are the kinds as templates write them, `kind_of` says
    which of them each template has, and `sizes` how many numbers each template needs, with 0.

    >>> import panparser as pp
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(upos=["NOUN", "VERB"])
    >>> vocabulary = Vocabulary("S0.p; B0.p; B1.p; S0.d", [birds], system=pp.system("arc-eager"), labels=["nsubj"])
    >>> vocabulary.names, vocabulary.kind_of, vocabulary.sizes
    (('p', 'd'), (0, 0, 0, 1), (5, 5, 5, 2))
    """

    def __init__(
        self,
        features: Features,
        sentences: Iterable[Sentence],
        *,
        system: TransitionSystem,
        labels: Sequence[str] = (),
        least: int = 1,
    ) -> None:
        require_whole("least", least, 1, 2**63 - 1)
        if not isinstance(system, TransitionSystem):
            raise UsageError(f"system must be a system from pp.system, not {type(system).__name__}")
        templates = feature_templates(features, system.name)
        self._set(NativeVocabulary(templates, sentences, len(labels), len(system.actions), least), templates)

    @classmethod
    def from_values(cls, templates: Sequence[str], values: Sequence[NDArray[Any]]) -> Vocabulary:
        """The vocabulary with these `values` of each kind."""
        new = cls.__new__(cls)
        new._set(NativeVocabulary(templates, values), tuple(templates))
        return new

    def _set(self, native: NativeVocabulary, templates: tuple[str, ...]) -> None:
        self._native, self.templates = native, templates
        self.names = tuple(native.names)
        self.kind_of = tuple(native.kind_of)
        self.values = tuple(native.values(kind) for kind in range(len(self.names)))  # hashes, by kind

    @property
    def sizes(self) -> tuple[int, ...]:
        """By template: one more than the highest number."""
        return tuple(len(self.values[kind]) + 1 for kind in self.kind_of)

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(values)} {name}" for name, values in zip(self.names, self.values, strict=True))
        return f"<Vocabulary of {len(self.templates)} templates: {counts}>"
