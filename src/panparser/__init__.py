"""PanParser: transition-based dependency parsing on one fast native engine."""

from panparser.constraints import Constraints
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
from panparser.tasks import Parser, Vote, load
from panparser.training import (
    EarlyStopping,
    EpochReport,
    LearningCurve,
    Listener,
    Strategy,
    Subsample,
    UpdateReport,
    jackknife,
    sample,
    strategies,
    train,
)

__all__ = [
    "Configuration",
    "Constraints",
    "Derivation",
    "EarlyStopping",
    "EpochReport",
    "InputError",
    "LearningCurve",
    "Listener",
    "Metric",
    "ModelError",
    "PanParserError",
    "Parser",
    "Scores",
    "Sentence",
    "Statistics",
    "Strategy",
    "Subsample",
    "SystemInfo",
    "TransitionSystem",
    "Treebank",
    "UpdateReport",
    "UsageError",
    "Vote",
    "Writer",
    "derive",
    "draw",
    "draw_svg",
    "evaluate",
    "jackknife",
    "load",
    "read",
    "reads",
    "sample",
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
