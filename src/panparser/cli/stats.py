"""`panparser stats`."""

from __future__ import annotations

from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import count, put, put_json, say, skipped
from panparser.cli.options import FileFormat, Format, Json, Lenient


def stats(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="CoNLL-U files, or -.", show_default=False)],
    as_json: Json = False,
    lenient: Lenient = False,
    file_format: Format = FileFormat.conllu,
) -> None:
    """Count what is in treebanks.

    Example: panparser stats train.conllu dev.conllu
    """
    rows = []
    for name in files:
        bad: list[str] = []

        def note(message: str, bad: list[str] = bad) -> None:
            bad.append(message)
            skipped(message)

        parts = pp.stream(name, format=file_format.value, lenient=lenient, on_skip=note)
        counted = pp.stats(parts)
        if bad:
            say(f"panparser: {name}: skipped {count(len(bad), 'bad sentence')}")
        rows.append({"file": name, "skipped": len(bad)} | counted.to_dict())
        if not as_json:
            title = f"{name}\n" if len(files) > 1 else ""
            put(f"{title}{counted}\n" + "\n" * (name is not files[-1]))
    if as_json:
        put_json(rows)
