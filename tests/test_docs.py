"""What docs/systems.md says was printed by its commands."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

import panparser as pp

DOCS = Path(__file__).resolve().parent.parent / "docs"


@pytest.fixture(scope="module")
def refresh() -> Any:
    spec = importlib.util.spec_from_file_location("refresh", DOCS / "refresh.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_outputs_are_fresh(refresh: Any) -> None:
    old = refresh.PAGE.read_text(encoding="utf-8")
    page, pictures = refresh.refreshed(old)
    assert page == old
    assert len(pictures) >= 10
    for path, picture in pictures.items():
        assert path.read_text(encoding="utf-8") == picture
    assert set(pictures) == set((DOCS / "derivations").glob("*.svg"))


def test_every_system_has_a_section(refresh: Any) -> None:
    headings = re.findall(r"^## (.*)$", refresh.PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    named = {name for heading in headings for name in heading.split(" and ")}
    assert {info.name for info in pp.systems()} <= named


def test_links_lead_somewhere() -> None:
    for page in DOCS.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            assert target.startswith("http") or (page.parent / target).exists(), f"{page.name}: {target}"
