"""The network that learns: a PyTorch module. Only `panparser.training.network` imports it, when it is needed."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from panparser.features import Vocabulary
from panparser.models.network import FeedForward

Arrays = dict[str, NDArray[Any]]

_WORDS = ("w", "lower", "e")  # kinds of values with embeddings of the size of words


class Layers(nn.Module):
    """Embeddings, a hidden layer, and scores."""

    def __init__(self, options: FeedForward, vocabulary: Vocabulary, classes: int) -> None:
        super().__init__()
        self.options, self.vocabulary = options, vocabulary
        sizes = [
            (options.words if name in _WORDS else options.others) if len(values) else 0
            for name, values in zip(vocabulary.names, vocabulary.values, strict=True)
        ]
        tables = [
            nn.Embedding(len(values) + 1, size, padding_idx=0)
            for values, size in zip(vocabulary.values, sizes, strict=True)
        ]
        for table in tables:
            nn.init.normal_(table.weight, std=0.1)
            table.weight.data[0] = 0  # what is not there, or not known
        self.embeddings = nn.ModuleList(tables)
        # Templates of a kind stand together: one lookup for all of them.
        kind_of = np.array(vocabulary.kind_of)
        self.columns = [np.flatnonzero(kind_of == kind) for kind in range(len(sizes))]
        self.register_buffer("order", torch.from_numpy(np.concatenate(self.columns)), persistent=False)
        self.input = nn.Linear(sum(sizes[kind] for kind in vocabulary.kind_of), options.hidden)
        self.output = nn.Linear(options.hidden, classes)
        self.dropout = nn.Dropout(options.dropout)
        self.input_dropout = nn.Dropout(options.input_dropout)
        # Only few addresses are there at a time: larger weights than for a full input.
        nn.init.normal_(self.input.weight, std=0.1)
        nn.init.zeros_(self.input.bias)
        nn.init.zeros_(self.output.bias)

    def forward(self, addresses: Any) -> Any:
        """Scores of all classes, for rows of addresses."""
        parts = []
        by_kind = addresses.index_select(1, self.order).split([len(columns) for columns in self.columns], 1)
        for name, numbers, table in zip(self.vocabulary.names, by_kind, self.embeddings, strict=True):
            if self.training and name in _WORDS and self.options.word_dropout:
                dropped = torch.rand(numbers.shape, device=numbers.device) < self.options.word_dropout
                numbers = numbers.masked_fill(dropped, 0)
            parts.append(table(numbers).flatten(1))
        return self.output(self.dropout(torch.relu(self.input(self.input_dropout(torch.cat(parts, 1))))))

    def arrays(self, weights: Arrays) -> Arrays:
        """Weights by their names as native arrays: first layers in the order of the templates."""
        found: Arrays = {}
        blocks: dict[int, NDArray[Any]] = {}
        first, layer = 0, weights["input.weight"].T
        for kind, columns in enumerate(self.columns):
            table = weights[f"embeddings.{kind}.weight"]
            found[f"network.values.{kind}"] = self.vocabulary.values[kind]
            found[f"network.embeddings.{kind}"] = table[1:].ravel()
            for column in columns:
                blocks[int(column)] = layer[first : first + table.shape[1]]
                first += table.shape[1]
        found["network.input"] = np.concatenate([blocks[t] for t in sorted(blocks)]).ravel()
        found["network.input_bias"] = weights["input.bias"]
        found["network.output"] = np.ascontiguousarray(weights["output.weight"].T).ravel()
        found["network.output_bias"] = weights["output.bias"]
        return found
