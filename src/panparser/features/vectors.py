"""Word vectors: the text files that word2vec, GloVe and fastText write, as a table that travels in the model."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from panparser._native import word_key
from panparser.data.opening import blocks, name_of
from panparser.errors import InputError, UsageError, require_whole

UNKNOWN = ("<unk>", "<UNK>")  # the vector of words that are not in the file, if it has one
MOST = 100_000  # vectors that are read; files begin with the most frequent words
MAX_DIMENSION = 1024


@dataclass(frozen=True)
class Vectors:
    """For each word a vector, and one for all words that have none; words are known by their hash.

    The vectors are scaled so that their mean length is 1, which suits the other features, and kept in 16 bits.

    >>> vectors = Vectors.of({"dog": [0.0, 2.0], "cat": [2.0, 0.0]})
    >>> vectors.words, vectors.dimension, vectors.values[0].tolist()
    (2, 2, [0.5, 0.5])
    """

    keys: NDArray[np.uint64]  # ascending
    values: NDArray[np.float16]  # a row for unknown words, then one for each key

    @classmethod
    def of(cls, vectors: dict[str, Iterable[float]]) -> Vectors:
        """The table of words and their numbers; `<unk>` stands for unknown words, or else the mean of all."""
        rows = {word: np.array(list(numbers), dtype=np.float32) for word, numbers in vectors.items()}
        unknown = next((rows.pop(name) for name in UNKNOWN if name in rows), None)
        if not rows:
            return cls(np.empty(0, np.uint64), np.empty((0, 0), np.float16))
        sizes = {row.shape for row in rows.values()} | ({unknown.shape} if unknown is not None else set())
        if len(sizes) > 1 or not 1 <= next(iter(sizes))[0] <= MAX_DIMENSION:
            raise UsageError(f"word vectors must all have the same number of dimensions, from 1 to {MAX_DIMENSION}")
        table = {word_key(word): row for word, row in rows.items()}
        keys = np.array(sorted(table), dtype=np.uint64)
        matrix = np.stack([table[int(key)] for key in keys])
        matrix = np.vstack([matrix.mean(axis=0) if unknown is None else unknown, matrix])
        if not np.isfinite(matrix).all():
            raise UsageError("a word vector has a number that is infinite or none; leave that word out")
        length = np.linalg.norm(matrix[1:], axis=1).mean()
        return cls(keys, (matrix / (length if length > 0 else 1)).astype(np.float16))

    @property
    def words(self) -> int:
        """How many words have a vector of their own."""
        return len(self.keys)

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return int(self.values.shape[1])

    def fingerprint(self) -> dict[str, Any]:
        """Size and digest, to know later which vectors a model was trained with."""
        if not self.words:
            return {}
        digest = hashlib.sha256(self.keys.tobytes() + self.values.tobytes())
        return {"words": self.words, "dimension": self.dimension, "sha256": digest.hexdigest()}


NO_VECTORS = Vectors.of({})


def read_vectors(path: str | os.PathLike[str], *, most: int = MOST) -> Vectors:
    """The vectors in a text file: on each line a word and its numbers, with blanks between; at most `most` of them.

    A first line with two numbers, the size of the table, is passed over. The file may be packed (gzip, xz).
    """
    require_whole("most", most, 1, 100_000_000)
    file = name_of(path)
    found: dict[str, Iterable[float]] = {}
    dimension = 0
    for number, line in enumerate(_lines(path), 1):
        try:
            fields = line.decode().rstrip().split(" ")
        except UnicodeError:
            raise InputError("not UTF-8", "convert the file of vectors", file=file, line=number) from None
        if number == 1 and len(fields) == 2 and all(field.isdecimal() for field in fields):
            dimension = int(fields[1])
            continue
        if fields == [""]:
            continue
        dimension = dimension or len(fields) - 1
        if len(fields) <= dimension or not 1 <= dimension <= MAX_DIMENSION:
            problem = f"{len(fields) - 1} numbers behind the word, and not {dimension}"
            if not 1 <= dimension <= MAX_DIMENSION:
                problem = f"vectors of {dimension} numbers"
            remedy = f"write a word and its numbers on each line, up to {MAX_DIMENSION}, with blanks between"
            raise InputError(problem, remedy, file=file, line=number)
        word = " ".join(fields[:-dimension])  # some have blanks inside
        try:
            row = np.array(fields[-dimension:], dtype=np.float32)
        except ValueError:
            problem = f"what stands behind {word!r} is not all numbers"
            raise InputError(problem, "write numbers such as -0.25", file=file, line=number) from None
        if not np.isfinite(row).all():
            problem = f"the vector of {word!r} has a number that is infinite or none"
            raise InputError(problem, "leave the word out", file=file, line=number)
        found.setdefault(word, row)
        if len(found) >= most:
            break
    if not found.keys() - set(UNKNOWN):
        raise InputError("there are no word vectors", "give a file with a word and its numbers on a line", file=file)
    return Vectors.of(found)


def _lines(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """The lines of a file that may be too large to be read whole."""
    rest = b""
    for block in blocks(path):
        *lines, rest = (rest + block).split(b"\n")
        yield from lines
    if rest:
        yield rest
