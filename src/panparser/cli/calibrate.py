"""`panparser calibrate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import report_left_out, require_sentences, require_writable, say
from panparser.cli.options import Beam, FileFormat, Format, Lenient, Quiet
from panparser.errors import MAX_THREADS


def calibrate(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A model from `train`.", show_default=False)],
    dev: Annotated[str, typer.Argument(metavar="DEV", help="Right trees that it did not learn.", show_default=False)],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where to save it. Default: MODEL.", show_default=False)
    ] = None,
    beam: Beam = None,
    threads: Annotated[int, typer.Option(min=1, max=MAX_THREADS, help="Parse this many sentences side by side.")] = 1,
    lenient: Lenient = False,
    file_format: Format = FileFormat.conllu,
    quiet: Quiet = False,
) -> None:
    """Teach a model how far to trust its own trees, for `parse --confidence`.

    `train --dev` does this too. It is of use for an older model, for text of another kind, and for another width of the
    beam: a model keeps what it learnt for each.

    Example: panparser calibrate en.pan dev.conllu --beam 8
    """
    parser = pp.load(model)
    path = output or Path(model)
    require_writable(path, dev)
    bank = pp.read(dev, lenient=lenient, format=file_format.value)
    report_left_out(bank, dev)
    require_sentences(bank, dev)
    parser.calibrate(bank, beam=beam, threads=threads)
    parser.save(path)
    if not quiet:
        width = beam or parser.header.beam
        say(f"calibrated for a beam of {width} on {bank.words:,} words; saved {path}")
