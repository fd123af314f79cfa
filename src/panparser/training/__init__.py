"""Training: strategies, the loop over epochs, hooks, checkpoints, parts of treebanks."""

from panparser.training.ablation import Ablation, ablate, template_groups
from panparser.training.batch import StepBatch
from panparser.training.listener import Listener
from panparser.training.listeners import EarlyStopping, LearningCurve, Subsample
from panparser.training.pipeline import train_pipeline
from panparser.training.report import EpochReport, UpdateReport
from panparser.training.resampling import jackknife, sample
from panparser.training.strategy import Strategy, strategies
from panparser.training.tagger import train_tagger
from panparser.training.together import train_together
from panparser.training.tokenizer import train_tokenizer
from panparser.training.train import train

__all__ = [
    "Ablation",
    "EarlyStopping",
    "EpochReport",
    "LearningCurve",
    "Listener",
    "StepBatch",
    "Strategy",
    "Subsample",
    "UpdateReport",
    "ablate",
    "jackknife",
    "sample",
    "strategies",
    "template_groups",
    "train",
    "train_pipeline",
    "train_tagger",
    "train_together",
    "train_tokenizer",
]
