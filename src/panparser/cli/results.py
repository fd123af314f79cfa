"""What `panparser parse` writes: CoNLL-U, JSON, Parquet, trees as text or pictures; one file, or one for each input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import panparser as pp
from panparser.cli.inputs import Input
from panparser.data.atomic import replacing
from panparser.data.parquet import ParquetWriter
from panparser.data.reading import Format
from panparser.data.records import best_record, record, to_line
from panparser.data.writing import Output
from panparser.errors import UsageError
from panparser.show.width import printable

Ranked = tuple[pp.Sentence, list[tuple[pp.Sentence, float]]]


class Shape(StrEnum):
    """What is written."""

    auto = "auto"
    conllu = "conllu"
    json = "json"
    parquet = "parquet"
    tree = "tree"
    svg = "svg"


SUFFIXES = {Shape.conllu: ".conllu", Shape.json: ".jsonl", Shape.parquet: ".parquet", Shape.tree: ".txt"}


class Sink(Protocol):
    """Where parsed sentences go."""

    def begin(self) -> None:
        """Another document begins."""

    def put(self, trees: pp.Treebank) -> None:
        """Writes sentences with their trees."""

    def put_best(self, found: Iterable[Ranked]) -> None:
        """Writes sentences with several trees each."""


class Results:
    """The outputs of one run."""

    def __init__(
        self, output: str, shape: Shape, inputs: Sequence[Input], file_format: Format, confidence: bool
    ) -> None:
        if shape is Shape.auto:
            is_talk = output == "-" and sys.stdout.isatty() and not any(given.source for given in inputs)
            shape = Shape.tree if is_talk else Shape.conllu
        self._output, self._shape, self._format, self._confidence = output, shape, file_format, confidence
        self._is_folder = output != "-" and (output.endswith("/") or Path(output).is_dir())
        self._inputs = [given.source for given in inputs if given.source not in ("", "-")]
        self._stack = ExitStack()
        self._sink: Sink | None = None
        if shape is Shape.svg and not self._is_folder:
            raise UsageError("--to svg writes a picture for each sentence; give a folder, as in -o pictures/")
        if shape is Shape.parquet and output == "-":
            raise UsageError("--to parquet writes a file; give its name, as in -o words.parquet")
        if not self._is_folder:
            self._sink = self._stack.enter_context(self._open(output))

    @contextmanager
    def document(self, given: Input) -> Iterator[Sink]:
        """Where the sentences of an input go."""
        if self._sink is not None:
            self._sink.begin()
            yield self._sink
            return
        name = given.name or "text"
        path = Path(self._output) / (name if self._shape is Shape.svg else name + SUFFIXES[self._shape])
        if path.exists() and any(path.samefile(source) for source in self._inputs):
            raise UsageError(f"{path} would replace a file that is being read; give another folder")
        folder = path if self._shape is Shape.svg else path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the folder {folder} ({error.strerror}); check the path") from None
        with self._open(str(path)) as sink:
            sink.begin()
            yield sink

    @contextmanager
    def _open(self, path: str) -> Iterator[Sink]:
        if self._shape is Shape.parquet:
            with ParquetWriter(path) as table:
                yield _Table(table)
        elif self._shape is Shape.svg:
            yield _Pictures(Path(path))
        elif self._shape is Shape.conllu:
            with pp.Writer(path, format=self._format) as writer:
                yield _Sentences(writer)
        else:
            with Output(path) as out:
                yield _Lines(out, self._confidence) if self._shape is Shape.json else _Drawings(out)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)


class _Plain:
    """Documents follow each other without a mark."""

    def begin(self) -> None:
        """Nothing to do."""


class _Sentences(_Plain):
    def __init__(self, writer: pp.Writer) -> None:
        self._writer = writer

    def put(self, trees: pp.Treebank) -> None:
        self._writer.write(trees)
        self._writer.flush()  # the next program in a pipe need not wait for the end

    def put_best(self, found: Iterable[Ranked]) -> None:
        self._writer.write(tree for _, trees in found for tree in _ranked(trees))
        self._writer.flush()


class _Lines(_Plain):
    def __init__(self, out: Output, confidence: bool) -> None:
        self._out, self._confidence = out, confidence

    def put(self, trees: pp.Treebank) -> None:
        self._out.put(b"".join(to_line(record(tree, with_confidence=self._confidence)) for tree in trees))
        self._out.flush()

    def put_best(self, found: Iterable[Ranked]) -> None:
        self._out.put(b"".join(to_line(best_record(sentence, trees)) for sentence, trees in found))
        self._out.flush()


class _Drawings(_Plain):
    def __init__(self, out: Output) -> None:
        self._out = out

    def put(self, trees: pp.Treebank) -> None:
        for tree in trees:
            self._draw(tree, "")
        self._out.flush()

    def put_best(self, found: Iterable[Ranked]) -> None:
        for _, trees in found:
            for rank, (tree, _) in enumerate(trees, 1):
                self._draw(tree, f"{rank}. ")
        self._out.flush()

    def _draw(self, tree: pp.Sentence, before: str) -> None:
        text = printable(tree.text or " ".join(tree.forms))
        self._out.put(f"{before}{text}\n{pp.draw(tree)}\n\n".encode("utf-8", "replace"))


class _Pictures(_Plain):
    def __init__(self, folder: Path) -> None:
        self._folder, self._number = folder, 0

    def put(self, trees: pp.Treebank) -> None:
        for tree in trees:
            self._number += 1
            with replacing(self._folder / f"{self._number:04}.svg") as out:
                out.write(pp.draw_svg(tree).encode())

    def put_best(self, found: Iterable[Ranked]) -> None:
        for _, trees in found:
            self.put(pp.Treebank(tree for tree, _ in trees))


class _Table:
    def __init__(self, table: ParquetWriter) -> None:
        self._table = table

    def begin(self) -> None:
        self._table.begin()

    def put(self, trees: pp.Treebank) -> None:
        self._table.add(pp.Document(trees))

    def put_best(self, found: Iterable[Ranked]) -> None:
        raise UsageError("--to parquet has one tree for each sentence; leave out --best, or use --json")


def _ranked(trees: list[tuple[pp.Sentence, float]]) -> Iterator[pp.Sentence]:
    for rank, (tree, score) in enumerate(trees, 1):
        yield pp.Sentence(f"# panparser_rank = {rank}\n# panparser_score = {score:.10g}\n{tree.raw}")
