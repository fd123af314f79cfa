"""A derivation as a value: the configurations that a transition system goes through, and what each action did.

Nothing but the public interface of a system is used (`initial`, `legal`, `apply`, `costs`), and what an action did is
read off the heads before and after it. So any system can be shown, also one written in Python, and also one that
changes its mind: an arc that a step takes back or replaces is a *repair*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from panparser._native import Sentence
from panparser.errors import UsageError
from panparser.show.derivation_html import derivation_html
from panparser.show.derivation_svg import derivation_svg
from panparser.show.derivation_text import WIDTH, derivation_text
from panparser.show.text import require_drawable
from panparser.systems.registry import system as make_system
from panparser.systems.verify import System

MOST_STEPS = 5000  # of a derivation that is kept in memory; also where one that never ends is given up
_Labels = tuple[str | None, ...]


@dataclass(frozen=True)
class Arc:
    """An arc from a head to its dependent; the head 0 is ROOT."""

    head: int
    dependent: int
    label: str | None = None


@dataclass(frozen=True)
class Snapshot:
    """A configuration as it is shown. A system has a stack or two lists, so what it has not is None."""

    stack: tuple[int, ...] | None
    left: tuple[int, ...] | None
    right: tuple[int, ...] | None
    buffer: tuple[int, ...] | None
    heads: tuple[int | None, ...]  # by word - 1
    labels: _Labels

    @classmethod
    def of(cls, configuration: Any, labels: _Labels) -> Snapshot:
        """What can be seen of a configuration, with the labels of the arcs so far."""
        left, right, stack, buffer = (
            None if nodes is None else tuple(nodes)
            for nodes in (getattr(configuration, name, None) for name in ("left", "right", "stack", "buffer"))
        )
        return cls(stack if left is None else None, left, right, buffer, tuple(configuration.heads), labels)

    @property
    def lists(self) -> dict[str, tuple[int, ...]]:
        """Where the words stand that still play a part, by name, in the order of the sentence."""
        named = {"stack": self.stack, "left": self.left, "right": self.right, "buffer": self.buffer}
        return {name: nodes for name, nodes in named.items() if nodes is not None}

    @property
    def arcs(self) -> tuple[Arc, ...]:
        """The arcs so far."""
        pairs = zip(self.heads, self.labels, strict=True)
        return tuple(Arc(head, word, label) for word, (head, label) in enumerate(pairs, 1) if head is not None)

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return {**self.lists, "heads": self.heads, "labels": self.labels}


@dataclass(frozen=True)
class Step:
    """One action: where it was taken, and what it did."""

    action: str
    label: str | None
    before: Snapshot
    after: Snapshot
    made: tuple[Arc, ...]
    removed: tuple[Arc, ...]  # the arcs that it took back or replaced
    costs: Mapping[str, int] | None = None  # of the legal actions, up to a constant; None without gold heads

    @property
    def loss(self) -> int:
        """How much more the action costs than a cheapest one; 0 where nothing is known."""
        return self.costs[self.action] - min(self.costs.values()) if self.costs else 0

    @property
    def best(self) -> tuple[str, ...]:
        """The cheapest actions; none where nothing is known."""
        costs = self.costs or {}
        return tuple(action for action, cost in costs.items() if cost == min(costs.values()))

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON; the configuration before is the one after the step before."""
        return {
            "action": self.action,
            "label": self.label,
            "made": [asdict(arc) for arc in self.made],
            "removed": [asdict(arc) for arc in self.removed],
            "costs": dict(self.costs) if self.costs is not None else None,
            "loss": self.loss if self.costs is not None else None,
            "after": self.after.to_dict(),
        }


