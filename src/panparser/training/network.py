"""Training of feed-forward networks with PyTorch, which only this file knows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from panparser._native import Design, NativeConstraints, Policy, Sentence, TransitionSystem
from panparser.errors import UsageError
from panparser.features import Vocabulary
from panparser.models.header import ModelHeader
from panparser.models.network import FeedForward, make_network
from panparser.training.batch import StepBatch
from panparser.training.strategy import Strategy

Arrays = dict[str, NDArray[Any]]

_PARTS = ("now", "mean", "first", "second")  # of a state, by weight
_NOT_HEARD = ("before_update", "after_update", "after_sentence")


def _torch() -> Any:
    try:
        import torch  # only the training of networks needs it
    except ImportError:
        raise UsageError(
            "a network learns with PyTorch, which is not installed; use pip install 'panparser[neural]'"
        ) from None
    return torch


def require_for_network(strategy: Strategy, labels: str, others: Sequence[object]) -> None:
    """An error unless a network can be trained like this; `others` are options that it does not have."""
    if strategy.update != "local":
        raise UsageError("a network learns one decision at a time; use a strategy such as 'goldberg', and beam=1")
    if strategy.margin:
        raise UsageError("a network learns from every decision, so that a margin changes nothing; leave it out")
    if labels == "joint":
        raise UsageError("a network decides on action and label together; use labels='product' or 'none'")
    if any(option is not None and option is not False for option in others):
        raise UsageError("a network has no start, trainable, constraints, clusters or vectors; leave them out")


@dataclass
class Counts:
    """What an epoch has done so far, as the native trainer counts it."""

    sentences: int = 0
    words: int = 0
    decisions: int = 0
    errors: int = 0
    labels: int = 0
    label_errors: int = 0


def _classes(system: TransitionSystem, labels: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Action and label of each class, in the order of the core's Decisions."""
    pairs = [
        (number, label)
        for number, action in enumerate(system.actions)
        for label in (range(labels) if labels and action in system.arcs else (-1,))
    ]
    actions, numbers = zip(*pairs, strict=True)
    return np.array(actions, np.int32), np.array(numbers, np.int32)


