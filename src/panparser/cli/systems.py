"""`panparser systems`."""

from __future__ import annotations

from dataclasses import asdict

import panparser as pp
from panparser.cli.console import put_json
from panparser.cli.options import Json
from panparser.cli.table import put_table


def systems(as_json: Json = False) -> None:
    """List the transition systems for `train --system`.

    Example: panparser systems
    """
    known = pp.systems()
    if as_json:
        put_json([asdict(info) for info in known])
        return
    table = [("system", "trees", "root", "oracle", "described by")]
    for info in known:
        trees = "projective" if info.projective else "all"
        table.append((info.name, trees, ", ".join(info.roots), info.oracle, info.paper))
    put_table(table)