@dataclass(frozen=True)
class Derivation:
    """What `pp.derive` and `Parser.derive` give: all steps from the initial configuration to a tree.

    `sentence` has the heads and relations that come out. `str(derivation)` is `derivation.text()`.

    >>> birds = Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
    >>> derivation = derive("arc-eager", birds)
    >>> [(step.action, step.label) for step in derivation.steps]
    [('SHIFT', None), ('LEFT', 'nsubj'), ('SHIFT', None), ('LEFT', 'root')]
    >>> derivation.steps[1].before.stack, derivation.steps[1].made
    ((1,), (Arc(head=2, dependent=1, label='nsubj'),))
    """

    sentence: Sentence
    system: str
    root: str  # where ROOT stands: first, last or none
    is_predicted: bool  # by a model; otherwise the oracle's
    initial: Snapshot
    steps: tuple[Step, ...]
    cost_unit: int = 1  # what a lost arc costs: more than 1 where costs also rank actions that lose the same

    @property
    def forms(self) -> list[str]:
        """The words."""
        return self.sentence.forms

    @property
    def upos(self) -> list[str]:
        """Their universal tags, `_` where there are none."""
        return self.sentence.upos

    @property
    def result(self) -> Snapshot:
        """The tree that comes out; words that were left without head may have one here."""
        labels = tuple(label if label != "_" else None for label in self.sentence.deprels)
        return Snapshot(None, None, None, None, tuple(self.sentence.heads), labels)

    @property
    def left_over(self) -> tuple[Arc, ...]:
        """The arcs of the tree that no step made: those of words that the last configuration leaves without head."""
        last = self.steps[-1].after if self.steps else self.initial
        return tuple(arc for arc in self.result.arcs if last.heads[arc.dependent - 1] != arc.head)

    @property
    def repairs(self) -> tuple[Arc, ...]:
        """All arcs that were taken back or replaced, in order."""
        return tuple(arc for step in self.steps for arc in step.removed)

    @property
    def title(self) -> str:
        """What kind of derivation this is, in words."""
        return f"{self.system}, root {self.root}, {'predicted' if self.is_predicted else 'gold by the oracle'}"

    @property
    def summary(self) -> str:
        """How long it is and what happened on the way, in words."""
        lossy = sum(step.loss > 0 for step in self.steps)
        repairs = len(self.repairs)
        parts = [f"{len(self.steps):,} step{'s' * (len(self.steps) != 1)}"]
        parts += [f"{repairs:,} repair{'s' * (repairs != 1)}"] * bool(repairs)
        parts += [f"{lossy:,} beyond the minimum cost"] * bool(lossy)
        return ", ".join(parts)

    def warning(self, step: Step) -> str:
        """What is wrong with a step, in words; nothing if it is of minimum cost."""
        if not step.costs or not step.loss:
            return ""
        lost = step.costs[step.action] // self.cost_unit - min(step.costs.values()) // self.cost_unit
        return f"{f'costs {lost} more than' if lost else 'ranks below'} {' or '.join(step.best)}"

    def text(self, *, width: int = WIDTH) -> str:
        """A table with a row per step, and the tree below it."""
        return derivation_text(self, width)

    def svg(self) -> str:
        """One picture with a panel per step, for short sentences."""
        return derivation_svg(self)

    def html(self) -> str:
        """A page that plays the derivation step by step and needs nothing else."""
        return derivation_html(self)

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return {
            "system": self.system,
            "root": self.root,
            "predicted": self.is_predicted,
            "forms": self.forms,
            "upos": self.upos,
            "heads": self.sentence.heads,
            "deprels": self.sentence.deprels,
            "cost_unit": self.cost_unit,
            "initial": self.initial.to_dict(),
            "steps": [step.to_dict() for step in self.steps],
        }

    def __str__(self) -> str:
        return self.text()


def derive(system: str | System, sentence: Sentence, *, after: Sequence[str] = ()) -> Derivation:
    """The derivation of a sentence's own tree by the oracle: the first of the cheapest actions each time.

    `system` is a name or a system, also one of your own. Arcs that are in the tree get its relations. Where the system
    cannot build the tree, or some heads are unknown, the result is a tree that its oracle holds to be near. `after`
    are actions to begin with, right or wrong: the oracle makes the best of what they leave.

    >>> import panparser as pp
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
    >>> print(derive(pp.system("arc-hybrid", root="first"), birds))
    arc-hybrid, root first, gold by the oracle: 4 steps
    <BLANKLINE>
    #  action            stack │ buffer      arcs
    0                     ROOT │ Birds sing
    1  SHIFT        ROOT Birds │ sing
    2  LEFT(nsubj)        ROOT │ sing        sing → Birds (nsubj)
    3  SHIFT         ROOT sing │
    4  RIGHT(root)        ROOT │             ROOT → sing (root)
    <BLANKLINE>
     ┌─► Birds  nsubj
    ─┴─► sing   root
    """
    require_drawable(sentence)
    engine: System = make_system(system) if isinstance(system, str) else system
    heads, relations = sentence.heads, sentence.deprels
    if all(head is None for head in heads):
        raise UsageError("no word of the sentence has a head, so there is no tree to derive; annotate it, or predict")

    def relation(head: int, dependent: int) -> str | None:
        known = heads[dependent - 1] == head and relations[dependent - 1] != "_"
        return relations[dependent - 1] if known else None

    given = list(reversed(after))

    def choose(legal: Sequence[str], costs: Mapping[str, int] | None) -> tuple[str, str | None, _Naming]:
        assert costs is not None
        if not given:
            return min(legal, key=costs.__getitem__), None, relation
        if (action := given.pop()) not in legal:
            step = len(after) - len(given)
            raise UsageError(f"action {step} cannot be {action!r}; legal there: {', '.join(legal)}")
        return action, None, relation

    initial, steps = _follow(engine, len(sentence), heads, choose)
    last = steps[-1].after if steps else initial
    # A word that is left over hangs below ROOT, unless leaving words over is what the system is for.
    leftover = None if getattr(engine, "is_partial", False) else 0
    final = [leftover if head is None else head for head in last.heads]
    labels = [relation(head, word) if head is not None else None for word, head in enumerate(final, 1)]
    tree = sentence.replace(heads=final, deprels=[label or "_" for label in labels])
    return _derivation(engine, tree, False, initial, steps)


