"""Algorithms 1 to 3 of Aufrant & Wisniewski (2017), Appendix B, as they stand there: slow, and easy to compare.

Configurations and costs are those of a system, features those of a design; search, correctness, pairs and updates are
written again here, and so are the settings of a strategy that the paper only describes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import panparser as pp
from panparser._native import Design, Sentence

Decision = tuple[str, str | None]
Pair = tuple[list[Decision], list[Decision]]  # what is rewarded, what is punished

BITS = (1 << 64) - 1


class Draws:
    """SplitMix64, which orders the sentences of an epoch and decides what is explored."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def next(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & BITS
        x = self.state
        x = (x ^ x >> 33) * 0xFF51AFD7ED558CCD & BITS
        x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53 & BITS
        return x ^ x >> 33

    def uniform(self) -> float:
        return (self.next() >> 11) * 2.0**-53

    def order(self, count: int) -> list[int]:
        order = list(range(count))
        for i in range(count, 1, -1):
            j = self.next() % i
            order[i - 1], order[j] = order[j], order[i - 1]
        return order


@dataclass
class Hypothesis:
    """A configuration, and how it came about."""

    c: Any
    decisions: list[Decision] = field(default_factory=list)
    score: float = 0
    actions: int = 0  # that the score is the sum of
    correct: bool = True
    place: tuple[int, ...] = ()  # among those of equal rank


@dataclass
class Found:
    """What a search ended with: a pair, or none; and the beam it is from."""

    pair: tuple[Hypothesis, Hypothesis] | None
    beam: list[Hypothesis]


