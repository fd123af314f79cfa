"""Brown clusters: files, lookups, and their way through a model."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import panparser as pp
from panparser.models import load_model_file, save_model_file

from .language import design, feature, word

PATHS = "0\tthe\t6\n1101\tdog\t3\n1100\tcat\t2\n111000111\tÅrhus\t1\n10\tcAT\t1\n"


@pytest.fixture
def paths(tmp_path: Path) -> Path:
    path = tmp_path / "paths"
    path.write_text(PATHS, encoding="utf-8")
    return path


def test_reading(paths: Path) -> None:
    read = pp.read_clusters(paths)
    assert read.words == 5
    packed = paths.with_suffix(".gz")
    packed.write_bytes(gzip.compress(PATHS.replace("\t6", "").replace("\n", "\r\n").encode()))
    again = pp.read_clusters(packed)
    assert np.array_equal(read.keys, again.keys)
    assert np.array_equal(read.paths, again.paths)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("01 dog 3\n", ":1: 1 columns"),
        ("0\tthe\t6\n0\tdog\t3\tx\n", ":2: 4 columns"),
        ("0\tthe\t6\n012\tdog\t3\n", ":2: '012' is no path"),
        ("\tdog\t3\n", ":1: '' is no path"),
        ("1" * 64 + "\tdog\t3\n", "is no path; a path is a string of 0 and 1, up to 63"),
        ("0\tdog\t6\n1\tdog\t3\n", ":2: 'dog' is in two clusters"),
        ("\n", "there are no clusters"),
    ],
)
def test_bad_files(content: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "paths"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(pp.InputError) as caught:
        pp.read_clusters(path)
    assert problem in str(caught.value)
    assert str(caught.value).startswith(str(path))


_words = st.text(st.sampled_from("abAB"), min_size=1, max_size=2)


@given(st.dictionaries(_words, st.text("01", min_size=1, max_size=63), min_size=1), st.lists(_words, min_size=1))
def test_values_are_prefixes_of_paths(table: dict[str, str], forms: list[str]) -> None:
    clusters = pp.Clusters.of(table)
    for name, bits in (("brown", 63), ("brown1", 1), ("brown4", 4), ("brown63", 63)):
        seen: dict[str, int] = {}
        for form in [*forms, *table]:
            path = table.get(form, table.get(form.lower()))
            found = feature(word(form), f"B0.{name}", clusters)
            assert (path is None) == (found is None)
            if path is not None and found is not None:
                assert seen.setdefault(path[:bits], found) == found
        assert len(set(seen.values())) == len(seen)


def test_clusters_travel_in_the_model(toy: Any, paths: Path, tmp_path: Path) -> None:
    bank = toy(20)
    parser = pp.train(bank, features="zn11+brown", clusters=paths, epochs=2)
    assert parser.header.clusters["words"] == 5
    assert parser.header.features == "zn11+brown"
    parser.save(tmp_path / "m.pan")
    again = pp.load(tmp_path / "m.pan")
    assert again.parse(bank) == parser.parse(bank)
    start = pp.system("arc-eager").initial(len(bank[0]))
    assert list(again._design.features(bank[0], start)) == list(parser._design.features(bank[0], start))
    # They do have a say: dog and cat share a prefix.
    prefix = design(["B0.brown3"], again.clusters)
    one = pp.system("arc-eager").initial(1)
    assert list(prefix.features(word("dog"), one)) == list(prefix.features(word("cat"), one)) != []


def test_clusters_and_features_go_together(toy: Any, paths: Path, tmp_path: Path) -> None:
    with pytest.raises(pp.UsageError, match="look at Brown clusters, and there are none"):
        pp.train(toy(2), features="zn11+brown", epochs=1)
    with pytest.raises(pp.UsageError, match="no feature looks at the Brown clusters"):
        pp.train(toy(2), clusters=paths, epochs=1)
    parser = pp.train(toy(5), features="zn11+brown", clusters=pp.read_clusters(paths), epochs=1)
    parser.save(tmp_path / "m.pan")
    header, arrays = load_model_file(tmp_path / "m.pan")
    for change in (
        {"clusters.keys": arrays["clusters.keys"][::-1].copy()},
        {"clusters.paths": arrays["clusters.paths"][1:].copy()},
        {"clusters.paths": arrays["clusters.paths"] * 0},
        {"clusters.paths": arrays["clusters.paths"].astype(np.float32)},
    ):
        save_model_file(tmp_path / "bad.pan", header, arrays | change)
        with pytest.raises(pp.ModelError):
            pp.load(tmp_path / "bad.pan")
    del arrays["clusters.keys"]
    save_model_file(tmp_path / "bad.pan", header, arrays)
    with pytest.raises(pp.ModelError, match=r"no array 'clusters\.keys'"):
        pp.load(tmp_path / "bad.pan")


def test_resuming_needs_the_same_clusters(toy: Any, paths: Path, tmp_path: Path) -> None:
    options: dict[str, Any] = {"features": "zn11+brown", "checkpoint": tmp_path / "c.ckpt"}
    pp.train(toy(5), clusters=paths, epochs=1, **options)
    other = pp.Clusters.of({"dog": "1"})
    with pytest.raises(pp.UsageError, match="another clusters"):
        pp.train(toy(5), clusters=other, epochs=2, resume=True, **options)
