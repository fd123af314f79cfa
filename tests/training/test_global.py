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


def parted(pair: Pair) -> Pair:
    """From where the two derivations part: the rest of them changes nothing."""
    good, bad = pair
    same = next((k for k, (a, b) in enumerate(zip(good, bad, strict=False)) if a != b), min(len(good), len(bad)))
    return good[same:], bad[same:]


@pytest.mark.parametrize("labels", ["none", "product"])
@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid", "arc-standard", "unshift-arc-eager"])
@pytest.mark.parametrize("beam", [1, 2, 4])
@pytest.mark.parametrize("explores", [False, True])
@pytest.mark.parametrize("name", ["early", "maxv", "full", "earlyNDrestartSO", "maxvNDrestartSO"])
@pytest.mark.parametrize("known", [1.0, 0.5])
def test_same_pairs_and_weights_as_the_algorithms(
    name: str, explores: bool, beam: int, system: str, labels: str, known: float
) -> None:
    built_in = pp.strategies()[name]
    if explores and not any(built_in.schedule):
        pytest.skip("there is nothing to explore")
    settings = built_in.to_dict() | {"exploration": 1.0 if explores else 0.0}
    strategy = pp.Strategy.from_dict(settings)
    rng = random.Random(f"{name}{beam}{system}{labels}")
    for _ in range(4):
        whole = problem(rng)
        bank = [hidden(whole, rng, known)]
        if bank[0].heads.count(None) == len(whole):
            continue
        header = pp.train(bank, system=system, features=TEMPLATES, labels=labels, epochs=1).header
        design = make_design(header)
        trainer = Trainer(design, bank)
        native = header.make_systems()[False]
        learner = Learner(native, design, header, strategy, beam, differ_in_length=system == "unshift-arc-eager")
        pairs: list[Pair] = []

        def note(_: int, *both: tuple[Decision, ...], arcs: Any = native.arcs, pairs: list[Pair] = pairs) -> None:
            # A label that an action without arc notes for later is not part of the decision.
            good, bad = ([(action, label if action in arcs else None) for action, label in d] for d in both)
            pairs.append((good, bad))

        for epoch in range(1, 6):
            trainer.epoch(strategy.policy(epoch, beam), epoch, None, after_update=note)
            learner.train(bank[0], explores)
            assert pairs == [pair for pair in map(parted, learner.pairs) if pair != ([], [])]
            assert weights_of(trainer) == {key: w for key, w in learner.weights.items() if w}


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
