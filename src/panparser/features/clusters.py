"""Brown clusters: the `paths` files that clustering programs write, as a table that travels in the model."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from panparser._native import word_key
from panparser.data.opening import blocks, name_of
from panparser.errors import InputError

MAX_BITS = 63


@dataclass(frozen=True)
class Clusters:
    """For each word the path of its cluster; words are known by their hash alone, 16 bytes each.

    >>> Clusters.of({"dog": "1101", "cat": "1100"}).words
    2
    """

    keys: NDArray[np.uint64]  # ascending
    paths: NDArray[np.uint64]  # their bits behind a 1

    @classmethod
    def of(cls, paths: dict[str, str]) -> Clusters:
        """The table of words and their bit strings."""
        table = {word_key(word): int("1" + path, 2) for word, path in paths.items()}
        keys = np.array(sorted(table), dtype=np.uint64)
        return cls(keys, np.array([table[int(key)] for key in keys], dtype=np.uint64))

    @property
    def words(self) -> int:
        """How many words have a cluster."""
        return len(self.keys)

    def fingerprint(self) -> dict[str, Any]:
        """Size and digest, to know later which clusters a model was trained with."""
        if not self.words:
            return {}
        digest = hashlib.sha256(self.keys.tobytes() + self.paths.tobytes())
        return {"words": self.words, "sha256": digest.hexdigest()}


NO_CLUSTERS = Clusters.of({})


def read_clusters(path: str | os.PathLike[str]) -> Clusters:
    """The clusters in a `paths` file: on each line a bit string, a word and how often it was seen, between tabs.

    The count may be missing. The file may be packed (gzip, xz).
    """
    file = name_of(path)
    try:
        text = b"".join(blocks(path)).decode("utf-8-sig")
    except UnicodeError:
        raise InputError("not UTF-8", "convert the file of clusters", file=file) from None
    found: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        bits, *rest = line.rstrip("\r").split("\t")
        if len(rest) not in (1, 2):
            problem = f"{len(rest) + 1} columns"
            raise InputError(problem, "write bit string, word and count, with tabs between", file=file, line=number)
        if not bits or bits.strip("01") or len(bits) > MAX_BITS:
            problem = f"{bits[:70]!r} is no path"
            remedy = f"a path is a string of 0 and 1, up to {MAX_BITS} of them"
            raise InputError(problem, remedy, file=file, line=number)
        if found.setdefault(rest[0], bits) != bits:
            problem = f"{rest[0]!r} is in two clusters"
            raise InputError(problem, "give each word one line", file=file, line=number)
    if not found:
        raise InputError("there are no clusters", "give a file with bit string, word and count on a line", file=file)
    return Clusters.of(found)
