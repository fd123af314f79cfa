"""Systems written in Python that tests share."""

from __future__ import annotations

import importlib.util
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import panparser as pp

ROOT = Path(__file__).parents[2]
TREEBANK = ROOT / "examples" / "treebank"
Toy = Callable[..., pp.Treebank]


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ArcHybrid = example("arc_hybrid_in_python").ArcHybrid
ArcStandardSwap = example("static_reference_system").ArcStandardSwap


class Chain(pp.TransitionSystem):
    """Each word depends on the next one, or on ROOT."""

    actions: tuple[str, ...] = ("NEXT", "ROOT")
    arcs: tuple[str, ...] = ("NEXT", "ROOT")

    def legal(self, c: Any) -> Any:
        return ("NEXT", "ROOT") if c.buffer[1] else ("ROOT",)

    def head(self, c: Any, action: str) -> int:
        return c.buffer[1] if action == "NEXT" else 0

    def apply(self, c: Any, action: str) -> Any:
        return c.attach(self.head(c, action), c.buffer[0]).push().pop()

    def cost(self, c: Any, action: str, gold: Any) -> Any:
        return gold[c.buffer[0] - 1] not in (self.head(c, action), None)


class Lists(Chain):
    has_lists = True


def refused(run: Callable[[], Any], kind: type[Exception] = pp.UsageError) -> str:
    """The message of an error: one line, one sentence."""
    with pytest.raises(kind) as caught:
        run()
    message = str(caught.value)
    assert "\n" not in message
    assert ". " not in message
    return message


def trees(bank: pp.Treebank) -> list[tuple[Any, Any]]:
    return [(s.heads, s.deprels) for s in bank]


def reachable(system: pp.TransitionSystem, words: int) -> Iterator[tuple[str, ...]]:
    """A derivation to every configuration."""
    waiting = deque([((), system.initial(words))])
    seen = {waiting[0][1]}
    while waiting:
        way, c = waiting.popleft()
        yield way
        for action in system.legal(c):
            after = system.apply(c, action)
            if after not in seen:
                seen.add(after)
                waiting.append(((*way, action), after))
