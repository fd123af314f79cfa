"""The labels of training data, and where they were seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy

from panparser._native import Sentence
from panparser.models.header import ModelHeader


class LabelSets:
    """Labels from the most to the least frequent, and which of them occur below ROOT and elsewhere."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        below_root: Counter[str] = Counter()
        others: Counter[str] = Counter()
        below_top: Counter[str] = Counter()  # on children of words that hang below ROOT
        for sentence in sentences:
            heads = sentence.heads
            for head, label in zip(heads, sentence.deprels, strict=True):
                if label != "_" and head is not None:  # a label is learnt with its arc
                    (below_root if head == 0 else others)[label] += 1
                    if head and heads[head - 1] == 0:
                        below_top[label] += 1
        total = below_root + others
        self.names = _by_frequency(total)
        # Where nothing was seen, everything is possible.
        self.at_root = tuple(not below_root or name in below_root for name in self.names)
        self.elsewhere = tuple(not others or name in others for name in self.names)
        self.root_label = next(iter(_by_frequency(below_root) or self.names), "")
        self.loose_label = next(iter(_by_frequency(below_top) or _by_frequency(others) or self.names), "")

    def after(self, first: ModelHeader) -> LabelSets:
        """These, and before them the labels of an earlier training, which may stand wherever they might."""
        both = copy(self)
        both.names = first.labels + tuple(name for name in self.names if name not in first.labels)
        before = dict(zip(first.labels, zip(first.at_root, first.elsewhere, strict=True), strict=True))
        now = dict(zip(self.names, zip(self.at_root, self.elsewhere, strict=True), strict=True))
        never = (False, False)
        both.at_root = tuple(before.get(n, never)[0] or now.get(n, never)[0] for n in both.names)
        both.elsewhere = tuple(before.get(n, never)[1] or now.get(n, never)[1] for n in both.names)
        both.root_label = self.root_label or first.root_label
        both.loose_label = self.loose_label or first.loose_label
        return both


def upos_tags(sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """The UPOS tags of training data, from the most to the least frequent."""
    return _by_frequency(Counter(tag for sentence in sentences for tag in sentence.upos if tag != "_"))


def _by_frequency(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(counts, key=lambda name: (-counts[name], name)))
