"""Word vectors: files, what is learnt with them, and their way through a model."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import panparser as pp
from panparser.models import load_model_file, save_model_file

GLOVE = "the 3 0 0\ndog 0 3 4\nNew York 0 0 0\n"


def write(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


def test_reading(tmp_path: Path) -> None:
    plain = pp.read_vectors(write(tmp_path / "plain.txt", GLOVE))
    assert (plain.words, plain.dimension) == (3, 3)
    mean_length = (3 + 5 + 0) / 3
    assert np.allclose(plain.values[0], np.array([1, 1, 4 / 3]) / mean_length, atol=1e-3)  # the mean of all
    assert np.allclose(np.linalg.norm(plain.values[1:].astype(float), axis=1).mean(), 1, atol=1e-3)
    with_header = tmp_path / "header.txt.gz"
    with_header.write_bytes(gzip.compress(("3 3\n" + GLOVE.replace("\n", " \n")).encode()))
    again = pp.read_vectors(with_header)
    assert np.array_equal(plain.keys, again.keys)
    assert np.array_equal(plain.values, again.values)
    unknown = pp.read_vectors(write(tmp_path / "unk.txt", "<unk> 1 0\ndog 0 2\ncat 0 2\n"))
    assert (unknown.words, unknown.values[0].tolist()) == (2, [0.5, 0])
    assert pp.read_vectors(tmp_path / "plain.txt", most=1).words == 1


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("the 1 2\ndog 1\n", ":2: 1 numbers behind the word, and not 2"),
        ("2 3\nthe 1 2\n", ":2: 2 numbers behind the word, and not 3"),
        ("the 1 x\n", ":1: what stands behind 'the' is not all numbers"),
        ("the 1 2\ndog 1 nan\n", ":2: the vector of 'dog' has a number that is infinite"),
        ("the\n", ":1: vectors of 0 numbers"),
        ("9 2000\nthe 1\n", ":2: vectors of 2000 numbers"),
        ("<unk> 1 2\n", "there are no word vectors"),
        ("", "there are no word vectors"),
    ],
)
def test_bad_files(content: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(pp.InputError) as caught:
        pp.read_vectors(write(tmp_path / "v.txt", content))
    assert problem in str(caught.value)
    with pytest.raises(pp.UsageError, match="the same number of dimensions"):
        pp.Vectors.of({"a": [1, 2], "b": [1]})


def one_hot(bank: pp.Treebank) -> pp.Vectors:
    words = sorted({form for sentence in bank for form in sentence.forms})
    return pp.Vectors.of({word: [float(i == k) for k in range(len(words))] for i, word in enumerate(words)})


@pytest.mark.parametrize("labels", ["product", "joint"])
@pytest.mark.parametrize(("strategy", "beam"), [("goldberg", 1), ("maxvNDrestartSO", 4)])
@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid"])
def test_a_vector_with_a_single_one_is_as_good_as_the_form(
    system: str, strategy: str, beam: int, labels: str, toy: Any
) -> None:
    # With ROOT last, what is on the stack is always a word: both know the same, and must learn the same.
    bank, curves, parsers = toy(25), [], []
    for values, vectors in (("w", None), ("vec", one_hot(bank))):
        curve = pp.LearningCurve()
        features = ["S0.p B0.p", "S1.p S0.p", f"S0.{values}", f"S1.{values}", f"S0.l.{values}"]
        options: dict[str, Any] = {"system": system, "strategy": strategy, "beam": beam, "labels": labels}
        parsers.append(pp.train(bank, bank, features=features, vectors=vectors, epochs=3, listener=curve, **options))
        curves.append([(r.error, r.label_error, r.uas, r.las) for r in curve.reports])
    assert curves[0] == curves[1]
    by_form, by_vector = (pp.evaluate(bank, parser.parse(bank)).las for parser in parsers)
    assert abs(by_form - by_vector) < 2  # one of the two is rounded


def test_vectors_travel_in_the_model(toy: Any, tmp_path: Path) -> None:
    bank = toy(25)
    parser = pp.train(bank, features="zn11+vectors", vectors=one_hot(bank), epochs=2)
    assert parser.header.vectors["dimension"] == parser.header.vectors["words"]
    parser.save(tmp_path / "m.pan")
    again = pp.load(tmp_path / "m.pan")
    assert again.parse(bank) == parser.parse(bank)
    again.save(tmp_path / "again.pan")
    assert (tmp_path / "again.pan").read_bytes() == (tmp_path / "m.pan").read_bytes()
    bare = parser.with_features("zn11")
    assert not bare.header.vectors
    assert pp.evaluate(bank, bare.parse(bank)).uas > 50
    with pytest.raises(pp.UsageError, match="word vectors stay together"):
        parser.with_features(["S0.w", "S0.vec"])
    header, arrays = load_model_file(tmp_path / "m.pan")
    for change in (
        {"dense": arrays["dense"][1:].copy()},
        {"dense": np.full_like(arrays["dense"], np.inf)},
        {"vectors.values": arrays["vectors.values"][1:].copy()},
        {"vectors.values": np.full_like(arrays["vectors.values"], np.nan)},
        {"vectors.keys": arrays["vectors.keys"][::-1].copy()},
    ):
        save_model_file(tmp_path / "bad.pan", header, arrays | change)
        with pytest.raises(pp.ModelError) as caught:
            pp.load(tmp_path / "bad.pan")
        assert str(caught.value).startswith(str(tmp_path / "bad.pan"))


def test_interrupted_and_resumed(toy: Any, tmp_path: Path) -> None:
    bank = toy(20)
    options: dict[str, Any] = {"features": "zn11+vectors", "vectors": one_hot(bank)}
    whole = pp.train(bank, epochs=3, **options)
    pp.train(bank, epochs=1, checkpoint=tmp_path / "c.ckpt", **options)
    resumed = pp.train(bank, epochs=3, checkpoint=tmp_path / "c.ckpt", resume=True, **options)
    for path, parser in ((tmp_path / "a.pan", whole), (tmp_path / "b.pan", resumed)):
        parser.save(path)
    assert (tmp_path / "a.pan").read_bytes() == (tmp_path / "b.pan").read_bytes()


def test_what_is_not_possible(toy: Any, tmp_path: Path) -> None:
    bank = toy(5)
    some = pp.Vectors.of({"dog": [1.0]})
    with_vectors = pp.train(bank, features="zn11+vectors", vectors=some, epochs=1, trainable=True)
    without = pp.train(bank, epochs=1, trainable=True)
    for options, problem in (
        ({"features": "zn11+vectors"}, "look at word vectors, and there are none"),
        ({"vectors": some}, "no feature looks at the word vectors"),
        ({"features": ["S0.vec B0.w"], "vectors": some}, "'S0.vec B0.w' combines a word vector with other values"),
        ({"start": with_vectors}, "a parser with word vectors cannot be gone on from"),
        ({"start": without, "features": "zn11+vectors", "vectors": some}, "cannot be added to a parser"),
    ):
        with pytest.raises(pp.UsageError) as caught:
            pp.train(bank, epochs=1, **options)
        assert problem in str(caught.value)
