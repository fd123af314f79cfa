"""Words whose tag is known: the training data have them often, and always with the same one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from panparser._native import Sentence, lexicon_keys, tags_of


@dataclass(frozen=True, eq=False)
class Dictionary:
    """The numbers of tags, by the hash of a word."""

    keys: NDArray[Any]
    labels: NDArray[Any]

    def __len__(self) -> int:
        return len(self.keys)


NO_DICTIONARY = Dictionary(np.array([], np.uint64), np.array([], np.int32))


def learn_dictionary(
    sentences: Iterable[Sentence],
    columns: Sequence[str],
    known_by: Sequence[str],
    labels: Sequence[str],
    least: int,
    share: float,
) -> Dictionary:
    """The words, with their values of `known_by`, that come `least` times or more, and with one tag in that share.

    >>> bank = [Sentence.from_forms(["to", "be"]).replace(upos=["PART", "AUX"]) for _ in range(3)]
    >>> sorted(learn_dictionary(bank, ["upos"], [], ["PART", "AUX"], 3, 1.0).labels.tolist())
    [0, 1]
    """
    numbers = {label: number for number, label in enumerate(labels)}
    seen: dict[int, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for key, tag in zip(lexicon_keys(sentence, known_by), tags_of(sentence, columns), strict=True):
            if tag is not None:
                seen[key][tag] += 1
    found: dict[int, int] = {}
    for key, tags in seen.items():
        tag, count = tags.most_common(1)[0]
        if tag in numbers and tags.total() >= least and count >= share * tags.total():
            found[key] = numbers[tag]
    keys = sorted(found)
    return Dictionary(np.array(keys, np.uint64), np.array([found[key] for key in keys], np.int32))
