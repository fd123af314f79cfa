"""Training: strategies, the loop over epochs, checkpoints."""

from panparser.training.strategy import Strategy, strategies
from panparser.training.train import EpochReport, train

__all__ = ["EpochReport", "Strategy", "strategies", "train"]
