"""The README does what it says: its Python and its command lines run, in their order, in a folder of their own."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import panparser as pp

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize("code", [text for kind, text in BLOCKS if kind == "python"])
def test_python(code: str, folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_commands(folder: Path) -> None:
    lines = [line for kind, text in BLOCKS if kind == "console" for line in text.splitlines()]
    ours = [shlex.split(line.removeprefix("$ ")) for line in lines if line.startswith("$ panparser ")]
    assert len(ours) >= 5
    for command in ours:
        done = subprocess.run(
            [sys.executable, "-m", "panparser", *command[1:]], cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert (folder / "tree.svg").read_text().startswith("<svg")


def test_the_demo_and_the_tree_that_the_readme_shows() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "demo.py"], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    shown = next(text for kind, text in BLOCKS if kind == "text")
    assert shown in done.stdout


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target


def test_the_picture_is_what_show_draws() -> None:
    bank = pp.read(ROOT / "examples" / "treebank" / "train.conllu")
    picture = (ROOT / "docs" / "pictures" / "tree.svg").read_text(encoding="utf-8")
    assert picture in map(pp.draw_svg, bank)
