"""`panparser strategies`."""

from __future__ import annotations

import panparser as pp
from panparser.cli.console import put, put_json
from panparser.cli.options import Json
from panparser.cli.table import put_table


def strategies(as_json: Json = False) -> None:
    """List the training strategies for `train --strategy`.

    docs/strategies.md says what the settings mean, and which papers they come from.

    Example: panparser strategies
    """
    known = pp.strategies()
    if as_json:
        put_json([{"name": name} | strategy.to_dict() for name, strategy in known.items()])
        return
    table = [("strategy", "reference", "update", "error", "restart", "exploration", "time limit", "remember beam")]
    for name, strategy in known.items():
        local = strategy.update == "local"  # which the other settings say nothing of
        table.append(
            (
                name,
                strategy.reference,
                strategy.update,
                "–" if local else strategy.error,
                "–" if local else _yes(strategy.restart),
                _schedule(strategy),
                "–" if local else str(strategy.time_limit or "none"),
                "–" if local else _yes(strategy.remember_beam),
            )
        )
    put_table(table)
    put("\nA local update learns one decision at a time, with a beam of 1. The others compare whole hypotheses.\n")


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def _schedule(strategy: pp.Strategy) -> str:
    """Exploration by epoch.

    >>> _schedule(pp.Strategy(exploration=(0, 0.5, 0.9)))
    '0, 0.5, then 0.9'
    """
    *first, last = (f"{p:g}" for p in strategy.schedule)
    return ", ".join([*first, f"then {last}"]) if first else last
