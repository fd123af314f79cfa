"""Error analysis: where parsers are right and wrong, by any criterion, and whether one is better than another."""

from panparser.analysis.analyze import Analysis, analyze, frequencies
from panparser.analysis.comparison import Comparison, Outcome, compare
from panparser.analysis.confusion import Confusion
from panparser.analysis.criteria import (
    CRITERIA,
    DEPTH,
    DIRECTION,
    HEADPOS,
    LABEL,
    LENGTH,
    POS,
    PROJECTIVITY,
    SENTENCE_LENGTH,
    SIBLINGS,
    WORD,
    Combination,
    Criterion,
)
from panparser.analysis.repairs import Repairs, repairs
from panparser.analysis.report import report
from panparser.analysis.score import Found, TypeScore
from panparser.analysis.significance import Significance, significance
from panparser.analysis.table import Coded, Table

__all__ = [
    "CRITERIA",
    "DEPTH",
    "DIRECTION",
    "HEADPOS",
    "LABEL",
    "LENGTH",
    "POS",
    "PROJECTIVITY",
    "SENTENCE_LENGTH",
    "SIBLINGS",
    "WORD",
    "Analysis",
    "Coded",
    "Combination",
    "Comparison",
    "Confusion",
    "Criterion",
    "Found",
    "Outcome",
    "Repairs",
    "Significance",
    "Table",
    "TypeScore",
    "analyze",
    "compare",
    "frequencies",
    "repairs",
    "report",
    "significance",
]
