"""`panparser derive`."""

from __future__ import annotations

import json
import shutil
import sys
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.choosing import chosen
from panparser.cli.console import put, require_writable, skipped
from panparser.cli.options import Beam, FileFormat, Lenient, Loss, MaxArc
from panparser.data.atomic import replacing
from panparser.errors import UsageError
from panparser.show.derivation_text import WIDTH
from panparser.show.width import printable


class Form(StrEnum):
    """What a derivation is written as."""

    text = "text"
    svg = "svg"
    html = "html"
    json = "json"


_SUFFIXES = {".svg": Form.svg, ".html": Form.html, ".htm": Form.html, ".json": Form.json}


def derive(
    source: Annotated[str, typer.Argument(metavar="INPUT", help="CoNLL-U; - is stdin.")] = "-",
    system: Annotated[str, typer.Option(help="The oracle of this system derives the file's own tree.")] = "",
    model: Annotated[str, typer.Option(help="Or: a model from `train` predicts.", metavar="FILE")] = "",
    root: Annotated[str | None, typer.Option(help="Where ROOT stands. Default: the system's own.")] = None,
    beam: Beam = None,
    max_arc: MaxArc = None,
    loss: Loss = None,
    after: Annotated[
        str, typer.Option(metavar="ACTIONS", help="Begin with these, right or wrong: SHIFT,SHIFT,LEFT.")
    ] = "",
    sentence: Annotated[str, typer.Option("-n", "--sentence", help="A number from 1, or a sent_id. Default: 1.")] = "",
    sent_id: Annotated[str, typer.Option("--id", help="A sent_id, also one that looks like a number.")] = "",
    form: Annotated[
        Form | None, typer.Option("--format", help="Default: as OUTPUT is named, else text.", show_default=False)
    ] = None,
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write; - is stdout.")] = "-",
    width: Annotated[int, typer.Option(min=0, help="Columns of the text; 0 for the terminal's.")] = 0,
    lenient: Lenient = False,
    input_format: Annotated[FileFormat, typer.Option(help="What the input is written in.")] = FileFormat.conllu,
) -> None:
    """Show a derivation step by step: as text, as one SVG picture, or as an HTML page that plays it.

    With --system, it is how the oracle builds the tree that stands in the file. With --model, it is how the model
    comes to its own tree; if the file has heads, steps that lose some of them are marked. Arcs that are taken
    back or replaced on the way are marked in both.

    Example: panparser derive dev.conllu --system arc-eager --root first --sentence 3 -o play.html
    """
    if bool(system) == bool(model):
        raise UsageError("a derivation is of a system's oracle or of a model; give one of --system and --model")
    if model and (root is not None or max_arc is not None or loss is not None):
        raise UsageError("a model knows its system's options; leave out --root, --max-arc and --loss, or give --system")
    if model and after:
        raise UsageError("a model chooses its own actions; leave out --after, or give --system")
    if beam is not None and not model:
        raise UsageError("an oracle does not search; leave out --beam, or give --model")
    if sentence and sent_id:
        raise UsageError("--sentence and --id both choose the sentence; give one of them")
    derives = (
        partial(pp.load(model, pp.Parser).derive, beam=beam)
        if model
        else partial(
            pp.derive,
            pp.system(system, root=root, max_length=max_arc, loss=loss),
            after=[action for action in after.replace(",", " ").split() if action],
        )
    )
    if output != "-":
        require_writable(Path(output), source, *filter(None, [model]))
    parts = pp.stream(source, batch=100, format=input_format.value, lenient=lenient, on_skip=skipped)
    given = next(chosen(parts, sent_id or sentence or "1", source, by_number=not sent_id))
    written = _written(derives(given), form or _SUFFIXES.get(Path(output).suffix, Form.text), width)
    if output == "-":
        put(written)
    else:
        with replacing(output) as file:
            file.write(written.encode("utf-8", "replace"))


def _written(derivation: pp.Derivation, form: Form, width: int) -> str:
    match form:
        case Form.svg:
            return derivation.svg()
        case Form.html:
            return derivation.html()
        case Form.json:
            return json.dumps(derivation.to_dict(), ensure_ascii=False) + "\n"
        case Form.text:
            seen = shutil.get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else WIDTH
            title = printable(derivation.sentence.text or " ".join(derivation.forms))
            return f"{title}\n{derivation.text(width=width or seen)}\n"
