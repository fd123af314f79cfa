"""Scores, as the official scorer of Universal Dependencies counts them."""

from panparser.evaluation.evaluate import evaluate
from panparser.evaluation.metric import Metric
from panparser.evaluation.reliability import Reliability, reliability
from panparser.evaluation.scores import Scores

__all__ = ["Metric", "Reliability", "Scores", "evaluate", "reliability"]
