"""Pictures of a predicted tree against the gold one."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import panparser as pp

from .test_drawings import TREES, random_tree, tree

DOCS = Path(__file__).parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"


def counted(picture: str) -> dict[str, int]:
    """How many arcs of each kind a picture has, and how many labels."""
    root = ElementTree.fromstring(picture)
    kinds = [(e.tag, (e.get("class") or " ").split()) for e in root.iter()]
    return {
        f"{part} {kind}": sum(tag == SVG + name and words[:2] == [part, kind] for tag, words in kinds)
        for part, name in (("arc", "path"), ("tip", "path"), ("label", "text"))
        for kind in ("right", "missed", "wrong")
    }


def test_golden() -> None:
    gold = tree("crossing")
    predicted = gold.replace(
        heads=[2, 3, 0, 6, 6, 3, 3], deprels=["det", "obj", "root", "case", "det", "obl", "obl:tmod"]
    )
    picture = pp.draw_difference(gold, predicted)
    assert picture == (DOCS / "pictures" / "difference.svg").read_text(encoding="utf-8")
    # The head of "house" and the relation of "letter" are wrong; that of "today" only in its subtype.
    assert counted(picture) == {
        "arc right": 5, "arc missed": 2, "arc wrong": 2, "tip right": 5, "tip missed": 2, "tip wrong": 2,
        "label right": 5, "label missed": 2, "label wrong": 2,
    }  # fmt: skip
    assert counted(pp.draw_difference(gold, predicted, subtypes=True))["arc wrong"] == 3


@pytest.mark.parametrize("name", sorted(TREES))
def test_a_tree_against_itself_is_all_right(name: str) -> None:
    found = counted(pp.draw_difference(tree(name), tree(name)))
    assert found["arc missed"] == found["arc wrong"] == 0
    assert found["arc right"] == sum(head is not None for head in TREES[name][1])


@pytest.mark.parametrize("seed", range(5))
def test_every_arc_is_drawn_once(seed: int) -> None:
    gold, predicted = random_tree(60, seed), random_tree(60, seed + 1)
    same = sum(a == b for a, b in zip(gold.heads, predicted.heads, strict=True))
    found = counted(pp.draw_difference(gold, predicted))
    for part in ("arc", "tip"):
        assert [found[f"{part} {kind}"] for kind in ("right", "missed", "wrong")] == [same, 60 - same, 60 - same]


def test_words_without_head() -> None:
    gold, bare = tree("plain"), tree("plain").replace(heads=[None] * 5)
    assert counted(pp.draw_difference(gold, bare))["arc missed"] == 5
    assert counted(pp.draw_difference(bare, gold))["arc wrong"] == 0  # nobody knows


def test_other_words_are_refused() -> None:
    with pytest.raises(pp.UsageError, match="the two trees are of other words"):
        pp.draw_difference(tree("plain"), tree("wide"))
