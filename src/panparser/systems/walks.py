"""Checks a transition system on sentences that are too long for enumeration, by random walks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from panparser._native import TransitionSystem
from panparser.systems.python import has_cost
from panparser.systems.verify import Heads, Problem, Report


def walk(system: Any, golds: Iterable[Sequence[int | None]], *, walks: int = 1, seed: int = 1) -> Report:
    """Checks `system` on `walks` random derivations for each gold tree.

    Every derivation ends within `max_steps`, and costs keep their word: whoever follows the cheapest actions from
    where an action leads ends with as many more errors as the action cost more than the cheapest one. That can only
    be so for trees that the system can build, and where costs are exact; elsewhere (`loss_name`) the bounds are
    compared with each other, and costs with the bound after the action. A system written in Python that has no `cost`
    has only its derivations checked.

    >>> import panparser as pp
    >>> print(walk(pp.system("arc-hybrid"), [[2, 0, 2, 5, 3, 2]], walks=5))
    60 configurations, 5 derivations of up to 12 actions; 115 comparisons: all right
    """
    rng = random.Random(seed)
    report = WalkReport(0)
    for gold in golds:
        heads = tuple(gold)
        if not heads:
            continue
        for _ in range(walks):
            _Walk(system, heads, report).run(rng)
    return report


class WalkReport(Report):
    """What random walks found."""

    derivations = 0

    def __str__(self) -> str:
        longest = max(self.longest.values(), default=0)
        return self._summary(
            f"{self.configurations:,} configurations, {self.derivations:,} derivations of up to {longest:,} actions; "
            f"{self.comparisons:,} comparisons"
        )


class _Walk:
    def __init__(self, system: Any, gold: Heads, report: WalkReport) -> None:
        self.system, self.gold, self.report = system, gold, report
        self.is_bound = getattr(system, "loss_name", None) not in (None, "exact")
        self.unit = int(getattr(system, "cost_unit", 1))
        self.has_cost = not isinstance(system, TransitionSystem) or has_cost(system)

    def _problem(self, kind: str, message: str, c: Any) -> None:
        self.report.add(Problem(kind, message, len(self.gold), c, self.gold))

    def run(self, rng: random.Random) -> None:
        """One derivation: half of the actions are cheapest ones, the others are drawn from all."""
        c = self.system.initial(len(self.gold))
        steps, allowed = 0, self.system.max_steps(len(self.gold))
        self.report.derivations += 1
        while not c.is_final:
            legal = self.system.legal(c)
            if not legal:
                self._problem("dead end", "no action is legal, and the configuration is not final", c)
                return
            if steps >= allowed:
                self._problem("max_steps", f"a derivation has more than {allowed} steps", c)
                return
            costs = self.system.costs(c, self.gold)
            lowest = min(costs.values())
            if self.has_cost:
                self._compare(c, costs, lowest)
            choice = [a for a in legal if costs[a] == lowest] if rng.random() < 0.5 else legal
            c = self.system.apply(c, rng.choice(choice))
            steps += 1
        longest = self.report.longest
        longest[len(self.gold)] = max(longest.get(len(self.gold), 0), steps)

    def _compare(self, c: Any, costs: dict[str, int], lowest: int) -> None:
        self.report.configurations += 1
        self.report.comparisons += len(costs)
        if self.is_bound:
            found = {action: self.system.estimate(self.system.apply(c, action), self.gold) for action in costs}
            if found != costs:
                self._problem("cost", f"costs are {costs}, the losses after the actions {found}", c)
            return
        promised = {action: cost // self.unit - lowest // self.unit for action, cost in costs.items()}
        losses = {action: self._follow(self.system.apply(c, action)) for action in costs}
        least = min(losses.values())
        found = {action: loss - least for action, loss in losses.items()}
        if found != promised:
            self._problem("cost", f"costs are {promised}, following the cheapest actions loses {found}", c)
        if (estimate := self.system.estimate(c, self.gold)) != least:
            self._problem("estimate", f"estimate() is {estimate}, following the cheapest actions loses {least}", c)

    def _follow(self, c: Any) -> int:
        while not c.is_final:
            costs = self.system.costs(c, self.gold)
            c = self.system.apply(c, min(costs, key=costs.__getitem__))
        if self.system.is_partial:
            return sum(found != head for found, head in zip(c.heads, self._reference(), strict=True))
        return sum(head is not None and (found or 0) != head for found, head in zip(c.heads, self.gold, strict=True))

    def _reference(self) -> Heads:
        length = getattr(self.system, "max_length", None)
        if length is None:
            return self.gold
        root = len(self.gold) + 1 if self.system.root == "last" else 0
        return tuple(
            head if isinstance(head, int) and abs((head or root) - w) <= length else None
            for w, head in enumerate(self.gold, 1)
        )
