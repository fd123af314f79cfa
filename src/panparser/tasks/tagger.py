"""A trained tagger: tags, morphological features and lemmas."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

from numpy.typing import NDArray

from panparser._native import Sentence
from panparser.data import Treebank
from panparser.errors import MAX_BEAM, MAX_THREADS, ModelError, require_whole
from panparser.features import NO_CLUSTERS, NO_VECTORS, Clusters
from panparser.models import NO_DICTIONARY, Content, Dictionary, ModelHeader, learn_dictionary, save_model_file
from panparser.tasks.native_side import Parsable, make_design, make_model, on_any, require_groups

_CLUSTERS = {"clusters.keys": "uint64", "clusters.paths": "uint64"}
_DICTIONARY = {"dictionary.keys": "uint64", "dictionary.labels": "int32"}


class Stage:
    """Predicts one column, or several at once."""

    def __init__(self, header: ModelHeader, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.header = header
        self.arrays = dict(arrays)
        clusters, dictionary = NO_CLUSTERS, NO_DICTIONARY
        if "clusters.keys" in arrays:
            clusters = Clusters(arrays["clusters.keys"], arrays["clusters.paths"])
        if "dictionary.keys" in arrays:
            dictionary = Dictionary(arrays["dictionary.keys"], arrays["dictionary.labels"])
        self.design = make_design(header, None, clusters, NO_VECTORS, dictionary)
        self.model = make_model(header, self.design, self.arrays)

    @property
    def dictionary_size(self) -> int:
        """How many words get their tag without a decision."""
        return len(self.arrays.get("dictionary.keys", ()))

    def with_dictionary(self, bank: Iterable[Sentence], dictionary: tuple[int, float] | None) -> Stage:
        """The same with another dictionary, learnt from a treebank; see `pp.train_tagger`."""
        arrays = {name: array for name, array in self.arrays.items() if name not in _DICTIONARY}
        if dictionary is not None:
            h = self.header
            known = learn_dictionary(bank, h.columns, h.known_by, h.labels, *dictionary)
            arrays |= {"dictionary.keys": known.keys, "dictionary.labels": known.labels}
        return Stage(self.header, arrays)

    def tag(self, sentences: Sequence[Sentence], beam: int | None = None, threads: int = 1) -> list[Sentence]:
        """The sentences with its columns filled in."""
        return self.model.parse(self.design, sentences, [], beam or self.header.beam, threads, False)


class Tagger:
    """Fills in tags, morphological features and lemmas; made by `pp.train_tagger` or `pp.load`.

    >>> import panparser as pp
    >>> bank = [pp.Sentence.from_forms(["Birds", "sing"]).replace(upos=["NOUN", "VERB"], lemmas=["bird", "sing"])]
    >>> tagger = pp.train_tagger(bank, epochs=3)
    >>> tagger.columns
    (('upos',), ('lemma',))
    >>> tagger.tag(["Birds", "sing"]).upos
    ['NOUN', 'VERB']
    """

    def __init__(self, stages: Sequence[Stage]) -> None:
        self.stages = tuple(stages)

    @property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """What it predicts, stage by stage; columns that stand together are predicted together."""
        return tuple(stage.header.columns for stage in self.stages)

    @overload
    def tag(
        self, sentences: Sentence | list[str], *, keep: bool = False, beam: int | None = None, threads: int = 1
    ) -> Sentence: ...
    @overload
    def tag(
        self,
        sentences: Treebank | Sequence[Sentence],
        *,
        keep: bool = False,
        beam: int | None = None,
        threads: int = 1,
    ) -> Treebank: ...
    def tag(
        self, sentences: Parsable, *, keep: bool = False, beam: int | None = None, threads: int = 1
    ) -> Sentence | Treebank:
        """Tags for a treebank, a sentence, or a list of forms; every other column is kept.

        With `keep`, what is there stays, and later columns look at it: the UPOS tag of each word that has one, and the
        XPOS tags, features or lemmas of a sentence if any word has one. `beam` is the width of the search; by default
        the one that the tagger was trained with. The result does not depend on `threads`.
        """
        require_whole("threads", threads, 1, MAX_THREADS)
        if beam is not None:
            require_whole("beam", beam, 1, MAX_BEAM)

        def run(items: Sequence[Any]) -> list[Sentence]:
            for stage in self.stages:
                tagged = stage.tag(items, beam, threads)
                items = (
                    [_with_given(*pair, stage.header.columns) for pair in zip(items, tagged, strict=True)]
                    if keep
                    else tagged
                )
            return list(items)

        return on_any(sentences, run)

    def content(self) -> Content:
        """What a model file has of it: a header and arrays."""
        header = {"task": "tagger", "stages": [stage.header.to_dict() for stage in self.stages]}
        return header, {f"{i}.{name}": a for i, stage in enumerate(self.stages) for name, a in stage.arrays.items()}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model to one file, completely or not at all."""
        save_model_file(path, *self.content())

    def __repr__(self) -> str:
        columns = ", ".join("+".join(columns) for columns in self.columns)
        return f"<Tagger of {columns}, {self.stages[0].header.data['words']:,} training words>"


def _with_given(given: Sentence, tagged: Sentence, columns: Sequence[str]) -> Sentence:
    """The tagged sentence with what was given in these columns."""
    back: dict[str, Any] = {}
    for name in columns:
        field = "lemmas" if name == "lemma" else name
        values = getattr(given, field)
        if name == "upos":
            new = [old if old != "_" else tag for old, tag in zip(values, tagged.upos, strict=True)]
            back |= {field: new} if new != tagged.upos else {}
        elif any(value != "_" for value in values):
            back[field] = values
    return tagged.replace(**back) if back else tagged


def tagger_from_file(header: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Tagger:
    """The tagger that `Tagger.save` wrote."""
    return Tagger(stages_from_file(header, arrays))


def stages_from_file(header: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> list[Stage]:
    """The stages of a model file; there is at least one."""
    stages = []
    headers = header.get("stages")
    if not headers or not isinstance(headers, list):
        raise ModelError("the model's header has no stages; train or fetch the model again")
    for i, values in enumerate(headers):
        own = {k.partition(".")[2]: array for k, array in arrays.items() if k.startswith(f"{i}.")}
        require_groups(values, own, (_CLUSTERS, _DICTIONARY))
        stages.append(Stage(ModelHeader.from_dict(values), own))
    return stages
