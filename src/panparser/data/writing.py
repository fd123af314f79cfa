"""Writing CoNLL-U and CoNLL-X: to a file that is complete or not there, to a stream, or to a string."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, TypeAlias

from panparser._native import Sentence, serialize
from panparser.data.atomic import AtomicFile
from panparser.data.opening import name_of
from panparser.data.reading import FORMATS, Format
from panparser.errors import PanParserError, UsageError

Target: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]

AT_A_TIME = 1000


def write(
    sentences: Sentence | Iterable[Sentence],
    path: Target,
    *,
    format: Format = "conllu",  # noqa: A002 - the word people look for
) -> None:
    """Write sentences to a path ('.gz' and '.xz' are packed), '-' (standard output) or an open file.

    The sentences may be a generator: they are written as they come. A file appears only when all of it
    is written; after an error whatever was there before is still there.

    >>> import io
    >>> out = io.StringIO()
    >>> write([Sentence.from_forms(["Hi"])], out)
    >>> out.getvalue().split()[:2]
    ['1', 'Hi']
    """
    with Writer(path, format=format) as writer:
        writer.write(sentences)


def writes(
    sentences: Sentence | Iterable[Sentence],
    *,
    format: Format = "conllu",  # noqa: A002
) -> str:
    r"""Give sentences as one string.

    >>> writes([Sentence.from_forms(["Hi"])])
    '1\tHi\t_\t_\t_\t_\t_\t_\t_\t_\n\n'
    """
    return b"".join(_serialized(sentences, format)).decode("utf-8")


class Output:
    """An open output; a file takes its place when the `with` block ends without error."""

    def __init__(self, path: Target) -> None:
        self._name = "<stdout>" if path == "-" else name_of(path)
        self._output = _open(path)

    def put(self, block: bytes) -> None:
        """Write bytes as they are."""
        with _failures(self._name):
            self._output.write(block)

    def flush(self) -> None:
        """Pass on what was written so far, for readers at the other end of a pipe."""
        with _failures(self._name):
            self._output.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with _failures(self._name):
            self._output.close(keep=kind is None)


class Writer(Output):
    r"""An open output for sentences; the file takes its place when the `with` block ends without error.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "out.conllu"
    >>> with Writer(path) as out:
    ...     out.write(Sentence.from_forms(["One"]))
    ...     out.write([Sentence.from_forms(["Two"])])
    >>> path.read_text().count("\n\n")
    2
    """

    def __init__(self, path: Target, *, format: Format = "conllu") -> None:  # noqa: A002
        if format not in FORMATS:
            raise UsageError(f"there is no format {format!r}; use one of {', '.join(FORMATS)}")
        self._format: Format = format
        super().__init__(path)

    def write(self, sentences: Sentence | Iterable[Sentence]) -> None:
        """Write one sentence, or many as they come."""
        for block in _serialized(sentences, self._format):
            self.put(block)


@contextmanager
def _failures(name: str) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise  # the reader has enough: for the command line to end quietly
    except OSError as error:
        raise PanParserError(f"cannot write {name} ({error.strerror or error}); check the disk") from None


def _serialized(sentences: Sentence | Iterable[Sentence], format_: Format) -> Iterator[bytes]:
    if format_ not in FORMATS:
        raise UsageError(f"there is no format {format_!r}; use one of {', '.join(FORMATS)}")
    if not isinstance(sentences, Sentence | Iterable):
        raise UsageError(f"only sentences can be written, not {type(sentences).__name__}")
    rest = iter([sentences] if isinstance(sentences, Sentence) else sentences)
    while batch := list(islice(rest, AT_A_TIME)):
        for sentence in batch:
            if not isinstance(sentence, Sentence):
                raise UsageError(f"only sentences can be written, not {type(sentence).__name__}")
        yield serialize(batch, format_ == "conllx")


def _open(path: Target) -> _Stream | AtomicFile:
    if path == "-":
        return _Stream(getattr(sys.stdout, "buffer", sys.stdout), before=sys.stdout)
    if isinstance(path, str | os.PathLike):
        file = Path(os.path.realpath(path))
        if file.exists() and not file.is_file() and not file.is_dir():
            return _Stream(file.open("wb"), owned=True)  # a device or a pipe cannot be replaced
        return AtomicFile(file, name_of(path), pack_by_suffix=True)
    if hasattr(path, "write"):
        return _Stream(path)
    raise UsageError(f"cannot write to {type(path).__name__}; give a path, '-' or an open file")


class _Stream:
    """Somebody else's open file, binary or text."""

    def __init__(self, file: Any, *, before: Any = None, owned: bool = False) -> None:
        self._file, self._owned = file, owned
        self._is_text = hasattr(file, "encoding")
        if before is not None:
            before.flush()  # what was printed before comes before

    def write(self, block: bytes) -> None:
        self._file.write(block.decode("utf-8") if self._is_text else block)

    def flush(self) -> None:
        if hasattr(self._file, "flush"):
            self._file.flush()

    def close(self, *, keep: bool) -> None:
        try:
            if keep:
                self.flush()
        finally:
            if self._owned:
                with suppress(OSError):  # a failed flush fails again
                    self._file.close()
