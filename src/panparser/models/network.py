"""Feed-forward networks: what can be chosen about one, and its weights in a model file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from panparser._native import Design, Network
from panparser.errors import ModelError, UsageError
from panparser.features import Vocabulary

Arrays = Mapping[str, NDArray[Any]]

LAYERS = ("input", "input_bias", "output", "output_bias")
_WHOLE = {"hidden": (8, 4096), "words": (1, 4096), "others": (1, 4096), "least": (1, 2**31), "batch": (1, 2**20)}
_SHARES = ("dropout", "input_dropout", "word_dropout", "average", "decay")


@dataclass(frozen=True)
class FeedForward:
    """A network in the manner of Chen & Manning (2014), for `pp.train(model=…)` and `pp.train_tagger(model=…)`.

    Each template has one value, and each value an embedding, shared by all templates of its kind: of `words` numbers
    for forms and lemmas, of `others` for tags, labels, spelling and the rest. Forms that training data have fewer than
    `least` times are unknown. All embeddings together go through `hidden` rectified linear units to the scores of
    actions with their labels.

    It learns with Adam from `batch` configurations at a time: what is maximised is the probability of all right
    decisions together. The step is `rate` in the first epoch, and in each other `decay` times that of the one before.
    `dropout` is the share of units that are left out while it learns, `input_dropout` that of the numbers of
    embeddings, `word_dropout` that of forms taken for unknown. The finished weights are a moving average that keeps
    `average` of itself at each step. `device` is where PyTorch does this; it is not part of the model.

    >>> FeedForward(hidden=100)
    Traceback (most recent call last):
    ...
    panparser.errors.UsageError: a network cannot have hidden=100; use a whole multiple of 8 from 8 to 4096
    """

    hidden: int = 512
    words: int = 100
    others: int = 50
    least: int = 2
    batch: int = 256
    rate: float = 0.001
    decay: float = 0.9
    dropout: float = 0.3
    input_dropout: float = 0.33
    word_dropout: float = 0.1
    average: float = 0.999
    device: str = "cpu"

    def __post_init__(self) -> None:
        for name, (low, high) in _WHOLE.items():
            value = getattr(self, name)
            step = 8 if name == "hidden" else 1
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high or value % step:
                kind = "whole multiple of 8" if name == "hidden" else "whole number"
                raise UsageError(f"a network cannot have {name}={value!r}; use a {kind} from {low} to {high}")
        for name in _SHARES:
            value = getattr(self, name)
            if not isinstance(value, int | float) or not 0 <= value <= 1:
                raise UsageError(f"a network cannot have {name}={value!r}; use a number from 0 to 1")
        if not isinstance(self.rate, int | float) or not 0 < self.rate <= 1:
            raise UsageError(f"a network cannot have rate={self.rate!r}; use a number above 0, such as 0.001")
        if not isinstance(self.device, str):
            raise UsageError(f"a network cannot learn on {self.device!r}; use 'cpu' or 'cuda'")

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for a model's header: without the device."""
        return {name: value for name, value in asdict(self).items() if name != "device"}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> FeedForward:
        """The network that `to_dict` wrote."""
        known = {f.name for f in fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})


def resolve_model(model: str | FeedForward) -> FeedForward | None:
    """The network that is meant, None for the perceptron.

    >>> resolve_model("feed-forward").hidden
    512
    """
    if isinstance(model, FeedForward):
        return model
    if model == "feed-forward":
        return FeedForward()
    if model == "perceptron":
        return None
    raise UsageError(f"no model named {model!r}; use 'perceptron', 'feed-forward' or a pp.FeedForward")


def make_network(design: Design, templates: Sequence[str], arrays: Arrays) -> Network:
    """The native network with these weights: float32, or float16 as model files have them."""
    found = {name: array for name, array in arrays.items() if name.startswith("network.")}
    for name, array in found.items():
        types = ("uint64",) if name.startswith("network.values.") else ("float16", "float32")
        if array.ndim != 1 or array.dtype not in types:
            raise ModelError(f"array {name!r} is of another kind; train or fetch the model again")
    try:
        kinds = range(sum(name.startswith("network.values.") for name in found))
        vocabulary = Vocabulary.from_values(templates, [found[f"network.values.{kind}"] for kind in kinds])
        embeddings = [found[f"network.embeddings.{kind}"].astype(np.float32) for kind in kinds]
        layers = [found[f"network.{name}"].astype(np.float32) for name in LAYERS]
    except KeyError as missing:
        raise ModelError(f"no array {missing}; the model is damaged, train or fetch it again") from None
    return Network(design, vocabulary._native, embeddings, *layers)


def rounded(arrays: Arrays) -> dict[str, NDArray[Any]]:
    """The weights as model files have them: in half the bytes."""
    return {
        name: array.astype(np.float16) if array.dtype == np.float32 else array
        for name, array in arrays.items()
        if name.startswith("network.")
    }
