"""Algorithms 1 to 3 of Aufrant & Wisniewski (2017), Appendix B, as they stand there: slow, and easy to compare.

Configurations and costs are those of a system, features those of a design; search, correctness, pairs and updates are
written again here.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import panparser as pp
from panparser._native import Design, Sentence

Decision = tuple[str, str | None]
Pair = tuple[list[Decision], list[Decision]]  # what is rewarded, what is punished


@dataclass
class Hypothesis:
    """A configuration, and how it came about."""

    c: Any
    decisions: list[Decision] = field(default_factory=list)
    score: float = 0
    correct: bool = True
    place: tuple[Any, ...] = ()  # among those of equal rank


@dataclass
class Learner:
    """A model without averaging."""

    system: Any
    design: Design
    header: pp.models.ModelHeader
    strategy: pp.Strategy
    beam: int
    differ_in_length: bool = False  # the derivations of a sentence
    weights: dict[tuple[int, int], int] = field(default_factory=lambda: defaultdict(int))
    pairs: list[Pair] = field(default_factory=list)

    def train(self, sentence: Sentence, explores: bool) -> None:
        """Algorithm 1 for one sentence; with restarts, errors are always followed or never."""
        self.sentence = sentence
        self.start = 0  # decisions before the search that is under way
        start = Hypothesis(self.system.initial(len(sentence)))
        while not start.c.is_final:
            pair = self.violation(start)
            if pair is None:
                return
            good, bad = pair
            self.pairs.append((good.decisions, bad.decisions))
            self.update(good.decisions, 1)
            self.update(bad.decisions, -1)
            if not self.strategy.restart:
                return
            chosen = bad if explores else good
            start = Hypothesis(chosen.c, chosen.decisions)
            self.start = len(start.decisions)

    def update(self, decisions: list[Decision], amount: int) -> None:
        c = self.system.initial(len(self.sentence))
        for action, label in decisions:
            for key in self.design.features(self.sentence, c).tolist():
                self.weights[key, self.number(action, label)] += amount
            c = self.system.apply(c, action)

    # What can be decided.

    def number(self, action: str, label: str | None) -> int:
        first = 0
        for name in self.system.actions:
            labelled = name in self.system.arcs and bool(self.header.labels)
            if name == action:
                return first + (self.header.labels.index(label) if labelled else 0)  # type: ignore[arg-type]
            first += len(self.header.labels) if labelled else 1
        raise AssertionError(action)

    def arc(self, c: Any, action: str) -> tuple[int, int]:
        after = self.system.apply(c, action)
        return next((h, w) for w, (old, h) in enumerate(zip(c.heads, after.heads, strict=True), 1) if old != h)

    def next(self, h: Hypothesis, parent: int) -> list[Hypothesis]:
        """All successors, or the hypothesis itself if it is final."""
        if h.c.is_final:
            return [Hypothesis(h.c, h.decisions, h.score, h.correct, (parent, -1, -1))]
        features = self.design.features(self.sentence, h.c).tolist()
        costs = self.system.costs(h.c, self.sentence.heads)
        optimal = [action for action in costs if costs[action] == min(costs.values())]
        if self.strategy.reference == "static" and None not in self.sentence.heads:
            optimal = optimal[:1]  # where heads are unknown, any derivation that fits is a reference
        found = []
        for action in self.system.legal(h.c):
            labels: list[str | None] = [None]
            required = None
            if action in self.system.arcs and self.header.labels:
                head, dependent = self.arc(h.c, action)
                allowed = self.header.at_root if head == 0 else self.header.elsewhere
                labels = [label for label, fits in zip(self.header.labels, allowed, strict=True) if fits]
                if self.sentence.heads[dependent - 1] == head:
                    label = self.sentence.deprels[dependent - 1]
                    required = None if label == "_" else label
            for label in labels:
                number = self.number(action, label)
                score = sum(self.weights[key, number] for key in features)
                correct = h.correct and action in optimal and required in (None, label)
                place = (parent, number)
                after = self.system.apply(h.c, action)
                found.append(Hypothesis(after, [*h.decisions, (action, label)], h.score + score, correct, place))
        return found

    def best(self, hypotheses: list[Hypothesis]) -> list[Hypothesis]:
        return sorted(hypotheses, key=lambda h: (-self.rank(h), h.place))[: self.beam]

    def rank(self, h: Hypothesis) -> float:
        """The score; where derivations differ in length, its mean over the actions that it is the sum of."""
        actions = len(h.decisions) - self.start
        return h.score / actions if self.differ_in_length and actions else h.score

    def successors(self, hypotheses: list[Hypothesis]) -> list[Hypothesis]:
        return [after for parent, h in enumerate(hypotheses) for after in self.next(h, parent)]

    # Algorithm 2.

    def violation(self, start: Hypothesis) -> tuple[Hypothesis, Hypothesis] | None:
        beam = [start]
        while any(not h.c.is_final for h in beam):
            all_after = self.successors(beam)
            beam = self.best(all_after)
            wrong = not beam[0].correct if self.strategy.error == "top" else all(not h.correct for h in beam)
            if wrong:
                gold = self.best([h for h in all_after if h.correct])
                return self.choose(gold, beam)
        gold = [h for h in beam if h.correct]
        return None if beam[0].correct else (gold[0], beam[0])

    def choose(self, gold: list[Hypothesis], beam: list[Hypothesis]) -> tuple[Hypothesis, Hypothesis]:
        candidates = [(gold[0], beam[0])]
        if self.strategy.update == "early":
            return candidates[0]
        while any(not h.c.is_final for h in beam):
            beam = self.best(self.successors(beam))
            gold = self.best([h for h in self.successors(gold) if h.correct])
            candidates.append((gold[0], beam[0]))
        if self.strategy.update == "full":
            while any(not h.c.is_final for h in gold):  # the correct derivation may be the longer one
                gold = self.best([h for h in self.successors(gold) if h.correct])
            return gold[0], beam[0]
        return max(candidates, key=lambda pair: pair[1].score - pair[0].score)  # the first of equal ones
