"""Options that several verbs share: how a file is read, which system is meant."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

import typer

from panparser.errors import MAX_BEAM
from panparser.models.network import FeedForward


class FileFormat(StrEnum):
    """What a file is written in."""

    conllu = "conllu"
    conllx = "conllx"


class Classifier(StrEnum):
    """What makes the decisions."""

    perceptron = "perceptron"
    network = "feed-forward"


def model_of(classifier: Classifier, device: str) -> str | FeedForward:
    """What `pp.train` and `pp.train_tagger` take as their model."""
    return classifier.value if classifier is Classifier.perceptron else FeedForward(device=device)


class Columns(StrEnum):
    """Where constraints stand: `panparser.constraints.READERS`."""

    heads = "heads"
    misc = "misc"
    ninth_column = "ninth-column"


Told: TypeAlias = Annotated[
    Columns | None,
    typer.Option(
        "--constraints", help="Keep to what these columns say of the tree: docs/constraints.md.", show_default=False
    ),
]
Beam: TypeAlias = Annotated[
    int | None,
    typer.Option(
        min=1, max=MAX_BEAM, help="Hypotheses that search keeps. Default: as the model was trained.", show_default=False
    ),
]
MaxArc: TypeAlias = Annotated[
    int | None, typer.Option("--max-arc", min=1, help="Length of the longest arc, for the span systems.")
]
Loss: TypeAlias = Annotated[
    str | None, typer.Option(help="Loss of nonmonotonic-covington: upper, pc-upper, lower or exact.")
]
Decides: TypeAlias = Annotated[
    Classifier, typer.Option("--model", help="What decides; a network needs PyTorch to learn.")
]
Device: TypeAlias = Annotated[str, typer.Option(help="Where a network learns: cpu, cuda, …")]
Format: TypeAlias = Annotated[FileFormat, typer.Option("--format", help="What the files are written in.")]
Lenient: TypeAlias = Annotated[bool, typer.Option("--lenient", help="Skip bad sentences, and name them.")]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors and what was left out.")]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
