"""Scores, as the official scorer of Universal Dependencies counts them."""

from .evaluate import evaluate
from .metric import Metric
from .scores import Scores

__all__ = ["Metric", "Scores", "evaluate"]
