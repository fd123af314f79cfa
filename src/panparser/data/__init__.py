"""Sentences and treebanks: reading, writing, counting."""

from panparser._native import Sentence
from panparser.data.confidence import Confidence, confidence
from panparser.data.document import Document, Span, Token
from panparser.data.pan2 import from_pan2, to_pan2
from panparser.data.reading import read, reads, stream
from panparser.data.statistics import Statistics, stats
from panparser.data.text import text_of
from panparser.data.treebank import Treebank
from panparser.data.writing import Writer, write, writes

__all__ = [
    "Confidence",
    "Document",
    "Sentence",
    "Span",
    "Statistics",
    "Token",
    "Treebank",
    "Writer",
    "confidence",
    "from_pan2",
    "read",
    "reads",
    "stats",
    "stream",
    "text_of",
    "to_pan2",
    "write",
    "writes",
]
