"""Counts and projectivity against slow computations that follow the definitions literally."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path

import pytest

import panparser as pp
from panparser._native import nonprojective_words

Heads = list[int | None]


def path_up(heads: Heads, word: int) -> list[int | None]:
    path: list[int | None] = [word]
    while path[-1]:
        path.append(heads[path[-1] - 1])
    return path


def literal_nonprojective(heads: Heads) -> list[int]:
    found = []
    for dependent, head in enumerate(heads, 1):
        if head is None:
            continue
        for word in range(min(head, dependent) + 1, max(head, dependent)):
            path = path_up(heads, word)
            # Above an unknown head may be anything but what is below it.
            may_descend = head in path or (path[-1] is None and path[-2] not in path_up(heads, head))
            if not may_descend:
                found.append(dependent)
                break
    return found


def is_acyclic(heads: Heads) -> bool:
    for start in range(1, len(heads) + 1):
        word: int | None = start
        for _ in range(len(heads) + 1):
            word = heads[word - 1] if word else None
        if word:
            return False
    return True


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_all_heads_up_to_five_words(n: int) -> None:
    seen = 0
    for heads in itertools.product(*([None, *(h for h in range(n + 1) if h != d)] for d in range(1, n + 1))):
        if is_acyclic(list(heads)):
            assert nonprojective_words(heads) == literal_nonprojective(list(heads)), heads
            seen += 1
        else:
            with pytest.raises(pp.UsageError, match="cycle"):
                nonprojective_words(heads)
    assert seen == 2 * (n + 2) ** (n - 1)  # forests whose trees stand in the air or under ROOT


def test_a_long_sentence() -> None:
    n = 200_000
    assert nonprojective_words(range(n)) == []
    assert nonprojective_words([n, 0, *range(2, n)]) == [1]


def literal(bank: pp.Treebank) -> dict[str, object]:
    tokens = multiword = empty = 0
    for sentence in bank:
        inside = 0
        for line in sentence.raw.split("\n"):
            if not line.strip() or line.startswith("#"):
                continue
            number = line.split("\t")[0]
            if "-" in number:
                multiword += 1
                tokens += 1
                inside = int(number.split("-")[1])
            elif "." in number:
                empty += 1
            else:
                tokens += int(number) > inside
    crossing = [len(literal_nonprojective(sentence.heads)) for sentence in bank]
    return {
        "sentences": len(bank),
        "words": sum(len(s.forms) for s in bank),
        "tokens": tokens,
        "multiword_tokens": multiword,
        "empty_nodes": empty,
        "unknown_heads": sum(s.heads.count(None) for s in bank),
        "labels": dict(Counter(label for s in bank for label in s.deprels if label != "_")),
        "upos": dict(Counter(tag for s in bank for tag in s.upos if tag != "_")),
        "nonprojective_arcs": sum(crossing),
        "nonprojective_sentences": sum(map(bool, crossing)),
        "roots": dict(Counter(s.heads.count(0) for s in bank)),
        "longest": max(map(len, bank)),
        "multiroot_sentences": sum(s.heads.count(0) > 1 for s in bank),
    }


ROW = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"
SMALL = (
    ROW.format("1-2", "ab", "_", "_", "_")
    + ROW.format(1, "a", "X", 3, "dep")
    + ROW.format("1.1", "e", "Y", "_", "ghost")
    + ROW.format(2, "b", "_", 0, "root")
    + ROW.format(3, "c", "X", 2, "_")
    + "\n"
    + ROW.format(1, "d", "Z", 0, "root")
    + ROW.format(2, "e", "Z", 0, "root")
    + ROW.format(3, "f", "Z", "_", "_")
)


def test_a_small_file() -> None:
    bank = pp.reads(SMALL)
    found = pp.stats(bank)
    assert found.to_dict().items() >= literal(bank).items()
    assert (found.nonprojective_arcs, found.nonprojective_sentences, found.multiroot_sentences) == (1, 1, 1)
    assert found.nonprojective_arcs_percent == pytest.approx(20)
    assert list(found.upos) == ["Z", "X"]
    assert pp.stats([bank[:1], bank[1:]]) == pp.stats(iter(bank)) == found
    assert json.loads(json.dumps(found.to_dict()))["words"] == 6
    table = str(found).splitlines()
    assert table[0].split() == ["sentences", "2"]
    assert any("1 (20.00 %)" in line for line in table)


def test_nothing_to_count() -> None:
    empty = pp.stats([])
    assert (empty.sentences, empty.mean_length, empty.nonprojective_arcs_percent) == (0, 0, 0)
    assert str(empty)
    with pytest.raises(pp.UsageError, match="not str"):
        pp.stats(["a"])  # type: ignore[list-item]


@pytest.mark.parametrize("name", ["en_ewt", "cs_cltt", "grc_perseus", "ar_padt"])
def test_real_treebanks(treebanks: Path, name: str) -> None:
    path = treebanks / name / "dev.conllu.xz"
    if not path.exists():
        pytest.skip(f"no treebank {name}")
    bank = pp.read(path)
    assert pp.stats(pp.stream(path, batch=100)).to_dict().items() >= literal(bank).items()
