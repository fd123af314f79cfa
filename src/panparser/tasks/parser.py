"""A trained dependency parser."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from panparser._native import (
    NativeConstraints,
    Sentence,
    Template,
    TransitionSystem,
    write_confidence,
)
from panparser.constraints import Constrained, Source, compile_all
from panparser.data import Treebank
from panparser.errors import MAX_BEAM, MAX_THREADS, ModelError, UsageError, require_whole
from panparser.evaluation.reliability import outcomes
from panparser.features import (
    NO_CLUSTERS,
    NO_VECTORS,
    Clusters,
    Features,
    Vectors,
    feature_templates,
    full_name,
    is_name,
)
from panparser.models import Calibration, Content, Evidence, ModelHeader, save_model_file
from panparser.models.calibration import MARGINS
from panparser.show.derivation import Derivation, replay
from panparser.show.text import require_drawable
from panparser.tasks.native_side import Parsable, make_design, make_model, on_any, require_groups

# Of a model file, with their types: where they are needed.
_CLUSTERS = {"clusters.keys": "uint64", "clusters.paths": "uint64"}
_VECTORS = {"vectors.keys": "uint64", "vectors.values": "float16", "dense": "float32"}
_WEIGHTS = {
    "weights.keys": "uint64",
    "weights.first": "uint32",
    "weights.classes": "uint16",
    "weights.weights": "float32",
}


def constrained(
    header: ModelHeader, systems: tuple[TransitionSystem, TransitionSystem], single_root: bool
) -> Constrained:
    """What constraints have to fit."""
    return Constrained(systems[single_root], systems[0], header.labels, header.at_root, header.elsewhere)


def _beam(text: str) -> int:
    if not text.isdecimal():
        raise ModelError("the model's calibration is damaged; calibrate, train or fetch the model again")
    return int(text)


class Parser:
    """Parses sentences with a trained model; made by `pp.train` or `pp.load`.

    >>> import panparser as pp
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"])
    >>> bank = [birds.replace(upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"])]
    >>> parser = pp.train(bank, epochs=3)
    >>> parser.parse(bank)[0].heads
    [2, 0]
    """

    def __init__(
        self,
        header: ModelHeader,
        arrays: Mapping[str, NDArray[Any]],
        system: TransitionSystem | None = None,
    ) -> None:
        self.header = header
        self._arrays = dict(arrays)
        self._system = system
        self._systems = header.make_systems(system)
        self._design = make_design(header, self._systems, self.clusters, self.vectors)
        self._model = make_model(header, self._design, self._arrays)
        self._calibrations = {
            _beam(width): Calibration.from_dict(values, len(header.labels))
            for width, values in header.calibration.items()
        }

    @property
    def clusters(self) -> Clusters:
        """The Brown clusters that the features look at."""
        has_any = "clusters.keys" in self._arrays
        return Clusters(self._arrays["clusters.keys"], self._arrays["clusters.paths"]) if has_any else NO_CLUSTERS

    @property
    def vectors(self) -> Vectors:
        """The word vectors that the features look at."""
        if "vectors.keys" not in self._arrays:
            return NO_VECTORS
        keys, values = self._arrays["vectors.keys"], self._arrays["vectors.values"]
        if len(values) % (len(keys) + 1):
            raise ModelError("the word vectors are damaged; train or fetch the model again")
        return Vectors(keys, values.reshape(len(keys) + 1, -1))

    @property
    def weights(self) -> dict[str, NDArray[Any]]:
        """Weights to go on training from, with `pp.train(start=parser)`; only where it was trained for that."""
        if "weights.keys" not in self._arrays:
            raise UsageError("this parser has no weights to go on from; train it with trainable=True (--trainable)")
        return {name.partition(".")[2]: self._arrays[name] for name in _WEIGHTS} | {"dense": np.empty(0, np.float32)}

    def with_features(self, features: Features) -> Parser:
        """The same parser looking at some of its templates only; such as the delexicalized ones.

        >>> import panparser as pp
        >>> birds = pp.Sentence.from_forms(["Birds", "sing"])
        >>> bank = [birds.replace(upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"])]
        >>> parser = pp.train(bank, features=["S0.w B0.w", "S0.p B0.p"], epochs=3)
        >>> parser.with_features("S0.p B0.p").parse(bank)[0].heads
        [2, 0]
        """
        if self.header.model != "perceptron":
            raise UsageError("a network looks at all values that it was trained with; train another one")
        templates = feature_templates(features, self.header.system)
        known = {Template(template).text for template in self.header.templates}
        for template in templates:
            if Template(template).text not in known:
                raise UsageError(f"the parser was not trained with the feature template {template!r}; train it on")
        name = full_name(features, self.header.system) if isinstance(features, str) and is_name(features) else "custom"
        header = replace(self.header, features=name, templates=templates, calibration={})
        arrays = dict(self._arrays)
        left = [Template(template) for template in templates]
        if not any(template.uses_clusters for template in left):
            arrays = {key: array for key, array in arrays.items() if key not in _CLUSTERS}
            header = replace(header, clusters={})
        seen = [t.text for t in map(Template, self.header.templates) if t.is_vector]
        if not any(template.is_vector for template in left):
            arrays = {key: array for key, array in arrays.items() if key not in _VECTORS}
            header = replace(header, vectors={})
        elif [template.text for template in left if template.is_vector] != seen:
            raise UsageError("word vectors stay together; keep all templates with .vec in their order, or none")
        return Parser(header, arrays, self._system)

    @overload
    def parse(
        self,
        sentences: Sentence | list[str],
        *,
        constraints: Source | None = None,
        relax: bool = False,
        beam: int | None = None,
        threads: int = 1,
        single_root: bool = True,
        confidence: bool = False,
    ) -> Sentence: ...
    @overload
    def parse(
        self,
        sentences: Treebank | Sequence[Sentence],
        *,
        constraints: Source | None = None,
        relax: bool = False,
        beam: int | None = None,
        threads: int = 1,
        single_root: bool = True,
        confidence: bool = False,
    ) -> Treebank: ...
    def parse(
        self,
        sentences: Parsable,
        *,
        constraints: Source | None = None,
        relax: bool = False,
        beam: int | None = None,
        threads: int = 1,
        single_root: bool = True,
        confidence: bool = False,
    ) -> Sentence | Treebank:
        """Heads and relations for a treebank, a sentence, or a list of forms; every other column is kept.

        The result is always a tree, with one root unless `single_root` is off, and does not depend on `threads`. Only a
        system written in Python that does not offer a single root may still give several.
        `beam` is the width of the search; by default the one that the parser was trained with.

        `constraints` are what is known beforehand: a `pp.Constraints` for one sentence, a list with one (or None) for
        each, a function of the sentence, or the name of the columns they are read from: `"heads"`, `"misc"` or
        `"ninth-column"`. The tree is always within them. If no tree is, that is an error before anything is parsed;
        with `relax` it is a warning, and those that come later in the list are left out.

        With `confidence`, MISC says how probable it is that a word's head and relation are right (`Conf=0.97`) and that
        its head is (`ConfHead=0.98`), and a comment that the whole tree is (`# panparser_confidence = 0.83`);
        `pp.confidence` reads them. The parser must have been calibrated for this width of the beam: `pp.train` does
        it when it is given development data, `calibrate` at any time. The trees stay the same. It is not
        offered together with constraints, which it knows nothing of.

        >>> import panparser as pp
        >>> birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
        >>> pp.train([birds], epochs=3).parse(["Birds", "sing"], constraints=pp.Constraints(heads={2: 1})).heads
        [0, 1]
        """
        require_whole("threads", threads, 1, MAX_THREADS)
        width = self._width(beam)
        if confidence and constraints is not None:
            raise UsageError("confidence is calibrated for trees without constraints; leave out one of the two")
        calibration = self._calibration(width) if confidence else None

        def run(items: Sequence[Any]) -> list[Sentence]:
            if calibration is None:
                compiled = self._compile(constraints, items, relax, single_root)
                return self._model.parse(self._design, items, compiled, width, threads, single_root)
            parsed, evidence = self._parse_with_evidence(items, width, threads, single_root)
            heads, arcs, trees = calibration.probabilities(evidence)
            return write_confidence(parsed, arcs, heads, trees)

        return on_any(sentences, run)

    def _compile(
        self, source: Source | None, sentences: Sequence[Sentence], relax: bool, single_root: bool
    ) -> list[NativeConstraints | None]:
        if source is None:
            return []
        for sentence in sentences:
            if not isinstance(sentence, Sentence):
                raise UsageError(f"cannot parse {type(sentence).__name__}; give a Treebank, or a list of Sentences")
        return compile_all(constrained(self.header, self._systems, single_root), source, sentences, relax)

    def calibrate(self, dev: Treebank | Sequence[Sentence], *, beam: int | None = None, threads: int = 1) -> None:
        """Learns from sentences with the right trees, which were not trained on, how far to trust the parser's own.

        What is learnt belongs to one width of the beam, replaces what was learnt before for the same one, and is saved
        with the model.

        >>> import panparser as pp
        >>> birds = pp.Sentence.from_forms(["Birds", "sing"])
        >>> bank = [birds.replace(upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"])]
        >>> parser = pp.train(bank, epochs=3)
        >>> parser.calibrate(bank * 100)
        >>> pp.confidence(parser.parse(bank[0], confidence=True)).tree > 0.9
        True
        """
        require_whole("threads", threads, 1, MAX_THREADS)
        width = self._width(beam)
        if isinstance(dev, Sentence | str | bytes) or not isinstance(dev, Iterable):
            raise UsageError(f"a parser is calibrated on a Treebank, not {type(dev).__name__}; pp.read gives one")
        gold = list(dev)
        parsed, evidence = self._parse_with_evidence(gold, width, threads, single_root=True)
        truth = outcomes(gold, parsed)
        if not truth.known.any():
            raise UsageError("there is nothing to calibrate on: no word has a head and a relation; annotate some")
        found = Calibration.fit(evidence, truth, len(self.header.labels))
        self._calibrations[width] = found
        values = {str(key): self._calibrations[key].to_dict() for key in sorted(self._calibrations)}
        self.header = replace(self.header, calibration=values)

    def _calibration(self, width: int) -> Calibration:
        if found := self._calibrations.get(width):
            return found
        known = ", ".join(map(str, sorted(self._calibrations)))
        problem = f"for a beam of {width}, only for {known}" if known else "and cannot say how sure it is"
        raise UsageError(
            f"the parser was not calibrated {problem}; "
            f"use parser.calibrate(dev, beam={width}) or `panparser calibrate MODEL DEV --beam {width}`"
        )

    def _parse_with_evidence(
        self, items: Sequence[Any], width: int, threads: int, single_root: bool
    ) -> tuple[list[Sentence], Evidence]:
        parsed, heads, labels, margins = self._model.parse_with_margins(
            self._design, items, width, threads, single_root
        )
        lengths = np.array([len(sentence) for sentence in parsed], np.int64)
        return parsed, Evidence(lengths, heads, labels, margins.reshape(-1, MARGINS))

    def best(
        self,
        sentence: Sentence | Sequence[str],
        count: int,
        *,
        constraints: Source | None = None,
        relax: bool = False,
        beam: int | None = None,
        single_root: bool = True,
    ) -> list[tuple[Sentence, float]]:
        """The best trees of a sentence, all different, each with the score of its best derivation.

        `constraints` as in `parse`. There may be fewer than `count`: no more than the sentence has, or than a very
        wide beam finds.

        >>> import panparser as pp
        >>> birds = pp.Sentence.from_forms(["Birds", "sing"])
        >>> bank = [birds.replace(upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"])]
        >>> parser = pp.train(bank, epochs=3)
        >>> [tree.heads for tree, score in parser.best(bank[0], 5)]
        [[2, 0], [0, 1]]
        """
        require_whole("count", count, 1, MAX_BEAM)
        given = _one(sentence, "the best trees are")
        compiled = self._compile(constraints, [given], relax, single_root)
        return self._model.best_trees(
            self._design, given, compiled[0] if compiled else None, self._width(beam), count, single_root
        )

    def _width(self, beam: int | None) -> int:
        if beam is not None:
            require_whole("beam", beam, 1, MAX_BEAM)
        return beam or self.header.beam

    def derive(
        self,
        sentence: Sentence | Sequence[str],
        *,
        constraints: Source | None = None,
        relax: bool = False,
        beam: int | None = None,
        single_root: bool = True,
    ) -> Derivation:
        """How the parser comes to the tree of a sentence or a list of forms, decision by decision.

        `constraints` as in `parse`.
        If the sentence has heads, the derivation says what each decision costs against them.

        >>> import panparser as pp
        >>> birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
        >>> derivation = pp.train([birds], epochs=3).derive(["Birds", "sing"])
        >>> [step.action for step in derivation.steps], derivation.sentence.heads
        (['SHIFT', 'LEFT', 'SHIFT', 'LEFT'], [2, 0])
        """
        given = _one(sentence, "a derivation is")
        require_drawable(given)
        compiled = self._compile(constraints, [given], relax, single_root)
        tree, decisions = self._model.derive(
            self._design, given, compiled[0] if compiled else None, self._width(beam), single_root
        )
        return replay(self._systems[single_root], given, tree, decisions)

    def content(self) -> Content:
        """What a model file has of it: a header and arrays."""
        return self.header.to_dict(), self._arrays

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model to one file, completely or not at all."""
        save_model_file(path, *self.content())

    def __repr__(self) -> str:
        h = self.header
        return f"<Parser {h.system}, root {h.root}, {len(h.labels)} labels, {h.data['words']:,} training words>"


def parser_from_file(
    header: dict[str, Any], arrays: Mapping[str, NDArray[Any]], system: TransitionSystem | None
) -> Parser:
    """The parser that `Parser.save` wrote."""
    require_groups(header, arrays, (_CLUSTERS, _VECTORS, _WEIGHTS))
    return Parser(ModelHeader.from_dict(header), arrays, system)


def _one(sentence: Sentence | Sequence[str], what: str) -> Sentence:
    if isinstance(sentence, str | bytes | Treebank) or not isinstance(sentence, Sentence | Iterable):
        raise UsageError(f"{what} of one Sentence or a list of forms; take one out of the treebank")
    return sentence if isinstance(sentence, Sentence) else Sentence.from_forms(sentence)
