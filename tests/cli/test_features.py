"""Feature sets, clusters and going on from a model, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import panparser as pp
from panparser.features import ADDITIONS, FEATURE_SETS, feature_templates


def test_sets_are_listed(call: Any) -> None:
    done = call("features")
    assert (done.returncode, done.stderr) == (0, b"")
    names = [line.split()[0] for line in done.stdout.decode().split("\n\n")[0].splitlines()[1:]]
    assert names == [*FEATURE_SETS, *(f"+{name}" for name in ADDITIONS)]
    assert [row["name"] for row in json.loads(call("features", "--json").stdout)] == names


def test_what_is_printed_can_be_used(call: Any, train_file: Path, tmp_path: Path) -> None:
    done = call("features", "zn11+morpho")
    own = tmp_path / "own.txt"
    own.write_bytes(done.stdout)
    assert feature_templates(own) == feature_templates("zn11+morpho")
    assert call("features", "--check", own).stdout.decode() == f"{own}: 88 templates, all right\n"
    assert call("features", own).stdout.splitlines()[1:] == done.stdout.splitlines()[1:]
    assert json.loads(call("features", own, "--json").stdout)["templates"] == list(feature_templates(own))
    model = tmp_path / "m.pan"
    assert call("train", train_file, "-o", model, "--features", own, "--epochs", 1, "-q").returncode == 0
    assert pp.load(model).header.templates == feature_templates(own)
    assert b"covington+morpho" in call("features", "morpho", "--system", "covington").stdout


def test_ablation(call: Any, train_file: Path, dev_file: Path) -> None:
    arguments = ("features", "S0.p B0.p; S0.w B0.w; A1", "--ablate", train_file, "--dev", dev_file, "--epochs", 1)
    done = call(*arguments)
    lines = done.stdout.decode().splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["all", "3"]] + [
        ["without", g] for g in ("words", "tags", "history")
    ]
    assert len(done.stderr.splitlines()) == 4
    rows = json.loads(call(*arguments, "--json", "-q").stdout)
    assert [row["templates"] for row in rows] == [3, 2, 2, 2]
    assert f"{rows[0]['las']:.2f}" in lines[1]


def test_clusters_and_going_on(call: Any, train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    paths = tmp_path / "paths"
    paths.write_text("0\tthe\t9\n10\tof\t3\n", encoding="utf-8")
    first, second = tmp_path / "1.pan", tmp_path / "2.pan"
    options = ("--features", "brown", "--clusters", paths, "--epochs", 1, "-q")
    assert call("train", train_file, "-o", first, "--trainable", *options).returncode == 0
    assert call("train", dev_file, "-o", second, "--start", first, "--epochs", 1, "-q").returncode == 0
    header = pp.load(second).header
    assert header.clusters == {**pp.load(first).header.clusters}
    assert header.start["data"] == pp.load(first).header.data
    done = call("train", dev_file, "-o", tmp_path / "3.pan", "--start", second, "--epochs", 1)
    assert done.returncode == 2
    assert b"no weights to go on from" in done.stderr


def test_errors(call: Any, train_file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("S0.w\nS0.q\n", encoding="utf-8")
    for arguments, problem in (
        (("features", "zn12"), "zn12 is neither a feature set nor a file"),
        (("features", "S0.q"), "feature template 'S0.q', column 4"),
        (("features", "--check", bad), "bad.txt:2: feature template 'S0.q', column 4"),
        (("features", "--check", tmp_path / "gone"), "gone"),
        (("features", "zn11", "--check", bad), "--check looks at one file"),
        (("features", "--ablate", train_file), "give --dev too"),
        (("train", train_file, "-o", tmp_path / "m.pan", "--clusters", bad), "bad.txt:1: 1 columns"),
        (("train", train_file, "-o", tmp_path / "m.pan", "--start", tmp_path / "gone.pan"), "no such model file"),
    ):
        done = call(*arguments)
        assert done.returncode == 2
        assert problem in done.stderr.decode()
        assert done.stderr.count(b"\n") == 1
