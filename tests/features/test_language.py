"""The language of templates: what is understood, what is refused, what a value is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import panparser as pp
from panparser._native import Sentence, Template, attribute_names
from panparser.features import feature_templates

from .language import canonical, design, feature, templates, word


@given(templates)
def test_a_template_is_printed_as_it_is_read(template: str) -> None:
    assert Template(template).text == canonical(template)
    assert Template(Template(template).text).text == Template(template).text
    assert Template(f"  {template.replace(' ', '   ')} ").text == canonical(template)


@given(templates, st.integers(0, 200), st.sampled_from(" .~SBCPAhw0123Cx[]$é"))
def test_an_error_names_template_and_column(template: str, place: int, sign: str) -> None:
    place = min(place, len(template))
    broken = template[:place] + sign + template[place:]
    message = ""
    try:
        Template(broken)
    except pp.UsageError as error:
        message = str(error)
    assert "\n" not in message
    if message and "combines 7 values" not in message:
        found = re.match(r"feature template '(.*)', column (\d+): .+", message)
        assert found
        assert found[1] == broken
        assert 1 <= int(found[2]) <= len(broken) + 1


@pytest.mark.parametrize(
    ("template", "column", "problem"),
    [
        ("S0.w B0.q", 9, "'q' is no value or step"),
        ("S0.w  T0.p", 7, "a node is S, B or P"),
        ("S.w", 2, "a digit from 0 to 9"),
        ("P0.w", 2, "count from P1"),
        ("C0.w", 2, "CL and CR"),
        ("S0.case", 4, "'case' is no value"),
        ("S0.pre10", 4, "'pre10' is no value"),
        ("S0.brown0", 4, "'brown0' is no value"),
        ("S0.Number[", 4, "is no value"),
        ("S0.Number[]", 4, "is no value"),
        ("S0~B0.w", 7, "'w' is no step"),
        ("A3", 2, "A1 and A2"),
        ("A1.w", 3, "a blank must follow"),
        ("S0.w.p", 5, "a blank must follow"),
        ("S0.h", 5, "a value, such as .w"),
        ("", 1, "no value in it"),
    ],
)
def test_errors(template: str, column: int, problem: str) -> None:
    with pytest.raises(pp.UsageError) as caught:
        Template(template)
    assert f"feature template '{template}', column {column}: " in str(caught.value)
    assert problem in str(caught.value)


def test_every_name_that_is_offered_is_understood() -> None:
    for name, meaning in attribute_names():
        assert Template(f"S0.{name}").text == f"S0.{name}"
        assert meaning


# ---- values, against a literal reading of what they should be ----


def one_feature(feats: str, name: str) -> str | None:
    return dict(pair.split("=", 1) for pair in feats.split("|")).get(name) if feats != "_" else None


LITERAL: dict[str, Any] = {
    "w": lambda s: s.forms[0],
    "lower": lambda s: "".join("i" if c == "İ" else c.lower() for c in s.forms[0]),
    "e": lambda s: s.lemmas[0],
    "p": lambda s: s.upos[0],
    "x": lambda s: s.xpos[0],
    "m": lambda s: s.feats[0],
    "Case": lambda s: one_feature(s.feats[0], "Case"),
    "Number[psor]": lambda s: one_feature(s.feats[0], "Number[psor]"),
    "Ca": lambda s: None,
    "pre1": lambda s: s.forms[0][:1],
    "pre3": lambda s: s.forms[0][:3],
    "suf1": lambda s: s.forms[0][-1:],
    "suf4": lambda s: s.forms[0][-4:],
}

_odd = st.sampled_from(
    [*"aAbBzZ019.-_", *"äÄßẞİıσςΣΆЖжԱա", "ა", "Ა", "漢", "い", "\u0301", "\U0001d400", "𐐀", "🙂", "\xa0"]
)
_forms = st.text(_odd, min_size=1, max_size=7).filter(lambda text: bool(text.strip()))
_feats = st.sampled_from(
    ["_", "Case=Nom", "Case=Acc|Number=Sing", "Number=Sing|Number[psor]=Plur", "Abcase=Nom|XCase=Nom", "Case=Acc,Nom"]
)


@given(st.lists(st.tuples(_forms, _forms, _feats, st.sampled_from(["N", "V"])), min_size=1, max_size=12))
def test_attributes_are_what_python_says(rows: list[tuple[str, str, str, str]]) -> None:
    words = [word(form, lemmas=lemma, feats=feats, upos=tag, xpos=tag + "x") for form, lemma, feats, tag in rows]
    for name, literal in LITERAL.items():
        seen: dict[str, int] = {}
        for sentence in words:
            wanted, found = literal(sentence), feature(sentence, f"B0.{name}")
            assert (wanted is None) == (found is None), (name, wanted)
            if wanted is not None and found is not None:
                assert seen.setdefault(wanted, found) == found
        assert len(set(seen.values())) == len(seen)


@given(_forms)
def test_equal_texts_of_different_attributes_are_different_values(form: str) -> None:
    sentence = word(form, lemmas=form)
    hashes = [feature(sentence, f"B0.{name}") for name in ("w", "lower", "e", "pre9", "suf9", "shape")]
    assert len(set(hashes)) == len(hashes)


def test_words_around_the_front_of_the_buffer() -> None:
    system = pp.system("arc-eager")
    front_at_3 = system.apply(system.apply(system.initial(4), "SHIFT"), "SHIFT")

    def at(template: str, configuration: pp.Configuration, forms: str = "abcd") -> list[int]:
        return [int(h) for h in design([template]).features(Sentence.from_forms(list(forms)), configuration)]

    for template, place in (("P2.w", 0), ("P1.w", 1), ("B0.w", 2), ("B1.w", 3)):
        for other in range(4):
            forms = "".join("x" if k == other else form for k, form in enumerate("abcd"))
            assert (at(template, front_at_3) == at(template, front_at_3, forms)) == (other != place)
    # Beyond the edge there is one value, whatever the words are; what has no label has none.
    for template in ("P3.w", "P9.w", "B9.w"):
        assert len(at(template, front_at_3)) == 1
        assert at(template, front_at_3) == at(template, front_at_3, "efgh")
    assert at("P1.d", front_at_3) == []


# ---- where templates come from ----


def test_string_list_and_file(tmp_path: Path, toy: Any) -> None:
    path = tmp_path / "own.txt"
    path.write_text("# mine\nS0.w B0.w   # words\n\nS0.p B0.p; A1\n", encoding="utf-8")
    wanted = ("S0.w B0.w", "S0.p B0.p", "A1")
    assert (
        feature_templates(path) == feature_templates("S0.w B0.w; S0.p B0.p\nA1") == feature_templates(wanted) == wanted
    )
    headers = [pp.train(toy(2), features=each, epochs=1).header for each in (path, "S0.w B0.w; S0.p B0.p; A1", wanted)]
    assert {header.templates for header in headers} == {wanted}
    assert {header.features for header in headers} == {"custom"}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"S0.w\nS0.w B0.q\n", ":2: feature template 'S0.w B0.q', column 9: 'q'"),
        (b"S0.w\n\nL0.w\n", ":3: feature template 'L0.w' is there twice"),
        (b"# nothing\n", "there are no templates"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_bad_files(content: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_bytes(content)
    with pytest.raises(pp.InputError) as caught:
        feature_templates(path)
    assert problem in str(caught.value)
    assert str(caught.value).startswith(str(path))
    with pytest.raises(pp.InputError, match=r"gone\.txt"):
        feature_templates(tmp_path / "gone.txt")
