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

__all__ = [
    "InputError",
    "ModelError",
    "PanParserError",
    "Sentence",
    "Statistics",
    "Treebank",
    "UsageError",
    "Writer",
    "read",
    "reads",
    "stats",
    "stream",
    "write",
    "writes",
]
