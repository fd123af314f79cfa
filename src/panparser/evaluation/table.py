"""Scores as plain text, for a terminal or a log."""

from __future__ import annotations

from panparser.evaluation.metric import Metric
from panparser.evaluation.scores import Scores

_SEGMENTATION = ["Tokens", "Sentences", "Words"]
_TAGS = ["UPOS", "XPOS", "UFeats", "AllTags", "Lemmas"]
_ATTACHMENT = ["UAS", "LAS", "CLAS", "MLAS", "BLEX"]
_TREES = [("UAS", False), ("LAS", False), ("LAS", True), ("LS", False), ("LS", True)]
_EXACT = [("UEM", False), ("LEM", False), ("LEM", True)]
_NAMES = {"LS": "labels", "UEM": "exact, heads", "LEM": "exact", "Coverage": "words with a head"}
_NOTHING = "–"


def render(scores: Scores) -> str:
    """The official table, then heads and labels with and without punctuation and subtypes; coverage where it lacks."""
    lines = [f"{_title(scores):<24}{'precision':>11}{'recall':>11}{'F1':>11}{'aligned':>11}"]
    for name in _SEGMENTATION + _TAGS + _ATTACHMENT:
        metric = None if name in scores.missing else scores[name]
        lines.append(f"{name:<24}" + "".join(f"{cell:>11}" for cell in _cells(metric)))
    lines += ["", f"{'trees':<24}{'punctuation':>22}{'no punctuation':>22}"]
    partial = [("Coverage", False)] if scores["Coverage"].correct < scores["Coverage"].gold else []
    for name, subtypes in _TREES + _EXACT + partial:
        label = _NAMES.get(name, name)
        if name not in ("UAS", "UEM", "Coverage"):
            label += ", full labels" if subtypes else ", universal labels"
        row = [
            _number(None if name in scores.missing else scores.tables[punctuation, subtypes][name].f1)
            for punctuation in (True, False)
        ]
        lines.append(f"{label:<24}{row[0]:>22}{row[1]:>22}")
    return "\n".join(line.rstrip() for line in lines)


def _title(scores: Scores) -> str:
    return ", ".join(["full labels"] * scores.subtypes + ["no punctuation"] * (not scores.punctuation)) or "CoNLL 2018"


def _cells(metric: Metric | None) -> list[str]:
    if metric is None:
        return [_NOTHING] * 4
    aligned = metric.aligned_accuracy
    numbers = [metric.precision, metric.recall, metric.f1]
    return [_number(number) for number in numbers] + ["" if aligned is None else _number(aligned)]


def _number(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.2f}"
