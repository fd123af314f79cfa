"""Training that goes on from a parser which is there already."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import panparser as pp


@pytest.fixture(scope="module")
def first(toy: Any) -> pp.Parser:
    return pp.train(toy(40), features="delexicalized", epochs=2, trainable=True)


def test_first_without_words_then_with_them(first: pp.Parser, toy: Any) -> None:
    # PanParser, 4.7: train delexicalized, then fine-tune with all features.
    bank = toy(40, seed=3)
    fine = pp.train(bank, start=first, features="zn11", epochs=1)
    assert fine.header.features == "zn11"
    assert fine.header.start["features"] == "zn11+delexicalized"
    assert fine.header.start["data"] == first.header.data
    assert pp.evaluate(bank, fine.parse(bank)).las >= pp.evaluate(bank, pp.train(bank, epochs=1).parse(bank)).las
    # And the other way round: what is not looked at any more is not changed either.
    back = pp.train(bank, start=pp.train(bank, epochs=1, trainable=True), features="delexicalized", epochs=1)
    assert len(back.header.templates) == len(first.header.templates)


def test_without_anything_to_learn_it_stays_as_it_was(first: pp.Parser, toy: Any) -> None:
    class Nothing(pp.Listener):
        def before_update(self, update: pp.UpdateReport) -> bool:
            return False

    bank = toy(30, seed=4)
    again = pp.train(bank, start=first, epochs=1, listener=Nothing(), trainable=True)
    for name, array in first.weights.items():
        assert (again.weights[name] == array).all()
    assert again.header.templates == first.header.templates
    assert [s.heads for s in again.parse(bank)] == [s.heads for s in first.parse(bank)]


@pytest.mark.parametrize("labels", ["product", "joint"])
def test_new_labels_come_behind_the_old_ones(labels: str, toy: Any) -> None:
    bank = toy(30)
    old = pp.train(bank, labels=labels, epochs=3, trainable=True)
    other = [s.replace(deprels=[{"det": "determiner"}.get(d, d) for d in s.deprels]) for s in toy(30, seed=7)]
    new = pp.train(other, labels=labels, start=old, epochs=3)
    assert new.header.labels == (*old.header.labels, "determiner")
    assert pp.evaluate(other, new.parse(other)).las > 95

    class Nothing(pp.Listener):
        def before_update(self, update: pp.UpdateReport) -> bool:
            return False

    same = pp.train(other, labels=labels, start=old, epochs=1, listener=Nothing())
    assert same.parse(bank) == old.parse(bank)  # the weights of each label are still its own


def test_weights_travel_in_the_file(first: pp.Parser, toy: Any, tmp_path: Path) -> None:
    first.save(tmp_path / "first.pan")
    again = pp.load(tmp_path / "first.pan")
    bank = toy(20, seed=5)
    one, two = (pp.train(bank, start=p, features="zn11", epochs=2) for p in (first, again))
    one.save(tmp_path / "1.pan")
    two.save(tmp_path / "2.pan")
    assert (tmp_path / "1.pan").read_bytes() == (tmp_path / "2.pan").read_bytes()
    assert (tmp_path / "1.pan").stat().st_size < (tmp_path / "first.pan").stat().st_size * 10


def test_interrupted_and_resumed(first: pp.Parser, toy: Any, tmp_path: Path) -> None:
    bank = toy(20, seed=6)
    whole = pp.train(bank, start=first, features="zn11", epochs=3)
    options: dict[str, Any] = {"start": first, "features": "zn11", "checkpoint": tmp_path / "c.ckpt"}
    pp.train(bank, epochs=1, **options)
    resumed = pp.train(bank, epochs=3, resume=True, **options)
    for path, parser in ((tmp_path / "a.pan", whole), (tmp_path / "b.pan", resumed)):
        parser.save(path)
    assert (tmp_path / "a.pan").read_bytes() == (tmp_path / "b.pan").read_bytes()
    other = pp.train(toy(40), features="delexicalized", epochs=1, trainable=True)
    with pytest.raises(pp.UsageError, match="another start"):
        pp.train(bank, epochs=3, resume=True, **options | {"start": other})


def test_what_cannot_go_on(first: pp.Parser, parser: pp.Parser, toy: Any) -> None:
    unlabelled = pp.train([s.replace(deprels=["_"] * len(s)) for s in toy(3)], epochs=1, trainable=True)
    for options, problem in (
        ({"start": parser}, "no weights to go on from; train it with trainable=True"),
        ({"start": first, "system": "arc-hybrid"}, "is for arc-eager with root last, not for arc-hybrid"),
        ({"start": first, "root": "first"}, "not for arc-eager with root first"),
        ({"start": first, "labels": "joint"}, "has labels='product', not 'joint'"),
        ({"start": "first.pan"}, "not str; pp.load gives one"),
        ({"start": unlabelled}, "knows no labels"),
    ):
        with pytest.raises(pp.UsageError) as caught:
            pp.train(toy(3), epochs=1, **options)
        assert problem in str(caught.value)
