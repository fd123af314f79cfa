"""What is made of a treebank: a tokenizer, a tagger, a parser, several that vote, or a pipeline of all."""

from panparser.tasks.loading import load, shipped_models
from panparser.tasks.parser import Parser
from panparser.tasks.pipeline import Pipeline
from panparser.tasks.tagger import Tagger
from panparser.tasks.tokenizer import Tokenizer
from panparser.tasks.vote import Vote

__all__ = ["Parser", "Pipeline", "Tagger", "Tokenizer", "Vote", "load", "shipped_models"]
