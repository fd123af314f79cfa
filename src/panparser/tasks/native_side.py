"""What all tasks need of their models: the native side of a header, and sentences in any shape."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from panparser._native import Design, PackedModel, Scorer, Sentence, TransitionSystem
from panparser.data import Treebank
from panparser.errors import ModelError, UsageError
from panparser.features import NO_CLUSTERS, NO_VECTORS, Clusters, Vectors
from panparser.models import NO_DICTIONARY, Dictionary, ModelHeader
from panparser.models.network import make_network

# Of a model file, with their types; every perceptron has them.
ARRAYS = {"buckets": "uint32", "pool": "int8"}
_NONE = np.empty(0, np.float32)


def make_design(
    header: ModelHeader,
    systems: tuple[TransitionSystem, TransitionSystem] | None = None,
    clusters: Clusters = NO_CLUSTERS,
    vectors: Vectors = NO_VECTORS,
    dictionary: Dictionary = NO_DICTIONARY,
) -> Design:
    """The native side of a header; `systems` are what its `make_systems` gave, if that was asked before."""
    return Design(
        *(systems or header.make_systems()),
        header.templates,
        header.labelling,
        header.labels,
        list(header.at_root),
        list(header.elsewhere),
        header.root_label,
        header.loose_label,
        clusters.keys,
        clusters.paths,
        vectors.keys,
        vectors.values.ravel().astype("float32"),
        header.columns,
        header.known_by,
        dictionary.keys,
        dictionary.labels,
        header.tags,
    )


def make_model(header: ModelHeader, design: Design, arrays: Mapping[str, NDArray[Any]]) -> Scorer:
    """What scores the decisions, from the arrays of a model file."""
    if header.model == "feed-forward":
        return make_network(design, header.templates, arrays)
    if header.model == "perceptron":
        return PackedModel(design, arrays["buckets"], arrays["pool"], arrays.get("dense", _NONE))
    raise ModelError(f"the model is a {header.model!r}, which is not known here; use a newer PanParser")


def require_arrays(arrays: Mapping[str, NDArray[Any]], kinds: Mapping[str, str]) -> None:
    """An error unless the arrays of a model file are there and of the right kinds."""
    for name, kind in kinds.items():
        if name not in arrays:
            raise ModelError(f"no array {name!r}; not a model of this task, check the path")
        if arrays[name].dtype != kind or arrays[name].ndim != 1:
            raise ModelError(f"array {name!r} is of another kind; train or fetch the model again")


def require_groups(
    header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], optional: Sequence[Mapping[str, str]]
) -> None:
    """The same for the weights, and for groups of arrays that are there as a whole or not at all."""
    own = () if header.get("model") == "feed-forward" else (ARRAYS,)  # a network checks its own
    for group in (*own, *(group for group in optional if not arrays.keys().isdisjoint(group))):
        require_arrays(arrays, group)


Parsable = Sentence | Treebank | Sequence[Sentence] | list[str]


def on_any(sentences: Parsable, run: Callable[[Sequence[Any]], list[Sentence]]) -> Sentence | Treebank:
    """What `run` makes of a treebank, of a sentence, or of a list of forms."""
    if isinstance(sentences, Sentence):
        return run([sentences])[0]
    if isinstance(sentences, str | bytes) or not isinstance(sentences, Iterable):
        kind = "a plain string" if isinstance(sentences, str | bytes) else type(sentences).__name__
        raise UsageError(f"cannot parse {kind}; give a Treebank, a Sentence or a list of forms")
    items: list[Any] = list(sentences)
    if items and all(isinstance(form, str) for form in items):
        return run([Sentence.from_forms(items)])[0]
    return Treebank(run(items))
