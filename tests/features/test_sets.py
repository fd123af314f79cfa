"""Feature sets by name, what can be added to them, and templates of the user's own."""

from __future__ import annotations

import re
from typing import Any

import pytest

import panparser as pp
from panparser._native import Template
from panparser.features import ADDITIONS, FEATURE_SETS, delexicalized, feature_templates


def test_zn11_has_every_template_once() -> None:
    templates = feature_templates("zn11")
    assert len(set(templates)) == len(templates) == 76
    assert feature_templates(iter(["S0.w"])) == ("S0.w",)


@pytest.mark.parametrize(
    ("features", "problem"),
    [
        ("zn12", "no feature set named 'zn12'; use one of: zn11"),
        ("zn11+moprho", "zn11 cannot be combined with 'moprho'; use one of: zn11+morpho"),
        ("zn11+", "zn11 cannot be combined with ''"),
        ("tagger+zn11", "tagger cannot be combined with 'zn11'"),
        (["S0.w", "L0.w"], "feature template 'L0.w' is there twice"),
        ("  ", "at least one template"),
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


# Fernández-González & Gómez-Rodríguez (2017), Table 2, as it stands there: h2 is the grandparent, l' the closest
# left dependent, and what stands behind a word belongs to it.
TABLE_2 = """
    L0w; L0p; L0wp; L0l; L0hw; L0hp; L0hl; L0l'w; L0l'p; L0l'l; L0r'w; L0r'p; L0r'l; L0h2w; L0h2p; L0h2l; L0l_w; L0l_p;
    L0l_l; L0r_w; L0r_p; L0r_l; L0wd; L0pd; L0wvr; L0pvr; L0wvl; L0pvl; L0wsl; L0psl; L0wsr; L0psr; L1w; L1p; L1wp; R0w;
    R0p; R0wp; R0hw; R0hp; R0hl; R0h2w; R0h2p; R0l'w; R0l'p; R0l'l; R0l_w; R0l_p; R0l_l; R0wd; R0pd; R0wvl; R0pvl;
    R0wsl; R0psl; R1w; R1p; R1wp; R2w; R2p; R2wp; CLw; CLp; CLwp; CRw; CRp; CRwp;
    L0wp+R0wp; L0wp+R0w; L0w+R0wp; L0wp+R0p; L0p+R0wp; L0w+R0w; L0p+R0p; R0p+R1p; L0w+R0wd; L0p+R0pd;
    R0p+R1p+R2p; L0p+R0p+R1p; L0hp+L0p+R0p; L0p+L0l'p+R0p; L0p+L0r'p+R0p; L0p+R0p+R0l'p; L0p+L0l'p+L0l_p;
    L0p+L0r'p+L0r_p; L0p+L0hp+L0h2p; R0p+R0l'p+R0l_p
"""


def translated(template: str) -> str:
    """Table 2's way of writing as ours."""
    steps = {"": "", "h": ".h", "h2": ".h.h", "l'": ".ln", "r'": ".rn", "l_": ".l", "r_": ".r"}
    values = {"w": ".w", "p": ".p", "l": ".d", "vl": ".vl", "vr": ".vr", "sl": ".sl", "sr": ".sr"}
    atoms = []
    for part in template.split("+"):
        found = re.fullmatch(r"([LR]\d|CL|CR)(h2|h|l'|r'|l_|r_|)((?:w|p|l|d|v[lr]|s[lr])+?)", part)
        assert found, part
        for value in re.findall(r"[vs][lr]|[wpld]", found[3]):
            atoms.append("L0~R0" if value == "d" else found[1] + steps[found[2]] + values[value])
    return Template(" ".join(atoms)).text


def test_covington_is_table_2() -> None:
    table = [translated(template.strip()) for template in TABLE_2.split(";")]
    assert len(table) == len(set(table)) == 87
    assert {Template(template).text for template in FEATURE_SETS["covington"]} == set(table)


def test_additions_go_with_every_set() -> None:
    for base, templates in FEATURE_SETS.items():
        for addition in ("morpho", "brown", "vectors"):
            more = feature_templates(f"{base}+{addition}")
            assert more[: len(templates)] == templates
            assert len(set(more)) == len(more) > len(templates)
            topic = {"morpho": "morphology", "brown": "clusters", "vectors": "vectors"}[addition]
            assert all(topic in Template(template).topics for template in more[len(templates) :])
        if base != "tagger":
            assert feature_templates(f"{base}+delexicalized") == delexicalized(templates) != ()
    assert feature_templates("morpho", "arc-hybrid") == feature_templates("zn11-stack+morpho")
    # From left to right: clusters that are the same in several languages are of use without words.
    assert len(feature_templates("zn11+delexicalized+brown")) > len(feature_templates("zn11+brown+delexicalized"))
    assert set(ADDITIONS) == {"morpho", "brown", "vectors", "delexicalized"}


def test_delexicalized_never_looks_at_words(toy: Any) -> None:
    bank = toy(20)
    parser = pp.train(bank, features="zn11+morpho+delexicalized", epochs=2)
    renamed = [s.replace(forms=[f"w{i}" for i in range(len(s))], lemmas=["x"] * len(s)) for s in bank]
    assert [s.heads for s in parser.parse(renamed)] == [s.heads for s in parser.parse(bank)]
    assert parser.header.features == "zn11+morpho+delexicalized"


def test_a_parser_with_fewer_templates(toy: Any, tmp_path: Any) -> None:
    bank = toy(40)
    parser = pp.train(bank, epochs=3)
    bare = parser.with_features("delexicalized")
    assert (bare.header.features, len(bare.header.templates)) == ("zn11+delexicalized", 45)
    assert pp.evaluate(bank, bare.parse(bank)).uas > 60
    bare.save(tmp_path / "bare.pan")
    assert pp.load(tmp_path / "bare.pan").parse(bank) == bare.parse(bank)
    assert parser.with_features(parser.header.templates).parse(bank) == parser.parse(bank)
    with pytest.raises(pp.UsageError, match=r"not trained with the feature template 'S0\.m'"):
        parser.with_features("zn11+morpho")


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
