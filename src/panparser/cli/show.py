"""`panparser show`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.choosing import chosen
from panparser.cli.console import put, require_writable, skipped
from panparser.cli.options import FileFormat, Format, Lenient
from panparser.data.atomic import replacing
from panparser.show.width import printable


def show(
    source: Annotated[str, typer.Argument(metavar="FILE", help="CoNLL-U; - is stdin.")] = "-",
    sentence: Annotated[
        str, typer.Option("-n", "--sentence", help="Only this one: a number from 1, or a sent_id.")
    ] = "",
    svg: Annotated[bool, typer.Option("--svg", help="A picture of one sentence (the first, or --sentence).")] = False,
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write; NAME.svg implies --svg.")] = "-",
    lenient: Lenient = False,
    file_format: Format = FileFormat.conllu,
) -> None:
    """Draw the trees of a CoNLL-U file as text or SVG.

    Example: panparser show dev.conllu --sentence 3 -o tree.svg
    """
    parts = pp.stream(source, batch=100, format=file_format.value, lenient=lenient, on_skip=skipped)
    if output != "-":
        require_writable(Path(output), source)
    drawings = _drawings(chosen(parts, sentence, source), svg or output.endswith(".svg"))
    if output == "-":
        for drawing in drawings:
            put(drawing)
    else:
        with replacing(output) as file:
            for drawing in drawings:
                file.write(drawing.encode())


def _drawings(sentences: Iterator[pp.Sentence], is_svg: bool) -> Iterator[str]:
    for sentence in sentences:
        if is_svg:
            yield pp.draw_svg(sentence)
            return
        yield f"{printable(sentence.text or ' '.join(sentence.forms))}\n{pp.draw(sentence)}\n\n"
