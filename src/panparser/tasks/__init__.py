"""What is made of a treebank: a parser, several that vote, a tagger, or a tokenizer."""

from panparser.tasks.loading import load
from panparser.tasks.parser import Parser
from panparser.tasks.tagger import Tagger
from panparser.tasks.tokenizer import Tokenizer
from panparser.tasks.vote import Vote

__all__ = ["Parser", "Tagger", "Tokenizer", "Vote", "load"]
