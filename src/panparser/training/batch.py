"""Batch stepping: configurations of many sentences at once, in NumPy arrays, for any learner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from panparser._native import Design, NativeStepBatch, Sentence, TransitionSystem
from panparser.data import Treebank
from panparser.errors import UsageError, require_whole
from panparser.features import Features, Vocabulary, feature_templates


class StepBatch:
    """Steps many sentences side by side: shows their configurations, and takes an action for each.

    Every array has one row for each running sentence, and arrays over actions have a column for each, in the order of
    `system.actions`. At most `at_once` sentences run; when one has come to its end, the next takes its place.

    `labels` are the names behind the numbers of labels; `features` are the templates of `features()`, `vocabulary` is
    that of `addresses()`. Gold trees are those of the sentences themselves; heads and labels may be unknown.
    `columns` are what the labels stand for where the system is a tagger's; gold tags are those of the sentences.

    >>> import panparser as pp
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
    >>> batch = StepBatch(pp.system("arc-eager"), [birds, birds], labels=["nsubj", "root"])
    >>> while len(batch):
    ...     actions = batch.costs().argmin(axis=1)
    ...     labels = batch.gold_labels()[range(len(batch)), actions]
    ...     batch.advance(actions, labels)
    >>> [(tree.heads, tree.deprels) for tree in batch.trees()]
    [([2, 0], ['nsubj', 'root']), ([2, 0], ['nsubj', 'root'])]
    """

    ILLEGAL = 2**31 - 1  # what an illegal action costs

    def __init__(
        self,
        system: TransitionSystem,
        sentences: Iterable[Sentence],
        *,
        labels: Sequence[str] = (),
        columns: Sequence[str] = (),
        features: Features = (),
        vocabulary: Vocabulary | None = None,
        at_once: int | None = None,
    ) -> None:
        if not isinstance(system, TransitionSystem):
            raise UsageError(f"system must be a system from pp.system, not {type(system).__name__}")
        if isinstance(labels, str) or len(set(labels)) < len(labels):
            raise UsageError("labels are a list of names, each of them once")
        if vocabulary is not None and not isinstance(vocabulary, Vocabulary):
            raise UsageError(f"vocabulary must be a pp.Vocabulary, not {type(vocabulary).__name__}")
        given = list(sentences)
        if at_once is not None:
            require_whole("at_once", at_once, 1, 2**31 - 1)
        self.system, self.labels, self.vocabulary = system, tuple(labels), vocabulary
        templates = feature_templates(features, system.name)
        native = vocabulary._native if vocabulary is not None else None
        most = at_once or max(len(given), 1)
        self._native = NativeStepBatch(system, given, self.labels, columns, templates, native, most)

    def __len__(self) -> int:
        """How many sentences are running; 0 when all have come to their end."""
        return len(self._native)

    @property
    def running(self) -> NDArray[np.int64]:
        """Which sentences the rows are: their places among all, ascending."""
        return self._native.running()

    def legal(self) -> NDArray[np.bool_]:
        """Whether each action is possible."""
        return self._by_action(self._native.legal()).view(np.bool_)

    def costs(self) -> NDArray[np.int32]:
        """What each action costs against the sentence's tree; `ILLEGAL` where it is not possible.

        As always, only differences between actions count.
        """
        return self._by_action(self._native.costs())

    def optimal(self) -> NDArray[np.bool_]:
        """Whether a teacher asks for an action: those of minimum cost, but for what a system wants otherwise."""
        return self._by_action(self._native.optimal(False)[0]).view(np.bool_)

    def gold_labels(self) -> NDArray[np.int32]:
        """The number of the label that each action must have to be right; -1 where any will do, or it has none."""
        return self._by_action(self._native.optimal(False)[1])

    def features(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Hashed features as `(first, hashes)`: those of row `i` are `hashes[first[i]:first[i + 1]]`."""
        return self._native.features()

    def addresses(self) -> NDArray[np.int32]:
        """The number in the vocabulary of each template's value, a column for each template."""
        found = self._native.addresses()
        assert self.vocabulary is not None  # or it would have been refused
        return found.reshape(-1, len(self.vocabulary.templates))

    def classes(self, design: Design, only_one: bool = False) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """For each class that a design decides between: whether it is possible, and whether it is right."""
        both = self._native.classes(design, only_one)
        allowed, right = (array.view(np.bool_).reshape(len(self), -1) for array in both)
        return allowed, right

    def noting(self) -> NDArray[np.int32]:
        """By action: the one whose label it keeps for an arc that may be made later, -1 for none."""
        return self._native.notes()

    def advance(self, actions: ArrayLike, labels: ArrayLike | None = None) -> None:
        """Takes the action with this number for each running sentence, with this label (-1 for none)."""
        taken = _numbers(actions, "actions")
        given = np.full(len(taken), -1, np.int32) if labels is None else _numbers(labels, "labels")
        self._native.advance(taken, given)

    def trees(self) -> Treebank:
        """All sentences with the trees that were built; an error while some are running."""
        if len(self):
            raise UsageError(f"{len(self)} sentences have not come to their end; advance until none is running")
        return Treebank(tree for tree in self._native.trees() if tree is not None)

    def _by_action(self, flat: NDArray[Any]) -> NDArray[Any]:
        return flat.reshape(-1, len(self.system.actions))


def _numbers(values: ArrayLike, what: str) -> NDArray[np.int32]:
    found = np.asarray(values)
    if found.ndim != 1 or (found.dtype.kind not in "iu" and found.size):
        raise UsageError(f"{what} are one whole number for each running sentence, not {found.dtype} {found.shape}")
    return np.ascontiguousarray(found, np.int32)
