"""Strategies and beams on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import panparser as pp


def test_strategies_are_listed(call: Any) -> None:
    done = call("strategies")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = [line.split() for line in done.stdout.decode().split("\n\n")[0].splitlines()]
    assert [line[:3] for line in lines[1:]] == [[n, s.reference, s.update] for n, s in pp.strategies().items()]
    assert all(not line.endswith(b" ") for line in done.stdout.splitlines())


def test_strategies_for_programs(call: Any) -> None:
    found = {row.pop("name"): pp.Strategy.from_dict(row) for row in json.loads(call("strategies", "--json").stdout)}
    assert found == pp.strategies()


def test_beams(call: Any, train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.pan"
    done = call("train", train_file, "-o", model, "--strategy", "maxv", "--beam", 4, "--epochs", 2, "-q")
    assert (done.returncode, done.stderr) == (0, b"")
    parser, dev = pp.load(model), pp.read(dev_file)
    assert parser.header.beam == 4
    for options, beam in (([], 4), (["--beam", "1"], 1), (["--beam", "16"], 16)):
        parsed = call("parse", model, dev_file, "-q", *options).stdout.decode()
        assert pp.reads(parsed) == parser.parse(dev, beam=beam)
        derived = call("derive", dev_file, "--model", model, "-n", 3, "--format", "json", *options).stdout
        steps = [step.action for step in parser.derive(dev[2], beam=beam).steps]
        assert [step["action"] for step in json.loads(derived)["steps"]] == steps
    assert parser.parse(dev, beam=1) != parser.parse(dev, beam=16)


def test_the_best_trees(call: Any, model: Path, dev_file: Path) -> None:
    done = call("parse", model, dev_file, "--best", 3, "--beam", 8)
    trees = pp.reads(done.stdout.decode())
    dev, parser = pp.read(dev_file), pp.load(model)
    expected = [(i, rank, *tree) for i, s in enumerate(dev) for rank, tree in enumerate(parser.best(s, 3, beam=8), 1)]
    assert len(trees) == len(expected) == 3 * len(dev)
    for given, (i, rank, tree, score) in zip(trees, expected, strict=True):
        assert given.comments[:2] == [f"# panparser_rank = {rank}", f"# panparser_score = {score:.10g}"]
        assert given.comments[2:] == dev[i].comments
        assert (given.heads, given.deprels) == (tree.heads, tree.deprels)
    assert done.stderr.startswith(b"parsed 14 sentences, ")


def test_patience(call: Any, train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    done = call("train", train_file, "--dev", dev_file, "-o", tmp_path / "m.pan", "--patience", 2, "--epochs", 50)
    assert done.returncode == 0, done.stderr
    header = pp.load(tmp_path / "m.pan").header
    assert header.epochs == header.best_epoch + 2 < 50
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.pan"]
