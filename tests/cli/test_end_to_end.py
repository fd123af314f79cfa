"""Train, parse, evaluate through the real command line."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path

import pytest

import panparser as pp


def test_train_parse_evaluate(run, train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    options = ["--dev", dev_file, "--epochs", 6, "--prune", 0, "--seed", 3, "--licence", "CC0"]
    log, curve = tmp_path / "log.json", tmp_path / "curve.svg"
    done = run("train", train_file, "-o", tmp_path / "a.pan", *options, "--log", log, "--curve", curve)
    assert done.returncode == 0, done.stderr
    errors = done.stderr.decode()
    assert errors.startswith("training on 66 sentences, 544 words\nepoch")
    assert "pruning and quantisation cost 0.00 LAS on dev\n" in errors
    assert f"saved {tmp_path / 'a.pan'} (" in errors
    assert b"\x1b" not in done.stderr  # no bar where nobody looks
    assert len(log.read_text().splitlines()) == 6
    assert curve.read_text().startswith("<?xml")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.pan", "curve.svg", "log.json"]

    again = run("train", train_file, "-o", tmp_path / "b.pan", *options, "--threads", 2, "-q")
    assert (again.returncode, again.stderr) == (0, b"")
    assert (tmp_path / "a.pan").read_bytes() == (tmp_path / "b.pan").read_bytes()
    assert pp.load(tmp_path / "a.pan").header.licence == "CC0"

    done = run("parse", tmp_path / "a.pan", dev_file, "-o", tmp_path / "parsed.conllu")
    assert done.returncode == 0
    assert done.stderr.startswith(b"parsed 14 sentences, 113 words in ")
    done = run("evaluate", dev_file, tmp_path / "parsed.conllu", "--json")
    scores = json.loads(done.stdout)
    assert scores["las"] == pytest.approx(pp.load(tmp_path / "a.pan").header.scores["las"])
    assert scores["las"] > 80
    assert run("evaluate", dev_file, tmp_path / "parsed.conllu").stdout.startswith(b"CoNLL 2018")
    assert run("evaluate", dev_file, dev_file, "--no-punctuation", "--subtypes").stdout.startswith(b"full labels, no p")


def test_partial_trees(call, train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    """From `_` in the columns of a file to scores that say how many words were left out."""
    pp.write(pp.Subsample({"punct": 0.0}, by="label").hide(pp.read(train_file)), tmp_path / "part.conllu")
    for system in ("arc-eager", "arc-eager-partial"):
        model, parsed = tmp_path / f"{system}.pan", tmp_path / f"{system}.conllu"
        done = call("train", tmp_path / "part.conllu", "-o", model, "--system", system, "--epochs", 6, "-q")
        assert (done.returncode, done.stderr) == (0, b"")
        call("parse", model, dev_file, "-o", parsed, "-q")
        text = call("evaluate", dev_file, parsed).stdout.decode()
        scores = json.loads(call("evaluate", dev_file, parsed, "--json").stdout)
        uas = scores["details"]["with_punctuation"]["universal"]["UAS"]
        if system == "arc-eager":
            assert scores["coverage"] == 100
            assert uas["precision"] == uas["recall"]
            assert "words with a head" not in text
        else:
            assert 70 < scores["coverage"] < 95
            assert uas["precision"] > 90 > uas["recall"]
            assert f"\nwords with a head{scores['coverage']:>29.2f}" in text


@pytest.mark.parametrize(
    "options", [["--root", "first"], ["--labels", "joint"], ["--labels", "none"], ["--strategy", "greedy"]]
)
def test_options_reach_the_model(run, options: list[str], train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    done = run("train", train_file, "--dev", dev_file, "-o", tmp_path / "m.pan", "--epochs", 2, *options)
    assert done.returncode == 0, done.stderr
    header = pp.load(tmp_path / "m.pan").header
    values = {"--root": header.root, "--labels": header.labelling, "--strategy": header.strategy["reference"]}
    assert values[options[0]] == {"greedy": "static"}.get(options[1], options[1])


def test_features_from_a_file(run, train_file: Path, tmp_path: Path) -> None:
    (tmp_path / "my.txt").write_text("# mine\nS0.w B0.w\n\nS0.p B0.p  # tags\n")
    done = run("train", train_file, "-o", "m.pan", "--epochs", 1, "--features", "my.txt", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert pp.load(tmp_path / "m.pan").header.templates == ("S0.w B0.w", "S0.p B0.p")


def test_pipes_and_packed_files(run, model: Path, dev_file: Path, tmp_path: Path) -> None:
    text = dev_file.read_bytes()
    expected = run("parse", model, dev_file).stdout
    assert expected.count(b"\n\n") == 14
    assert run("parse", model, stdin=text, cwd=tmp_path).stdout == expected
    assert (
        run("parse", model, "-", "-o", "-", "--batch", 1, "--threads", 2, stdin=gzip.compress(text)).stdout == expected
    )
    assert run("parse", model, "-", stdin=lzma.compress(text)).stdout == expected
    assert run("parse", model, dev_file, "-o", tmp_path / "out.gz", "-q").stderr == b""
    assert gzip.decompress((tmp_path / "out.gz").read_bytes()) == expected
    run("parse", model, dev_file, "-o", tmp_path / "out.xz")
    assert lzma.decompress((tmp_path / "out.xz").read_bytes()) == expected
    assert run("parse", model, stdin=b"").returncode == 0


def test_everything_else_is_kept(run, model: Path) -> None:
    text = (
        "# a comment\n# text = del x\n1-2\tdel\t_\t_\t_\t_\t_\t_\t_\tA=1\n1\tde\tde\tADP\tIN\tF=G\t2\told\t2:old\tB=2\n"
        "2\tel\tel\tDET\t_\t_\t0\troot\t_\t_\n2.1\tthere\t_\t_\t_\t_\t_\t_\t1:dep\t_\n3\tx\t_\tX\t_\t_\t_\t_\t_\tSpaceAfter=No\n\n"
    )
    parsed = run("parse", model, stdin=text.encode()).stdout.decode()

    def others(lines: str) -> list[list[str]]:
        rows = [line.split("\t") for line in lines.split("\n")]
        return [row[:6] + row[8:] if row[0].isdigit() else row for row in rows]

    assert others(parsed) == others(text)
    assert pp.reads(parsed)[0].roots == 1


def test_statistics_and_systems(call, train_file: Path, dev_file: Path) -> None:
    assert call("stats", dev_file).stdout.decode() == f"{pp.stats(pp.read(dev_file))}\n"
    rows = json.loads(call("stats", dev_file, train_file, "--json").stdout)
    assert [row["sentences"] for row in rows] == [14, 66]
    assert b"train.conllu\nsentences" in call("stats", dev_file, train_file).stdout
    assert b"arc-eager" in call("systems").stdout
    assert [row["name"] for row in json.loads(call("systems", "--json").stdout)] == [s.name for s in pp.systems()]


def test_help_and_version(call) -> None:
    assert call("--version").stdout.startswith(b"panparser ")
    assert call().returncode == 2
    for verb in ("train", "parse", "calibrate", "evaluate", "stats", "systems", "show", "derive"):
        done = call(verb, "--help")
        assert (done.returncode, done.stderr) == (0, b"")
        assert f"Example: panparser {verb}".encode() in done.stdout


def test_show(call, dev_file: Path, tmp_path: Path) -> None:
    bank = pp.read(dev_file)
    assert call("show", dev_file, "-n", 3).stdout.decode() == f"{bank[2].text}\n{pp.draw(bank[2])}\n\n"
    assert call("show", dev_file, "--sentence", "dev-03").stdout == call("show", dev_file, "-n", 3).stdout
    assert call("show", dev_file).stdout.decode().count("root") == 14
    assert call("show", dev_file, "--svg").stdout.decode() == pp.draw_svg(bank[0])
    call("show", dev_file, "-n", 2, "-o", tmp_path / "tree.svg")
    assert (tmp_path / "tree.svg").read_text() == pp.draw_svg(bank[1])


def test_verify_proves_an_oracle(call) -> None:
    done = call("verify", "arc-hybrid", "--max-length", 3)
    lines = done.stdout.decode().splitlines()
    assert [line.split(":")[0] for line in lines] == [
        f"arc-hybrid, root {place}" for place in ("last", "first", "none")
    ]
    assert all(line.endswith("all right") for line in lines)


def test_a_model_is_never_compressed(call, train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    call("train", train_file, "-o", tmp_path / "en.pan.gz", "--epochs", 1, "-q")
    assert call("parse", tmp_path / "en.pan.gz", dev_file, "-q").stdout
