"""`panparser verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser._native import nonprojective_words
from panparser.cli.console import put
from panparser.cli.options import Loss, MaxArc
from panparser.systems import Report, SystemInfo, walk
from panparser.systems import verify as check


def verify(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="See `panparser systems`.", show_default=False)],
    root: Annotated[str | None, typer.Option(help="Where ROOT stands. Default: every place it can.")] = None,
    max_length: Annotated[int, typer.Option(min=1, max=6, help="Words in the longest sentence.")] = 4,
    max_arc: MaxArc = None,
    loss: Loss = None,
    treebank: Annotated[
        Path | None, typer.Option(help="Also take random walks on the trees of this file that the system can build.")
    ] = None,
    walks: Annotated[int, typer.Option(min=1, help="Random walks for each of those trees.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Of the random walks.")] = 1,
) -> None:
    """Prove a system's oracle on every configuration and gold tree of short sentences.

    No dead ends, every derivation ends, and the costs of actions are the differences of exact losses; where they are
    based on bounds of the loss, the bounds hold. The exit status is 1 if anything is wrong.

    Example: panparser verify arc-eager --root first --max-length 5
    """
    info = next((info for info in pp.systems() if info.name == system), None)
    places = (root,) if root is not None or info is None else info.roots
    lengths = (max_arc,) if max_arc or not info or not info.needs_max_length else range(1, max_length + 1)
    is_ok = True
    for place in places:
        for length in lengths:
            checked = pp.system(system, root=place, max_length=length, loss=loss)
            reports: list[Report] = [check(checked, max_length)]
            if treebank is not None and info is not None:
                reports.append(walk(checked, _trees(treebank, info), walks=walks, seed=seed))
            arcs = f", arcs of up to {length}" if length else ""
            for report in reports:
                put(f"{system}, root {checked.root}{arcs}: {report}\n")
                is_ok = is_ok and report.is_ok
    if not is_ok:
        raise typer.Exit(1)


def _trees(path: Path, info: SystemInfo) -> list[list[int | None]]:
    """The complete trees of a file that the system can build: with one root, projective where it must be."""
    trees = [list(s.heads) for s in pp.read(path)]
    return [
        heads
        for heads in trees
        if None not in heads and heads.count(0) == 1 and not (info.projective and nonprojective_words(heads))
    ]
