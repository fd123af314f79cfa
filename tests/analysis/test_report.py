"""The report: its outline is a golden file, its script sorts, and nothing in the data can get out of its place."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

import panparser as pp
from panparser.analysis import DIRECTION, LABEL, LENGTH, POS
from panparser.training.report import read_log

from .test_analyze import GOLD, PREDICTED

GOLDEN = Path(__file__).parent / "golden"
NODE = shutil.which("node")
EPOCHS = [pp.EpochReport(1, 0.5, 0.1, 20, 1.0, 70.0, 60.0), pp.EpochReport(2, 0.25, 0.1, 20, 1.0, 75.5, 66.0)]


class Outline(HTMLParser):
    """The words of a page: headings, rows of tables with a bar between cells, texts of pictures."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self.skipped = False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.skipped = tag in ("style", "script")
        if tag in ("h1", "h2", "h3", "p", "nav", "tr", "svg"):
            self.lines.append(f"{tag}: ")
        kind = dict(attributes).get("class") or ""
        if tag == "path" and kind.startswith("arc"):
            self.lines += [kind, ""]

    def handle_endtag(self, tag: str) -> None:
        self.skipped = False
        if tag in ("th", "td", "a", "text", "title"):
            self.lines[-1] += " | "

    def handle_data(self, data: str) -> None:
        if not self.skipped:
            self.lines[-1] += " ".join(data.split())

    def __str__(self) -> str:
        text = "\n".join(line.rstrip(" |") for line in self.lines if line) + "\n"
        # What is drawn from a seed may change with the version of NumPy.
        return re.sub(r"p = [\d.]+|(?<=between ).*(?=:)", "…", text)


def pages() -> dict[str, str]:
    options = {"by_types": (LABEL, LENGTH.cap(4), (POS, DIRECTION)), "logs": {"training": EPOCHS}, "title": "Small"}
    second = [PREDICTED[0], GOLD[1].replace(heads=[2, 0])]
    return {
        "one": pp.report(GOLD, {"mine": PREDICTED}, ignore=["PUNCT"], **options),  # type: ignore[arg-type]
        "two": pp.report(GOLD, {"mine": PREDICTED, "other": second}, worst=1, **options),  # type: ignore[arg-type]
    }


@pytest.mark.parametrize("name", ["one", "two"])
def test_outline(name: str) -> None:
    assert str(Outline(pages()[name])) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_it_needs_nothing_else() -> None:
    for page in pages().values():
        assert not re.search(r"""(src|href)=["'](?!#)|url\(|@import|<link""", page)
        links = set(re.findall(r'href="#(\w+)"', page))
        assert links
        assert links == set(re.findall(r'<section id="(\w+)"', page))
        assert page.count("<script>") == 1


class Nesting(HTMLParser):
    """Every element that is opened is closed, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_elements_are_closed() -> None:
    for page in pages().values():
        Nesting(page)


def test_hostile_words_stay_in_their_places() -> None:
    evil = '</td><script>alert("x")</script>{{script}}'
    gold = [pp.Sentence.from_forms([evil, "b"]).replace(heads=[2, 0], deprels=["</svg><b>", "root"], upos=["<i>", "X"])]
    page = pp.report(
        gold, {evil: [gold[0].replace(heads=[0, 1])]}, by_types=["WORD", "POS"], title=evil, logs={evil: EPOCHS}
    )
    assert page.count("<script>") == page.count("</script>") == 1
    assert "<i>" not in page
    assert "<b>" not in page


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_the_script_sorts() -> None:
    script = Path(__file__).with_name("sort.js")
    source = Path(pp.__file__).parent / "analysis" / "report.js"
    done = subprocess.run([NODE, script, source], capture_output=True, check=True, timeout=60)  # type: ignore[list-item]
    assert json.loads(done.stdout) == [
        ["b 10", "a 9", "c 2", "- descending"],
        ["c 2", "a 9", "b 10", "- ascending"],
        ["a 9", "b 10", "c 2", "ascending -"],
        ["c 2", "b 10", "a 9", "descending -"],
    ]


@pytest.mark.parametrize("predicted", [{}, {"a": GOLD, "b": GOLD, "c": GOLD}, GOLD])
def test_one_parser_or_two(predicted: object) -> None:
    with pytest.raises(pp.UsageError, match="of one parser or two"):
        pp.report(GOLD, predicted)  # type: ignore[arg-type]


def test_logs(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
    curve = pp.LearningCurve()
    pp.train([birds], [birds], epochs=3, log=log, listener=curve)
    assert read_log(log) == curve.reports
    for content in (b"", b"{}\n", b"[1]\n", b"{", b"\xff"):
        log.write_bytes(content)
        with pytest.raises(pp.InputError, match="give the file that --log wrote"):
            read_log(log)


def test_a_training_without_scores_shows_its_error() -> None:
    plain = [pp.EpochReport(1, 0.5, 0.1, 20, 1.0), pp.EpochReport(2, 0.25, 0.1, 20, 1.0)]
    assert "training error, % 25.00" in pp.report(GOLD, {"mine": GOLD}, logs={"plain": plain})
