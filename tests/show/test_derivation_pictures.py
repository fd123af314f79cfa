"""Derivations as text, picture and page: character by character, and what must hold whatever the words are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import panparser as pp
from panparser.show.derivation import replay
from panparser.show.derivation_text import elided
from panparser.show.width import columns, shortened

from .fickle import Fickle, Pairs

GOLDEN = Path(__file__).parent / "golden"
NODE = shutil.which("node")
SVG = "{http://www.w3.org/2000/svg}"


def sentence(words: str, heads: list[int], labels: str = "") -> pp.Sentence:
    forms, tags = zip(*(word.rsplit("/", 1) for word in words.split()), strict=True)
    made = pp.Sentence.from_forms(forms).replace(upos=tags, heads=heads)
    return made.replace(deprels=labels.split()) if labels else made


MAPS = sentence("She/PRON reads/VERB old/ADJ maps/NOUN ./PUNCT", [2, 0, 4, 2, 2], "nsubj root amod obj punct")
WIDE = sentence("私/PRON は/ADP 本/NOUN を/ADP 読む/VERB", [5, 1, 5, 3, 0], "nsubj case obj case root")
LEFTWARDS = sentence("הילדה/NOUN קוראת/VERB ספר/NOUN", [2, 0, 2], "nsubj root obj")
LONG = sentence(" ".join(f"word{k}/X" for k in range(1, 61)), [k // 2 for k in range(1, 61)], "dep " * 60)
ALONE = sentence("Yes/INTJ", [0], "root")
HOSTILE = pp.Sentence.from_forms(
    [
        "</script><script>alert(1)</script>",
        "<b>&amp;",
        "{{script}}",
        "\x1b[31m\x07",
        "<!--",
        '"\\',
        "👩‍👩‍👧e\u0301",
        "\u202ex",
    ]
).replace(heads=[2, 0, 2, 2, 2, 2, 2, 2], deprels=["</b>"] * 8)
PREDICTED = MAPS.replace(heads=[0, 3, 0, 3, 4], deprels=["root", "y", "root", "z", "w"])
DECISIONS = [("push", None), ("push", "x"), ("turn", "y"), ("push", None), ("push", "z"), ("push", "w")]

DERIVATIONS: dict[str, pp.Derivation] = {
    "eager": pp.derive(pp.system("arc-eager", root="first"), MAPS),
    "fickle": pp.derive(Fickle(), MAPS),
    "lossy": replay(Fickle(), MAPS, PREDICTED, DECISIONS),
    "pairs": pp.derive(Pairs(), MAPS),
    "wide": pp.derive("arc-standard", WIDE),
    "leftwards": pp.derive("arc-hybrid", LEFTWARDS),
    "alone": pp.derive("arc-eager", ALONE),
    "long": pp.derive("arc-eager", LONG),
    "hostile": pp.derive("arc-eager", HOSTILE),
}
every = pytest.mark.parametrize("derivation", DERIVATIONS.values(), ids=DERIVATIONS)


@pytest.mark.parametrize("name", ["eager", "fickle", "lossy", "pairs", "wide", "leftwards", "alone"])
def test_golden_text(name: str) -> None:
    text = DERIVATIONS[name].text(width=80)
    assert text + "\n" == (GOLDEN / f"derivation-{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["fickle", "alone"])
def test_golden_picture(name: str) -> None:
    assert DERIVATIONS[name].svg() == (GOLDEN / f"derivation-{name}.svg").read_text(encoding="utf-8")


@every
@pytest.mark.parametrize("width", [1, 60, 80, 200])
def test_text_is_a_table_that_fits(derivation: pp.Derivation, width: int) -> None:
    text = derivation.text(width=width)
    assert "\x1b" not in text
    table = text.split("\n\n")[1].splitlines()
    steps = len(derivation.steps) + 2
    assert len(table) == steps + len(derivation.left_over)
    bars = {tuple(columns(line[: bar.start()]) for bar in re.finditer("│", line)) for line in table[:steps]}
    assert len(bars) == 1  # the lists stand below each other, whatever is in them
    fixed = 2 + max(columns(step.action) + columns(step.label or "") for step in derivation.steps) + 6
    arcs = max(columns(line.rsplit("   ", 1)[-1]) for line in table)
    assert max(map(columns, table)) <= max(width, fixed + 40 + arcs)
    assert text.endswith(pp.draw(derivation.sentence))


def test_a_long_derivation_fits_the_terminal() -> None:
    lines = DERIVATIONS["long"].text(width=90).split("\n\n")[1].splitlines()
    assert max(map(columns, lines)) <= 90
    assert all("… ROOT" in line for line in lines[1:30])


def test_eliding() -> None:
    words = ["one", "two", "three", "four", "five"]
    assert elided(words, 30, keeps_end=True) == "one two three four five"
    assert elided(words, 16, keeps_end=True) == "one … four five"
    assert elided(words, 16, keeps_end=False) == "one two … five"
    assert elided(words, 6, keeps_end=True) == "… five"
    assert elided(["incomprehensible", "b"], 8, keeps_end=False) == "inc…le …"
    assert elided([], 0, keeps_end=True) == ""
    for width in range(3, 40):
        for keeps_end in (True, False):
            assert columns(elided(["日本語", *words, "e\u0301e\u0301e\u0301"], width, keeps_end=keeps_end)) <= width
    assert shortened("e\u0301" * 9, 3) == "e\u0301…e\u0301"


@every
def test_pictures_are_well_formed(derivation: pp.Derivation) -> None:
    picture = ElementTree.fromstring(derivation.svg())
    assert {element.tag.removeprefix(SVG) for element in picture.iter()} <= {
        *("svg", "title", "desc", "style", "rect", "g", "text", "tspan", "path")
    }
    chips = [r for r in picture.iter(f"{SVG}rect") if r.get("rx") == "5"]
    panels, rest = divmod(len(chips), len(derivation.forms) + (derivation.root != "none"))
    assert rest == 0
    assert panels - len(derivation.steps) in (1, 2)  # the last one shows what was left over
    width = float(picture.get("width", 0))
    assert all(float(r.get("x", 0)) >= 0 and float(r.get("x", 0)) + float(r.get("width", 0)) <= width for r in chips)


def test_what_a_picture_tells_apart() -> None:
    picture = DERIVATIONS["fickle"].svg()
    assert picture.count('class="arc gone"') == 2
    assert picture.count('class="arc new"') == 4 + 3  # three words hang below ROOT in the end
    assert "prefers-color-scheme:dark" in picture
    assert "costs 1 more than drop" in DERIVATIONS["lossy"].svg()
    assert "http" not in picture.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert all(f">{mark}<" in DERIVATIONS["pairs"].svg() for mark in ("L0", "R0", "B0"))


def test_pictures_have_a_limit() -> None:
    long = LONG.replace(heads=[0, *range(1, 60)])
    with pytest.raises(pp.UsageError, match="too long for one picture"):
        pp.derive(Pairs(), long).svg()
    assert pp.derive(Pairs(), long).html()


class Reader(HTMLParser):
    """Checks that elements are closed in order, and keeps the scripts and the plain text."""

    VOID = ("meta", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.scripts: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        assert not {"src", "href", "onload", "onclick", "onerror"} & {name for name, _ in attrs}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)
        else:
            self.text.append(data)


@every
def test_pages_are_well_formed_and_closed(derivation: pp.Derivation) -> None:
    page = derivation.html()
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open
    data, script = reader.scripts
    assert json.loads(data)["derivation"] == json.loads(json.dumps(derivation.to_dict()))
    assert len(json.loads(data)["row"]["centres"]) == len(derivation.forms) + (derivation.root != "none")
    assert script == DERIVATIONS["alone"].html().partition("<script>")[2].partition("</script>")[0]
    assert "innerHTML" not in script
    assert reader.tags.count("script") == 2
    assert "b" not in reader.tags
    assert re.findall(r"https?://[^\s\"']+", page) == ["http://www.w3.org/2000/svg"]
    assert derivation.text() in "".join(reader.text)


def play(derivation: pp.Derivation, folder: Path, *moves: str) -> list[dict[str, Any]]:
    (folder / "page.html").write_text(derivation.html(), encoding="utf-8")
    command = [NODE, str(Path(__file__).with_name("play.js")), str(folder / "page.html"), *moves]
    done = subprocess.run(command, capture_output=True, check=True, timeout=60)  # type: ignore[arg-type]
    states: list[dict[str, Any]] = json.loads(done.stdout)
    return states


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
@pytest.mark.parametrize("name", ["fickle", "pairs", "hostile", "leftwards"])
def test_the_player_shows_every_step(name: str, tmp_path: Path) -> None:
    derivation = DERIVATIONS[name]
    steps = derivation.steps
    states = play(derivation, tmp_path, *["ArrowRight"] * len(steps))
    for k, (state, shot) in enumerate(zip(states, [derivation.initial, *(s.after for s in steps)], strict=True)):
        removed = steps[k - 1].removed if k else ()
        made = steps[k - 1].made if k else ()
        kinds = ["gone"] * len(removed) + ["new"] * len(made) + ["old"] * (len(shot.arcs) - len(made))
        assert state["arcs"] == kinds
        assert not state["broken"]
        assert state["slider"][0] == str(k)
        names = ["ROOT", *derivation.forms]
        shown = dict(zip(state["lists"][::2], state["lists"][1::2], strict=True))
        assert shown == {kind: " ".join(names[n] for n in nodes) for kind, nodes in shot.lists.items()}
        for kind in ("stack", "left", "right", "buffer"):
            assert state["chips"].count(kind) == len(shot.lists.get(kind, ()))
        if k:
            assert steps[k - 1].action in state["status"][0]
            assert [row[0] for row in state["costs"]] == list(steps[k - 1].costs or ())
        else:
            assert state["costs"] is None


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_the_player_moves(tmp_path: Path) -> None:
    moves = ["End", "ArrowRight", "#previous", "Home", "ArrowLeft", "#last", " ", "tick", " ", "#next", "#play", "End"]
    states = play(DERIVATIONS["fickle"], tmp_path, *moves)
    assert [int(state["slider"][0]) for state in states] == [0, 8, 8, 7, 0, 0, 8, 0, 1, 1, 2, 2, 8]
    assert [state["playing"] for state in states] == [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0]
    assert states[1]["status"][0] == "Step 8 of 8: heads for the words that are left over"
    assert states[1]["labels"] == ["amod", "root", "root", "root"]
    lossy = play(DERIVATIONS["lossy"], tmp_path, *["ArrowRight"] * 3)[-1]
    assert lossy["status"][1:] == [
        "new arc: old → reads (y)  taken back: She → reads (x)",
        "costs 1 more than drop",
    ]
    assert lossy["costs"] == [["push", "1", ""], ["turn", "1", "taken"], ["drop", "0", ""]]
