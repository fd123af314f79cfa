"""A parser whose decisions are made by a classifier of scikit-learn, through batch stepping.

    pip install scikit-learn
    python examples/scikit_learn_parser.py

`pp.StepBatch` shows the configurations of many sentences as arrays, and takes one action for each. Any classifier that
turns rows of numbers into scores can stand in between; this one is a linear model trained with stochastic gradient
descent, one decision being an action with its label.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import SGDClassifier

import panparser as pp

TREEBANK = Path(__file__).parent / "treebank"
COLUMNS = 2**15  # features share them by their hashes
EPOCHS = 4


class LinearParser:
    """One class for each action and label; labels of actions that make no arc stay unused."""

    def __init__(self, system: pp.TransitionSystem, labels: list[str]) -> None:
        self.system, self.labels = system, labels
        self.classes = np.arange(len(system.actions) * len(labels))
        self.classifier = SGDClassifier(loss="log_loss", alpha=1e-6, random_state=1)

    def batch(self, bank: pp.Treebank) -> pp.StepBatch:
        """All sentences side by side."""
        return pp.StepBatch(self.system, bank, labels=self.labels, features="zn11")

    def rows(self, batch: pp.StepBatch) -> csr_matrix:
        """Features as a sparse matrix."""
        first, hashes = batch.features()
        columns = (hashes % np.uint64(COLUMNS)).astype(np.int64)
        return csr_matrix((np.ones(len(columns)), columns, first), shape=(len(batch), COLUMNS))

    def predict(self, batch: pp.StepBatch) -> NDArray[np.int64]:
        """The best class of a legal action, for each running sentence."""
        legal = np.repeat(batch.legal(), len(self.labels), axis=1)
        scores = self.classifier.decision_function(self.rows(batch))
        best: NDArray[np.int64] = np.where(legal, scores, -np.inf).argmax(axis=1)
        return best

    def train(self, bank: pp.Treebank) -> None:
        """Learns the cheapest action everywhere; after the first epoch, along its own decisions."""
        for epoch in range(EPOCHS):
            batch = self.batch(bank)
            while len(batch):
                cheapest = batch.costs().argmin(axis=1)
                label = batch.gold_labels()[np.arange(len(batch)), cheapest]
                right = cheapest * len(self.labels) + np.maximum(label, 0)
                taken = self.predict(batch) if epoch else right
                self.classifier.partial_fit(self.rows(batch), right, self.classes)
                self.advance(batch, taken)

    def parse(self, bank: pp.Treebank) -> pp.Treebank:
        """Greedy search."""
        batch = self.batch(bank)
        while len(batch):
            self.advance(batch, self.predict(batch))
        return batch.trees()

    def advance(self, batch: pp.StepBatch, classes: NDArray[np.int64]) -> None:
        """Takes these actions, with their labels."""
        actions, labels = np.divmod(classes, len(self.labels))
        batch.advance(actions, labels)


def main() -> None:
    train, dev = (pp.read(TREEBANK / f"{part}.conllu") for part in ("train", "dev"))
    labels = sorted({label for sentence in train for label in sentence.deprels})
    parser = LinearParser(pp.system("arc-eager"), labels)
    parser.train(train)
    scores = pp.evaluate(dev, parser.parse(dev))
    print(f"UAS {scores.uas:.2f} LAS {scores.las:.2f}")


if __name__ == "__main__":
    main()
