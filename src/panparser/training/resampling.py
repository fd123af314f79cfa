"""Parts of a treebank: random samples, and k-fold jackknifing."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, Protocol

from panparser._native import Sentence
from panparser.data import Treebank
from panparser.errors import UsageError, require_whole
from panparser.training.run import require_sentences
from panparser.training.train import train


class Parsing(Protocol):
    """Anything that parses a treebank, such as a Parser."""

    def parse(self, sentences: Treebank, /) -> Sequence[Sentence]:
        """The same sentences with its annotation."""


class Tagging(Protocol):
    """Anything that tags a treebank, such as a Tagger."""

    def tag(self, sentences: Treebank, /) -> Sequence[Sentence]:
        """The same sentences with its annotation."""


def jackknife(
    bank: Treebank | Sequence[Sentence],
    folds: int = 10,
    *,
    train: Callable[[Treebank], Parsing | Tagging] = train,
    seed: int | None = None,
) -> Treebank:
    """The treebank as annotated by models that never saw it: each fold by one that was trained on all others.

    `train` makes of a treebank anything that has a `parse` or a `tag`: `pp.train`, `pp.train_tagger`, or with options
    of your own `functools.partial(pp.train, epochs=5)`. A fold is a stretch of the treebank, so that sentences of one
    text stay together; with a `seed`, it is drawn at random. Sentences come back in their order.

    >>> import panparser as pp
    >>> rows = "".join(f"1\\t{w}\\t_\\tX\\t_\\t_\\t0\\t{w}\\t_\\t_\\n\\n" for w in "ab")
    >>> [s.deprels for s in pp.jackknife(pp.reads(rows), 2)]
    [['b'], ['a']]
    """
    sentences = require_sentences(bank, "a treebank to jackknife")
    if len(sentences) < 2:
        raise UsageError("jackknifing needs at least two sentences; give more")
    require_whole("folds", folds, 2, len(sentences))
    if not callable(train):
        raise UsageError(f"train={train!r} is not possible; use a function of a treebank, such as pp.train")
    order = range(len(sentences)) if seed is None else _shuffled(len(sentences), seed)
    out: list[Sentence | None] = [None] * len(sentences)
    for fold in range(folds):
        first, last = (len(sentences) * k // folds for k in (fold, fold + 1))
        held = sorted(order[first:last])
        inside = set(held)
        model = train(Treebank(s for i, s in enumerate(sentences) if i not in inside))
        annotate = model.tag if hasattr(model, "tag") else model.parse
        annotated = list(annotate(Treebank(sentences[i] for i in held)))
        if len(annotated) != len(held):
            given = f"{type(model).__name__}.{annotate.__name__} gave {len(annotated)} sentences for {len(held)}"
            raise UsageError(f"{given}; give as many")
        for i, sentence in zip(held, annotated, strict=True):
            out[i] = sentence
    return Treebank(s for s in out if s is not None)


def sample(
    bank: Treebank | Sequence[Sentence],
    *,
    words: int | None = None,
    sentences: int | None = None,
    share: float | None = None,
    seed: int = 1,
) -> Treebank:
    """Sentences drawn at random, in their order.

    The size is a number of `sentences`, a `share` of them, or as few as have so many `words`. A larger
    sample with the same seed holds the smaller one.

    >>> import panparser as pp
    >>> bank = pp.Treebank(pp.Sentence.from_forms([form]) for form in "abcdefgh")
    >>> [s.forms for s in pp.sample(bank, sentences=2)], [s.forms for s in pp.sample(bank, share=0.5)]
    ([['a'], ['d']], [['a'], ['d'], ['e'], ['f']])
    """
    every = require_sentences(bank, "a treebank to sample from")
    if sum(size is not None for size in (words, sentences, share)) != 1:
        raise UsageError("a sample has one size; give one of words, sentences and share")
    order = _shuffled(len(every), seed)
    if sentences is not None:
        require_whole("sentences", sentences, 0, len(every))
        count = sentences
    elif words is not None:
        sizes = list(accumulate((len(every[i]) for i in order), initial=0))
        require_whole("words", words, 0, sizes[-1])
        count = next(k for k, size in enumerate(sizes) if size >= words)
    else:
        if not isinstance(share, int | float) or isinstance(share, bool) or not 0 <= share <= 1:
            raise UsageError(f"share={share!r} is not possible; use a number from 0 to 1")
        count = math.ceil(share * len(every) - 1e-9)  # a tenth of ten is one, whatever 0.1 is in binary
    return Treebank(every[i] for i in sorted(order[:count]))


def _shuffled(count: int, seed: int) -> list[int]:
    require_whole("seed", seed, 0, 2**63 - 1)
    # Of all that `random` has, only random() is promised to be the same in every version of Python.
    draw: Any = random.Random(seed).random
    keys = [draw() for _ in range(count)]
    return sorted(range(count), key=keys.__getitem__)
