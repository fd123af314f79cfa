"""Scores of partial trees, against counting by definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import panparser as pp

Arc = tuple[int | None, str]


@st.composite
def trees(draw: st.DrawFn, words: int) -> list[Arc]:
    """Each word hangs on one before it, or below ROOT, or its head is unknown; so may be its label."""
    heads = [draw(st.none() | st.integers(0, word - 1)) for word in range(1, words + 1)]
    return [(head, draw(st.sampled_from(["_", "obj", "obj:x", "det"]))) for head in heads]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[Arc], list[Arc]]:
    words = draw(st.integers(1, 6))
    return draw(trees(words)), draw(trees(words))


def sentence(tree: list[Arc]) -> pp.Sentence:
    return pp.Sentence.from_forms(["w"] * len(tree)).replace(
        heads=[head for head, _ in tree], deprels=[label for _, label in tree]
    )


@given(pairs(), st.booleans())
def test_counts(pair: tuple[list[Arc], list[Arc]], subtypes: bool) -> None:
    scores = pp.evaluate(*([sentence(tree)] for tree in pair), subtypes=subtypes)
    words = [
        (g, gl if subtypes else gl.split(":")[0], p, pl if subtypes else pl.split(":")[0])
        for (g, gl), (p, pl) in zip(*pair, strict=True)
    ]
    scored = [word for word in words if word[0] is not None]
    given_one = [word for word in scored if word[2] is not None]
    right = [word for word in scored if word[0] == word[2]]
    assert scores["UAS"] == pp.Metric(len(right), len(scored), len(given_one), len(scored))
    assert (scores["Coverage"].correct, scores["Coverage"].gold) == (len(given_one), len(scored))
    labelled = [word for word in scored if word[1] != "_"]
    assert scores["LAS"] == pp.Metric(
        sum(g == p and gl == pl for g, gl, p, pl in labelled),
        len(labelled),
        sum(p is not None for _, _, p, _ in labelled),
        len(labelled),
    )
    for name, metric in scores.metrics.items():
        assert metric.correct <= min(metric.gold, metric.predicted), name
    for name in ("UEM", "LEM"):
        assert scores[name].gold == bool(labelled if name == "LEM" else scored)
    if scored:
        assert scores["UEM"].correct == (len(right) == len(scored))
