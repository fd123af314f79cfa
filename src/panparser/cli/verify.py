"""`panparser verify`."""

from __future__ import annotations

from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import put
from panparser.systems import verify as check


def verify(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="See `panparser systems`.", show_default=False)],
    root: Annotated[str | None, typer.Option(help="Where ROOT stands. Default: every place it can.")] = None,
    max_length: Annotated[int, typer.Option(min=1, max=6, help="Words in the longest sentence.")] = 4,
) -> None:
    """Prove a system's oracle on every configuration and gold tree of short sentences.

    No dead ends, every derivation ends, and the costs of actions are the differences of exact losses. The exit
    status is 1 if anything is wrong.

    Example: panparser verify arc-eager --root first --max-length 5
    """
    places = next((info.roots for info in pp.systems() if info.name == system), ("last",)) if root is None else (root,)
    is_ok = True
    for place in places:
        report = check(pp.system(system, root=place), max_length)
        put(f"{system}, root {place}: {report}\n")
        is_ok = is_ok and report.is_ok
    if not is_ok:
        raise typer.Exit(1)
