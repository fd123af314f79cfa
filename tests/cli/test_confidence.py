"""Confidence and k-best trees through the command line; what they look like is in golden files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import panparser as pp

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def sure(run, train_file: Path, dev_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that was calibrated, and the first sentences of dev beside it."""
    folder = tmp_path_factory.mktemp("sure")
    done = run("train", train_file, "--dev", dev_file, "-o", folder / "en.pan", "--epochs", 5, "-q")
    assert (done.returncode, done.stderr) == (0, b"")
    pp.write(pp.read(dev_file)[:3], folder / "three.conllu")
    return folder


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("confidence.conllu", ["--confidence"]),
        ("confidence.jsonl", ["--confidence", "--json"]),
        ("plain.jsonl", ["--json"]),
        ("best.conllu", ["--best", 2, "--beam", 4]),
        ("best.jsonl", ["--best", 2, "--beam", 4, "--json"]),
    ],
)
def test_golden(call, sure: Path, name: str, options: list[object], tmp_path: Path) -> None:
    done = call("parse", sure / "en.pan", sure / "three.conllu", *options, "-q")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == (GOLDEN / name).read_text(encoding="utf-8")
    # Written to a file, and piece by piece, it is the same.
    call("parse", sure / "en.pan", sure / "three.conllu", *options, "-q", "--batch", 1, "-o", tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == done.stdout


def test_json_has_what_the_trees_have(call, sure: Path) -> None:
    parser, bank = pp.load(sure / "en.pan"), pp.read(sure / "three.conllu")
    rows = [
        json.loads(line) for line in call("parse", sure / "en.pan", sure / "three.conllu", "--json").stdout.splitlines()
    ]
    assert [row["heads"] for row in rows] == [s.heads for s in parser.parse(bank)]
    out = call("parse", sure / "en.pan", sure / "three.conllu", "--json", "--best", 3).stdout
    for line, sentence in zip(out.splitlines(), bank, strict=True):
        row = json.loads(line)
        assert (row["text"], row["forms"], row["upos"]) == (sentence.text, sentence.forms, sentence.upos)
        found = [(tree["rank"], tree["score"], tree["heads"], tree["deprels"]) for tree in row["trees"]]
        best = enumerate(parser.best(sentence, 3), 1)
        assert found == [(rank, score, tree.heads, tree.deprels) for rank, (tree, score) in best]


def test_evaluate(call, sure: Path, dev_file: Path, tmp_path: Path) -> None:
    call("parse", sure / "en.pan", dev_file, "--confidence", "-q", "-o", tmp_path / "parsed.conllu")
    parsed = pp.read(tmp_path / "parsed.conllu")
    found = pp.reliability(pp.read(dev_file), parsed)
    table = call("evaluate", dev_file, tmp_path / "parsed.conllu", "--confidence").stdout.decode()
    assert table.startswith(call("evaluate", dev_file, tmp_path / "parsed.conllu").stdout.decode())
    rows = [line.split() for line in table.splitlines()]
    summary = next(row for row in rows if row[:1] == ["arcs"])
    each = found["arcs"]
    assert summary[1:5] == [
        "113",
        f"{100 * each.accuracy:.2f}",
        f"{100 * each.probabilities.mean():.2f}",
        f"{each.ece:.4f}",
    ]
    assert summary[5:] == [f"{100 * each.precision_at(share):.2f}" for share in (0.5, 0.8, 0.9, 0.95)]
    assert len([row for row in rows if row[1:2] == ["to"]]) == 10
    values = json.loads(call("evaluate", dev_file, tmp_path / "parsed.conllu", "--confidence", "--json").stdout)
    assert values["confidence"] == {name: each.to_dict() for name, each in found.items()}
    assert "confidence" not in json.loads(call("evaluate", dev_file, tmp_path / "parsed.conllu", "--json").stdout)


def test_calibrate(call, model: Path, dev_file: Path, tmp_path: Path) -> None:
    before = model.read_bytes()
    done = call("calibrate", model, dev_file, "-o", tmp_path / "m.pan", "--beam", 3)
    assert done.returncode == 0
    assert done.stderr.decode() == f"calibrated for a beam of 3 on 113 words; saved {tmp_path / 'm.pan'}\n"
    assert model.read_bytes() == before
    assert call("parse", tmp_path / "m.pan", dev_file, "--confidence").returncode == 2
    assert call("calibrate", tmp_path / "m.pan", dev_file, "-q", "--threads", 2).stderr == b""
    assert list(pp.load(tmp_path / "m.pan").header.calibration) == ["1", "3"]
    for beam in (1, 3):
        assert b"Conf=" in call("parse", tmp_path / "m.pan", dev_file, "--confidence", "--beam", beam).stdout


def test_nothing_is_left_of_earlier_trees(call, sure: Path, tmp_path: Path) -> None:
    """Neither rank and score, nor confidence: what is predicted anew is another tree."""
    model, three = sure / "en.pan", sure / "three.conllu"
    plain, marked = call("parse", model, three, "-q").stdout, (GOLDEN / "confidence.conllu").read_bytes()
    ranked = call("parse", model, GOLDEN / "confidence.conllu", "--best", 1, "-o", tmp_path / "best.conllu", "-q")
    assert (ranked.returncode, ranked.stderr) == (0, b"")
    assert b"onf" not in (tmp_path / "best.conllu").read_bytes()
    for source in (GOLDEN / "confidence.conllu", tmp_path / "best.conllu"):
        assert call("parse", model, source, "-q").stdout == plain
        assert call("parse", model, source, "--confidence", "-q").stdout == marked
