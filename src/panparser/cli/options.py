"""Options that several verbs share: they say how a file is read."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

import typer


class FileFormat(StrEnum):
    """What a file is written in."""

    conllu = "conllu"
    conllx = "conllx"


Format: TypeAlias = Annotated[FileFormat, typer.Option("--format", help="What the files are written in.")]
Lenient: TypeAlias = Annotated[bool, typer.Option("--lenient", help="Skip bad sentences, and name them.")]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors and what was left out.")]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
