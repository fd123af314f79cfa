"""The enumeration itself: it must find what is wrong with a broken system, and say where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import panparser as pp
from panparser.systems.verify import verify


class Wrapper:
    """Arc-eager, to be broken in one place."""

    def __init__(self, root: str = "last") -> None:
        self.inner = pp.system("arc-eager", root=root)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class WrongCost(Wrapper):
    """REDUCE is free of cost when one child of the stack top is still in the buffer."""

    def costs(self, c: pp.Configuration, gold: Sequence[int | None]) -> dict[str, int]:
        costs = self.inner.costs(c, gold)
        if costs.get("REDUCE") == 1:
            costs["REDUCE"] = 0
        return costs


class MissingCost(Wrapper):
    def costs(self, c: pp.Configuration, gold: Sequence[int | None]) -> dict[str, int]:
        return {action: cost for action, cost in self.inner.costs(c, gold).items() if action != "LEFT"}


class ShiftedCost(Wrapper):
    """Only differences between actions count: this one is right."""

    def costs(self, c: pp.Configuration, gold: Sequence[int | None]) -> dict[str, int]:
        return {action: cost + 7 for action, cost in self.inner.costs(c, gold).items()}


class DeadEnd(Wrapper):
    """Nothing attaches a word to ROOT, which is last."""

    def legal(self, c: pp.Configuration) -> tuple[str, ...]:
        return tuple(a for a in self.inner.legal(c) if a != "LEFT")


class WrongLoss(Wrapper):
    def loss(self, c: pp.Configuration, gold: Sequence[int | None]) -> int:
        return self.inner.loss(c, gold) + (len(c.stack) == 2)


class TooManySteps(Wrapper):
    def max_steps(self, words: int) -> int:
        return 2 * words - 1


@dataclass(frozen=True)
class Turn:
    heads: tuple[int | None, ...]
    turns: int = 0
    is_final: bool = False


class Endless:
    """A system in the user's own Python: words that only turn round."""

    def __init__(self, period: int | None) -> None:
        self.period = period

    def initial(self, words: int) -> Turn:
        return Turn((None,) * words)

    def legal(self, c: Turn) -> tuple[str, ...]:
        return ("TURN",)

    def apply(self, c: Turn, action: str) -> Turn:
        return Turn(c.heads, (c.turns + 1) % self.period if self.period else c.turns + 1)

    def costs(self, c: Turn, gold: Sequence[int | None]) -> dict[str, int]:
        return {"TURN": 0}


@pytest.mark.parametrize("root", ["last", "first"])
def test_a_wrong_cost_is_found_with_its_place(root: str) -> None:
    report = verify(WrongCost(root), 4)
    assert set(report.counts) == {"cost"}
    problem = report.problems[0]
    assert "'REDUCE': 0" in problem.message
    assert problem.gold is not None
    assert problem.configuration.stack
    assert "cost" in str(report)
    assert str(problem) in str(report)
    assert len(report.problems) <= 10 < report.counts["cost"]


@pytest.mark.parametrize(
    ("system", "kind"),
    [(MissingCost, "cost"), (DeadEnd, "dead end"), (WrongLoss, "loss"), (TooManySteps, "max_steps")],
)
def test_each_kind_of_fault(system: type[Wrapper], kind: str) -> None:
    report = verify(system(), 3)
    assert kind in report.counts
    assert any(problem.kind == kind for problem in report.problems)


def test_only_differences_between_costs_count() -> None:
    assert verify(ShiftedCost(), 3).is_ok


def test_a_derivation_without_end_is_found() -> None:
    report = verify(Endless(period=3), 1)
    assert set(report.counts) == {"no end"}
    assert report.trees[1] == frozenset()


def test_configurations_without_number_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(verify.__globals__, "_LIMIT", 100)
    assert "no end" in verify(Endless(period=None), 1).counts
