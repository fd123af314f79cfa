"""A treebank: a sequence of sentences that cannot change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import overload

from panparser._native import Sentence
from panparser.errors import UsageError


class Treebank(Sequence[Sentence]):
    """A sequence of sentences, with what was left out when it was read.

    `skipped` holds one message per bad sentence (lenient reading), `dropped` the number of sentences
    that each filter took out, by the filter's name.

    >>> bank = Treebank([Sentence.from_forms(["Time", "flies"]), Sentence.from_forms(["So", "what", "?"])])
    >>> bank
    <Treebank of 2 sentences, 5 words>
    >>> bank[1:][0].forms
    ['So', 'what', '?']
    """

    __slots__ = ("dropped", "sentences", "skipped")

    def __init__(
        self,
        sentences: Iterable[Sentence] = (),
        *,
        skipped: Iterable[str] = (),
        dropped: Mapping[str, int] | None = None,
    ) -> None:
        self.sentences = tuple(sentences)
        self.skipped = tuple(skipped)
        self.dropped = {name: count for name, count in (dropped or {}).items() if count}
        for sentence in self.sentences:
            if not isinstance(sentence, Sentence):
                raise UsageError(f"a Treebank holds Sentences, not {type(sentence).__name__}")

    @property
    def words(self) -> int:
        """The number of words; multiword tokens and empty nodes do not count."""
        return sum(map(len, self.sentences))

    def __len__(self) -> int:
        return len(self.sentences)

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> Treebank: ...
    def __getitem__(self, index: int | slice) -> Sentence | Treebank:
        if isinstance(index, slice):
            return Treebank(self.sentences[index])
        return self.sentences[index]

    def __add__(self, other: Treebank) -> Treebank:
        if not isinstance(other, Treebank):
            return NotImplemented
        dropped = {
            name: self.dropped.get(name, 0) + other.dropped.get(name, 0) for name in self.dropped | other.dropped
        }
        return Treebank(self.sentences + other.sentences, skipped=self.skipped + other.skipped, dropped=dropped)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Treebank) and self.sentences == other.sentences

    def __hash__(self) -> int:
        return hash(self.sentences)

    def __repr__(self) -> str:
        count = f"{len(self)} sentence{'s' * (len(self) != 1)}, {self.words} word{'s' * (self.words != 1)}"
        left_out = [f"{len(self.skipped)} skipped"] * bool(self.skipped)
        left_out += [f"{count} dropped ({name})" for name, count in self.dropped.items()]
        return f"<Treebank of {', '.join([count, *left_out])}>"
