"""`panparser tag`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import count, say, skipped, watched
from panparser.cli.options import Beam, FileFormat, Format, Lenient, Quiet
from panparser.errors import MAX_THREADS, UsageError


def tag(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A model from `train-tagger`.", show_default=False)],
    source: Annotated[str, typer.Argument(metavar="INPUT", help="CoNLL-U, gzip and xz too; - is stdin.")] = "-",
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write; - is stdout.")] = "-",
    beam: Beam = None,
    threads: Annotated[int, typer.Option(min=1, max=MAX_THREADS, help="Tag this many sentences side by side.")] = 1,
    batch: Annotated[int, typer.Option(min=1, help="Sentences held in memory at a time.")] = 1000,
    lenient: Lenient = False,
    file_format: Format = FileFormat.conllu,
    quiet: Quiet = False,
) -> None:
    """Fill in the tags, morphological features and lemmas of a CoNLL-U file.

    Which of them depends on the model. Everything else in the file is kept. A file of any size is read, tagged and
    written piece by piece. An output file appears when it is complete.

    Example: panparser tag en-tags.pan text.conllu | panparser parse en.pan - -o parsed.conllu
    """
    tagger = pp.load(model, pp.Tagger)
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
        for part in watched(parts, quiet):
            writer.write(tagger.tag(part, beam=beam, threads=threads))
            writer.flush()  # the next program in a pipe need not wait for the end
            sentences, words = sentences + len(part), words + part.words
    seconds = time.perf_counter() - start
    if bad:
        say(f"panparser: skipped {count(len(bad), 'bad sentence')}")
    if not quiet:
        speed = f"{words / seconds:,.0f} words/s" if seconds else ""
        say(f"tagged {count(sentences, 'sentence')}, {count(words, 'word')} in {seconds:.2f} s ({speed})")
