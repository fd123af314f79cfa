"""`panparser train`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import count, report_left_out, require_sentences, require_writable, say, size_of
from panparser.cli.options import (
    Classifier,
    Decides,
    Device,
    FileFormat,
    Format,
    Lenient,
    Loss,
    MaxArc,
    Quiet,
    Told,
    model_of,
)
from panparser.cli.train_pipeline import train_pipeline
from panparser.cli.watching import Watcher
from panparser.errors import MAX_BEAM, MAX_THREADS, UsageError
from panparser.features import find_features
from panparser.training.train import DEFAULT_LABELS

INTERRUPTED = 130


class Labels(StrEnum):
    """How relations are predicted."""

    product = "product"
    joint = "joint"
    none = "none"


def train(
    context: typer.Context,
    train_file: Annotated[str, typer.Argument(metavar="TRAIN", help="CoNLL-U to learn from.", show_default=False)],
    model: Annotated[Path, typer.Option("-o", "--output", metavar="MODEL", help="Where the model goes.")],
    dev: Annotated[str, typer.Option(metavar="DEV", help="CoNLL-U to choose the best epoch by.")] = "",
    pipeline: Annotated[
        bool,
        typer.Option("--pipeline", help="Train a tokenizer and a tagger too: from text to trees in one model."),
    ] = False,
    system: Annotated[str, typer.Option(help="Transition system: see `panparser systems`.")] = "arc-eager",
    root: Annotated[str, typer.Option(help="Where ROOT stands: first, last or none. Default: the system's own.")] = "",
    max_arc: MaxArc = None,
    loss: Loss = None,
    labels: Annotated[Labels, typer.Option(help="Action and label as one decision, beside it, or none.")] = Labels(
        DEFAULT_LABELS
    ),
    classifier: Decides = Classifier.perceptron,
    device: Device = "cpu",
    strategy: Annotated[str, typer.Option(help="Training strategy: see `panparser strategies`.")] = "goldberg",
    beam: Annotated[
        int, typer.Option(min=1, max=MAX_BEAM, help="Hypotheses that search keeps; needs a global strategy.")
    ] = 1,
    features: Annotated[
        str,
        typer.Option(
            metavar="SET|FILE",
            help="A set, see `panparser features`, or a file of templates. Default: what suits the system.",
        ),
    ] = "",
    constraints: Told = None,
    clusters: Annotated[
        str, typer.Option(metavar="FILE", help="Brown clusters, for sets such as zn11+brown: a `paths` file.")
    ] = "",
    vectors: Annotated[
        str, typer.Option(metavar="FILE", help="Word vectors, for sets such as zn11+vectors: a text file.")
    ] = "",
    epochs: Annotated[int, typer.Option(min=1, help="How often the file is gone through.")] = 15,
    patience: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many epochs that are no better on DEV.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same model.")] = 1,
    prune: Annotated[
        float | None,
        typer.Option(min=0, max=0.999, help="Share of features to leave out. Default: as many as cost 0.1 LAS on DEV."),
    ] = None,
    size: Annotated[
        float | None, typer.Option(metavar="MB", help="Leave out as many as it takes to stay within this size.")
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=MAX_THREADS, help="Threads that parse DEV.")] = 1,
    start: Annotated[
        str, typer.Option(metavar="MODEL", help="A model, trained with --trainable, whose weights to go on from.")
    ] = "",
    trainable: Annotated[
        bool, typer.Option("--trainable", help="Keep all weights in the model, so that a later --start can use it.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint MODEL.ckpt, if it is there.")
    ] = False,
    log: Annotated[Path | None, typer.Option(metavar="FILE.json", help="A line of JSON per epoch.")] = None,
    curve: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the training: .png, .svg or .pdf.")] = None,
    licence: Annotated[str, typer.Option(metavar="TEXT", help="Written into the model.")] = "",
    multiroots: Annotated[bool, typer.Option(help="Learn from sentences with several roots.")] = True,
    projective_only: Annotated[bool, typer.Option("--projective-only", help="Only from projective sentences.")] = False,
    lenient: Lenient = False,
    file_format: Format = FileFormat.conllu,
    quiet: Quiet = False,
) -> None:
    """Train a parser on a treebank, or with --pipeline all that it takes from text to trees.

    A pipeline chooses its system by the treebank, and says so.

    After each epoch everything is kept in MODEL.ckpt, until the model is there; --resume goes on from it.

    Example: panparser train train.conllu --dev dev.conllu -o en.pan
    Example: panparser train --pipeline train.conllu --dev dev.conllu -o en.pan
    """
    if pipeline:
        train_pipeline(context, context.params)
        return
    checkpoint = Path(f"{model}.ckpt")
    if str(model) == "-":
        raise UsageError("a model cannot go to standard output; give the name of a file")
    if patience is not None and not dev:
        raise UsageError("--patience looks at scores on development data; give --dev too")
    stopping = [pp.EarlyStopping(patience)] if patience is not None else []
    outputs = [path for path in (model, checkpoint, log, curve) if path is not None]
    for path in outputs:
        require_writable(path, train_file, *(name or "-" for name in (dev, start, clusters, vectors, features)))
    if len({path.resolve() for path in outputs}) < len(outputs):
        raise UsageError("two outputs would go to the same file; give each a name of its own")
    if curve is not None:
        from panparser.show.curve import require_curve  # only this option needs Matplotlib

        require_curve(curve)
    templates = find_features(features) if features else None
    first = pp.load(start, pp.Parser) if start else None
    chosen = pp.system(system, root=root or None, max_length=max_arc, loss=loss)
    bank = pp.read(
        train_file,
        format=file_format.value,
        lenient=lenient,
        multiroots=multiroots,
        projective_only=projective_only,
    )
    report_left_out(bank, train_file)
    require_sentences(bank, train_file)
    judge = None
    if dev:
        judge = pp.read(dev, format=file_format.value, lenient=lenient)
        report_left_out(judge, dev)
        require_sentences(judge, dev)
    if checkpoint.exists() and not resume:
        say(f"panparser: {checkpoint} is of an earlier training and will be overwritten; --resume would go on from it")
    elif resume and not checkpoint.exists():
        say(f"panparser: there is no {checkpoint} to go on from; training starts at the first epoch")
    try:
        with Watcher(quiet, f"training on {count(len(bank), 'sentence')}, {count(bank.words, 'word')}") as watcher:
            parser = pp.train(
                bank,
                judge,
                system=chosen,
                strategy=strategy,
                beam=beam,
                features=templates,
                clusters=clusters or None,
                vectors=vectors or None,
                start=first,
                trainable=trainable,
                model=model_of(classifier, device),
                labels=labels.value,
                epochs=epochs,
                seed=seed,
                prune=prune,
                size=size,
                threads=threads,
                checkpoint=checkpoint,
                resume=resume,
                log=log,
                listener=[watcher, *stopping],
                constraints=constraints and constraints.value,
                licence=licence,
            )
    except KeyboardInterrupt:
        kept = f"--resume goes on from {checkpoint}" if checkpoint.exists() else "no epoch was finished"
        say(f"panparser: interrupted; {kept}")
        raise typer.Exit(INTERRUPTED) from None
    parser.save(model)
    checkpoint.unlink(missing_ok=True)
    if curve is not None:
        from panparser.show.curve import draw_curve

        draw_curve(watcher.reports, curve)
    if not quiet:
        _summary(parser, model)


def _summary(parser: pp.Parser, model: Path) -> None:
    header, scores = parser.header, parser.header.scores
    if scores:
        name = "LAS" if "las" in scores else "UAS"
        shown = ", ".join(f"{key.upper()} {scores[key]:.2f}" for key in ("uas", "las") if key in scores)
        kept = f"{1 - header.prune:.0%} of the features" if header.prune else "all features"
        say(f"best epoch {header.best_epoch}: dev {shown}")
        say(f"kept {kept}; pruning and quantisation cost {scores['packing_cost']:.2f} {name} on dev")
    relations = count(len(header.labels), "relation")
    say(f"saved {model} ({size_of(model)}): {header.system}, root {header.root}, {relations}")
