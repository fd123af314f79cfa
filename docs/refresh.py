"""Runs the commands that stand in the pages of docs and puts their output below them: `make docs`.

A fenced block that begins with `$ panparser` holds a command and what it prints. A derivation is also drawn, as
derivations/SYSTEM.svg. tests/test_docs.py checks that nothing has changed.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = tuple(ROOT / "docs" / f"{name}.md" for name in ("systems", "strategies", "features"))
BLOCK = re.compile(r"```\n\$ panparser (.*)\n(?:(?!```)(?:.*\n))*```\n")


def run(arguments: list[str]) -> str:
    """What the command prints."""
    command = [sys.executable, "-m", "panparser", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def refreshed(page: str) -> tuple[str, dict[Path, str]]:
    """The page with fresh outputs, and the pictures that belong to it."""
    pictures: dict[Path, str] = {}

    def block(match: re.Match[str]) -> str:
        arguments = shlex.split(match[1])
        if arguments[0] == "derive":
            name = arguments[arguments.index("--system") + 1]
            pictures[ROOT / "docs" / "derivations" / f"{name}.svg"] = run([*arguments, "--format", "svg"])
        return f"```\n$ panparser {match[1]}\n{run(arguments)}```\n"

    return BLOCK.sub(block, page), pictures


def main() -> None:
    """Writes everything anew."""
    for path in PAGES:
        page, pictures = refreshed(path.read_text(encoding="utf-8"))
        path.write_text(page, encoding="utf-8")
        for drawing, picture in pictures.items():
            drawing.parent.mkdir(exist_ok=True)
            drawing.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
