"""Feature sets by name, and templates of the user's own; what templates extract is tested in tests/native."""

from __future__ import annotations

from typing import Any

import pytest

import panparser as pp
from panparser.features import FEATURE_SETS, feature_templates


def test_zn11_has_every_template_once() -> None:
    templates = feature_templates("zn11")
    assert len(set(templates)) == len(templates) == 76
    assert feature_templates(iter(["S0.w"])) == ("S0.w",)


@pytest.mark.parametrize(
    ("features", "problem"),
    [
        ("zn12", "no feature set named 'zn12'; use one of: zn11"),
        ([], "at least one template"),
        (["S0.w", "S0.w B0.q"], "feature template 'S0.w B0.q', column 9: 'q' is no value or step"),
        (["S0.w", ""], "feature template '', column 1"),
        (["C0.w"], "column 2"),
        (["S0.w B0"], "column 8"),
        (["S0.w S0.p B0.w B0.p B1.w B1.p A1"], "combines 7 values"),
        ([3], "not int"),
        (3, "not int"),
    ],
)
def test_bad_features(toy: Any, features: Any, problem: str) -> None:
    with pytest.raises(pp.UsageError) as caught:
        pp.train(toy(2), features=features, epochs=1)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("templates", FEATURE_SETS.values(), ids=FEATURE_SETS)
def test_named_sets_compile(toy: Any, templates: tuple[str, ...]) -> None:
    assert pp.train(toy(2), features=templates, epochs=1).header.templates == templates


def test_own_templates_travel_in_the_model(toy: Any, tmp_path: Any) -> None:
    bank = toy(30)
    own = [
        "S0.p B0.p",
        "S0.p B0.p B1.p",
        "S0.w B0.w",
        "S0~B0 S0.p B0.p",
        "S0.vl S0.p B0.p",
        "S1.p S0.p B0.p",
        "S0.e",
        "B0.m",
    ]
    parser = pp.train(bank, features=own, epochs=3)
    parser.save(tmp_path / "own.pan")
    again = pp.load(tmp_path / "own.pan")
    assert again.header.templates == tuple(own)
    assert again.header.features == "custom"
    assert again.parse(bank) == parser.parse(bank)
    assert pp.evaluate(bank, again.parse(bank)).uas > 80
