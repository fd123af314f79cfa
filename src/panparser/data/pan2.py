"""Pan2, the data of the tagger in Aufrant & Wisniewski (2017): a sentence is its words and their tags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from panparser._native import Sentence
from panparser.data.treebank import Treebank
from panparser.errors import UsageError


def from_pan2(data: Iterable[tuple[Sequence[str], Sequence[str]]]) -> Treebank:
    """A treebank of pairs of words and UPOS tags.

    >>> from_pan2([(["Birds", "sing"], ["NOUN", "VERB"])])[0].upos
    ['NOUN', 'VERB']
    """
    sentences = []
    for number, item in enumerate(data, 1):
        if isinstance(item, str) or not isinstance(item, Sequence) or len(item) != 2:
            raise UsageError(f"sentence {number} of the Pan2 data is not a pair of words and tags")
        words, tags = item
        if any(isinstance(part, str) or not isinstance(part, Sequence) for part in item):
            raise UsageError(f"sentence {number} of the Pan2 data: words and tags must be lists of strings")
        if len(words) != len(tags):
            raise UsageError(f"sentence {number} of the Pan2 data has {len(words)} words and {len(tags)} tags")
        sentences.append(Sentence.from_forms(words).replace(upos=tags))
    return Treebank(sentences)


def to_pan2(bank: Iterable[Sentence]) -> list[tuple[list[str], list[str]]]:
    """Words and UPOS tags of each sentence.

    >>> to_pan2(from_pan2([(["Birds", "sing"], ["NOUN", "VERB"])]))
    [(['Birds', 'sing'], ['NOUN', 'VERB'])]
    """
    return [(sentence.forms, sentence.upos) for sentence in bank]