class NetworkTrainer:
    """Learns from many sentences at once; behaves like the native trainer of perceptrons."""

    def __init__(
        self,
        options: FeedForward,
        design: Design,
        header: ModelHeader,
        system: TransitionSystem,
        sentences: Sequence[Sentence],
    ) -> None:
        self.torch = torch = _torch()
        from panparser.training.layers import Layers

        self.options, self.design, self.system, self.sentences = options, design, system, sentences
        self.templates, self.labels, self.columns = header.templates, header.labels, header.columns
        self.vocabulary = Vocabulary(self.templates, sentences, system=system, labels=self.labels, least=options.least)
        self.actions, self.numbers = _classes(system, len(self.labels))
        try:
            self.device = torch.device(options.device)
            torch.zeros(1, device=self.device)
        except (RuntimeError, AssertionError) as error:
            problem = str(error).splitlines()[0]
            raise UsageError(f"PyTorch cannot use the device {options.device!r} here ({problem}); use 'cpu'") from None
        torch.manual_seed(header.seed)
        self.model = Layers(options, self.vocabulary, len(self.actions)).to(self.device)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=options.rate)
        self.average = {name: p.detach().clone() for name, p in self.model.named_parameters()}
        self.steps = self.epochs = 0

    def epoch(self, policy: Policy, seed: int, **hooks: Callable[..., Any]) -> Counts:
        """Goes through all sentences once, in an order drawn from the seed."""
        for name in _NOT_HEARD:
            if name in hooks:
                raise UsageError(f"a network learns from many sentences at once; a listener cannot use {name} there")
        torch, options = self.torch, self.options
        rng = np.random.default_rng(seed)
        torch.manual_seed(seed & (2**63 - 1))
        choose = hooks.get("before_sentence", self.sentences.__getitem__)
        order = [int(i) for i in rng.permutation(len(self.sentences))]
        chosen = {i: s for i, s in ((i, choose(i)) for i in order) if s is not None}
        batch = StepBatch(
            self.system,
            chosen.values(),
            labels=self.labels,
            columns=self.columns,
            vocabulary=self.vocabulary,
            at_once=options.batch,
        )
        for group in self.optimizer.param_groups:
            group["lr"] = options.rate * options.decay**self.epochs
        self.model.train()
        counts, last = Counts(sentences=len(chosen), words=sum(map(len, chosen.values()))), time.monotonic()
        while len(batch):
            self._step(batch, policy, rng, counts)
            if "progress" in hooks and time.monotonic() - last > 0.2:
                last = time.monotonic()
                hooks["progress"](counts)
        if "followed" in hooks:
            for i, sentence in zip(chosen, batch.trees(), strict=True):
                hooks["followed"](i, sentence)
        self.epochs += 1
        return counts

    def _step(self, batch: StepBatch, policy: Policy, rng: np.random.Generator, counts: Counts) -> None:
        torch = self.torch
        possible, is_right = batch.classes(self.design, policy.static_reference)
        allowed, right = (torch.from_numpy(array).to(self.device) for array in (possible, is_right))
        addresses = torch.from_numpy(batch.addresses()).to(self.device)
        scores = self.model(addresses).masked_fill(~allowed, -torch.inf)
        among_right = scores.masked_fill(~right, -torch.inf)
        # The probability of everything that is right, whichever of it the network prefers.
        loss = (scores.logsumexp(1) - among_right.logsumexp(1)).mean()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self._move_average()

        predicted, wanted = torch.stack([scores.argmax(1), among_right.argmax(1)]).cpu().numpy()
        counts.decisions += int((possible.sum(1) > 1).sum())
        counts.errors += int((~is_right[np.arange(len(batch)), predicted]).sum())
        taken = np.where(rng.random(len(batch)) < policy.exploration, predicted, wanted)
        labels = self._labels(batch, scores.detach(), self.actions[taken], self.numbers[taken])
        batch.advance(self.actions[taken], labels)

    def _labels(
        self, batch: StepBatch, scores: Any, actions: NDArray[np.int32], labels: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """With the labels that actions without arc keep for later, as a parser would choose them."""
        labels = labels.copy()
        for action, other in enumerate(batch.noting()):
            rows = np.flatnonzero(actions == action)
            if other < 0 or not self.labels or not len(rows):
                continue
            first = int(np.flatnonzero(self.actions == other)[0])
            best, label = (found.cpu().numpy() for found in scores[rows, first : first + len(self.labels)].max(1))
            labels[rows] = np.where(np.isfinite(best), label, -1)
        return labels

    def _move_average(self) -> None:
        torch = self.torch
        self.steps += 1
        keep = min(self.options.average, self.steps / (self.steps + 10))  # at first, little is worth keeping
        with torch.no_grad():
            names = list(self.average)
            now = dict(self.model.named_parameters())
            torch._foreach_lerp_([self.average[n] for n in names], [now[n] for n in names], 1 - keep)

    def averaged(self) -> Arrays:
        """The averaged weights, as a native network takes them."""
        arrays: Arrays = self.model.arrays({name: p.cpu().numpy().copy() for name, p in self.average.items()})
        return arrays

    def parse(
        self,
        design: Design,
        sentences: Sequence[Sentence],
        constraints: Sequence[NativeConstraints | None],
        beam: int,
        threads: int,
        single_root: bool,
    ) -> list[Sentence]:
        """With the averaged weights."""
        network = make_network(design, self.templates, self.averaged())
        return network.parse(design, sentences, constraints, beam, threads, single_root)

    def state(self) -> Arrays:
        """Everything that learning needs to go on later."""
        out: Arrays = {"counts": np.array([self.steps, self.epochs], np.uint64)}
        for name, p in self.model.named_parameters():
            moments = self.optimizer.state[p]
            found = {"now": p, "mean": self.average[name], "first": moments["exp_avg"], "second": moments["exp_avg_sq"]}
            out |= {f"{part}.{name}": value.detach().cpu().numpy().copy() for part, value in found.items()}
        return out

    def restore(self, arrays: Arrays) -> None:
        """Goes back to a state."""
        torch = self.torch
        try:
            self.steps, self.epochs = (int(n) for n in arrays["counts"])
            with torch.no_grad():
                for name, p in self.model.named_parameters():
                    found = {part: torch.from_numpy(arrays[f"{part}.{name}"]) for part in _PARTS}
                    p.copy_(found["now"])
                    self.average[name].copy_(found["mean"])
                    self.optimizer.state[p] = {
                        "step": torch.tensor(float(self.steps)),
                        "exp_avg": found["first"].to(self.device),
                        "exp_avg_sq": found["second"].to(self.device),
                    }
        except (KeyError, RuntimeError, ValueError):
            raise UsageError("the checkpoint is not of this network; start without it") from None
