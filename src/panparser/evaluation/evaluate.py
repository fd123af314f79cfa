"""`pp.evaluate`: reads what it is given, aligns if need be, and leaves the counting to native code."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from panparser import _native
from panparser.data import Sentence, read
from panparser.errors import UsageError
from panparser.evaluation.alignment import align
from panparser.evaluation.metric import Metric
from panparser.evaluation.scores import Scores

# Columns, by their place in CoNLL-U, that a metric reads: alone, or beside others.
_LEMMA, _UPOS, _XPOS, _FEATS, _HEAD = 2, 3, 4, 5, 6
_SIMPLE = {"UPOS": _UPOS, "XPOS": _XPOS, "UFeats": _FEATS, "Lemmas": _LEMMA} | dict.fromkeys(
    ["UAS", "LAS", "LS", "CLAS", "UEM", "LEM"], _HEAD
)
_COMPOSITE = {
    "AllTags": (_UPOS, _XPOS, _FEATS),
    "MLAS": (_HEAD, _UPOS, _FEATS),
    "BLEX": (_HEAD, _LEMMA),
}

Bank = Sequence[Sentence] | str | os.PathLike[str]


def evaluate(gold: Bank, predicted: Bank, *, punctuation: bool = True, subtypes: bool = False) -> Scores:
    """Score a predicted file against the gold one, by the rules of the CoNLL 2018 shared task.

    Either is a Treebank, a list of sentences or a path. They must hold the same text, but may cut it into
    other sentences, tokens and words. `punctuation=False` and `subtypes=True` choose what the properties of
    the result show; all variants are counted in any case. Words whose gold head is unknown are not counted in
    attachment scores. Where words were given no head, precision is what is right among those that were, recall what is
    right among all, and `coverage` the share of words with a head.

    >>> import panparser as pp
    >>> gold = pp.Sentence.from_forms(["Trees", "grow", "."]).replace(heads=[2, 0, 2])
    >>> scores = pp.evaluate([gold], [gold.replace(heads=[2, 0, 1])])
    >>> print(f"{scores.uas:.2f}")
    66.67
    """
    one, other = sentences_of(gold, "evaluate"), sentences_of(predicted, "evaluate")
    if _native.same_tokens(one, other):
        alignment = None
        tokens = _native.count_tokens(one)
        words = sum(map(len, one))
        segmentation = {
            "Tokens": Metric(tokens, tokens, tokens),
            "Sentences": Metric(len(one), len(one), len(one)),
            "Words": Metric(words, words, words),
        }
    else:
        found = align(one, other)
        alignment = found.words
        matched = sum(word >= 0 for word in alignment)
        segmentation = {
            "Tokens": found.tokens,
            "Sentences": found.sentences,
            "Words": Metric(matched, len(alignment), sum(map(len, other))),
        }
    counted = _native.count_scores(one, other, alignment)
    variants = [(with_punctuation, full) for with_punctuation in (True, False) for full in (False, True)]
    tables = {
        variant: segmentation | {name: Metric(*counts) for name, counts in table.items()}
        for variant, table in zip(variants, counted, strict=True)
    }
    return Scores(tables, _missing(one, other), punctuation, subtypes)


def sentences_of(bank: Bank, verb: str) -> list[Sentence]:
    """The sentences of a treebank, a list or a path; the verb is whose they are, for the error."""
    if isinstance(bank, str | os.PathLike):
        return list(read(bank))
    sentences = list(bank) if isinstance(bank, Iterable) else [bank]
    if not all(isinstance(sentence, Sentence) for sentence in sentences) or isinstance(bank, Sentence):
        raise UsageError(f"{verb} needs treebanks, lists of sentences or paths")
    return sentences


def _missing(gold: list[Sentence], predicted: list[Sentence]) -> frozenset[str]:
    """Metrics that have nothing to compare because a file leaves the column empty.

    A language may have no features at all, so a metric that reads several columns is only without meaning
    when one of the two files has the column and the other does not.
    """
    there, here = _native.filled_columns(gold), _native.filled_columns(predicted)
    return frozenset(
        [name for name, column in _SIMPLE.items() if not (there[column] and here[column])]
        + [name for name, columns in _COMPOSITE.items() if any(there[c] != here[c] for c in columns)]
    )
