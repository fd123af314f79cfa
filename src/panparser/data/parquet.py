"""Documents as Parquet: a row for each word. Only this file knows PyArrow."""

from __future__ import annotations

import io
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

from panparser.data.document import Document
from panparser.data.writing import Output, Target
from panparser.errors import UsageError


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError(
            "Parquet needs PyArrow, which is not installed; use pip install 'panparser[parquet]'"
        ) from None
    return pyarrow, pyarrow.parquet


class _Sink(io.RawIOBase):
    """An output as PyArrow wants to see it."""

    def __init__(self, output: Output) -> None:
        self._output, self._length = output, 0

    def writable(self) -> bool:
        return True

    def write(self, block: Any) -> int:
        self._output.put(bytes(block))
        self._length += len(block)
        return len(block)

    def tell(self) -> int:
        return self._length


class ParquetWriter:
    """Writes documents one after the other; the file appears when it is closed without an error."""

    def __init__(self, path: Target) -> None:
        self._pyarrow, parquet = _pyarrow()
        a = self._pyarrow
        text, number = a.string(), a.int64()
        self._schema = a.schema(
            [("document", number), ("sentence", number), ("id", a.int32())]
            + [(name, text) for name in ("text", "lemma", "upos", "xpos", "feats")]
            + [("head", a.int32()), ("deprel", text), ("start", number), ("end", number)]
        )
        self._output = Output(path)
        self._writer = parquet.ParquetWriter(_Sink(self._output), self._schema)
        self._documents = self._sentences = self._characters = 0

    def begin(self) -> None:
        """What is added from here on is another document."""
        self._documents += 1
        self._sentences = self._characters = 0

    def add(self, part: Document) -> None:
        """Adds words to the document that was begun, as a row group; they go on where those before them ended."""
        rows = part.to_rows()
        for row in rows:
            row["document"] = self._documents
            row["sentence"] += self._sentences
            row["start"] += self._characters
            row["end"] += self._characters
        self._writer.write_table(self._pyarrow.Table.from_pylist(rows, schema=self._schema))
        self._sentences += len(part.treebank)
        self._characters += len(part.text)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._writer.close()
        self._output.__exit__(kind, error, trace)


def write_parquet(documents: Iterable[Document], path: Target) -> None:
    """Writes documents to a Parquet file, completely or not at all."""
    with ParquetWriter(path) as writer:
        for document in documents:
            writer.begin()
            writer.add(document)
