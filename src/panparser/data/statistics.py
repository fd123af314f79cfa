"""What a treebank is made of, in numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from panparser._native import Counts, Sentence
from panparser.data.treebank import Treebank
from panparser.errors import UsageError


@dataclass(frozen=True)
class Statistics:
    """Counts over sentences; `print` shows a table, `to_dict` is for programs.

    >>> print(stats([Sentence.from_forms(["Hi", "there"])]).words)
    2
    """

    sentences: int
    words: int
    tokens: int  # of the surface: a multiword token counts once, its words do not
    multiword_tokens: int
    empty_nodes: int
    unknown_heads: int
    labels: dict[str, int]  # most frequent first, without '_'; so is upos
    upos: dict[str, int]
    nonprojective_arcs: int
    nonprojective_sentences: int
    roots: dict[int, int]  # sentences by their number of roots
    longest: int

    @property
    def mean_length(self) -> float:
        """Words per sentence."""
        return self.words / self.sentences if self.sentences else 0.0

    @property
    def nonprojective_arcs_percent(self) -> float:
        """Of the words with a known head."""
        return _percent(self.nonprojective_arcs, self.words - self.unknown_heads)

    @property
    def nonprojective_sentences_percent(self) -> float:
        """Of the sentences."""
        return _percent(self.nonprojective_sentences, self.sentences)

    @property
    def multiroot_sentences(self) -> int:
        """Sentences in which more than one word hangs from ROOT."""
        return sum(count for roots, count in self.roots.items() if roots > 1)

    def to_dict(self) -> dict[str, Any]:
        """Everything, derived numbers too, ready for JSON."""
        return asdict(self) | {
            "mean_length": self.mean_length,
            "nonprojective_arcs_percent": self.nonprojective_arcs_percent,
            "nonprojective_sentences_percent": self.nonprojective_sentences_percent,
            "multiroot_sentences": self.multiroot_sentences,
        }

    def __str__(self) -> str:
        arcs = f"{self.nonprojective_arcs} ({self.nonprojective_arcs_percent:.2f} %)"
        sentences = f"{self.nonprojective_sentences} ({self.nonprojective_sentences_percent:.2f} %)"
        rows = {
            "sentences": self.sentences,
            "words": self.words,
            "surface tokens": self.tokens,
            "multiword tokens": self.multiword_tokens,
            "empty nodes": self.empty_nodes,
            "mean length": f"{self.mean_length:.2f}",
            "longest sentence": self.longest,
            "unknown heads": self.unknown_heads,
            "non-projective arcs": arcs,
            "non-projective sentences": sentences,
            "sentences with several roots": self.multiroot_sentences,
            f"labels ({len(self.labels)})": _listed(self.labels),
            f"UPOS ({len(self.upos)})": _listed(self.upos),
        }
        width = max(map(len, rows))
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows.items())


def stats(sentences: Iterable[Sentence] | Iterable[Treebank]) -> Statistics:
    """Count what is in a treebank, in any iterable of sentences, or in the parts that `stream` gives.

    >>> stats([]).sentences
    0
    """
    counts = Counts()
    waiting: list[Sentence] = []
    for item in sentences:
        if isinstance(item, Treebank):
            counts.add(list(item))
        elif isinstance(item, Sentence):
            waiting.append(item)
        else:
            raise UsageError(f"only sentences can be counted, not {type(item).__name__}")
        if len(waiting) >= 1000:
            counts.add(waiting)
            waiting = []
    counts.add(waiting)
    return Statistics(
        sentences=counts.sentences,
        words=counts.words,
        tokens=counts.words - counts.covered + counts.multiwords,
        multiword_tokens=counts.multiwords,
        empty_nodes=counts.empty_nodes,
        unknown_heads=counts.unknown_heads,
        labels=_by_frequency(counts.labels),
        upos=_by_frequency(counts.upos),
        nonprojective_arcs=counts.nonprojective_arcs,
        nonprojective_sentences=counts.nonprojective_sentences,
        roots=dict(sorted(counts.roots.items())),
        longest=counts.longest,
    )


def _by_frequency(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _listed(counts: dict[str, int], shown: int = 8) -> str:
    names = [f"{name} {count}" for name, count in list(counts.items())[:shown]]
    return ", ".join(names + ["…"] * (len(counts) > shown))


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0
