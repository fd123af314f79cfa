"""A trained tokenizer: sentences, tokens and words of a text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from panparser._native import NativeTokenizer, Sentence
from panparser.data import Treebank
from panparser.errors import MAX_THREADS, ModelError, UsageError, require_whole
from panparser.models import Content, save_model_file
from panparser.tasks.native_side import require_arrays
from panparser.tasks.tagger import Stage, stages_from_file

_WORDS = {"words": "uint64"}


class Tokenizer:
    """Cuts text into sentences, tokens and words; made by `pp.train_tokenizer` or `pp.load`.

    >>> import panparser as pp
    >>> bank = [pp.Sentence.from_forms(["It", "is", "."]).replace(misc=["_", "SpaceAfter=No", "_"])]
    >>> tokenizer = pp.train_tokenizer(bank * 4, epochs=5)
    >>> [sentence.forms for sentence in tokenizer.tokenize("Is it. It is.")]
    [['Is', 'it', '.'], ['It', 'is', '.']]
    """

    def __init__(self, segmenter: Stage, splitter: Stage | None, cuts: Sequence[str], words: NDArray[Any]) -> None:
        self.segmenter, self.splitter = segmenter, splitter
        self.cuts, self.words = tuple(cuts), words
        design, model = (splitter.design, splitter.model) if splitter else (None, None)
        self._native = NativeTokenizer(segmenter.design, segmenter.model, design, model, self.cuts, words)

    def tokenize(self, text: str, *, lines: bool = False, ranges: bool = False, threads: int = 1) -> Treebank:
        """The sentences of a text. Nothing is lost: `pp.text_of` gives the text back.

        A blank line always ends a sentence. With `lines`, each line is a sentence, and none ends elsewhere. With
        `ranges`, MISC has `TokenRange=start:end` for each token, in characters. The result does not depend on
        `threads`. Text of nothing but white space has no sentences.
        """
        require_whole("threads", threads, 1, MAX_THREADS)
        if not isinstance(text, str):
            raise UsageError(f"tokenize needs a string, not {type(text).__name__}; decode bytes first")
        return Treebank(self._native.tokenize(text, bool(lines), bool(ranges), threads))

    @overload
    def split(self, tokens: list[str], *, threads: int = 1) -> Sentence: ...
    @overload
    def split(self, tokens: Sequence[list[str]], *, threads: int = 1) -> Treebank: ...
    def split(self, tokens: Any, *, threads: int = 1) -> Sentence | Treebank:
        """The words of a sentence whose tokens are known, or of several sentences."""
        require_whole("threads", threads, 1, MAX_THREADS)
        items = _list(tokens)
        if items and isinstance(items[0], str):
            return self._split([items], threads)[0]
        return Treebank(self._split([_list(item) for item in items], threads))

    def _split(self, sentences: list[list[str]], threads: int) -> list[Sentence]:
        for tokens in sentences:
            Sentence.from_forms(tokens)  # refuses what no form can be
        return self._native.split(sentences, threads)

    def content(self) -> Content:
        """What a model file has of it: a header and arrays."""
        stages = [self.segmenter, *([self.splitter] if self.splitter else [])]
        header = {
            "task": "tokenizer",
            "stages": [stage.header.to_dict() for stage in stages],
            "cuts": list(self.cuts),
        }
        arrays = {f"{i}.{name}": a for i, stage in enumerate(stages) for name, a in stage.arrays.items()}
        return header, arrays | {"words": self.words}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model to one file, completely or not at all."""
        save_model_file(path, *self.content())

    def __repr__(self) -> str:
        return f"<Tokenizer, {self.segmenter.header.data['words']:,} training words>"


def _list(tokens: object) -> list[Any]:
    if isinstance(tokens, str | bytes) or not isinstance(tokens, Iterable):
        raise UsageError("split needs a list of tokens, or a list of such lists; `tokenize` takes text")
    return list(tokens)


def tokenizer_from_file(header: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Tokenizer:
    """The tokenizer that `Tokenizer.save` wrote."""
    stages = stages_from_file(header, arrays)
    require_arrays(arrays, _WORDS)
    if len(stages) > 2:
        raise ModelError("the model's header has too many stages; train or fetch the model again")
    cuts = header.get("cuts")
    if not isinstance(cuts, list):
        raise ModelError("the model's header has no cuts; train or fetch the model again")
    return Tokenizer(stages[0], stages[1] if len(stages) > 1 else None, cuts, np.asarray(arrays["words"]))