def replay(
    system: System, sentence: Sentence, tree: Sentence, decisions: Iterable[tuple[str, str | None]]
) -> Derivation:
    """The derivation that those decisions make, each an action and its label; `tree` is what came out of it.

    If `sentence` has heads, the costs of the actions against them are kept.
    """
    require_drawable(sentence)
    gold = None if all(head is None for head in sentence.heads) else sentence.heads
    coming = iter(decisions)

    def choose(legal: Sequence[str], costs: Mapping[str, int] | None) -> tuple[str, str | None, _Naming]:
        action, label = next(coming)
        return action, label, lambda head, dependent: label

    initial, steps = _follow(system, len(sentence), gold, choose)
    return _derivation(system, tree, True, initial, steps)


_Naming = Callable[[int, int], str | None]  # the label of an arc that is being made
_Choice = Callable[[Sequence[str], Mapping[str, int] | None], tuple[str, str | None, _Naming]]


def _follow(
    system: System, words: int, gold: Sequence[int | None] | None, choose: _Choice
) -> tuple[Snapshot, tuple[Step, ...]]:
    """Goes on with what is chosen until the configuration is final."""
    c = system.initial(words)
    initial = before = Snapshot.of(c, (None,) * words)
    steps: list[Step] = []
    while not c.is_final:
        if len(steps) == MOST_STEPS:
            raise UsageError(f"the derivation has more than {MOST_STEPS:,} steps; take a shorter sentence")
        legal = system.legal(c)
        if not legal:
            raise UsageError(
                f"{_name(system)} is at a dead end after {len(steps)} steps; `pp.verify` looks for the bug"
            )
        costs = None if gold is None else dict(system.costs(c, gold))
        action, label, naming = choose(legal, costs)
        c = system.apply(c, action)
        step = _step(action, label, naming, before, c, costs)
        steps.append(step)
        before = step.after
    return initial, tuple(steps)


def _step(
    action: str, label: str | None, naming: _Naming, before: Snapshot, c: Any, costs: dict[str, int] | None
) -> Step:
    labels, made, removed = list(before.labels), [], []
    for word, (old, new) in enumerate(zip(before.heads, c.heads, strict=True), 1):
        if old == new:
            continue
        if old is not None:
            removed.append(Arc(old, word, labels[word - 1]))
        labels[word - 1] = None if new is None else naming(new, word)
        if new is not None:
            made.append(Arc(new, word, labels[word - 1]))
    if label is None and made:
        label = made[0].label
    return Step(action, label, before, Snapshot.of(c, tuple(labels)), tuple(made), tuple(removed), costs)


def _derivation(
    system: System, tree: Sentence, is_predicted: bool, initial: Snapshot, steps: tuple[Step, ...]
) -> Derivation:
    unit = getattr(system, "cost_unit", 1)
    return Derivation(tree, _name(system), _root(system, initial), is_predicted, initial, steps, unit)


def _name(system: Any) -> str:
    return str(getattr(system, "name", type(system).__name__))


def _root(system: Any, initial: Snapshot) -> str:
    """Where ROOT stands; a system that does not say shows it in its first configuration."""
    said = getattr(system, "root", None)
    if isinstance(said, str):
        return said
    places = [nodes for nodes in initial.lists.values() if 0 in nodes]
    if not places:
        return "none"
    return "last" if places == [initial.buffer] and places[0][-1] == 0 != places[0][0] else "first"
