"""PanParser: transition-based dependency parsing on one fast native engine."""

from panparser.data import (
    Sentence,
    Statistics,
    Treebank,
    Writer,
    read,
    reads,
    stats,
    stream,
    write,
    writes,
)
from panparser.errors import InputError, ModelError, PanParserError, UsageError
from panparser.evaluation import Metric, Scores, evaluate

__all__ = [
    "InputError",
    "Metric",
    "ModelError",
    "PanParserError",
    "Scores",
    "Sentence",
    "Statistics",
    "Treebank",
    "UsageError",
    "Writer",
    "evaluate",
    "read",
    "reads",
    "stats",
    "stream",
    "write",
    "writes",
]
