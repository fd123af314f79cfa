"""The official scorer, run as a program, and its answer beside ours."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import panparser as pp

_BESIDE = Path(sys.executable).with_name("udeval")
UDEVAL = str(_BESIDE) if _BESIDE.exists() else shutil.which("udeval")
needs_udeval = pytest.mark.skipif(UDEVAL is None, reason="udeval (package udtools) is not installed")


def _run(gold: Path, predicted: Path, *options: str) -> dict[str, list[str]]:
    command = [
        str(UDEVAL),
        "--verbose",
        "--no-enhanced",
        "--multiple-roots-okay",
        *options,
        str(gold),
        str(predicted),
    ]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    rows = [[cell.strip() for cell in line.split("|")] for line in done.stdout.splitlines()[2:]]
    return {name: cells for name, *cells in rows}


def official_counts(gold: Path, predicted: Path) -> dict[str, list[int]]:
    """Correct, gold, predicted and (0 where it has none) aligned for each metric."""
    return {name: [int(cell or 0) for cell in cells] for name, cells in _run(gold, predicted, "--counts").items()}


def our_counts(gold: Path, predicted: Path) -> dict[str, list[int]]:
    metrics = pp.evaluate(gold, predicted).metrics
    # The official scorer repeats the number of aligned words in the row of words; for us it is `correct`.
    return {
        name: [m.correct, m.gold, m.predicted, m.correct if name == "Words" else m.aligned or 0]
        for name, m in metrics.items()
    }


def assert_agreement(gold: Path, predicted: Path) -> None:
    ours = our_counts(gold, predicted)
    for name, counts in official_counts(gold, predicted).items():
        assert ours[name] == counts, name


def assert_same_percentages(gold: Path, predicted: Path) -> None:
    ours = pp.evaluate(gold, predicted).metrics
    for name, cells in _run(gold, predicted).items():
        m = ours[name]
        aligned = "" if m.aligned_accuracy is None else f"{m.aligned_accuracy:.2f}"
        mine = [f"{m.precision:.2f}", f"{m.recall:.2f}", f"{m.f1:.2f}", aligned]
        assert mine == cells, name
