"""What is made of a treebank: a parser, several that vote, or a tagger."""

from panparser.tasks.loading import load
from panparser.tasks.parser import Parser
from panparser.tasks.tagger import Tagger
from panparser.tasks.vote import Vote

__all__ = ["Parser", "Tagger", "Vote", "load"]
