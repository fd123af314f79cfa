"""Checks a transition system by enumeration: every configuration of short sentences, every tree it can build.

A cost table is right when it says by how much an action makes the best tree still to be had worse. For short sentences
that can be computed without the table, from the end of all derivations back to their beginning.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from panparser._native import TransitionSystem
from panparser.errors import UsageError
from panparser.systems.python import has_cost
from panparser.systems.registry import system as make_system

Heads = tuple[int | str | None, ...]  # of a gold tree: also "left", "right" where only the side is known
_SHOWN = 10  # problems kept of each kind; all are counted
_NUMBERS: dict[Any, int] = {None: -1, "left": -2, "right": -3}  # in arrays of heads
_LIMIT = 1_000_000  # configurations of one length, beyond which derivations are taken to have no end


class State(Hashable, Protocol):
    """A configuration: a value with the heads so far."""

    @property
    def heads(self) -> Heads:
        """By word - 1; None for a word without head."""

    @property
    def is_final(self) -> bool:
        """Whether the derivation is over."""


class System(Protocol):
    """What is checked. `loss`, `estimate` and `max_steps` are checked too where a system has them."""

    def initial(self, words: int) -> Any:
        """Where derivations over that many words begin."""

    def legal(self, configuration: Any) -> Sequence[str]:
        """The actions that are possible."""

    def apply(self, configuration: Any, action: str) -> Any:
        """The configuration after an action."""

    def costs(self, configuration: Any, gold: Any) -> Mapping[str, int]:
        """What each legal action costs, up to a constant."""


@dataclass(frozen=True)
class Problem:
    """One place where a system does not keep its word."""

    kind: str
    message: str
    words: int
    configuration: Any = None
    gold: Heads | None = None

    def __str__(self) -> str:
        gold = f", gold {list(self.gold)}" if self.gold else ""
        return f"{self.kind}: {self.message} ({self.words} words{gold}, {self.configuration})"


@dataclass
class Report:
    """What an enumeration found; `trees[n]` are the trees that the system can build over n words."""

    max_length: int
    configurations: int = 0
    comparisons: int = 0  # pairs of a configuration and a gold tree
    trees: dict[int, frozenset[Heads]] = field(default_factory=dict)
    longest: dict[int, int] = field(default_factory=dict)  # derivation, by sentence length
    problems: list[Problem] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)  # what is not wrong, but good to know

    @property
    def is_ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.counts

    def add(self, problem: Problem) -> None:
        """Counts a problem, and keeps the first few of its kind."""
        self.counts[problem.kind] += 1
        if self.counts[problem.kind] <= _SHOWN:
            self.problems.append(problem)

    def __str__(self) -> str:
        sizes = ", ".join(f"{len(trees)} of {n}" for n, trees in sorted(self.trees.items()))
        seen = f"{self.configurations:,} configurations, trees by words: {sizes}; {self.comparisons:,} comparisons"
        return self._summary(seen)

    def _summary(self, seen: str) -> str:
        if self.notes:
            seen += f" ({', '.join(f'{count:,} × {note}' for note, count in self.notes.most_common())})"
        if self.is_ok:
            return f"{seen}: all right"
        kinds = ", ".join(f"{count:,} × {kind}" for kind, count in self.counts.most_common())
        return f"{seen}: {kinds}; the first: {self.problems[0]}"


def verify(
    system: System,
    max_length: int = 4,
    *,
    golds: Callable[[int], Iterable[Heads]] | None = None,
    loss_length: int = 3,
) -> Report:
    """Checks `system` on every configuration of sentences of up to `max_length` words.

    No configuration is a dead end, every derivation ends (within `max_steps`), and against every gold tree the costs of
    the actions, less the cheapest one, are what the actions lose. Gold trees are those that the system can build, or
    `golds(words)`. `loss` and `estimate` are compared up to `loss_length` words: exact search is slow. A system written
    in Python that has no `cost` is checked otherwise: its `reference` must lead to each of these trees.

    Where costs also rank actions that lose the same (`cost_unit`), the report notes how often the cheapest ones are not
    those that need the fewest repairs. Where they are based on a bound of the loss (`loss_name`), the bounds are
    checked instead: lower ≤ loss ≤ pc-upper ≤ upper. The lower one may be higher than the loss only where a gold root
    word has a head, which breaking a cycle can take away again; that is noted, and so is how often an action of
    minimum cost is not optimal.

    >>> import panparser as pp
    >>> print(verify(pp.system("arc-eager"), 2))
    14 configurations, trees by words: 1 of 1, 3 of 2; 36 comparisons: all right
    """
    report = Report(max_length)
    for words in range(1, max_length + 1):
        graph = _Graph(system, words, report)
        if graph.order is not None:
            wanted = report.trees[words] if golds is None else frozenset(golds(words))
            if isinstance(system, TransitionSystem) and not has_cost(system):
                graph.follow_references(sorted(wanted, key=str))
            else:  # a dead end has no loss
                graph.compare(sorted(wanted, key=str), words <= loss_length and not report.counts["dead end"])
    return report


class _Graph:
    """All configurations over sentences of one length, and the actions between them."""

    def __init__(self, system: System, words: int, report: Report) -> None:
        self.system, self.words, self.report = system, words, report
        self.partial = bool(getattr(system, "is_partial", False))
        self.unit = int(getattr(system, "cost_unit", 1))
        self.bounds = _bounds(system)
        self.next: dict[State, dict[str, State]] = {}
        self.order: list[State] | None = None  # every configuration after all that follow it; None if there is none
        self._explore(system.initial(words))
        finals = [c for c in self.next if c.is_final]
        report.trees[words] = frozenset(self._tree(c) for c in finals)
        report.configurations += len(self.next)
        self._sort()

    def _tree(self, c: State) -> Heads:
        # A word that is left without head hangs below ROOT, unless the system is a partial one.
        return c.heads if self.partial else tuple(h or 0 for h in c.heads)

    def _problem(self, kind: str, message: str, c: State | None = None, gold: Heads | None = None) -> None:
        self.report.add(Problem(kind, message, self.words, c, gold))

    def follow_references(self, golds: Sequence[Heads]) -> None:
        """Without costs: the reference derivation of every tree that the system can build leads to that tree."""
        for gold in golds:
            self.report.comparisons += 1
            c = self.system.initial(self.words)
            try:
                while not c.is_final:
                    costs = self.system.costs(c, gold)
                    c = self.system.apply(c, min(costs, key=lambda action: costs[action]))
            except UsageError as error:
                self._problem("reference", str(error), c, gold)
                continue
            if self._tree(c) != gold:
                self._problem("reference", "reference() does not lead to the tree, which the system can build", c, gold)

    def _explore(self, start: State) -> None:
        waiting = deque([start])
        self.next[start] = {}
        while waiting and len(self.next) <= _LIMIT:
            c = waiting.popleft()
            legal = self.system.legal(c)
            if not legal and not c.is_final:
                self._problem("dead end", "no action is legal, and the configuration is not final", c)
            if legal and c.is_final:
                self._problem("no end", f"the configuration is final, but {', '.join(legal)} are legal", c)
                continue
            for action in legal:
                after = self.system.apply(c, action)
                self.next[c][action] = after
                if after not in self.next:
                    self.next[after] = {}
                    waiting.append(after)
        if waiting:
            self._problem("no end", f"more than {_LIMIT:,} configurations")

    def _sort(self) -> None:
        missing = {c: len(actions) for c, actions in self.next.items()}
        before: dict[State, list[State]] = {c: [] for c in self.next}
        for c, actions in self.next.items():
            for after in actions.values():
                before[after].append(c)
        steps = {c: 0 for c, count in missing.items() if count == 0}
        order = list(steps)
        for c in order:  # grows on the way
            for earlier in before[c]:
                missing[earlier] -= 1
                if missing[earlier] == 0:
                    steps[earlier] = 1 + max(steps[after] for after in self.next[earlier].values())
                    order.append(earlier)
        if len(order) < len(self.next):
            inside = next(c for c, count in missing.items() if count)
            self._problem("no end", "a derivation can come back to where it was, or never ends", inside)
            return
        self.order = order
        self.report.longest[self.words] = longest = max(steps.values())
        allowed = getattr(self.system, "max_steps", None)
        if allowed is not None and longest > allowed(self.words):
            self._problem("max_steps", f"a derivation has {longest} steps, more than {allowed(self.words)}")

    def losses(self, golds: Sequence[Heads]) -> dict[State, NDArray[np.int64]]:
        """The exact loss of every configuration against each gold tree: what is known and cannot be had."""
        table = np.array([[_NUMBERS.get(h, h) for h in gold] for gold in golds], dtype=np.int64)
        places = np.arange(1, self.words + 1)
        found: dict[State, NDArray[np.int64]] = {}
        assert self.order is not None
        for c in self.order:
            after = [found[d] for d in self.next[c].values()]
            if after:
                found[c] = np.minimum.reduce(after)
            elif c.is_final:
                heads = np.array([_NUMBERS.get(h, h) for h in self._tree(c)])
                last = (heads == 0) & (getattr(self.system, "root", None) == "last")
                side = np.where((heads > places) | last, _NUMBERS["right"], _NUMBERS["left"])
                is_side = table < _NUMBERS[None]
                wrong = np.where(is_side, table != side, (table != heads) & ((table != _NUMBERS[None]) | self.partial))
                found[c] = wrong.sum(axis=1)
            else:  # a dead end: worse than any tree
                found[c] = np.full(len(golds), self.words + 1)
        return found

    def compare(self, golds: Sequence[Heads], with_losses: bool) -> None:
        """Costs, and the system's own losses, against the exact ones."""
        if not golds:
            return
        exact = self.losses(golds)
        names = () if not with_losses else ("loss",) if self.bounds else ("loss", "estimate")
        functions = [(name, getattr(self.system, name)) for name in names if hasattr(self.system, name)]
        repairs = self._repairs(golds, exact) if self.unit > 1 else {}
        for c, actions in self.next.items():
            lost = {action: (exact[after] - exact[c]).tolist() for action, after in actions.items()}
            for k, gold in enumerate(golds):
                self.report.comparisons += 1
                if self.bounds:
                    self._compare_bounds(c, gold, int(exact[c][k]))
                if actions:
                    cheapest = self._compare_costs(c, gold, {action: column[k] for action, column in lost.items()})
                    if repairs and cheapest != {action for action in actions if repairs[c][action][k]}:
                        self.report.notes["cheapest actions other than those with the fewest repairs"] += 1
                for name, function in functions:
                    if (value := function(c, gold)) != exact[c][k]:
                        self._problem(name, f"{name}() is {value}, the exact loss is {exact[c][k]}", c, gold)

    def _compare_costs(self, c: State, gold: Heads, lost: dict[str, int]) -> set[str]:
        """Checks what the actions cost; returns the cheapest."""
        costs = dict(self.system.costs(c, gold))
        if costs.keys() != lost.keys():
            self._problem("cost", f"costs are given for {', '.join(costs)}, legal are {', '.join(lost)}", c, gold)
            return set()
        lowest = min(costs.values())
        cheapest = {action for action, cost in costs.items() if cost == lowest}
        if self.bounds:
            promised = {action: self.system.estimate(after, gold) for action, after in self.next[c].items()}  # type: ignore[attr-defined]
            if costs != promised:
                self._problem("cost", f"costs are {costs}, the losses after the actions {promised}", c, gold)
            if any(lost[action] > 0 for action in cheapest):
                self.report.notes["minimum cost for an action that loses an arc"] += 1
            return cheapest
        relative = {action: cost // self.unit - lowest // self.unit for action, cost in costs.items()}
        if relative != lost:
            self._problem("cost", f"costs are {relative}, the actions lose {lost}", c, gold)
        return cheapest

    def _compare_bounds(self, c: State, gold: Heads, loss: int) -> None:
        lower, closer, upper = (bound.estimate(c, gold) for bound in self.bounds)
        if not loss <= closer <= upper:
            self._problem("bound", f"the loss is {loss}, pc-upper {closer}, upper {upper}", c, gold)
        if lower > loss:
            if any(head == 0 and found for head, found in zip(gold, c.heads, strict=True)):
                self.report.notes["lower bound above the loss, a gold root word having a head"] += 1
            else:
                self._problem("bound", f"the loss is {loss}, the lower bound {lower}", c, gold)

    def _repairs(
        self, golds: Sequence[Heads], exact: dict[State, NDArray[np.int64]]
    ) -> dict[State, dict[str, NDArray[np.bool_]]]:
        """By configuration and action: whether it is on a way to the best tree with the fewest repairs."""
        assert self.order is not None
        far = np.iinfo(np.int64).max // 2
        fewest: dict[State, NDArray[np.int64]] = {}
        optimal: dict[State, dict[str, NDArray[np.bool_]]] = {}
        for c in self.order:
            counts = {
                action: np.where(exact[after] == exact[c], fewest[after] + _is_repair(c, after), far)
                for action, after in self.next[c].items()
            }
            fewest[c] = np.minimum.reduce(list(counts.values())) if counts else np.zeros(len(golds), dtype=np.int64)
            optimal[c] = {action: count == fewest[c] for action, count in counts.items()}
        return optimal


def _is_repair(before: Any, after: Any) -> bool:
    """Whether an action took something back: an arc, or a word into the buffer."""
    changed = any(h is not None and h != now for h, now in zip(before.heads, after.heads, strict=True))
    return changed or len(after.buffer) > len(before.buffer)


def _bounds(system: Any) -> tuple[Any, ...]:
    """The system with its lower, closer and upper bound, where its costs are based on one of them."""
    if getattr(system, "loss_name", None) in (None, "exact"):
        return ()
    return tuple(
        make_system(system.name, root=system.root, single_root=system.single_root, loss=loss)
        for loss in ("lower", "pc-upper", "upper")
    )
