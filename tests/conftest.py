"""What tests of every room share."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import panparser as pp

Toy = Callable[..., pp.Treebank]


@pytest.fixture(scope="session")
def treebanks() -> Path:
    """The folder with one sub-folder of .conllu.xz files per treebank."""
    folder = os.environ.get("PANPARSER_TREEBANKS")
    if not folder:
        pytest.skip("PANPARSER_TREEBANKS is not set")
    return Path(folder)


_WORDS = {
    "DET": ["the", "a", "this"],
    "ADJ": ["old", "green", "quick"],
    "NOUN": ["dog", "tree", "river", "song", "stone"],
    "VERB": ["sees", "likes", "finds", "sings"],
    "ADP": ["in", "near"],
}


def _toy_sentence(rng: random.Random, number: int) -> str:
    """A sentence of a grammar that a parser can learn without error, with all that CoNLL-U allows around it."""
    rows: list[list[str]] = []  # form, upos, head, deprel

    def word(upos: str, head: int, deprel: str) -> int:
        rows.append([rng.choice(_WORDS[upos]), upos, str(head), deprel])
        return len(rows)

    def noun_phrase(deprel: str, preposition: bool = False) -> int:
        inside = [word("ADP", 0, "case")] if preposition else []
        inside.append(word("DET", 0, "det"))
        if rng.random() < 0.4:
            inside.append(word("ADJ", 0, "amod"))
        noun = word("NOUN", 0, deprel)
        for dependent in inside:
            rows[dependent - 1][2] = str(noun)
        return noun

    subject = noun_phrase("nsubj")
    verb = word("VERB", 0, "root")
    arguments = [noun_phrase("obj")] if rng.random() < 0.7 else []
    arguments += [noun_phrase("obl", preposition=True) for _ in range(rng.randint(0, 2))]
    for argument in [subject, *arguments]:
        rows[argument - 1][2] = str(verb)
    rows.append([".", "PUNCT", str(verb), "punct"])
    lines = [f"# sent_id = toy-{number}"]
    for i, (form, upos, head, deprel) in enumerate(rows, 1):
        if i == 1 and number % 3 == 0:
            lines.append(f"1-2\t{form}{rows[1][0]}" + "\t_" * 7 + "\tSpaceAfter=No")
        lines.append(f"{i}\t{form}\t{form}\t{upos}\t_\tToy=Yes\t{head}\t{deprel}\t{head}:{deprel}\tNote=x")
        if i == verb and number % 4 == 0:
            lines.append(f"{i}.1\tnothing" + "\t_" * 6 + f"\t{verb}:dep\t_")
    return "\n".join(lines) + "\n\n"


@pytest.fixture(scope="session")
def toy() -> Toy:
    """`toy(count, seed)`: a treebank of made-up sentences."""

    def make(count: int, seed: int = 0) -> pp.Treebank:
        rng = random.Random(seed)
        return pp.reads("".join(_toy_sentence(rng, number) for number in range(count)))

    return make


@pytest.fixture(scope="session")
def parser(toy: Toy) -> pp.Parser:
    """A parser of toy sentences."""
    return pp.train(toy(60), epochs=4)
