"""Global training against a literal transcription of its algorithms, and against local training."""

from __future__ import annotations

import random
from typing import Any

import pytest

import panparser as pp
from panparser._native import Trainer
from panparser.tasks.native_side import make_design

from .algorithms import Decision, Learner, Pair
from .hiding import hidden

TEMPLATES = ["S0.w", "B0.w", "S0.p B0.p", "S1.p S0.p", "B0.p B1.p", "S0.w B0.p", "S0.p B0.w", "A1"]


def problem(rng: random.Random) -> pp.Sentence:
    """A random projective sentence of up to five words from a vocabulary of three."""
    words = rng.randint(2, 5)
    system = pp.system("arc-hybrid", single_root=True)
    c = system.initial(words)
    while not c.is_final:
        c = system.apply(c, rng.choice(system.legal(c)))
    return pp.Sentence.from_forms([rng.choice("abc") for _ in range(words)]).replace(
        upos=[rng.choice("XY") for _ in range(words)],
        heads=list(c.heads),
        deprels=["root" if head == 0 else rng.choice(("l", "r")) for head in c.heads],
    )


def weights_of(trainer: Trainer) -> dict[tuple[int, int], int]:
    state = trainer.state()
    found = {}
    for i, key in enumerate(state["keys"].tolist()):
        for k in range(state["first"][i], state["first"][i + 1]):
            if state["weights"][k]:
                found[key, int(state["classes"][k])] = int(state["weights"][k])
    return found


def any_strategy(rng: random.Random) -> pp.Strategy:
    """One of the built-in ones, or any other that is possible."""
    if rng.random() < 0.4:
        return rng.choice([strategy for strategy in pp.strategies().values() if strategy.update != "local"])
    reference, restart = rng.choice(["static", "dynamic"]), rng.random() < 0.8
    return pp.Strategy(
        reference=reference,  # type: ignore[arg-type]
        update=rng.choice(["early", "max-violation", "full"]),  # type: ignore[arg-type]
        error=rng.choice(["beam", "top"]),  # type: ignore[arg-type]
        restart=restart,
        exploration=rng.choice([0.0, 0.5, 1.0]) if reference == "dynamic" and restart else 0.0,
        time_limit=rng.choice([None, None, 1, 2, 3, 5]),
        remember_beam=rng.random() < 0.3,
    )


@pytest.mark.parametrize("labels", ["none", "product", "joint"])
@pytest.mark.parametrize(
    "system",
    [
        "arc-eager",
        "arc-hybrid",
        "arc-standard",
        "unshift-arc-eager",
        "tree-constrained-arc-eager",
        "arc-eager-partial",
        "arc-hybrid-partial",
    ],
)
def test_same_pairs_and_weights_as_the_algorithms(system: str, labels: str) -> None:
    rng, updates = random.Random(system + labels), 0
    for _ in range(12):
        strategy, beam, known = any_strategy(rng), rng.randint(1, 4), rng.choice([1.0, 0.6])
        bank = [hidden(problem(rng), rng, known) for _ in range(3)]
        if all(head is None for sentence in bank for head in sentence.heads):
            continue
        header = pp.train(bank, system=system, features=TEMPLATES, labels=labels, epochs=1).header
        design = make_design(header)
        trainer = Trainer(design, bank)
        learner = Learner(header.make_systems()[False], design, header, strategy, beam)
        pairs: list[Pair] = []

        def note(_: int, *both: tuple[Decision, ...], arcs: Any = learner.arcs, pairs: list[Pair] = pairs) -> None:
            # A label that an action without arc notes for later is not part of the decision.
            good, bad = ([(action, label if action in arcs else None) for action, label in d] for d in both)
            pairs.append((good, bad))

        for epoch in range(1, 5):
            trainer.epoch(strategy.policy(epoch, beam), epoch, None, after_update=note)
            learner.epoch(bank, epoch, seed=epoch)
            assert pairs == learner.pairs, (strategy, beam)
            assert weights_of(trainer) == {key: w for key, w in learner.weights.items() if w}
        updates += len(pairs)
    assert updates > 50


@pytest.mark.parametrize("known", [1.0, 0.5])
def test_a_beam_of_one_with_restarts_learns_as_local_training_does(toy: Any, known: float) -> None:
    """The same updates; what differs is only how often the average is taken."""
    rng = random.Random(1)
    bank = [hidden(s, rng, known) for s in toy(20)]
    header = pp.train(bank, epochs=1).header
    found = []
    for update in ("local", "early"):
        trainer = Trainer(make_design(header), bank)
        strategy = pp.Strategy(update=update, exploration=0.0)
        for epoch in range(1, 4):
            trainer.epoch(strategy.policy(epoch, beam=1), epoch, None)
        found.append(weights_of(trainer))
    assert found[0] == found[1]
    assert found[0]


@pytest.mark.parametrize("beam", [1, 3])
@pytest.mark.parametrize("strategy", [name for name, s in pp.strategies().items() if s.update != "local"])
@pytest.mark.parametrize("system", ["arc-eager", "unshift-arc-eager", "nonmonotonic-covington", "arc-hybrid-partial"])
def test_every_strategy_learns(toy: Any, system: str, strategy: str, beam: int) -> None:
    bank, dev = toy(60), toy(20, seed=1)
    parser = pp.train(bank, dev, system=system, strategy=strategy, beam=beam, epochs=6)
    assert pp.evaluate(dev, parser.parse(dev)).uas > 90
    assert parser.header.beam == beam


@pytest.mark.parametrize("options", [{"time_limit": 3}, {"remember_beam": True}, {"error": "top"}], ids=str)
def test_other_dimensions_learn_too(toy: Any, options: dict[str, Any]) -> None:
    bank, dev = toy(60), toy(20, seed=1)
    for update in ("early", "max-violation"):
        strategy = pp.Strategy(update=update, **options)
        parser = pp.train(bank, dev, strategy=strategy, beam=3, labels="joint", epochs=6)
        assert pp.evaluate(dev, parser.parse(dev)).las > 90
