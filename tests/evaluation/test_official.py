"""Every count must be the official scorer's, whatever the two files look like."""

import lzma
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .corruption import corrupt, cut_again
from .official import assert_agreement, assert_same_percentages, needs_udeval
from .random_pairs import random_pair

pytestmark = needs_udeval
LANGUAGES = ["en_ewt", "tr_imst", "ar_padt", "it_partut", "zh_gsd"]


@settings(max_examples=25, deadline=None)
@given(random=st.randoms(use_true_random=False), texts=st.integers(1, 8))
def test_random_annotations_of_one_text(random, texts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pair")
    assert_agreement(*_write_pair(folder, random_pair(random, texts)))


def test_many_random_annotations(tmp_path):
    random = Random(1)
    for _ in range(5):
        gold, predicted = _write_pair(tmp_path, random_pair(random, 100))
        assert_agreement(gold, predicted)
        assert_same_percentages(gold, predicted)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("change", [corrupt, cut_again])
def test_corrupted_treebank(language, change, treebanks, tmp_path):
    packed = Path(treebanks) / language / "dev.conllu.xz"
    if not packed.exists():
        pytest.skip(f"{language} is not among the treebanks")
    text = lzma.decompress(packed.read_bytes()).decode()
    gold, predicted = _write_pair(tmp_path, (text, change(text, Random(7))))
    assert_agreement(gold, predicted)
    assert_same_percentages(gold, predicted)


def _write_pair(folder: Path, texts: tuple[str, str]) -> list[Path]:
    paths = [folder / "gold.conllu", folder / "predicted.conllu"]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8", newline="\n")
    return paths
