"""`panparser train-tokenizer`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import count, report_left_out, require_sentences, require_writable, say, size_of
from panparser.cli.options import Lenient, Quiet
from panparser.cli.watching import Watcher
from panparser.errors import MAX_THREADS, UsageError
from panparser.training.tokenizer import EPOCHS


def train_tokenizer(
    train_file: Annotated[str, typer.Argument(metavar="TRAIN", help="CoNLL-U to learn from.", show_default=False)],
    model: Annotated[Path, typer.Option("-o", "--output", metavar="MODEL", help="Where the model goes.")],
    dev: Annotated[str, typer.Option(metavar="DEV", help="CoNLL-U to choose the best epoch by.")] = "",
    epochs: Annotated[int, typer.Option(min=1, help="How often the file is gone through.")] = EPOCHS,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same model.")] = 1,
    threads: Annotated[int, typer.Option(min=1, max=MAX_THREADS, help="Threads that tokenize DEV.")] = 1,
    licence: Annotated[str, typer.Option(metavar="TEXT", help="Written into the model.")] = "",
    lenient: Lenient = False,
    quiet: Quiet = False,
) -> None:
    """Train a tokenizer and sentence splitter on the text of a treebank.

    Example: panparser train-tokenizer train.conllu --dev dev.conllu -o en-tokens.pan
    """
    if str(model) == "-":
        raise UsageError("a model cannot go to standard output; give the name of a file")
    require_writable(model, train_file, dev or "-")
    bank = pp.read(train_file, lenient=lenient)
    report_left_out(bank, train_file)
    require_sentences(bank, train_file)
    judge = None
    if dev:
        judge = pp.read(dev, lenient=lenient)
        report_left_out(judge, dev)
        require_sentences(judge, dev)
    title = f"training on {count(len(bank), 'sentence')}, {count(bank.words, 'word')}"
    with Watcher(quiet, title, scores=("tags",)) as watcher:
        tokenizer = pp.train_tokenizer(
            bank, judge, epochs=epochs, seed=seed, threads=threads, listener=watcher, licence=licence
        )
    tokenizer.save(model)
    if not quiet:
        if scores := tokenizer.segmenter.header.scores:
            say(f"dev: tokens {scores['tokens']:.2f}, sentences {scores['sentences']:.2f}")
        say(f"saved {model} ({size_of(model)})")
