"""Gold and predicted trees as one table of words: a column per property, a row per tree.

The table is built once, and everything else in this room is arithmetic on its arrays. Row 0 is the gold tree, the
others are predicted ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from panparser._native import Sentence, nonprojective_words
from panparser.errors import InputError, UsageError

Whole = NDArray[np.int64]
Truth = NDArray[np.bool_]

UNKNOWN = "_"  # how a head, tag or relation is written that is not there
ROOT = "ROOT"
NO_HEAD = -1


@dataclass(frozen=True)
class Coded:
    """Strings as numbers: `codes` has the shape of the table, `names[code]` is the string."""

    codes: Whole
    names: Sequence[str]

    @classmethod
    def of(cls, rows: Iterable[Iterable[str]]) -> Coded:
        """Rows of strings; what is unknown is 0."""
        numbers: dict[str, int] = {UNKNOWN: 0}
        codes = np.array([[numbers.setdefault(s, len(numbers)) for s in row] for row in rows], np.int64)
        return cls(codes, list(numbers))


class Table:
    """The words of gold sentences, with what each of several trees says of them.

    `heads`, `tags.codes` and `relations.codes` have a row per tree and a column per word.

    >>> from panparser import Sentence
    >>> gold = Sentence.from_forms(["So", "it", "goes"]).replace(heads=[3, 3, 0])
    >>> table = Table([gold], [gold.replace(heads=[2, 3, 0])], subtypes=False)
    >>> table.heads.tolist(), table.depths.tolist()
    ([[3, 3, 0], [2, 3, 0]], [[2, 2, 1], [3, 2, 1]])
    """

    def __init__(self, gold: Sequence[Sentence], *predicted: Sequence[Sentence], subtypes: bool) -> None:
        if not gold:
            raise UsageError("there is nothing to analyse: no sentences; give a treebank with trees")
        for bank in predicted:
            _require_same_words(gold, bank)
        trees = (gold, *predicted)
        self.sentences = trees
        self.lengths: Whole = np.array([len(sentence) for sentence in gold], np.int64)
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)])  # of the sentences, with the end of the last
        self.sentence = np.repeat(np.arange(len(gold)), self.lengths)  # by word
        self.position = np.arange(self.starts[-1]) - self.starts[:-1][self.sentence] + 1
        self.heads: Whole = np.array(
            [[NO_HEAD if head is None else head for sentence in tree for head in sentence.heads] for tree in trees],
            np.int64,
        )
        self.words = Coded.of([chain.from_iterable(sentence.forms for sentence in gold)])
        self.tags = Coded.of(chain.from_iterable(sentence.upos for sentence in tree) for tree in trees)
        relations = (chain.from_iterable(sentence.deprels for sentence in tree) for tree in trees)
        self.relations = Coded.of(relations if subtypes else ((r.partition(":")[0] for r in row) for row in relations))

    def __len__(self) -> int:
        return int(self.starts[-1])

    @cached_property
    def has_head(self) -> Truth:
        """Where a tree says which head a word has."""
        return np.not_equal(self.heads, NO_HEAD)

    @cached_property
    def has_relation(self) -> Truth:
        """Where a tree says head and relation."""
        return self.has_head & np.not_equal(self.relations.codes, 0)

    @cached_property
    def right_heads(self) -> Truth:
        """Where a tree has the gold head; nowhere if that is unknown."""
        right: Truth = self.has_head[0] & (self.heads == self.heads[0])
        return right

    @cached_property
    def right_relations(self) -> Truth:
        """Where a tree has the gold relation, whatever the head."""
        codes = self.relations.codes
        right: Truth = self.has_relation[0] & (codes == codes[0])
        return right

    @cached_property
    def parents(self) -> Whole:
        """The head's own column; where there is none, the word's own."""
        return np.where(self.heads > 0, self.starts[:-1][self.sentence] + self.heads - 1, np.arange(len(self)))

    @cached_property
    def depths(self) -> Whole:
        """Arcs from ROOT down to a word; -1 where no way leads there."""
        depths = np.where(self.heads == 0, 1, -1)
        rows = np.arange(len(self.heads))[:, None]
        for _ in range(int(self.lengths.max(initial=0))):
            above = depths[rows, self.parents]
            known = (depths < 0) & (self.heads > 0) & (above > 0)
            if not known.any():
                break
            depths[known] = above[known] + 1
        return depths

    @cached_property
    def siblings(self) -> Whole:
        """Other words with the same head; -1 for words without head."""
        # A sentence has a place for ROOT and one for each word.
        place = (self.starts[:-1] + np.arange(len(self.lengths)))[self.sentence] + np.maximum(self.heads, 0)
        counts = [
            np.bincount(p[h], minlength=len(self) + len(self.lengths))
            for p, h in zip(place, self.has_head, strict=True)
        ]
        return np.where(self.has_head, np.stack([c[p] for c, p in zip(counts, place, strict=True)]) - 1, -1)

    @cached_property
    def is_nonprojective(self) -> Truth:
        """Where the arc to a word has a word below it that its head does not dominate."""
        crossing = np.zeros(self.heads.shape, bool)
        for row, tree in zip(crossing, self.sentences, strict=True):
            for start, sentence in zip(self.starts.tolist(), tree, strict=False):
                row[[start + word - 1 for word in nonprojective_words(sentence.heads)]] = True
        return crossing

    def by_sentence(self, chosen: Truth) -> Whole:
        """How many of the chosen words each sentence has."""
        return np.bincount(self.sentence[chosen], minlength=len(self.lengths)).astype(np.int64)


def _require_same_words(gold: Sequence[Sentence], predicted: Sequence[Sentence]) -> None:
    remedy = "analyse two annotations of the same words; `evaluate` also scores others"
    for number, (one, other) in enumerate(zip(gold, predicted, strict=False), 1):
        if one.forms != other.forms:
            forms = (*zip(one.forms, other.forms, strict=False), (f"{len(one)} words", f"{len(other)} words"))
            here, there = next((a, b) for a, b in forms if a != b)
            raise InputError(f"sentence {number} has other words: {here!r} in gold, {there!r} in predicted", remedy)
    if len(gold) != len(predicted):
        raise InputError(f"there are {len(gold)} gold sentences and {len(predicted)} predicted ones", remedy)
