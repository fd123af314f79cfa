"""Sentences as plain values, for JSON Lines: one object per line and sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from panparser._native import Sentence
from panparser.data.confidence import confidence


def record(sentence: Sentence, *, with_confidence: bool = False) -> dict[str, Any]:
    """What a parser was given of a sentence, and what it made of it; lists have one value per word.

    >>> record(Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"]))
    {'forms': ['Birds', 'sing'], 'upos': ['_', '_'], 'heads': [2, 0], 'deprels': ['nsubj', 'root']}
    """
    values = _given(sentence) | _tree(sentence)
    return values | ({"confidence": confidence(sentence).to_dict()} if with_confidence else {})


def best_record(sentence: Sentence, trees: Sequence[tuple[Sentence, float]]) -> dict[str, Any]:
    """A sentence with several trees and their scores, the best first."""
    ranked = [{"rank": rank, "score": score} | _tree(tree) for rank, (tree, score) in enumerate(trees, 1)]
    return _given(sentence) | {"trees": ranked}


def to_line(values: Mapping[str, Any]) -> bytes:
    """One line of JSON."""
    return json.dumps(values, ensure_ascii=False).encode() + b"\n"


def _given(sentence: Sentence) -> dict[str, Any]:
    names = (line.removeprefix("# sent_id = ") for line in sentence.comments if line.startswith("# sent_id = "))
    values = {"sent_id": next(names, None), "text": sentence.text}
    columns = {"forms": sentence.forms, "upos": sentence.upos}
    return {name: value for name, value in values.items() if value is not None} | columns


def _tree(sentence: Sentence) -> dict[str, Any]:
    return {"heads": sentence.heads, "deprels": sentence.deprels}
