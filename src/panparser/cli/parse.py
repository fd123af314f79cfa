"""`panparser parse`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import count, progress_bar, say, skipped
from panparser.cli.options import FileFormat, Format, Lenient, Quiet
from panparser.errors import MAX_THREADS, UsageError


def parse(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A model from `train`.", show_default=False)],
    source: Annotated[str, typer.Argument(metavar="INPUT", help="CoNLL-U, gzip and xz too; - is stdin.")] = "-",
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write; - is stdout.")] = "-",
    threads: Annotated[int, typer.Option(min=1, max=MAX_THREADS, help="Parse this many sentences side by side.")] = 1,
    batch: Annotated[int, typer.Option(min=1, help="Sentences held in memory at a time.")] = 1000,
    single_root: Annotated[bool, typer.Option("--single-root/--no-single-root", help="One root per sentence.")] = True,
    lenient: Lenient = False,
    file_format: Format = FileFormat.conllu,
    quiet: Quiet = False,
) -> None:
    """Fill in the heads and relations of a CoNLL-U file.

    Everything else in the file is kept. A file of any size is read, parsed and written piece by piece. An output
    file appears when it is complete.

    Example: panparser parse en.pan text.conllu.gz -o parsed.conllu
    """
    parser = pp.load(model)
    if output != "-" and Path(output).exists() and Path(output).samefile(model):
        raise UsageError(f"{output} would replace the model; give another name")
    bad: list[str] = []

    def note(message: str) -> None:
        bad.append(message)
        skipped(message)

    parts = pp.stream(source, batch=batch, format=file_format.value, lenient=lenient, on_skip=note)
    sentences = words = 0
    start = time.perf_counter()
    with pp.Writer(output, format=file_format.value) as writer:
        for part in _watched(parts, quiet):
            writer.write(parser.parse(part, threads=threads, single_root=single_root))
            writer.flush()  # the next program in a pipe need not wait for the end
            sentences, words = sentences + len(part), words + part.words
    seconds = time.perf_counter() - start
    if bad:
        say(f"panparser: skipped {count(len(bad), 'bad sentence')}")
    if not quiet:
        speed = f"{words / seconds:,.0f} words/s" if seconds else ""
        say(f"parsed {count(sentences, 'sentence')}, {count(words, 'word')} in {seconds:.2f} s ({speed})")


def _watched(parts: Iterator[pp.Treebank], is_quiet: bool) -> Iterator[pp.Treebank]:
    """The same parts, with a count of words for people at a terminal."""
    start, words = time.perf_counter(), 0
    with progress_bar("{task.description}", is_quiet=is_quiet, has_total=False) as bar:
        task = bar.add_task("reading", total=None) if bar else None
        for part in parts:
            yield part
            words += part.words
            if bar and task is not None:
                speed = words / (time.perf_counter() - start)
                bar.update(task, description=f"{words:,} words  {speed:,.0f} words/s")
