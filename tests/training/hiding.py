"""Partial annotation, in any mixture."""

from __future__ import annotations

import random

import panparser as pp


def hidden(sentence: pp.Sentence, rng: random.Random, known: float) -> pp.Sentence:
    """Each head, and each label on its own, is known with that probability."""
    return sentence.replace(
        heads=[head if rng.random() < known else None for head in sentence.heads],
        deprels=[label if rng.random() < known else "_" for label in sentence.deprels],
    )


def unknown(bank: pp.Treebank, *, heads: bool = True, deprels: bool = True) -> pp.Treebank:
    """Without any head, without any label."""
    return pp.Treebank(
        sentence.replace(
            **({"heads": [None] * len(sentence)} if heads else {}),
            **({"deprels": ["_"] * len(sentence)} if deprels else {}),
        )
        for sentence in bank
    )
