"""`panparser tokenize`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import count, say
from panparser.cli.options import Quiet
from panparser.data.text import read_text
from panparser.errors import MAX_THREADS, UsageError


def tokenize(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A model from `train-tokenizer`.", show_default=False)],
    source: Annotated[str, typer.Argument(metavar="INPUT", help="Plain text, gzip and xz too; - is stdin.")] = "-",
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write CoNLL-U; - is stdout.")] = "-",
    lines: Annotated[
        bool, typer.Option("--lines", help="Each line is a sentence; no other ends are looked for.")
    ] = False,
    ranges: Annotated[bool, typer.Option("--ranges", help="Write TokenRange=start:end, in characters.")] = False,
    threads: Annotated[int, typer.Option(min=1, max=MAX_THREADS, help="Threads that share the text.")] = 1,
    quiet: Quiet = False,
) -> None:
    """Cut plain text into sentences, tokens and words.

    A blank line always ends a sentence. Nothing is lost: white space other than one space is in MISC. An output file
    appears when it is complete.

    Example: panparser tokenize en-tokens.pan text.txt | panparser tag en-tags.pan - | panparser parse en.pan -
    """
    tokenizer = pp.load(model, pp.Tokenizer)
    if output != "-" and Path(output).exists() and Path(output).samefile(model):
        raise UsageError(f"{output} would replace the model; give another name")
    text = read_text(source)
    start = time.perf_counter()
    found = tokenizer.tokenize(text, lines=lines, ranges=ranges, threads=threads)
    seconds = time.perf_counter() - start
    pp.write(found, output)
    if not quiet:
        speed = f"{found.words / seconds:,.0f} words/s" if seconds else ""
        say(f"found {count(len(found), 'sentence')}, {count(found.words, 'word')} in {seconds:.2f} s ({speed})")
