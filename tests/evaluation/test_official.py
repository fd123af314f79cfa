"""Every count must be the official scorer's, whatever the two files look like."""

import lzma
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .corruption import corrupt, cut_again
from .official import assert_agreement, assert_same_percentages, needs_udeval
from .random_pairs import annotate, random_text

pytestmark = needs_udeval
LANGUAGES = ["en_ewt", "tr_imst", "ar_padt", "it_partut", "zh_gsd"]


@settings(max_examples=25, deadline=None)
@given(random=st.randoms(use_true_random=False), texts=st.integers(1, 8))
def test_random_annotations_of_one_text(random, texts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pair")
    pairs = [
        (annotate(text, random), annotate(text, random))
        for text in (random_text(random) for _ in range(texts))
    ]
    gold, predicted = (
        _write(folder / name, "".join(side))
        for name, side in zip("gp", zip(*pairs, strict=True), strict=True)
    )
    assert_agreement(gold, predicted)


def test_many_random_annotations(tmp_path):
    random = Random(1)
    for _ in range(5):
        pairs = [
            (annotate(text, random), annotate(text, random))
            for text in (random_text(random) for _ in range(100))
        ]
        gold = _write(tmp_path / "gold.conllu", "".join(one for one, _ in pairs))
        predicted = _write(tmp_path / "predicted.conllu", "".join(other for _, other in pairs))
        assert_agreement(gold, predicted)
        assert_same_percentages(gold, predicted)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("change", [corrupt, cut_again])
def test_corrupted_treebank(language, change, treebanks, tmp_path):
    packed = Path(treebanks) / language / "dev.conllu.xz"
    if not packed.exists():
        pytest.skip(f"{language} is not among the treebanks")
    text = lzma.decompress(packed.read_bytes()).decode()
    gold = _write(tmp_path / "gold.conllu", text)
    predicted = _write(tmp_path / "predicted.conllu", change(text, Random(7)))
    assert_agreement(gold, predicted)
    assert_same_percentages(gold, predicted)


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="\n")
    return path
