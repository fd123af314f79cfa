"""Tables on standard output."""

from __future__ import annotations

from collections.abc import Sequence

from panparser.cli.console import put
from panparser.show.width import columns, padded


def put_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Rows with their columns below each other; the first is the heading."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        put("  ".join(padded(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n")
