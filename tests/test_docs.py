"""What the pages in docs say is what there is: outputs are fresh, snippets run, tables are true."""

from __future__ import annotations

import doctest
import importlib.util
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import panparser as pp
from panparser._native import Template, attribute_names

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
    pictures: dict[Path, str] = {}
    for path in refresh.PAGES:
        old = path.read_text(encoding="utf-8")
        page, drawn = refresh.refreshed(old)
        assert page == old
        pictures |= drawn
    assert len(pictures) >= 10
    for path, picture in pictures.items():
        assert path.read_text(encoding="utf-8") == picture
    assert set(pictures) == set((DOCS / "derivations").glob("*.svg"))


def test_every_system_has_a_section() -> None:
    headings = re.findall(r"^## (.*)$", (DOCS / "systems.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = {name for heading in headings for name in heading.split(" and ")}
    assert {info.name for info in pp.systems()} <= named


def test_links_lead_somewhere() -> None:
    for page in DOCS.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            assert target.startswith("http") or (page.parent / target).exists(), f"{page.name}: {target}"


STRATEGIES = (DOCS / "strategies.md").read_text(encoding="utf-8")
FEATURES = (DOCS / "features.md").read_text(encoding="utf-8")


PAGES = {path.stem: text for path in DOCS.glob("*.md") if "```pycon" in (text := path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", sorted(PAGES))
def test_the_snippets(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(DOCS.parent / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    code = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", PAGES[name], re.M | re.S))
    test = doctest.DocTestParser().get_doctest(code, {}, name, None, None)
    assert len(test.examples) >= 10
    assert doctest.DocTestRunner().run(test).failed == 0
    assert not re.search(r"^```python$", PAGES[name], re.M)  # which nobody would run


def test_every_value_of_a_template_is_explained() -> None:
    rows = dict(re.findall(r"^\| (`.*?) \| (.*) \|$", FEATURES, re.M))
    values = re.findall(r"`\.(\w+)`", " ".join(cell for cell in rows))
    assert "vec" in values
    for name, meaning in attribute_names():
        assert name in values
        assert rows[f"`.{name}`"].startswith(meaning.partition(":")[0].partition(",")[0])
    for name in values:
        Template(f"S0.{name}.w" if name in ["h", "l", "l2", "ln", "r", "r2", "rn"] else f"S0.{name}")


def test_every_strategy_is_explained() -> None:
    assert {name for name in pp.strategies() if f"\n| `{name}` |" in STRATEGIES} == set(pp.strategies())
    settings = set(pp.Strategy().to_dict())
    assert set(re.findall(r"^\*\*`(\w+)`\*\*:", STRATEGIES, re.M)) == settings
    hooks = {name for name in vars(pp.Listener) if not name.startswith("_") and name != "changes"}
    assert set(re.findall(r"^\| `(\w+)\(.*\)` \|", STRATEGIES, re.M)) == hooks


def test_the_table_of_what_goes_with_what() -> None:
    rows = [line.strip("| ").split(" | ") for line in STRATEGIES.splitlines() if re.match(r"\| `\w+=", line)]
    updates = ("local", "early", "max-violation", "full")
    assert len(rows) == 9
    for code, *cells in rows:
        options = {"exploration": 0.0} | eval(f"dict({code.strip('`')})")
        for update, cell in zip(updates, cells, strict=True):
            try:
                is_allowed = bool(pp.Strategy(update=update, **options))
            except pp.UsageError:
                is_allowed = False
            assert {"yes": True, "no": False}[cell] == is_allowed, (code, update)
