"""The real command line, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from panparser.cli.main import run as main

TREEBANK = Path(__file__).parents[2] / "examples" / "treebank"
PROGRAM = [sys.executable, "-m", "panparser"]

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture(scope="session")
def run() -> Run:
    """Runs `panparser ARGUMENTS` and gives status, output and errors."""

    def outside(*arguments: object, stdin: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
        command = [*PROGRAM, *map(str, arguments)]
        return subprocess.run(command, input=stdin, capture_output=True, check=False, cwd=cwd, timeout=60)

    return outside


@pytest.fixture
def call(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """The same in this process, which is faster: `main` does nothing else."""

    def inside(*arguments: object) -> subprocess.CompletedProcess[bytes]:
        status = main([str(argument) for argument in arguments])
        output, errors = capfdbinary.readouterr()
        return subprocess.CompletedProcess(arguments, status, output, errors)

    return inside


@pytest.fixture(scope="session")
def train_file() -> Path:
    return TREEBANK / "train.conllu"


@pytest.fixture(scope="session")
def dev_file() -> Path:
    return TREEBANK / "dev.conllu"


@pytest.fixture(scope="session")
def model(run: Run, train_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "en.pan"
    done = run("train", train_file, "-o", path, "--epochs", 5, "--prune", 0, "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    return path
