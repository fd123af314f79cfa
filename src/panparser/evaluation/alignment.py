"""Which word of the one file is which word of the other, when a text was cut into tokens in two ways.

Both files must hold the same characters, white space aside. A plain word is aligned with the plain word over
the same characters. Words inside a multiword token have no characters of their own, so in a region where
either file has one, the longest common subsequence of the lowercased forms is aligned. These are the rules of
the CoNLL 2018 shared task.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import NamedTuple

from panparser.data import Sentence
from panparser.errors import InputError
from panparser.evaluation.metric import Metric

_NOT_ALIGNED = -1
# The space separators of Unicode (category Zs): a form may hold them, the text that is compared does not.
_SPACES = dict.fromkeys([0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000])
_SHOWN = 20  # characters of text in an error message


class _Word(NamedTuple):
    start: int  # where its token begins and ends in the text of the file
    end: int
    in_multiword: bool
    form: str  # lowercased


@dataclass(frozen=True, slots=True)
class Alignment:
    """`words[i]`: the predicted word aligned with gold word i, or -1; both count through the file from 0."""

    words: list[int]
    tokens: Metric
    sentences: Metric


class _Surface:
    """A file as one run of characters, with the places of its sentences, tokens and words."""

    def __init__(self, bank: Sequence[Sentence]) -> None:
        self.tokens: list[tuple[int, int]] = []
        self.words: list[_Word] = []
        texts = [self._add(sentence) for sentence in bank]
        self.text = "".join(chain.from_iterable(texts))
        ends = list(accumulate(sum(map(len, forms)) for forms in texts))
        self.sentences = list(zip([0, *ends], ends, strict=False))

    def _add(self, sentence: Sentence) -> list[str]:
        """Append the tokens and words of a sentence; its token forms without white space."""
        multiword = {first: (last, form) for first, last, form in sentence.multiwords}
        forms = sentence.forms
        text: list[str] = []
        start = self.tokens[-1][1] if self.tokens else 0
        word = 1
        while word <= len(forms):
            last, form = multiword.get(word, (word, forms[word - 1]))
            text.append(form.translate(_SPACES))
            end = start + len(text[-1])
            self.tokens.append((start, end))
            for inside in forms[word - 1 : last]:
                self.words.append(_Word(start, end, word in multiword, inside.translate(_SPACES).lower()))
            start, word = end, last + 1
        return text


def align(gold: Sequence[Sentence], predicted: Sequence[Sentence]) -> Alignment:
    """Align two files over the same text; raises InputError at the first character where the texts differ."""
    one, other = _Surface(gold), _Surface(predicted)
    if one.text != other.text:
        raise _text_mismatch(one, other)
    return Alignment(
        words=_align_words(one.words, other.words),
        tokens=_same_spans(one.tokens, other.tokens),
        sentences=_same_spans(one.sentences, other.sentences),
    )


def _same_spans(gold: list[tuple[int, int]], predicted: list[tuple[int, int]]) -> Metric:
    return Metric(len(set(gold) & set(predicted)), len(gold), len(predicted))


def _align_words(gold: list[_Word], predicted: list[_Word]) -> list[int]:
    aligned = [_NOT_ALIGNED] * len(gold)
    g = p = 0
    while g < len(gold) and p < len(predicted):
        one, other = gold[g], predicted[p]
        if one.in_multiword or other.in_multiword:
            # One plain word that begins before the multiword token stays outside the region. The official
            # scorer leaves out only one, even where several precede; to agree with it, so do we.
            if not other.in_multiword and other.start < one.start:
                p += 1
            elif not one.in_multiword and one.start < other.start:
                g += 1
            limit = one.end if one.in_multiword else other.end
            g_end, p_end = _region_end(gold, g, predicted, p, limit)
            for i, j in _common_subsequence(gold[g:g_end], predicted[p:p_end]):
                aligned[g + i] = p + j
            g, p = g_end, p_end
        elif (one.start, one.end) == (other.start, other.end):
            aligned[g] = p
            g, p = g + 1, p + 1
        elif one.start <= other.start:
            g += 1
        else:
            p += 1
    return aligned


def _region_end(gold: list[_Word], g: int, predicted: list[_Word], p: int, limit: int) -> tuple[int, int]:
    """The first words after a region, which grows with each multiword token that it touches."""

    def is_outside(words: list[_Word], i: int) -> bool:
        if i == len(words):
            return True
        return words[i].start >= limit if words[i].in_multiword else words[i].end > limit

    while not (is_outside(gold, g) and is_outside(predicted, p)):
        if p == len(predicted) or (g < len(gold) and gold[g].start <= predicted[p].start):
            word, g = gold[g], g + 1
        else:
            word, p = predicted[p], p + 1
        if word.in_multiword:
            limit = max(limit, word.end)
    return g, p


def _common_subsequence(gold: list[_Word], predicted: list[_Word]) -> list[tuple[int, int]]:
    """Pairs of positions; among the longest ones, equal words are taken as soon as they meet."""
    # length[i][j]: of the longest common subsequence of gold[i:] and predicted[j:]
    length = [[0] * (len(predicted) + 1) for _ in range(len(gold) + 1)]
    for i in reversed(range(len(gold))):
        for j in reversed(range(len(predicted))):
            if gold[i].form == predicted[j].form:
                length[i][j] = 1 + length[i + 1][j + 1]
            else:
                length[i][j] = max(length[i + 1][j], length[i][j + 1])
    pairs = []
    i = j = 0
    while i < len(gold) and j < len(predicted):
        if gold[i].form == predicted[j].form:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif length[i][j] == length[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _text_mismatch(gold: _Surface, predicted: _Surface) -> InputError:
    shorter = min(len(gold.text), len(predicted.text))
    place = next((i for i in range(shorter) if gold.text[i] != predicted.text[i]), shorter)

    def shown(side: str, surface: _Surface) -> str:
        rest = surface.text[place : place + _SHOWN]
        return f"the {side} text is {rest!r}" if rest else f"the {side} text ends there"

    longer = gold if place < len(gold.text) else predicted
    number, start = next((n, start) for n, (start, end) in enumerate(longer.sentences, 1) if start <= place < end)
    side = "gold" if longer is gold else "predicted"
    return InputError(
        f"the two files hold different texts: from character {place - start + 1} of {side} sentence {number} "
        f"on, white space not counted, {shown('gold', gold)} and {shown('predicted', predicted)}",
        "score two annotations of the same text",
    )
