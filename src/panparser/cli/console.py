"""What the verbs say: lines on standard error, results on standard output."""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, TextColumn

from panparser.constraints import ConstraintsRelaxed
from panparser.data import Treebank
from panparser.data.atomic import AtomicFile
from panparser.errors import InputError, UsageError
from panparser.show.width import printable


def say(line: str) -> None:
    """One line on standard error."""
    # Whatever stands in a file's name or contents, it stays one line and does not steer the terminal.
    print(printable(line), file=sys.stderr, flush=True)


def complain(sentence: str, status: int) -> int:
    """The one line of an error; gives its exit status back."""
    say(f"panparser: {' '.join(sentence.splitlines())}")
    return status


def put(text: str) -> None:
    """Text on standard output, in UTF-8 whatever the locale says."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()


def put_json(value: Any) -> None:
    """A value for programs to read."""
    put(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def count(number: int, noun: str) -> str:
    """A number and its noun.

    >>> count(1, "word"), count(1200, "word")
    ('1 word', '1,200 words')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def size_of(path: Path) -> str:
    """A file's size, for people."""
    size = path.stat().st_size
    return f"{size / 2**20:.1f} MiB" if size >= 2**20 else f"{size / 2**10:.0f} KiB"


def skipped(message: str) -> None:
    """Names a sentence that lenient reading left out."""
    say(f"panparser: skipped {message}")


def report_left_out(bank: Treebank, name: str) -> None:
    """Says which sentences of a file were skipped, and how many a filter dropped."""
    for message in bank.skipped:
        skipped(message)
    if bank.skipped:
        say(f"panparser: {name}: skipped {count(len(bank.skipped), 'bad sentence')}")
    for reason, number in bank.dropped.items():
        say(f"panparser: {name}: dropped {count(number, 'sentence')} ({reason})")


def require_sentences(bank: Treebank, name: str) -> None:
    """An error for a file in which nothing is left."""
    if not len(bank):
        left_out = "all of its sentences were left out" if bank.skipped or bank.dropped else "it has no sentences"
        raise InputError(left_out, "give a CoNLL-U file with annotated sentences", file=name)


def require_writable(path: Path, *inputs: str) -> None:
    """An error for an output that could not be written in the end, or that would replace what is being read."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise UsageError(f"{path} is not a regular file; give the name of a file")
    AtomicFile(Path(os.path.realpath(path)), str(path)).close(keep=False)
    for name in inputs:
        if path.exists() and name != "-" and Path(name).exists() and path.samefile(name):
            raise UsageError(f"{path} would replace a file that is being read; give another name")


@contextmanager
def telling(file: str, constraints: object) -> Iterator[None]:
    """Errors and warnings about the constraints of a file say which file it is."""
    name = "standard input" if file == "-" else file
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConstraintsRelaxed)
        try:
            yield
        except InputError as error:
            raise InputError(error.problem, error.remedy, file=name, line=error.line, column=error.column) from None
        except UsageError as error:
            raise UsageError(f"{name}: {error}" if constraints else str(error)) from None
    for warning in caught:
        if isinstance(warning.message, ConstraintsRelaxed):
            say(f"panparser: {name}: {warning.message}")


@contextmanager
def progress_bar(*columns: str, is_quiet: bool, has_total: bool) -> Iterator[Progress | None]:
    """A progress bar on standard error, or None if nobody is looking."""
    if is_quiet or not sys.stderr.isatty():
        yield None
        return
    start: list[ProgressColumn] = [BarColumn(30)] if has_total else [SpinnerColumn()]
    texts = [TextColumn(column) for column in columns]
    with Progress(*start, *texts, console=Console(stderr=True), transient=True) as progress:
        yield progress


def watched(parts: Iterator[Treebank], is_quiet: bool) -> Iterator[Treebank]:
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
