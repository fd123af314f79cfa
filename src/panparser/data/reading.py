"""Reading CoNLL-U and CoNLL-X: a whole treebank, or a stream of small ones."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from panparser._native import Scanner, Sentence
from panparser.data.opening import Source, blocks, name_of
from panparser.data.treebank import Treebank
from panparser.errors import InputError, UsageError

Format: TypeAlias = Literal["conllu", "conllx"]
FORMATS = ("conllu", "conllx")

# Each filter takes the sentences out that it is true of; its name is the key in Treebank.dropped.
FILTERS: dict[str, Callable[[Sentence], bool]] = {
    "several roots": lambda sentence: sentence.roots > 1,
    "non-projective": lambda sentence: not sentence.is_projective,
}


def read(
    path: Source,
    *,
    format: Format = "conllu",  # noqa: A002 - the word people look for
    lenient: bool = False,
    multiroots: bool = True,
    projective_only: bool = False,
) -> Treebank:
    r"""Read a whole treebank from a path, '-' (standard input) or an open file; gzip and xz are unpacked.

    `lenient` skips bad sentences and lists them in `.skipped`; `multiroots=False` and `projective_only`
    drop sentences and count them in `.dropped`.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "a.conllu")
    >>> _ = open(path, "w").write("1\tHi\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n")
    >>> read(path)[0].heads
    [0]
    """
    everything = sys.maxsize
    parts = list(
        stream(
            path,
            batch=everything,
            format=format,
            lenient=lenient,
            multiroots=multiroots,
            projective_only=projective_only,
        )
    )
    return parts[0] if parts else Treebank()


def reads(
    text: str | bytes,
    *,
    format: Format = "conllu",  # noqa: A002
    lenient: bool = False,
) -> Treebank:
    r"""Read a treebank from a string.

    >>> reads("1\tHi\t_\tINTJ\t_\t_\t0\troot\t_\t_\n")[0].upos
    ['INTJ']
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    file = io.BytesIO(data)
    file.name = "<text>"
    return read(file, format=format, lenient=lenient)


def stream(
    path: Source,
    *,
    batch: int = 1000,
    format: Format = "conllu",  # noqa: A002
    lenient: bool = False,
    multiroots: bool = True,
    projective_only: bool = False,
    on_skip: Callable[[str], object] | None = None,
) -> Iterator[Treebank]:
    r"""Read a file of any size as treebanks of at most `batch` sentences, in bounded memory.

    Every part has its own `.skipped` and `.dropped`; the last one may hold nothing else. `on_skip` is
    called with the message of each sentence that `lenient` skips. The sentences before an error come first.

    >>> import io
    >>> line = b"1\tHi\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    >>> [len(part) for part in stream(io.BytesIO(5 * line), batch=2)]
    [2, 2, 1]
    """
    if format not in FORMATS:
        raise UsageError(f"there is no format {format!r}; use one of {', '.join(FORMATS)}")
    if batch < 1:
        raise UsageError(f"a batch of {batch} sentences is too small; use 1 or more")
    filters = ["several roots"] * (not multiroots) + ["non-projective"] * projective_only
    scanner = Scanner(name_of(path), lenient=lenient, conllx=format == "conllx")
    return _batches(_scanned(path, scanner), batch, filters, on_skip)


_Scanned: TypeAlias = tuple[list[Sentence], list[str]]  # sentences, and messages about skipped ones


def _scanned(path: Source, scanner: Scanner) -> Iterator[_Scanned]:
    try:
        for block in blocks(path):
            scanner.feed(block)
            yield scanner.take(), scanner.take_skipped()
        scanner.finish()
    except InputError:
        yield scanner.take(), scanner.take_skipped()
        raise
    yield scanner.take(), scanner.take_skipped()


def _batches(
    scanned: Iterator[_Scanned],
    size: int,
    filters: list[str],
    on_skip: Callable[[str], object] | None,
) -> Iterator[Treebank]:
    kept: list[Sentence] = []
    skipped: list[str] = []
    dropped = dict.fromkeys(filters, 0)
    error: InputError | None = None
    while True:
        try:
            sentences, messages = next(scanned)
        except StopIteration:
            break
        except InputError as caught:
            error = caught
            break
        for message in messages:
            skipped.append(message)
            if on_skip:
                on_skip(message)
        for name in filters:
            before = len(sentences)
            sentences = [sentence for sentence in sentences if not FILTERS[name](sentence)]
            dropped[name] += before - len(sentences)
        kept += sentences
        if len(kept) >= size:
            full = len(kept) - len(kept) % size
            for start in range(0, full, size):
                yield Treebank(kept[start : start + size], skipped=skipped, dropped=dropped)
                skipped, dropped = [], dict.fromkeys(filters, 0)
            del kept[:full]
    if kept or skipped or any(dropped.values()):
        yield Treebank(kept, skipped=skipped, dropped=dropped)
    if error:
        raise error
