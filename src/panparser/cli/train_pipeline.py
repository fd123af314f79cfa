"""`panparser train --pipeline`: a tokenizer, a tagger and a parser from one treebank."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

import panparser as pp
from panparser.cli.console import count, report_left_out, require_sentences, require_writable, say, size_of
from panparser.errors import UsageError

# Options of `train` that a pipeline has too; the others are about a parser alone.
SHARED = {
    "train_file",
    "model",
    "dev",
    "pipeline",
    "system",
    "root",
    "strategy",
    "beam",
    "epochs",
    "seed",
    "size",
    "threads",
    "resume",
    "licence",
    "lenient",
    "file_format",
    "quiet",
}


class _Talker(pp.Listener):
    """Says what is chosen and how far it is."""

    def __init__(self, is_quiet: bool) -> None:
        self._is_quiet = is_quiet

    def said(self, message: str) -> None:
        """One line."""
        if not self._is_quiet:
            say(message)

    def after_epoch(self, report: pp.EpochReport) -> None:
        """One line."""
        if not self._is_quiet:
            shown = f", dev {report.score:.2f}" if report.score is not None and report.score > 0 else ""
            say(f"  epoch {report.epoch}: error {100 * report.error:.2f} %{shown}")


def given_options(context: typer.Context) -> set[str]:
    """The options that stand on the command line, by the names of their parameters."""
    return {name for name in context.params if getattr(context.get_parameter_source(name), "name", "") == "COMMANDLINE"}


def train_pipeline(context: typer.Context, options: Mapping[str, Any]) -> None:
    """Trains, saves, and says what came out."""
    given = given_options(context)
    if others := sorted(given - SHARED):
        names = ", ".join(f"--{name.replace('_', '-')}" for name in others)
        raise UsageError(f"--pipeline chooses this itself; leave out {names}, or train the parts one by one")
    model, quiet = Path(options["model"]), options["quiet"]
    parts = Path(f"{model}.parts")
    require_writable(model, options["train_file"], options["dev"] or "-")
    banks = []
    for name in filter(None, (options["train_file"], options["dev"])):
        bank = pp.read(name, format=options["file_format"].value, lenient=options["lenient"])
        report_left_out(bank, name)
        require_sentences(bank, name)
        banks.append(bank)
    if not quiet:
        say(f"training on {count(len(banks[0]), 'sentence')}, {count(banks[0].words, 'word')}")
    wanted = {name: options[name] for name in ("system", "root", "strategy", "beam") if name in given}
    common = {name: options[name] for name in ("epochs", "seed", "size", "threads", "resume", "licence")}
    bank, dev = banks[0], banks[1] if len(banks) > 1 else None
    nlp = pp.train_pipeline(bank, dev, checkpoint=parts, listener=_Talker(quiet), **wanted, **common)
    nlp.save(model)
    shutil.rmtree(parts)
    if not quiet:
        for name, score in nlp.parser.header.scores.items():
            if name in ("uas", "las"):
                say(f"dev {name.upper()} with predicted tags: {score:.2f}")
        say(f"saved {model} ({size_of(model)}): {nlp.parser.header.system}, root {nlp.parser.header.root}")
