"""Networks that learn; with PyTorch, where it is there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import panparser as pp
from panparser.models.network import make_network
from panparser.tasks.native_side import make_design
from panparser.training.network import NetworkTrainer

SMALL = pp.FeedForward(hidden=48, words=12, others=8, least=1, batch=16, rate=0.01, average=0.9)


def test_without_pytorch(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(pp.UsageError, match=r"pip install 'panparser\[neural\]'"):
        pp.train(toy(3), model="feed-forward")


@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid", "nonmonotonic-arc-eager", "covington"])
def test_a_network_learns(toy: Any, system: str) -> None:
    pytest.importorskip("torch")
    dev = toy(30, seed=5)
    parser = pp.train(toy(80), dev, system=system, model=SMALL, epochs=12)
    assert parser.header.scores["las"] > 95
    assert pp.evaluate(dev, parser.parse(dev, beam=4)).las > 95
    assert parser.header.model == "feed-forward"
    assert parser.header.network["hidden"] == 48
    assert parser.header.scores["packing_cost"] < 1


def test_native_scores_are_those_of_pytorch(toy: Any) -> None:
    torch = pytest.importorskip("torch")
    bank = toy(40)
    header = pp.train(bank, features=pp.features.FEATURE_SETS["network"], epochs=1).header
    design, system = make_design(header), pp.system("arc-eager")
    trainer = NetworkTrainer(SMALL, design, header, system, bank)
    trainer.epoch(pp.strategies()["goldberg"].policy(1, 1), 1)
    network = make_network(design, header.templates, trainer.averaged())
    with torch.no_grad():
        for name, p in trainer.model.named_parameters():
            p.copy_(trainer.average[name])
    trainer.model.eval()
    # Up to the first arc, whose label Python cannot give.
    batch = pp.StepBatch(system, bank, labels=header.labels, vocabulary=trainer.vocabulary)
    own = [system.initial(len(s)) for s in bank]
    for _ in range(3):
        with torch.no_grad():
            scores = trainer.model(torch.from_numpy(batch.addresses())).numpy()
        allowed, _ = batch.classes(design)
        for row, i in enumerate(batch.running):
            masked = np.where(allowed[row], scores[row], -np.inf)
            expected = scores[row] - np.logaddexp.reduce(masked)
            assert network.scores(design, bank[i], own[i]) == pytest.approx(expected, abs=1e-3)
            own[i] = system.apply(own[i], "SHIFT")
        batch.advance(np.zeros(len(batch), int))


def test_the_same_seed_and_interruptions(toy: Any, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    bank, dev = toy(30), toy(10, seed=3)

    def train(epochs: int, name: str, **options: Any) -> bytes:
        pp.train(bank, dev, model=SMALL, epochs=epochs, **options).save(tmp_path / name)
        return (tmp_path / name).read_bytes()

    whole = train(4, "whole.pan")
    assert train(4, "again.pan") == whole
    assert train(4, "other.pan", seed=2) != whole
    train(2, "part.pan", checkpoint=tmp_path / "c.ckpt")
    assert train(4, "rest.pan", checkpoint=tmp_path / "c.ckpt", resume=True) == whole


def test_unknown_heads_and_no_labels(toy: Any) -> None:
    pytest.importorskip("torch")
    bank = [s.replace(heads=[h if i % 3 else None for i, h in enumerate(s.heads)]) for s in toy(20)]
    parser = pp.train(bank, model=SMALL, epochs=1, labels="none", strategy="greedy")
    assert parser.header.labels == ()
    assert parser.parse(bank[0]).heads.count(0) == 1


def test_what_is_refused(toy: Any) -> None:
    pytest.importorskip("torch")
    bank = toy(3)

    class Updates(pp.Listener):
        def before_update(self, update: pp.UpdateReport) -> bool:
            return True

    for options, problem in (
        ({"labels": "joint"}, "together"),
        ({"strategy": "early", "beam": 4}, "one decision"),
        ({"trainable": True}, "leave them out"),
        ({"constraints": lambda s: None}, "leave them out"),
        ({"features": "zn11"}, "several values"),
        ({"listener": Updates()}, "before_update"),
        ({"model": pp.FeedForward(device="abacus")}, "device 'abacus'"),
    ):
        with pytest.raises(pp.UsageError, match=problem) as caught:
            pp.train(bank, **({"model": SMALL, "epochs": 1} | options))
        assert "\n" not in str(caught.value)


def tagged(count: int) -> pp.Treebank:
    """Words whose tags follow from their endings, but for `it`, whose tag follows from the word before it."""
    rng = np.random.default_rng(count)
    out = []
    for _ in range(count):
        forms = [str(rng.choice(["runs", "red", "it", "bows", "sad"])) for _ in range(rng.integers(2, 7))]
        tags = ["V" if form.endswith("s") else "A" for form in forms]
        for i, form in enumerate(forms):
            if form == "it":
                tags[i] = "N" if i and tags[i - 1] == "V" else "D"
        made = pp.Sentence.from_forms(forms).replace(upos=tags, xpos=[t.lower() for t in tags])
        out.append(made.replace(feats=["_" if t != "N" else "Case=Acc" for t in tags], lemmas=[f[:2] for f in forms]))
    return pp.Treebank(out)


def test_a_network_learns_tags(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    bank, dev = tagged(60), tagged(20)
    tagger = pp.train_tagger(bank, dev, model=SMALL, epochs=8, dictionary=(5, 1.0))
    assert [s.header.model for s in tagger.stages] == ["feed-forward", "feed-forward", "perceptron"]
    assert [s.header.features for s in tagger.stages] == ["network-tagger", "network-tagger-upos", "lemma"]
    assert tagger.stages[0].dictionary_size == 4  # `it` has two tags
    assert all(stage.header.scores["tags"] == 100 for stage in tagger.stages)
    tagger.save(tmp_path / "tags.pan")
    loaded = pp.load(tmp_path / "tags.pan", pp.Tagger)
    for beam in (1, 3):
        assert pp.Treebank(loaded.tag(s.forms, beam=beam) for s in dev) == pp.Treebank(
            pp.Sentence.from_forms(s.forms).replace(upos=s.upos, xpos=s.xpos, feats=s.feats, lemmas=s.lemmas)
            for s in dev
        )


def test_a_networks_dictionary_decides() -> None:
    pytest.importorskip("torch")
    bank = tagged(40)
    stage = pp.train_tagger(bank, columns=["upos"], model=SMALL, epochs=1, dictionary=None).stages[0]
    wrong = pp.Treebank(s.replace(upos=["V"] * len(s)) for s in bank)
    for beam in (1, 3):
        assert {tag for s in stage.with_dictionary(wrong, (1, 1.0)).tag(bank, beam) for tag in s.upos} == {"V"}


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"strategy": "early", "beam": 2}, "one decision at a time"),
        ({"strategy": pp.Strategy(margin=5)}, "a margin changes nothing"),
        ({"clusters": "paths"}, "has no start, trainable, constraints, clusters"),
        ({"features": "tagger"}, "several values"),
        ({"model": "forest"}, "no model named 'forest'"),
    ],
)
def test_what_a_tagger_of_a_network_cannot_have(options: dict[str, Any], problem: str) -> None:
    pytest.importorskip("torch")
    with pytest.raises(pp.UsageError, match=problem):
        pp.train_tagger(tagged(5), **({"model": "feed-forward", "columns": ["upos"]} | options))
