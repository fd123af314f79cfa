"""`pp.analyze`: where a parser is right and where it is wrong; `pp.frequencies`: what a treebank is made of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from panparser.analysis.confusion import Confusion
from panparser.analysis.criteria import By, Combination, Criterion, Key, Subset, Types, chosen, criterion
from panparser.analysis.score import Found, TypeScore
from panparser.analysis.table import Table, Truth, Whole
from panparser.errors import UsageError
from panparser.evaluation.evaluate import Bank, sentences_of

MOST_CONFUSED = 1000  # types of a confusion matrix


@dataclass(frozen=True, eq=False)
class Analysis(Mapping[Key, TypeScore]):
    """What `pp.analyze` returns: scores by type, and `overall` those of all words together.

    The most frequent types come first, but for numbers, which stand in their order. `by` looks at the same trees by
    another criterion, without reading them again.
    """

    table: Table
    words: Truth  # those that count
    by_type: Criterion | Combination | None = None
    tree: int = 1  # whose tree: the row of the table

    def by(self, by_type: By) -> Analysis:
        """The same analysis by another criterion."""
        return replace(self, by_type=criterion(by_type))

    @cached_property
    def overall(self) -> TypeScore:
        """The scores of all words that count."""
        everything = Types(np.zeros(self.table.heads.shape, np.int64), ["all"])
        return self._scores(everything)[0]

    @cached_property
    def types(self) -> dict[Key, TypeScore]:
        """The scores by type, of all types that either tree has."""
        if self.by_type is None:
            return {}
        types = self.by_type.types(self.table)
        scores = self._scores(types)
        order = range(len(scores))
        if not types.is_ordered:
            order = sorted(order, key=lambda code: (-scores[code].count, types.names[code]))  # type: ignore[assignment]
        found = ((types.names[code], scores[code]) for code in order)
        return {name: score for name, score in found if score.count or score.unlabelled.predicted}

    def _scores(self, types: Types) -> list[TypeScore]:
        t, gold, mine = self.table, types.codes[0], types.codes[self.tree]
        heads, relations = t.right_heads[self.tree], t.right_relations[self.tree]

        def found(known: Truth, guessed: Truth, right: Truth) -> list[Found]:
            rows = [
                np.bincount(codes[self.words & those], minlength=len(types.names)).tolist()
                for codes, those in ((gold, known), (mine, guessed & known), (gold, right), (mine, right))
            ]
            return [Found(*counts) for counts in zip(*rows, strict=True)]

        labelled, guessed = t.has_relation[0], t.has_head[self.tree]
        named = guessed | (t.relations.codes[self.tree] != 0)
        return [
            TypeScore(*parts)
            for parts in zip(
                found(t.has_head[0], guessed, heads),
                found(labelled, guessed, heads & relations),
                found(labelled, named, relations),
                strict=True,
            )
        ]

    def confusion(self, by_type: By | None = None) -> Confusion:
        """Gold types against predicted types, by another criterion or the analysis' own.

        >>> import panparser as pp
        >>> gold = pp.Sentence.from_forms(["It", "rains"]).replace(heads=[2, 0], deprels=["expl", "root"])
        >>> pp.analyze([gold], [gold.replace(deprels=["nsubj", "root"])]).confusion("LABEL").errors
        [('expl', 'nsubj', 1)]
        """
        by = self.by_type if by_type is None else criterion(by_type)
        if by is None:
            raise UsageError("a confusion matrix is of one criterion; say which, as in confusion(LABEL)")
        types = by.types(self.table)
        gold, mine = types.codes[0][self.words], types.codes[self.tree][self.words]
        kept, place = np.unique(np.concatenate([gold, mine]), return_inverse=True)
        size = len(kept)
        if size > MOST_CONFUSED:
            raise UsageError(f"{by} has {size:,} types here, too many to set against each other; take a subset")
        matrix = np.bincount(place[: len(gold)] * size + place[len(gold) :], minlength=size**2).reshape(size, size)
        if not types.is_ordered:
            order = np.argsort(-matrix.sum(axis=1), kind="stable")
            kept, matrix = kept[order], matrix[np.ix_(order, order)]
        return Confusion(tuple(types.names[code] for code in kept), matrix.astype(np.int64), str(by))

    def errors(self, *, labelled: bool = True) -> Whole:
        """By sentence, how many of the words that count have a wrong head, or relation if labelled."""
        t = self.table
        right = t.right_heads[self.tree]
        if labelled:
            right = right & (t.right_relations[self.tree] | ~t.has_relation[0])
        return t.by_sentence(self.words & ~right)

    def worst(self, count: int, *, labelled: bool = True) -> list[int]:
        """The sentences with the most errors, by their places from 0; those without any are left out.

        >>> import panparser as pp
        >>> gold = pp.Sentence.from_forms(["It", "rains"]).replace(heads=[2, 0])
        >>> pp.analyze([gold, gold], [gold, gold.replace(heads=[0, 1])]).worst(5)
        [1]
        """
        errors = self.errors(labelled=labelled)
        order = np.argsort(-errors, kind="stable")[:count]
        return [int(place) for place in order if errors[place]]

    def __getitem__(self, key: Key) -> TypeScore:
        return self.types[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.types)

    def __len__(self) -> int:
        return len(self.types)

    def to_dict(self) -> dict[str, Any]:
        """For JSON; a type that is a tuple is a list there."""
        return {
            "by_type": None if self.by_type is None else str(self.by_type),
            "overall": self.overall.to_dict(),
            "types": [{"type": key, **score.to_dict()} for key, score in self.types.items()],
        }


def analyze(
    gold: Bank,
    predicted: Bank,
    *,
    by_type: By | None = None,
    subset: Subset | None = None,
    ignore: Collection[str] = (),
    subtypes: bool = False,
) -> Analysis:
    """Scores by type of word or arc, and confusion matrices, of predicted trees against the gold ones.

    Either is a Treebank, a list of sentences or a path; they must have the same words. `by_type` is one of the criteria
    in `panparser.analysis` (`POS`, `HEADPOS`, `LABEL`, `DIRECTION`, `LENGTH`, `DEPTH`, `WORD`, `SENTENCE_LENGTH`,
    `PROJECTIVITY`, `SIBLINGS`), capped if it is a number (`LENGTH.cap(7)`), a tuple of several, or a list of several to
    be joined: `[WORD, "-", POS]`. Names do as well: `"POS,HEADPOS"`.

    Only words of `subset` count, such as `(DIRECTION, "+")` or `(LABEL, ["mark", "case"])`, or a list of these that
    must all hold, and only those whose gold tag is not in `ignore`. Subset and type are those of the gold tree;
    precision is about the type in the predicted tree. Relations are compared up to their colon, unless `subtypes`.
    Words whose gold head is unknown are not counted.

    >>> import panparser as pp
    >>> gold = pp.Sentence.from_forms(["We", "sail", "far", "today"]).replace(heads=[2, 0, 2, 2])
    >>> found = pp.analyze([gold], [gold.replace(heads=[2, 0, 2, 3])], by_type="LENGTH")
    >>> found.overall.uas, list(found)
    (75.0, ['0', '1', '2'])
    >>> round(found["1"].unlabelled.precision, 1), found["1"].unlabelled.recall, found["2"].uas
    (66.7, 100.0, 0.0)
    """
    banks = [sentences_of(bank, "analyze") for bank in (gold, predicted)]
    return analysis_of(Table(*banks, subtypes=subtypes), by_type, subset, ignore)


def analysis_of(
    table: Table, by_type: By | None, subset: Subset | None, ignore: Collection[str], tree: int = 1
) -> Analysis:
    """The analysis of one of the trees of a table."""
    words = chosen(table, subset, ignore)
    if not words.any():
        raise UsageError("no word is left to analyse; give gold trees, and another subset or fewer ignored tags")
    return Analysis(table, words, None if by_type is None else criterion(by_type), tree)


def frequencies(
    bank: Bank,
    by_type: By,
    *,
    subset: Subset | None = None,
    ignore: Collection[str] = (),
    subtypes: bool = False,
) -> dict[Key, int]:
    """How many words of each type a treebank has; arguments are those of `analyze`.

    >>> import panparser as pp
    >>> from panparser.analysis import DIRECTION, HEADPOS, POS
    >>> sail = pp.Sentence.from_forms(["We", "sail", "far"])
    >>> sail = sail.replace(upos=["PRON", "VERB", "ADV"], heads=[2, 0, 2])
    >>> pp.frequencies([sail], (POS, [HEADPOS, DIRECTION]), ignore=["VERB"])
    {('ADV', 'VERB-'): 1, ('PRON', 'VERB+'): 1}
    """
    table = Table(sentences_of(bank, "frequencies"), subtypes=subtypes)
    found = analysis_of(table, by_type, subset, ignore, tree=0)
    return {key: score.count for key, score in found.items()}
