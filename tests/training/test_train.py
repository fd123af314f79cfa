"""Training: what it learns, what it leaves alone, what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import panparser as pp
from panparser._native import Policy, Trainer
from panparser.models import ModelHeader
from panparser.tasks.native_side import make_design
from panparser.training import Listener


class Reports(Listener):
    def __init__(self) -> None:
        self.epochs: list[pp.EpochReport] = []

    def after_epoch(self, report: pp.EpochReport) -> None:
        self.epochs.append(report)


def saved(parser: pp.Parser, folder: Path) -> bytes:
    parser.save(folder / "x.pan")
    return (folder / "x.pan").read_bytes()


def test_the_seed_decides_everything(toy: Any, tmp_path: Path) -> None:
    bank, dev = toy(40), toy(20, seed=1)
    first = saved(pp.train(bank, dev, epochs=3, seed=7), tmp_path)
    assert saved(pp.train(bank, dev, epochs=3, seed=7), tmp_path) == first
    assert saved(pp.train(bank, dev, epochs=3, seed=7, threads=3), tmp_path) == first
    other = pp.train(bank, dev, epochs=3, seed=8)
    assert saved(other, tmp_path) != first
    # Not only the seed in the header: the weights themselves.
    assert other._arrays["buckets"].tobytes() != pp.train(bank, dev, epochs=3, seed=7)._arrays["buckets"].tobytes()
    pp.train(bank, epochs=1, seed=2**63 - 1)


@pytest.mark.parametrize("root", ["last", "first"])
@pytest.mark.parametrize("strategy", pp.strategies())
@pytest.mark.parametrize("labels", ["none", "joint", "product"])
def test_a_small_treebank_is_learnt_by_heart(toy: Any, labels: str, strategy: str, root: str) -> None:
    bank = toy(25)
    parser = pp.train(bank, root=root, strategy=strategy, labels=labels, epochs=12, prune=0)
    scores = pp.evaluate(bank, parser.parse(bank))
    assert scores.uas == 100
    if labels == "none":
        assert {d for s in parser.parse(bank) for d in s.deprels} == {"_"}
    else:
        assert scores.las == 100


def test_non_projective_sentences_are_no_trouble(toy: Any) -> None:
    crossing = [2, 0, 5, 1, 2]  # 1 → 4 crosses 5 → 3 and stands below 2
    rows = "".join(f"{i}\tw{i}\t_\tX\t_\t_\t{h}\t{'dep' if h else 'root'}\t_\t_\n" for i, h in enumerate(crossing, 1))
    bank = pp.reads((rows + "\n") * 5) + toy(20)
    assert not bank[0].is_projective
    for root in ("last", "first"):
        for strategy in pp.strategies():
            parser = pp.train(bank, root=root, strategy=strategy, epochs=6)
            parsed = parser.parse(bank)
            assert parsed[0].is_projective
            assert pp.evaluate(bank[5:], parsed[5:]).uas > 98


def test_static_training_follows_the_reference_alone(toy: Any) -> None:
    """However wrong its predictions, it meets the same configurations in every epoch and with every seed."""
    bank = toy(20)
    header = pp.train(bank, epochs=1).header

    def decisions(static: bool, seed: int) -> tuple[int, int]:
        trainer = Trainer(make_design(header), list(bank))
        policy = Policy(static_reference=static, exploration=0.0 if static else 1.0)
        stats = trainer.epoch(policy, seed, None)
        return stats.decisions, stats.labels

    assert len({decisions(True, seed) for seed in range(5)}) == 1
    assert len({decisions(False, seed) for seed in range(5)}) > 1
    assert decisions(True, 0)[1] == sum(len(s) for s in bank)  # every gold arc is built once


def test_the_best_epoch_is_kept(toy: Any) -> None:
    bank, dev, reports = toy(12), toy(60, seed=3), Reports()
    parser = pp.train(bank, dev, epochs=8, prune=0, listener=reports)
    las = [r.las for r in reports.epochs]
    assert len(las) == 8
    best = las.index(max(las))  # the first of equals  # type: ignore[type-var]
    assert parser.header.best_epoch == best + 1
    assert [r.is_best for r in reports.epochs] == [las[k] > max(las[:k], default=-1) for k in range(8)]
    assert parser.header.scores["packing_cost"] == las[best] - parser.header.scores["las"]
    assert parser.header.scores["las"] == pp.evaluate(dev, parser.parse(dev)).las
    # The weights are those of that epoch: training that ends there gives the same.
    shorter = pp.train(bank, epochs=best + 1, prune=0)
    assert shorter._arrays["buckets"].tobytes() == parser._arrays["buckets"].tobytes()
    assert shorter.header.best_epoch == best + 1


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"system": "arc-lazy"}, "arc-eager"),
        ({"root": "middle"}, "last, first"),
        ({"strategy": "magic"}, "greedy, goldberg, greedyn"),
        ({"labels": "both"}, "product, joint, none"),
        ({"features": "zn12"}, "zn11"),
        ({"model": "svm"}, "perceptron"),
        ({"beam": 0}, "beam=0"),
        ({"beam": 4}, "a local update does not learn with a beam of 4"),
        ({"epochs": 0}, "epochs=0"),
        ({"epochs": 2.5}, "epochs=2.5"),
        ({"labels": None}, "labels=None"),
        ({"seed": -1}, "seed=-1"),
        ({"seed": 2**63}, "seed="),
        ({"threads": 0}, "threads=0"),
        ({"prune": -1}, "prune=-1"),
        ({"prune": 1}, "prune=1"),
        ({"prune": True}, "prune=True"),
        ({"size": 0}, "size=0"),
        ({"size": 1e-6}, "MB is the least"),
        ({"prune": 0.5, "size": 1}, "give one of them"),
        ({"resume": True}, "checkpoint"),
        ({"dev": "dev.conllu"}, "Treebank"),
        ({"dev": [None]}, "Sentences"),
    ],
    ids=str,
)
def test_bad_options_name_the_good_ones(toy: Any, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(pp.UsageError) as caught:
        pp.train(toy(2), **{"epochs": 1, "dev": toy(2)} | options)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bank", ["train.conllu", None, 3, [None], ["a", "b"], b"abc"], ids=str)
def test_bad_training_data(bank: Any) -> None:
    with pytest.raises(pp.UsageError, match=r"pp\.read gives"):
        pp.train(bank)


def test_nothing_to_train_on(toy: Any) -> None:
    for bank in ([], pp.Treebank()):
        with pytest.raises(pp.UsageError, match="no sentences"):
            pp.train(bank)
    with pytest.raises(pp.UsageError, match="no word has a head"):
        pp.train([s.replace(heads=[None] * len(s)) for s in toy(3)])


@pytest.mark.parametrize(
    "options",
    [
        {"reference": "none"},
        {"exploration": 1.5},
        {"exploration": float("nan")},
        {"exploration": ()},
        {"exploration": "much"},
        {"reference": "static"},
        {"update": "late"},
        {"error": "any"},
        {"restart": False},
        {"restart": "no"},
        {"time_limit": 0},
        {"time_limit": 4},
        {"update": "early", "time_limit": 2.5},
        {"update": "early", "restart": False},
        {"update": "early", "restart": 1},
        {"update": "early", "remember_beam": 1},
    ],
    ids=str,
)
def test_strategies_are_checked(options: dict[str, Any]) -> None:
    with pytest.raises(pp.UsageError):
        pp.Strategy(**options)


def test_a_strategy_is_a_value(toy: Any) -> None:
    own = pp.Strategy(exploration=(0, 0, 0.5))
    assert own == pp.Strategy(exploration=(0, 0, 0.5))
    assert [own.exploration_in(e) for e in (1, 2, 3, 4)] == [0, 0, 0.5, 0.5]
    parser = pp.train(toy(5), strategy=own, epochs=2)
    assert pp.Strategy.from_dict(parser.header.strategy) == own
    assert isinstance(parser.header, ModelHeader)


def test_the_log_has_a_line_per_epoch(toy: Any, tmp_path: Path) -> None:
    pp.train(toy(5), toy(5), epochs=3, log=tmp_path / "log.jsonl")
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 3


def test_without_labels_the_best_epoch_is_chosen_by_uas(toy: Any) -> None:
    bank, dev = toy(12), toy(60, seed=3)
    unlabelled = pp.Treebank(s.replace(deprels=["_"] * len(s)) for s in bank)
    for data, labels in ((bank, "none"), (unlabelled, "product")):
        reports = Reports()
        parser = pp.train(data, dev, epochs=6, labels=labels, listener=reports)
        uas = [r.uas for r in reports.epochs]
        assert parser.header.best_epoch == uas.index(max(uas)) + 1  # type: ignore[type-var]
        assert all(r.las is None for r in reports.epochs)
        assert "las" not in parser.header.scores
    with pytest.raises(pp.UsageError, match="no head to compare with"):
        pp.train(bank, pp.Treebank(s.replace(heads=[None] * len(s)) for s in dev), epochs=1)


def test_pruning_keeps_what_tells_decisions_apart(toy: Any) -> None:
    bank, dev = toy(60), toy(30, seed=4)
    whole = pp.train(bank, dev, epochs=4, prune=0)
    half = pp.train(bank, dev, epochs=4, prune=0.5)
    bytes_of = {parser: sum(array.nbytes for array in parser._arrays.values()) for parser in (whole, half)}
    assert bytes_of[half] < 0.8 * bytes_of[whole]
    assert half.header.scores["las"] > whole.header.scores["las"] - 5
    size = 0.6 * bytes_of[whole] / 1e6
    small = pp.train(bank, dev, epochs=4, size=size)
    assert 0.5 * size < sum(array.nbytes for array in small._arrays.values()) / 1e6 <= size
    assert 0 < small.header.prune < 1
