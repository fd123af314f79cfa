"""Templates at random, and designs that do nothing but extract features."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

import panparser as pp
from panparser._native import Design, Sentence
from panparser.features import NO_CLUSTERS, NO_VECTORS, Clusters
from panparser.models import NO_DICTIONARY

STEPS = ("h", "l", "l2", "ln", "r", "r2", "rn")
VALUES = ("w", "lower", "e", "p", "x", "m", "Case", "Number[psor]", "shape", "brown", "d", "vl", "vr", "sl", "sr")

_bases = st.one_of(
    st.builds("{}{}".format, st.sampled_from("SBLR"), st.integers(0, 9)),
    st.builds("P{}".format, st.integers(1, 9)),
    st.sampled_from(["CL", "CR"]),
)
nodes = st.builds(lambda base, steps: ".".join([base, *steps]), _bases, st.lists(st.sampled_from(STEPS), max_size=3))
values = st.one_of(
    st.sampled_from(VALUES),
    st.builds("pre{}".format, st.integers(1, 9)),
    st.builds("suf{}".format, st.integers(1, 9)),
    st.builds("brown{}".format, st.integers(1, 63)),
)
atoms = st.one_of(
    st.builds("{}.{}".format, nodes, values), st.builds("{}~{}".format, nodes, nodes), st.sampled_from(["A1", "A2"])
)
templates = st.lists(atoms, min_size=1, max_size=6).map(" ".join)


_NO_VALUES = np.empty(0, np.float32)


def canonical(template: str) -> str:
    """What is written in one way only: S for L, B for R."""
    return " ".join(
        "~".join({"L": "S", "R": "B"}.get(node[0], node[0]) + node[1:] for node in atom.split("~"))
        for atom in template.split()
    )


def design(templates: list[str], clusters: Clusters = NO_CLUSTERS) -> Design:
    """Extracts features with `design.features(sentence, configuration)`."""
    free, single = pp.system("arc-eager"), pp.system("arc-eager", single_root=True)
    tables = clusters.keys, clusters.paths, NO_VECTORS.keys, _NO_VALUES
    known = NO_DICTIONARY.keys, NO_DICTIONARY.labels
    return Design(free, single, templates, "none", [], [], [], "", "", *tables, [], [], *known, [])


def word(form: str, **columns: str) -> Sentence:
    """A sentence of one word."""
    return Sentence.from_forms([form]).replace(**{name: [value] for name, value in columns.items()})


def feature(sentence: Sentence, template: str, clusters: Clusters = NO_CLUSTERS) -> int | None:
    """The hash of one feature of the first configuration of a sentence, None if it is not there."""
    start = pp.system("arc-eager").initial(len(sentence))
    found = design([template], clusters).features(sentence, start)
    return int(found[0]) if len(found) else None
