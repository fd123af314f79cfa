"""`panparser train-tagger`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import count, report_left_out, require_sentences, require_writable, say, size_of
from panparser.cli.options import Classifier, Decides, Device, FileFormat, Format, Lenient, Quiet, model_of
from panparser.cli.watching import Watcher
from panparser.errors import MAX_BEAM, MAX_THREADS, UsageError
from panparser.features import find_features
from panparser.training.tagger import COLUMNS


def train_tagger(
    train_file: Annotated[str, typer.Argument(metavar="TRAIN", help="CoNLL-U to learn from.", show_default=False)],
    model: Annotated[Path, typer.Option("-o", "--output", metavar="MODEL", help="Where the model goes.")],
    dev: Annotated[str, typer.Option(metavar="DEV", help="CoNLL-U to choose the best epoch by.")] = "",
    columns: Annotated[
        str,
        typer.Option(
            help="What to predict, one after the other; + joins what is predicted together. "
            f"Default: {','.join(COLUMNS)}, as far as TRAIN has them."
        ),
    ] = "",
    classifier: Decides = Classifier.perceptron,
    device: Device = "cpu",
    strategy: Annotated[
        str,
        typer.Option(
            help="Training strategy: see `panparser strategies`. Default: greedyn, with a margin for a perceptron."
        ),
    ] = "",
    beam: Annotated[
        int, typer.Option(min=1, max=MAX_BEAM, help="Hypotheses that search keeps; needs a global strategy.")
    ] = 1,
    features: Annotated[
        str, typer.Option(metavar="SET|FILE", help="A set, see `panparser features`, or a file of templates.")
    ] = "",
    epochs: Annotated[int, typer.Option(min=1, help="How often the file is gone through, for each column.")] = 15,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same model.")] = 1,
    threads: Annotated[int, typer.Option(min=1, max=MAX_THREADS, help="Threads that tag DEV.")] = 1,
    licence: Annotated[str, typer.Option(metavar="TEXT", help="Written into the model.")] = "",
    lenient: Lenient = False,
    file_format: Format = FileFormat.conllu,
    quiet: Quiet = False,
) -> None:
    """Train a tagger on a treebank: tags, morphological features and lemmas.

    Example: panparser train-tagger train.conllu --dev dev.conllu -o en-tags.pan
    """
    if str(model) == "-":
        raise UsageError("a model cannot go to standard output; give the name of a file")
    require_writable(model, train_file, dev or "-", features or "-")
    templates = find_features(features) if features else None
    bank = pp.read(train_file, format=file_format.value, lenient=lenient)
    report_left_out(bank, train_file)
    require_sentences(bank, train_file)
    judge = None
    if dev:
        judge = pp.read(dev, format=file_format.value, lenient=lenient)
        report_left_out(judge, dev)
        require_sentences(judge, dev)
    title = f"training on {count(len(bank), 'sentence')}, {count(bank.words, 'word')}"
    with Watcher(quiet, title, scores=("tags",)) as watcher:
        tagger = pp.train_tagger(
            bank,
            judge,
            columns=columns.split(",") if columns else None,
            features=templates,
            model=model_of(classifier, device),
            strategy=strategy or None,
            beam=beam,
            epochs=epochs,
            seed=seed,
            threads=threads,
            listener=watcher,
            licence=licence,
        )
    tagger.save(model)
    if not quiet:
        for stage in tagger.stages:
            shown = f", dev {stage.header.scores['tags']:.2f}" if stage.header.scores else ""
            say(f"{'+'.join(stage.header.columns)}: {count(len(stage.header.labels), 'tag')}{shown}")
        say(f"saved {model} ({size_of(model)})")
