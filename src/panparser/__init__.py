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
from panparser.show import Derivation, derive, draw, draw_svg
from panparser.systems import Configuration, SystemInfo, TransitionSystem, system, systems, verify, walk
from panparser.tasks import Parser, load
from panparser.training import EpochReport, Listener, Strategy, strategies, train

__all__ = [
    "Configuration",
    "Derivation",
    "EpochReport",
    "InputError",
    "Listener",
    "Metric",
    "ModelError",
    "PanParserError",
    "Parser",
    "Scores",
    "Sentence",
    "Statistics",
    "Strategy",
    "SystemInfo",
    "TransitionSystem",
    "Treebank",
    "UsageError",
    "Writer",
    "derive",
    "draw",
    "draw_svg",
    "evaluate",
    "load",
    "read",
    "reads",
    "stats",
    "strategies",
    "stream",
    "system",
    "systems",
    "train",
    "verify",
    "walk",
    "write",
    "writes",
]