@dataclass
class Learner:
    """A model without averaging."""

    system: Any
    design: Design
    header: pp.models.ModelHeader
    strategy: pp.Strategy
    beam: int
    weights: dict[tuple[int, int], int] = field(default_factory=lambda: defaultdict(int))
    pairs: list[Pair] = field(default_factory=list)  # from where the two derivations part

    def __post_init__(self) -> None:
        self.labels = self.header.labels if self.header.labelling != "none" else []
        self.arcs = [action for action in self.system.actions if action in self.system.arcs]
        self.product = self.header.labelling == "product"
        self.differ_in_length = self.system.name in ("unshift-arc-eager", "tree-constrained-arc-eager")

    def epoch(self, bank: Sequence[Sentence], number: int, seed: int) -> None:
        draws = Draws(seed)
        for i in draws.order(len(bank)):
            self.train(bank[i], draws, self.strategy.exploration_in(number))

    # Algorithm 1.

    def train(self, sentence: Sentence, draws: Draws, exploration: float) -> None:
        self.sentence = sentence
        beam, seen = [Hypothesis(self.system.initial(len(sentence)))], 0
        while True:
            found = self.violation(beam)
            if found.pair is None:
                top = found.beam[0]
                self.learn_labels(top.decisions, seen)
                if top.c.is_final:
                    return
                beam, seen = [Hypothesis(top.c, top.decisions)], len(top.decisions)  # the time was over
                continue
            good, bad = found.pair
            self.update(good.decisions, bad.decisions)
            self.learn_labels(good.decisions, seen)
            if not self.strategy.restart:
                return
            explores = self.strategy.reference == "dynamic" and draws.uniform() < exploration
            chosen = bad if explores else good
            if chosen.c.is_final:
                return
            beam, seen = [Hypothesis(chosen.c, chosen.decisions)], len(chosen.decisions)
            if self.strategy.remember_beam and not explores:
                wrong = [h for h in found.beam if not h.correct][: self.beam - 1]
                again = [replace(h, score=h.score - chosen.score, actions=0) for h in wrong]
                beam = sorted([*again, *beam], key=lambda h: -h.score)

    def update(self, good: list[Decision], bad: list[Decision]) -> None:
        both = zip(good, bad, strict=False)
        same = next((k for k, (a, b) in enumerate(both) if a != b), min(len(good), len(bad)))
        if good[same:] == bad[same:]:
            return
        self.pairs.append((good[same:], bad[same:]))
        for decisions, amount in ((good, 1), (bad, -1)):
            c = self.system.initial(len(self.sentence))
            for action, label in decisions:
                self.change(c, self.number(action, label), amount)
                c = self.system.apply(c, action)

    def change(self, c: Any, number: int, amount: int) -> None:
        for key in self.features(c):
            self.weights[key, number] += amount

    def learn_labels(self, decisions: list[Decision], seen: int) -> None:
        """Those that are predicted beside the action."""
        c = self.system.initial(len(self.sentence))
        for k, (action, _) in enumerate(decisions):
            if k >= seen and action in self.arcs and self.labels and not self.product:
                right, guess = self.required(c, action), self.beside(c, action)
                if right is not None and guess != right:
                    self.pairs.append(([(action, right)], [(action, guess)]))
                    self.change(c, self.number_beside(action, right), 1)
                    self.change(c, self.number_beside(action, guess), -1)
            c = self.system.apply(c, action)

    # What can be decided.

    def number(self, action: str, label: str | None) -> int:
        first = 0
        for name in self.system.actions:
            labelled = name in self.arcs and self.product and bool(self.labels)
            if name == action:
                return first + (self.labels.index(label) if labelled else 0)  # type: ignore[arg-type]
            first += len(self.labels) if labelled else 1
        raise AssertionError(action)

    def number_beside(self, action: str, label: str) -> int:
        return len(self.system.actions) + self.arcs.index(action) * len(self.labels) + self.labels.index(label)

    def features(self, c: Any) -> list[int]:
        keys: list[int] = self.design.features(self.sentence, c).tolist()
        return keys

    def score(self, c: Any, number: int) -> int:
        return sum(self.weights[key, number] for key in self.features(c))

    def arc(self, c: Any, action: str) -> tuple[int, int]:
        after = self.system.apply(c, action)
        return next((h, w) for w, (old, h) in enumerate(zip(c.heads, after.heads, strict=True), 1) if old != h)

    def allowed(self, c: Any, action: str) -> list[str]:
        fits = self.header.at_root if self.arc(c, action)[0] == 0 else self.header.elsewhere
        return [label for label, is_allowed in zip(self.labels, fits, strict=True) if is_allowed]

    def required(self, c: Any, action: str) -> str | None:
        head, dependent = self.arc(c, action)
        label = self.sentence.deprels[dependent - 1]
        return label if self.sentence.heads[dependent - 1] == head and label != "_" else None

    def beside(self, c: Any, action: str) -> str:
        return max(self.allowed(c, action), key=lambda label: self.score(c, self.number_beside(action, label)))

    def next(self, h: Hypothesis, parent: int) -> list[Hypothesis]:
        """All successors, or the hypothesis itself if it is final."""
        if h.c.is_final:
            return [replace(h, place=(parent, -1))]
        costs = self.system.costs(h.c, self.sentence.heads)
        optimal = [action for action in costs if costs[action] == min(costs.values())]
        if self.strategy.reference == "static" and (None not in self.sentence.heads or self.system.is_partial):
            optimal = optimal[:1]  # where heads are unknown, any derivation that fits is a reference
        found = []
        for action in self.system.legal(h.c):
            labels: list[str | None] = [None]
            required = None
            if action in self.arcs and self.labels:
                labels = [*self.allowed(h.c, action)] if self.product else [self.beside(h.c, action)]
                required = self.required(h.c, action) if self.product else None
            for label in labels:
                number = self.number(action, label)
                found.append(
                    Hypothesis(
                        self.system.apply(h.c, action),
                        [*h.decisions, (action, label)],
                        h.score + self.score(h.c, number),
                        h.actions + 1,
                        h.correct and action in optimal and required in (None, label),
                        (parent, number),
                    )
                )
        return found

    def best(self, hypotheses: list[Hypothesis]) -> list[Hypothesis]:
        return sorted(hypotheses, key=lambda h: (-self.rank(h), h.place))[: self.beam]

    def rank(self, h: Hypothesis) -> float:
        """The score; where derivations differ in length, its mean over the actions that it is the sum of."""
        return h.score / h.actions if self.differ_in_length and h.actions else h.score

    def successors(self, hypotheses: list[Hypothesis]) -> list[Hypothesis]:
        return [after for parent, h in enumerate(hypotheses) for after in self.next(h, parent)]

    # Algorithm 2, which also ends when the time is over.

    def violation(self, beam: list[Hypothesis]) -> Found:
        left = self.strategy.time_limit or 10**9
        while left and any(not h.c.is_final for h in beam):
            left -= 1
            every = self.successors(beam)
            beam = self.best(every)
            at_top = self.strategy.error == "top" or left == 0
            if not beam[0].correct if at_top else all(not h.correct for h in beam):
                return self.choose(self.best([h for h in every if h.correct]), beam, left)
        if beam[0].correct:
            return Found(None, beam)
        return Found((next(h for h in beam if h.correct), beam[0]), beam)

    def choose(self, gold: list[Hypothesis], beam: list[Hypothesis], left: int) -> Found:
        candidates = [Found((gold[0], beam[0]), beam)]
        if self.strategy.update == "early":
            return candidates[0]
        while left and any(not h.c.is_final for h in beam):
            left -= 1
            beam = self.best(self.successors(beam))
            gold = self.best([h for h in self.successors(gold) if h.correct])
            candidates.append(Found((gold[0], beam[0]), beam))
        if self.strategy.update == "full":
            if beam[0].correct:
                return Found(None, beam)
            while all(h.c.is_final for h in beam) and any(not h.c.is_final for h in gold):
                gold = self.best([h for h in self.successors(gold) if h.correct])  # it may be the longer one
            return Found((gold[0], beam[0]), beam)
        return max(candidates, key=lambda found: found.pair[1].score - found.pair[0].score)  # type: ignore[index]
