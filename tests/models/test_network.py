"""Networks at work, with weights made here: no PyTorch is needed to parse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import panparser as pp
from panparser._native import PackedModel
from panparser.features import feature_templates, network_features
from panparser.models.network import LAYERS, make_network, resolve_model, rounded
from panparser.tasks.native_side import make_design

Arrays = dict[str, NDArray[Any]]
HIDDEN, WORDS, OTHERS = 40, 5, 3
SYSTEMS = ("arc-eager", "arc-hybrid", "nonmonotonic-arc-eager", "covington")


def random_arrays(vocabulary: pp.Vocabulary, classes: int, seed: int = 3) -> Arrays:
    rng = np.random.default_rng(seed)

    def draw(*shape: int) -> NDArray[np.float32]:
        return rng.normal(0, 0.7, shape).astype(np.float32)

    named = zip(vocabulary.names, vocabulary.values, strict=True)
    sizes = [(WORDS if name == "w" else OTHERS) if len(values) else 0 for name, values in named]
    arrays: Arrays = {}
    for kind, (values, size) in enumerate(zip(vocabulary.values, sizes, strict=True)):
        arrays[f"network.values.{kind}"] = values
        arrays[f"network.embeddings.{kind}"] = draw(len(values) * size)
    arrays["network.input"] = draw(sum(sizes[kind] for kind in vocabulary.kind_of) * HIDDEN)
    arrays["network.input_bias"] = draw(HIDDEN)
    arrays["network.output"] = draw(HIDDEN * classes)
    arrays["network.output_bias"] = draw(classes)
    return arrays


def make(bank: pp.Treebank, system: str = "arc-eager", labels: str = "product") -> tuple[pp.Parser, pp.Vocabulary]:
    """A parser with random weights; everything else is as training would make it."""
    first = pp.train(bank, system=system, features="S0.w", epochs=1, labels=labels)
    name = network_features(system)
    header = replace(first.header, model="feed-forward", features=name, templates=feature_templates(name))
    chosen = pp.system(system)
    vocabulary = pp.Vocabulary(name, bank[:20], system=chosen, labels=header.labels, least=2)
    classes = sum(max(len(header.labels), 1) if action in chosen.arcs else 1 for action in chosen.actions)
    return pp.Parser(header, random_arrays(vocabulary, classes)), vocabulary


def numpy_scores(arrays: Arrays, vocabulary: pp.Vocabulary, addresses: NDArray[Any]) -> NDArray[Any]:
    """The same network, step by step."""
    tables = []
    for kind, values in enumerate(vocabulary.values):
        table = arrays[f"network.embeddings.{kind}"].astype(np.float64).reshape(len(values), -1)
        tables.append(np.vstack([np.zeros((1, table.shape[1])), table]))
    parts = [tables[kind][addresses[:, t]] for t, kind in enumerate(vocabulary.kind_of)]
    layers = {name: arrays[f"network.{name}"].astype(np.float64) for name in LAYERS}
    units = np.hstack(parts) @ layers["input"].reshape(-1, HIDDEN) + layers["input_bias"]
    return np.maximum(units, 0) @ layers["output"].reshape(HIDDEN, -1) + layers["output_bias"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_scores_and_trees_are_those_of_the_definition(toy: Any, system: str) -> None:
    bank = toy(40)
    parser, vocabulary = make(bank, system)
    design, arrays, labels = parser._design, parser._arrays, parser.header.labels
    network = make_network(design, parser.header.templates, arrays)
    single = pp.system(system, single_root=True)
    batch = pp.StepBatch(single, bank, labels=labels, vocabulary=vocabulary)
    own = [pp.system(system).initial(len(s)) for s in bank]
    pairs = [(a, n) for a, x in enumerate(single.actions) for n in (range(len(labels)) if x in single.arcs else (-1,))]
    first_of = {a: i for i, (a, _) in reversed(list(enumerate(pairs)))}
    checked = 0
    while len(batch):
        scores = numpy_scores(arrays, vocabulary, batch.addresses())
        allowed, right = batch.classes(design)
        assert (right <= allowed).all()
        scores = np.where(allowed, scores, -np.inf)
        best = scores.argmax(axis=1)
        actions, numbers = (np.array([pairs[b][part] for b in best]) for part in (0, 1))
        for action, other in enumerate(batch.noting()):
            for row in np.flatnonzero((actions == action) & (other >= 0)):
                if batch.legal()[row, other]:
                    numbers[row] = scores[row, first_of[other] : first_of[other] + len(labels)].argmax()
        for row, i in enumerate(batch.running):
            # Labels are unknown to a configuration that Python steps: compare where there are no arcs yet.
            if system != "nonmonotonic-arc-eager" and all(head is None for head in own[i].heads):
                free = scores[row] if single.legal(_as(single, own[i])) == pp.system(system).legal(own[i]) else None
                found = network.scores(design, bank[i], own[i])
                if free is not None:
                    expected = free - np.logaddexp.reduce(free)
                    possible = allowed[row]
                    assert found[possible] == pytest.approx(expected[possible], abs=1e-3)
                    checked += 1
            own[i] = pp.system(system).apply(own[i], single.actions[actions[row]])
        batch.advance(actions, numbers)
    assert checked > 20 or system == "nonmonotonic-arc-eager"
    parsed = parser.parse(bank)
    assert [s.heads for s in batch.trees()] == [s.heads for s in parsed]
    for ours, theirs in zip(batch.trees(), parsed, strict=True):
        for a, b in zip(ours.deprels, theirs.deprels, strict=True):
            assert a in (b, "_")  # words without a decision get their label at the end


def _as(system: pp.TransitionSystem, c: pp.Configuration) -> pp.Configuration:
    """The configuration of the same system with a single root, when no arc has been made."""
    d = system.initial(len(c.heads))
    while d.stack != c.stack:
        d = system.apply(d, "SHIFT")
    return d


def test_searches(toy: Any) -> None:
    bank = toy(30)
    parser, _ = make(bank)
    parsed = parser.parse(bank)
    assert parser.parse(bank, threads=3) == parsed
    wide = parser.parse(bank, beam=4)
    assert [parser.parse(s, beam=4) for s in bank] == list(wide)
    trees = parser.best(bank[0], 5, beam=4)
    scores = [score for _, score in trees]
    assert scores == sorted(scores, reverse=True)
    assert all(score <= 0 for score in scores)  # logarithms of probabilities
    assert parser.derive(bank[0]).sentence.heads == parsed[0].heads
    told = pp.Constraints(heads={1: len(bank[0])})
    assert parser.parse(bank[0], constraints=told).heads[0] == len(bank[0])
    assert parser.parse(bank[0], constraints=told, beam=4).heads[0] == len(bank[0])
    perceptron = pp.train(bank, epochs=3)
    assert pp.Vote((perceptron, 3), (parser, 1)).parse(bank) == perceptron.parse(bank)
    assert pp.Vote((perceptron, 1), (parser, 3)).parse(bank) == parsed
    parser.calibrate(bank)
    assert 0 <= pp.confidence(parser.parse(bank[0], confidence=True)).tree <= 1


def test_probabilities_of_all_trees(toy: Any) -> None:
    """Every derivation of a short sentence in the beam: their probabilities add up to one."""
    bank = toy(20)
    parser, _ = make(bank, labels="none")
    short = pp.Sentence.from_forms(["the", "dog"]).replace(upos=["DET", "NOUN"])
    trees = parser.best(short, 100, beam=100)
    # Derivations of arc-eager that give the same tree are rare here: what is lost is theirs.
    assert 0.5 < sum(np.exp(score) for _, score in trees) <= 1 + 1e-5


def test_files(toy: Any, tmp_path: Path) -> None:
    bank = toy(20)
    parser, _ = make(bank)
    parser.save(tmp_path / "a.pan")
    assert pp.load(tmp_path / "a.pan").parse(bank) == parser.parse(bank)
    half = pp.Parser(parser.header, rounded(parser._arrays))
    half.save(tmp_path / "b.pan")
    assert (tmp_path / "b.pan").stat().st_size < 0.8 * (tmp_path / "a.pan").stat().st_size
    again = pp.load(tmp_path / "b.pan")
    assert again.parse(bank) == half.parse(bank)
    again.save(tmp_path / "c.pan")
    assert (tmp_path / "b.pan").read_bytes() == (tmp_path / "c.pan").read_bytes()


def test_damaged(toy: Any, tmp_path: Path) -> None:
    parser, _ = make(toy(20))
    good = parser._arrays
    huge = good["network.output"].copy()
    huge[7] = np.inf
    twice = good["network.values.0"].copy()
    twice[1] = twice[0]
    for change, problem in (
        ({"network.output": None}, "no array"),
        ({"network.values.1": None}, "no array"),
        ({"network.output": good["network.output"][1:]}, "second layer"),
        ({"network.input": good["network.input"][1:]}, "first layer"),
        ({"network.input_bias": good["network.input_bias"][:12]}, "hidden layer"),
        ({"network.embeddings.0": good["network.embeddings.0"][1:]}, "embeddings"),
        ({"network.output": huge}, "a weight"),
        ({"network.values.0": twice}, "twice"),
        ({"network.values.0": good["network.values.0"].astype(np.int32)}, "another kind"),
    ):
        arrays = {name: array for name, array in (good | change).items() if array is not None}
        path = tmp_path / "bad.pan"
        pp.models.save_model_file(path, parser.header.to_dict(), arrays)
        with pytest.raises(pp.ModelError, match=problem) as caught:
            pp.load(path)
        assert "\n" not in str(caught.value)
    header = parser.header.to_dict() | {"model": "oracle"}
    pp.models.save_model_file(path, header, good | {"buckets": np.zeros(16, np.uint32), "pool": np.zeros(0, np.int8)})
    with pytest.raises(pp.ModelError, match="newer PanParser"):
        pp.load(path)
    with pytest.raises(pp.UsageError, match="all values"):
        parser.with_features("S0.w")


def test_names() -> None:
    assert resolve_model("perceptron") is None
    assert resolve_model(pp.FeedForward(hidden=16)) == pp.FeedForward(hidden=16)
    for wrong in ("mlp", 3):
        with pytest.raises(pp.UsageError, match="use 'perceptron'"):
            resolve_model(wrong)  # type: ignore[arg-type]
    for bad in ({"hidden": 12}, {"words": 0}, {"dropout": 2}, {"rate": 0}, {"device": 1}, {"least": 1.5}):
        with pytest.raises(pp.UsageError, match="network cannot"):
            pp.FeedForward(**bad)  # type: ignore[arg-type]
    options = pp.FeedForward(hidden=64, device="cuda")
    assert pp.FeedForward.from_dict(options.to_dict()) == pp.FeedForward(hidden=64)


def test_other_labelling_is_refused(toy: Any) -> None:
    bank = toy(20)
    parser, vocabulary = make(bank)
    design = make_design(replace(parser.header, labelling="joint"))
    with pytest.raises(pp.UsageError, match="action and label together"):
        make_network(design, vocabulary.templates, parser._arrays)
    assert not issubclass(PackedModel, type(parser._model))
