"""A real treebank: a small one, three epochs, and what the official validator says of the result."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import panparser as pp

FLOOR = 80.0  # LAS on the development data after three epochs was XX when this was written


@pytest.fixture(scope="module")
def banks(treebanks: Path) -> tuple[pp.Treebank, pp.Treebank]:
    folder = treebanks / "it_partut"
    return pp.read(folder / "train.conllu.xz"), pp.read(folder / "dev.conllu.xz")


@pytest.fixture(scope="module")
def parsed(banks: tuple[pp.Treebank, pp.Treebank]) -> pp.Treebank:
    train, dev = banks
    return pp.train(train, epochs=3).parse(dev, threads=2)


def test_accuracy(banks: tuple[pp.Treebank, pp.Treebank], parsed: pp.Treebank) -> None:
    assert pp.evaluate(banks[1], parsed).las > FLOOR


def errors(bank: pp.Treebank, folder: Path) -> Counter[str]:
    """What the validator finds, by the name of the test."""
    path = folder / "x.conllu"
    pp.write(bank, path)
    program = Path(sys.executable).with_name("udvalidate")
    if not program.exists():
        pytest.skip("udtools is not installed")
    run = subprocess.run([program, "--level", "2", "--lang", "it", "--max-err", "0", path], capture_output=True, text=True)
    return Counter(re.findall(r"\[L\d (\w+ [\w-]+)\]", run.stdout + run.stderr))
