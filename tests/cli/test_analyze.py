"""`panparser analyze`: its tables, JSON and report, and what it says of bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import panparser as pp

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def files(dev_file: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Gold trees, those of a parser that attaches every word to the one before it, and those of a better one."""
    folder = tmp_path_factory.mktemp("analysis")
    gold = pp.read(dev_file)[:6]
    chains = [s.replace(heads=range(len(s))) for s in gold]
    paths = [folder / name for name in ("gold.conllu", "chain.conllu", "half.conllu")]
    for path, bank in zip(paths, (gold, chains, [*chains[:3], *gold[3:]]), strict=True):
        pp.write(bank, path)
    return paths


@pytest.mark.parametrize(
    ("name", "count", "options"),
    [
        ("analyze-corpus.txt", 1, ["--by", "LENGTH", "--cap", "LENGTH=3", "--by", "POS,DIRECTION", "--rows", 4]),
        ("analyze.txt", 2, []),
        ("analyze-options.txt", 2, ["--by", "POS,HEADPOS", "--by", "DEPTH", "--cap", "DEPTH=2", "--rows", 3,
                                    "--ignore", "PUNCT", "--subset", "DIRECTION=+", "--confusion", "HEADPOS"]),
        ("analyze-two.txt", 3, ["--by", "POS", "--confusion", "HEADPOS", "--rows", 5]),
    ],
)  # fmt: skip
def test_golden(call, files: list[Path], name: str, count: int, options: list[object]) -> None:
    done = call("analyze", *files[:count], *options)
    assert (done.returncode, done.stderr) == (0, b"")
    # What is drawn from a seed may change with the version of NumPy.
    shown = re.sub(r"p = [\d.]+|(?<=between ).*(?=:)", "…", done.stdout.decode())
    assert shown == (GOLDEN / name).read_text(encoding="utf-8")


def test_json_and_report(call, files: list[Path], tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    done = call(
        "analyze", *files, "--by", "LENGTH", "--cap", "LENGTH=3", "--confusion", "POS", "--html", report, "--json"
    )
    assert (done.returncode, done.stderr) == (0, b"")
    found = json.loads(done.stdout)
    gold, chain, half = map(pp.read, files)
    for parser, bank in zip(found["parsers"], (chain, half), strict=True):
        analysis = pp.analyze(gold, bank, by_type=pp.analysis.LENGTH.cap(3))
        assert parser["overall"] == analysis.overall.to_dict()
        assert parser["by"] == [analysis.to_dict()]
    assert found["comparison"]["labelled"]["overall"] == pp.compare(gold, chain, half).overall.to_dict()
    assert found["significance"][2] == pp.significance(gold, chain, half).to_dict()
    page = report.read_text(encoding="utf-8")
    assert "Error analysis of chain.conllu and half.conllu" in page
    assert "By LENGTH" in page
    assert "Confusion of POS" in page
    again = call("analyze", *files, "--html", report, "--worst", 2)
    assert (again.returncode, again.stdout) == (0, b"")
    assert again.stderr.decode() == f"wrote {report}\n"
    assert report.read_text(encoding="utf-8").count('class="picture"') == 2


def test_the_curve_of_a_training(call, files: list[Path], train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    log, report = tmp_path / "log.json", tmp_path / "report.html"
    options = ["-o", tmp_path / "en.pan", "--epochs", 3, "--log", log, "-q"]
    assert call("train", train_file, "--dev", dev_file, *options).returncode == 0
    assert call("analyze", *files[:2], "--html", report, "--log", log).returncode == 0
    assert "Learning curves" in report.read_text(encoding="utf-8")


def test_replaced_arcs(call, files: list[Path], train_file: Path, tmp_path: Path) -> None:
    model, report = tmp_path / "fickle.pan", tmp_path / "report.html"
    parser = pp.train(pp.read(train_file), system="nonmonotonic-covington", epochs=2)
    parser.save(model)
    found = pp.repairs(parser, files[0])
    assert found.replacing > 0
    done = call("analyze", *files[:2], "--model", model)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith(f"\n{found}\n")
    done = call("analyze", *files[:2], "--model", model, "--json", "--html", report)
    assert json.loads(done.stdout)["repairs"] == found.to_dict()
    assert f"<p>{found}.</p>" in report.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--by", "COLOUR"], "'COLOUR' is not a criterion; use POS"),
        (["--cap", "LENGTH"], "--cap LENGTH is not possible"),
        (["--cap", "POS=2"], "POS is not a number"),
        (["--subset", "DIRECTION"], "--subset DIRECTION is not possible"),
        (["--subset", "LABEL=none"], "no word is left to analyse"),
        (["--log", "log.json"], "give --html too"),
    ],
)
def test_bad_options(call, files: list[Path], options: list[str], message: str) -> None:
    done = call("analyze", *files[:2], *options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


def test_bad_files(call, files: list[Path], tmp_path: Path) -> None:
    empty = tmp_path / "empty.conllu"
    empty.write_bytes(b"")
    short = tmp_path / "short.conllu"
    pp.write(pp.read(files[0])[:2], short)
    for arguments, message in (
        ((files[0], empty), "it has no sentences"),
        ((files[0], short), "there are 6 gold sentences and 2 predicted ones"),
        ((files[0], tmp_path / "none.conllu"), "none.conllu"),
        ((files[0], "--confusion", "POS"), "give PREDICTED"),
        ((files[0], "--html", tmp_path / "report.html"), "give PREDICTED"),
        ((files[0], "--model", tmp_path / "none.pan"), "no such model file"),
        (("-", "-"), "standard input holds only one of the files"),
        ((files[0], files[1], "--html", files[1]), "would replace a file that is being read"),
    ):
        done = call("analyze", *arguments)
        assert (done.returncode, done.stdout) == (2, b"")
        assert message in done.stderr.decode()
        assert done.stderr.count(b"\n") == 1
