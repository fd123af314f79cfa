"""Going on from a parser that is there already: whether it fits, and what is taken over."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from typing import Any

from panparser._native import Template, TransitionSystem
from panparser.errors import UsageError
from panparser.features import NO_CLUSTERS, NO_VECTORS, Clusters, Vectors, read_clusters, read_vectors
from panparser.tasks.parser import Parser


def require_same(start: Parser, system: TransitionSystem, labels: str) -> None:
    """An error unless the parser can go on learning with this system and labelling."""
    if not isinstance(start, Parser):
        raise UsageError(f"training starts from a Parser, not {type(start).__name__}; pp.load gives one")
    header = start.header
    if header.vectors:
        raise UsageError("a parser with word vectors cannot be gone on from; train it anew")
    if header.system != system.name or header.root != system.root:
        raise UsageError(
            f"the parser to start from is for {header.system} with root {header.root}, not for {system.name} with root "
            f"{system.root}; use its system and root"
        )
    if header.labelling != labels:
        raise UsageError(f"the parser to start from has labels={header.labelling!r}, not {labels!r}; use the same")
    if labels != "none" and not header.labels:
        raise UsageError("the parser to start from knows no labels; train it on labelled data, or use labels='none'")


def lineage(start: Parser) -> dict[str, Any]:
    """What the header of the next parser says of the one that it started from."""
    digest = hashlib.sha256()
    for _, array in sorted(start.weights.items()):
        digest.update(array.tobytes())
    return {"data": start.header.data, "features": start.header.features, "weights": digest.hexdigest()}


def choose_clusters(
    given: str | os.PathLike[str] | Clusters | None, start: Parser | None, templates: Sequence[str]
) -> Clusters:
    """The clusters given, or else those of the parser to start from, if the templates look at any."""
    if isinstance(given, Clusters):
        return given
    if given is not None:
        return read_clusters(given)
    is_used = any(Template(template).uses_clusters for template in templates)
    return start.clusters if start is not None and is_used else NO_CLUSTERS


def choose_vectors(given: str | os.PathLike[str] | Vectors | None) -> Vectors:
    """The word vectors given, or none."""
    if isinstance(given, Vectors):
        return given
    return NO_VECTORS if given is None else read_vectors(given)
