"""Confidence: probabilities for every system, in their place in the file, and true on a real treebank."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import panparser as pp
from panparser.models import load_model_file, save_model_file

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def calibrated(toy: Any) -> pp.Parser:
    return pp.train(toy(60), noisy(toy(150, seed=2)), epochs=4)


def noisy(bank: pp.Treebank) -> pp.Treebank:
    """Every fifth word but the root hangs elsewhere, so that there is something to be wrong about."""
    out = []
    for sentence in bank:
        heads = list(sentence.heads)
        root = heads.index(0) + 1
        for i in range(len(heads)):
            if i % 5 == 4 and heads[i] != 0 and not any(head == i + 1 for head in heads):
                heads[i] = root if heads[i] != root else 1 + (heads[0] == i + 1)
        out.append(sentence.replace(heads=heads))
    return pp.Treebank(out)


def bare(bank: pp.Treebank) -> pp.Treebank:
    """Without confidence."""
    return pp.Treebank(
        pp.Sentence("".join(line for line in s.raw.splitlines(keepends=True) if "_confidence" not in line)).replace(
            misc=["|".join(p for p in m.split("|") if not p.startswith("Conf")) or "_" for m in s.misc]
        )
        for s in bank
    )


def check(sentence: pp.Sentence) -> pp.Confidence:
    said = pp.confidence(sentence)
    assert 0 < said.tree < 1
    for head, of_head, of_arc in zip(sentence.heads, said.heads, said.arcs, strict=True):
        if head is None:
            assert of_head is of_arc is None
        else:
            assert of_head is not None
            assert of_arc is not None
            assert 0 < of_arc <= of_head < 1
    return said


def test_confidence_changes_nothing_else(calibrated: pp.Parser, toy: Any) -> None:
    bank = toy(70, seed=3)
    plain, sure = calibrated.parse(bank), calibrated.parse(bank, confidence=True)
    assert bare(sure) == plain
    assert sure == calibrated.parse(bank, threads=2, confidence=True)
    assert [s.line for s in sure] == [s.line for s in plain]
    for sentence in sure:
        check(sentence)
    # What was said before is replaced.
    assert calibrated.parse(sure, confidence=True) == sure
    assert calibrated.parse(bank[0], confidence=True) == sure[0]
    assert check(calibrated.parse(["the", "dog"], confidence=True))
    assert calibrated.parse(pp.Treebank(), confidence=True) == pp.Treebank()


@settings(max_examples=30, deadline=None)
@given(words=st.lists(st.sampled_from(["the", "dog", "sees", "near", "?"]), min_size=1, max_size=25))
def test_any_words(calibrated: pp.Parser, words: list[str]) -> None:
    check(calibrated.parse(words, confidence=True))


@pytest.mark.parametrize("labels", ["product", "joint", "none"])
@pytest.mark.parametrize("beam", [1, 4])
@pytest.mark.parametrize("info", pp.systems(), ids=lambda info: info.name)
def test_every_system(info: pp.SystemInfo, beam: int, labels: str, toy: Any) -> None:
    options: dict[str, Any] = {"max_length": 3} if info.needs_max_length else {}
    if labels == "none" and pp.system(info.name, **options).gives_tags:
        return  # refused: systems/test_joint.py
    strategy = "goldberg" if beam == 1 else "early"
    for root in info.roots:
        system = pp.system(info.name, root=root, **options)
        parser = pp.train(
            toy(20), toy(10, seed=1), system=system, strategy=strategy, beam=beam, labels=labels, epochs=1
        )
        bank = toy(17, seed=4)
        sure = parser.parse(bank, confidence=True, threads=2)
        assert bare(sure) == parser.parse(bank)
        for sentence in sure:
            said = check(sentence)
            assert labels != "none" or said.heads == said.arcs
        several = parser.parse(bank, confidence=True, single_root=False)
        assert bare(several) == parser.parse(bank, single_root=False)


def test_systems_written_in_python(toy: Any) -> None:
    spec = importlib.util.spec_from_file_location("confident_example", EXAMPLES / "arc_hybrid_in_python.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    own = next(v for v in vars(module).values() if isinstance(v, type) and issubclass(v, pp.TransitionSystem))
    parser = pp.train(toy(20), toy(10, seed=1), system=own(), epochs=1)
    native = pp.train(toy(20), toy(10, seed=1), system="arc-hybrid", epochs=1, features=parser.header.templates)
    bank = toy(5, seed=2)
    for sentence in parser.parse(bank, confidence=True):
        check(sentence)
    assert bare(parser.parse(bank, confidence=True)) == parser.parse(bank)
    assert native.header.calibration.keys() == parser.header.calibration.keys()


def test_what_is_clear_and_what_is_not(toy: Any) -> None:
    """With words that were seen with one head always, and others that hang here or there, it knows which is which."""
    text = ""
    for k in range(400):
        head = 2 + k % 2  # nothing tells where the last word hangs
        rows = [("dog", "NOUN", 2, "nsubj"), ("sees", "VERB", 0, "root"), ("stone", "NOUN", 2, "obj")]
        rows.append(("there", "ADV", head, "advmod"))
        text += "".join(f"{i}\t{f}\t_\t{p}\t_\t_\t{h}\t{r}\t_\t_\n" for i, (f, p, h, r) in enumerate(rows, 1)) + "\n"
    bank = pp.reads(text)
    parser = pp.train(bank[:200], bank[200:], epochs=3)
    said = check(parser.parse(bank[0], confidence=True))
    assert min(said.heads[:3]) > 0.95  # type: ignore[type-var]
    assert said.heads[3] == pytest.approx(0.5, abs=0.06)
    assert said.tree == pytest.approx(0.5, abs=0.06)


def test_one_calibration_for_each_width(toy: Any, tmp_path: Path) -> None:
    parser = pp.train(toy(30), epochs=2)
    with pytest.raises(pp.UsageError, match=r"was not calibrated and cannot say how sure it is; use parser.calibrate"):
        parser.parse(["a"], confidence=True)
    parser.calibrate(toy(20, seed=1))
    with pytest.raises(pp.UsageError, match=r"not calibrated for a beam of 4, only for 1; use .*beam=4"):
        parser.parse(["a"], beam=4, confidence=True)
    parser.calibrate(toy(20, seed=1), beam=4)
    assert list(parser.header.calibration) == ["1", "4"]
    parser.save(tmp_path / "a.pan")
    again = pp.load(tmp_path / "a.pan")
    bank = toy(10, seed=2)
    for beam in (1, 4):
        assert again.parse(bank, beam=beam, confidence=True) == parser.parse(bank, beam=beam, confidence=True)
    again.save(tmp_path / "b.pan")
    assert (tmp_path / "a.pan").read_bytes() == (tmp_path / "b.pan").read_bytes()


def test_not_together_with_constraints(calibrated: pp.Parser) -> None:
    with pytest.raises(pp.UsageError, match="leave out one of the two"):
        calibrated.parse(["a", "b"], constraints=pp.Constraints(heads={1: 2}), confidence=True)


def test_models_without_calibration_still_load(parser: pp.Parser, tmp_path: Path) -> None:
    parser.save(tmp_path / "old.pan")
    header, arrays = load_model_file(tmp_path / "old.pan")
    del header["calibration"]  # as it was before there was any
    save_model_file(tmp_path / "old.pan", header, arrays)
    assert pp.load(tmp_path / "old.pan").header == parser.header


def test_damaged_calibrations(calibrated: pp.Parser, tmp_path: Path) -> None:
    path = tmp_path / "m.pan"
    calibrated.save(path)
    header, arrays = load_model_file(path)
    good = header["calibration"]["1"]
    for wrong in [[], {"1": None}, {"x": good}, {"1": good | {"scale": 0.0}}, {"1": good | {"scale": "1"}}, {"1": {}}]:
        save_model_file(path, header | {"calibration": wrong}, arrays)
        with pytest.raises(pp.ModelError) as caught:
            pp.load(path)
        assert str(caught.value).startswith(f"{path}: the model's")
        assert "\n" not in str(caught.value)


def test_bad_development_data(parser: pp.Parser, toy: Any) -> None:
    unknown = [s.replace(heads=[None] * len(s), deprels=["_"] * len(s)) for s in toy(3)]
    for wrong in (unknown, [], "dev.conllu", None, toy(1)[0], [None]):
        with pytest.raises(pp.UsageError) as caught:
            parser.calibrate(wrong)  # type: ignore[arg-type]
        assert "\n" not in str(caught.value)
    for threads in (0, 1.5):
        with pytest.raises(pp.UsageError, match="threads="):
            parser.calibrate(toy(1), threads=threads)  # type: ignore[arg-type]
    assert parser.header.calibration == {}


def test_development_data_without_relations(toy: Any) -> None:
    """Enough to choose an epoch by, but not to calibrate on."""
    dev = [s.replace(deprels=["_"] * len(s)) for s in toy(5, seed=1)]
    parser = pp.train(toy(20), dev, epochs=1)
    assert parser.header.calibration == {}
    assert parser.header.scores.keys() == {"uas", "packing_cost"}
    assert list(pp.train(toy(20), dev, labels="none", epochs=1).header.calibration) == ["1"]


def test_where_it_is_written(calibrated: pp.Parser) -> None:
    text = (
        "# newdoc\r\n# panparser_confidence = 0.1\r\n# text = x\r\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\tA=1\r\n"
        "1\tthe\t_\tDET\t_\t_\t_\t_\t_\tConf=0.2|B=2|ConfHead=0.3|Confusion=1\r\n2\tdog\t_\tNOUN\t_\t_\t_\t_\t_\t_\r\n"
        "2.1\tc\t_\t_\t_\t_\t_\t_\t1:dep\tC=3\r\n\r\n"
    )
    lines = calibrated.parse(pp.Sentence(text), confidence=True).raw.split("\r\n")
    assert [line[:24] for line in lines[:3]] == ["# newdoc", "# text = x", "# panparser_confidence ="]
    assert lines[2] != "# panparser_confidence = 0.1"
    columns = [line.split("\t")[-1] for line in lines]
    assert columns[3] == "A=1"
    assert columns[4].startswith("B=2|Confusion=1|Conf=0.")
    assert columns[5].startswith("Conf=0.")
    assert columns[6] == "C=3"
    assert len(lines) == 9


@pytest.mark.parametrize("name", ["it_partut"])
def test_probabilities_are_true_on_a_real_treebank(treebanks: Path, name: str) -> None:
    train, dev, test = (pp.read(treebanks / name / f"{part}.conllu.xz") for part in ("train", "dev", "test"))
    parser = pp.train(train, epochs=3)
    parser.calibrate(dev)
    found = pp.reliability(test, parser.parse(test, confidence=True))
    assert found["heads"].ece < 0.03
    assert found["arcs"].ece < 0.03
    assert found["arcs"].precision_at(0.5) > found["arcs"].accuracy + 0.08


def test_records(calibrated: pp.Parser, toy: Any) -> None:
    from panparser.data.records import best_record, record, to_line

    sentence = calibrated.parse(toy(1)[0], confidence=True)
    values = json.loads(to_line(record(sentence, with_confidence=True)))
    assert values["sent_id"] == "toy-0"
    assert "text" not in values
    assert values["heads"] == sentence.heads
    assert values["confidence"] == pp.confidence(sentence).to_dict()
    best = json.loads(to_line(best_record(sentence, calibrated.best(sentence, 3))))
    assert [tree["rank"] for tree in best["trees"]] == [1, 2, 3]
    assert best["trees"][0]["heads"] == sentence.heads
    assert "heads" not in best
