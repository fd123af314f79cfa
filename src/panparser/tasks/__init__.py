"""What is made of a treebank: a parser, or several that vote."""

from panparser.tasks.parser import Parser, load
from panparser.tasks.vote import Vote

__all__ = ["Parser", "Vote", "load"]
