"""Training: strategies, the loop over epochs, checkpoints."""

from panparser.training.strategy import Strategy, strategies
from panparser.training.train import EpochReport, Listener, train

__all__ = ["EpochReport", "Listener", "Strategy", "strategies", "train"]
