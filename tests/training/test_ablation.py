"""What groups of templates are worth."""

from __future__ import annotations

from typing import Any

import pytest

import panparser as pp
from panparser.features import FEATURE_SETS, feature_templates
from panparser.training.ablation import TOPICS, template_groups


def test_every_template_is_in_a_group() -> None:
    for name in FEATURE_SETS:
        templates = feature_templates(f"{name}+morpho+brown")
        groups = template_groups(templates)
        assert {t for group in groups.values() for t in group} == set(templates)
        assert list(groups) == [topic for topic in TOPICS if topic in groups]


def test_groups() -> None:
    groups = template_groups(feature_templates("zn11"))
    assert len(groups["words"]) == 76 - len(feature_templates("zn11+delexicalized"))
    assert groups["history"] == ("A1", "A1 A2", "S0.p B0.p A1", "A1 A2 B0.p")
    assert "S0.h.h.p" in groups["third-order"]
    assert "S0.h.p" not in groups["third-order"]
    assert "S0.l2.d" in groups["labels"]


def test_scores_are_those_of_trainings_without_the_group(toy: Any) -> None:
    bank, dev = toy(15), toy(15, seed=9)
    templates = ["S0.p B0.p", "S0.w B0.w", "S0.w S0~B0", "B0.w S0.brown"]
    clusters = pp.Clusters.of({"dog": "1", "the": "0"})
    told: list[pp.Ablation] = []
    rows = pp.ablate(bank, dev, features=templates, clusters=clusters, seeds=(1, 2), epochs=1, progress=told.append)
    assert [(row.group, row.templates) for row in rows] == [
        ("", 4),
        ("words", 1),
        ("clusters", 3),
        ("tags", 3),
        ("distance", 3),
    ]
    assert told == rows
    parsers = [
        pp.train(bank, dev, features=templates[:2] + templates[3:], clusters=clusters, epochs=1, seed=s) for s in (1, 2)
    ]
    scores = [pp.evaluate(dev, parser.parse(dev)) for parser in parsers]
    assert rows[-1].uas == pytest.approx(sum(s.uas for s in scores) / 2)
    assert rows[-1].las == pytest.approx(sum(s.las for s in scores) / 2)


def test_nothing_is_measured_where_nothing_is_left(toy: Any) -> None:
    rows = pp.ablate(toy(3), toy(3), features=["S0.w", "B0.w"], epochs=1)
    assert [row.group for row in rows] == [""]
    with pytest.raises(pp.UsageError, match="no seeds"):
        pp.ablate(toy(3), toy(3), seeds=())
