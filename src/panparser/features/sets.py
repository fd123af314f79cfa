"""Named sets of feature templates, and what can be added to any of them. docs/features.md describes the language."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from panparser._native import Template
from panparser.data.opening import blocks, name_of
from panparser.errors import InputError, UsageError

# A name such as "zn11+morpho", templates in one string, a list of them, or the path of a file.
Features: TypeAlias = str | os.PathLike[str] | Iterable[str]


def _lines(text: str) -> tuple[str, ...]:
    lines = (line.partition("#")[0] for line in text.splitlines())
    return tuple(template.strip() for line in lines for template in line.split(";") if template.strip())


# Zhang & Nivre (2011), Tables 1 and 2, and the last two actions.
_ZN11 = _lines("""
    S0.w S0.p; S0.w; S0.p; B0.w B0.p; B0.w; B0.p; B1.w B1.p; B1.w; B1.p; B2.w B2.p; B2.w; B2.p
    S0.w S0.p B0.w B0.p; S0.w S0.p B0.w; S0.w B0.w B0.p; S0.w S0.p B0.p; S0.p B0.w B0.p; S0.w B0.w; S0.p B0.p; B0.p B1.p
    B0.p B1.p B2.p; S0.p B0.p B1.p; S0.h.p S0.p B0.p; S0.p S0.l.p B0.p; S0.p S0.r.p B0.p; S0.p B0.p B0.l.p
    S0.w S0~B0; S0.p S0~B0; B0.w S0~B0; B0.p S0~B0; S0.w B0.w S0~B0; S0.p B0.p S0~B0
    S0.w S0.vr; S0.p S0.vr; S0.w S0.vl; S0.p S0.vl; B0.w B0.vl; B0.p B0.vl
    S0.h.w; S0.h.p; S0.d; S0.l.w; S0.l.p; S0.l.d; S0.r.w; S0.r.p; S0.r.d; B0.l.w; B0.l.p; B0.l.d
    S0.h.h.w; S0.h.h.p; S0.h.d; S0.l2.w; S0.l2.p; S0.l2.d; S0.r2.w; S0.r2.p; S0.r2.d; B0.l2.w; B0.l2.p; B0.l2.d
    S0.p S0.l.p S0.l2.p; S0.p S0.r.p S0.r2.p; S0.p S0.h.p S0.h.h.p; B0.p B0.l.p B0.l2.p
    S0.w S0.sr; S0.p S0.sr; S0.w S0.sl; S0.p S0.sl; B0.w B0.sl; B0.p B0.sl
    A1; A1 A2; S0.p B0.p A1; A1 A2 B0.p
""")

# For systems that make arcs between the two topmost words of the stack: what zn11 says of S0 and B0, for S1 and S0.
_ZN11_STACK = _ZN11 + _lines("""
    S1.w S1.p; S1.w; S1.p; S1.w S0.w; S1.w S0.p; S1.p S0.w; S1.p S0.p; S1.w S1.p S0.p; S1.p S0.w S0.p; S1.w S0.w S0.p
    S1.w S1.p S0.w; S1.p S0.p B0.p; S1.p S0.p B0.w; S1.p S0.w B0.p; S1.w B0.w; S1.p B0.p; S2.p S1.p S0.p
    S1.w S1~S0; S1.p S1~S0; S0.w S1~S0; S0.p S1~S0; S1.w S0.w S1~S0; S1.p S0.p S1~S0
    S1.w S1.vr; S1.p S1.vr; S1.w S1.vl; S1.p S1.vl; S1.l.p; S1.l.d; S1.r.p; S1.r.d; S1.r.w
    S1.p S1.r.p S0.p; S1.p S1.l.p S0.p; S1.p S0.p S0.l.p; S1.p S0.p S0.r.p; S1.w S1.sr; S1.p S1.sr; S1.p S1.sl
""")

# Fernández-González & Gómez-Rodríguez (2017), Table 2: the focus words L0 and R0 are S0 and B0.
_COVINGTON = _lines("""
    S0.w; S0.p; S0.w S0.p; S0.d; S0.h.w; S0.h.p; S0.h.d; S0.h.h.w; S0.h.h.p; S0.h.h.d
    S0.ln.w; S0.ln.p; S0.ln.d; S0.rn.w; S0.rn.p; S0.rn.d; S0.l.w; S0.l.p; S0.l.d; S0.r.w; S0.r.p; S0.r.d
    S0.w S0~B0; S0.p S0~B0; S0.w S0.vr; S0.p S0.vr; S0.w S0.vl; S0.p S0.vl; S0.w S0.sl; S0.p S0.sl; S0.w S0.sr
    S0.p S0.sr; S1.w; S1.p; S1.w S1.p; B0.w; B0.p; B0.w B0.p; B0.h.w; B0.h.p; B0.h.d; B0.h.h.w; B0.h.h.p
    B0.ln.w; B0.ln.p; B0.ln.d; B0.l.w; B0.l.p; B0.l.d; B0.w S0~B0; B0.p S0~B0; B0.w B0.vl; B0.p B0.vl; B0.w B0.sl
    B0.p B0.sl; B1.w; B1.p; B1.w B1.p; B2.w; B2.p; B2.w B2.p; CL.w; CL.p; CL.w CL.p; CR.w; CR.p; CR.w CR.p
    S0.w S0.p B0.w B0.p; S0.w S0.p B0.w; S0.w B0.w B0.p; S0.w S0.p B0.p; S0.p B0.w B0.p; S0.w B0.w; S0.p B0.p
    B0.p B1.p; S0.w B0.w S0~B0; S0.p B0.p S0~B0
    B0.p B1.p B2.p; S0.p B0.p B1.p; S0.h.p S0.p B0.p; S0.p S0.ln.p B0.p; S0.p S0.rn.p B0.p; S0.p B0.p B0.ln.p
    S0.p S0.ln.p S0.l.p; S0.p S0.rn.p S0.r.p; S0.p S0.h.p S0.h.h.p; B0.p B0.ln.p B0.l.p
""")

# For tags from left to right: the word B0 and its neighbours, how they are spelt, the tags (labels) of those before it.
_TAGGER = _lines("""
    B0.w; B0.lower; P1.w; P2.w; B1.w; B2.w; P1.w B0.w; B0.w B1.w; P1.d; P1.d P2.d; P1.d B0.w; P1.d P2.d B0.w; P1.d B1.w
    B0.suf1; B0.suf2; B0.suf3; B0.suf4; B0.suf5; B0.pre1; B0.pre2; B0.pre3; B0.pre4; B0.pre5; B0.shape; P2.d
    B0.suf2 P1.d; B0.suf3 P1.d; B0.suf4 P1.d; B0.shape P1.d; B0.suf3 P1.d P2.d; B0.suf3 P1.d B1.suf3; P1.d P2.d P3.d
    B1.suf2; B1.suf3; B2.suf3; P1.suf3; P2.suf3; B1.shape; P1.shape; B1.pre1; B1.suf2 P1.d; B1.suf3 P1.d
    B0.suf3 B1.suf3; B0.lower B1.suf3; P1.w B0.suf3; B0.shape B1.shape; P1.shape B0.shape; P1.w B0.shape
    P1.d B0.shape B1.shape; P1.lower; P2.lower; B1.lower; B2.lower; P1.lower B0.lower; B0.lower B1.lower
    P1.lower B1.lower; P2.lower P1.lower; B1.lower B2.lower; P1.d B0.lower; P2.d B0.lower; P1.d B1.lower
    P1.d P2.d B1.lower
""")

# For tagging and parsing at once: words in the buffer have no tags yet, so that their spelling stands for them.
_JOINT = tuple(
    dict.fromkeys(
        (
            *(template for template in _ZN11_STACK if not re.search(r"\bB\d\.p", template)),
            *(template.replace(".d", ".p") for template in _TAGGER),
            *_lines(
                "S0.p B0.w; S0.p B0.suf3; S0.w B0.suf3; S1.p B0.w; S1.p S0.p B0.suf3; S0.p B0.lower; A1 A2 B0.suf3"
            ),
        )
    )
)

# For what is left to predict where UPOS tags are known.
_TAGGER_UPOS = _TAGGER + _lines("""
    B0.p; P1.p B0.p; B0.p B1.p; P1.p B0.p B1.p; B0.w B0.p; B0.suf2 B0.p; B0.suf3 B0.p; B0.suf4 B0.p; B0.suf2 B0.p P1.d
    B0.suf3 B0.p P1.d; B0.p P1.d; B0.p P1.w; B0.p B1.w; B0.p P1.w B0.suf3; B0.p P1.d B1.p; B0.p P1.d B1.w
    P2.w P1.w B0.p; B0.p P1.d B1.p B2.p
""")

# For the rules that make lemmas of forms, where tags are known.
_LEMMA = _lines("""
    B0.w; B0.lower; B0.p; B0.m; B0.shape; B0.pre1; B0.pre2; B0.pre3; B0.suf1; B0.suf2; B0.suf3; B0.suf4; B0.suf5
    B0.suf6; B0.w B0.p; B0.lower B0.p; B0.w B0.p B0.m; B0.shape B0.p; B0.pre2 B0.p; B0.pre3 B0.p; B0.suf1 B0.p
    B0.suf2 B0.p; B0.suf3 B0.p; B0.suf4 B0.p; B0.suf5 B0.p; B0.suf1 B0.p B0.m; B0.suf2 B0.p B0.m; B0.suf3 B0.p B0.m
    B0.suf4 B0.p B0.m; B0.pre2 B0.suf2 B0.p B0.m; B0.shape P1.p; B0.shape P1.shape; B0.p B1.p; P1.p B0.p
""")

# For the pieces of a text, whether a token or a sentence ends behind B0: B0.x says whether white space follows, FEATS
# what native/text/pieces.hpp says.
_TOKENIZER = _lines("""
    B0.x; B0.w B0.x; B0.lower B0.x; B0.shape B0.x; B1.w B0.x; B1.lower B0.x; B1.shape B0.x; P1.w B0.x; P1.shape B0.x
    P1.w P1.x B0.x; B2.w B0.x; B2.shape B1.x B0.x; B0.w B1.w B0.x; B0.lower B1.lower B0.x; B0.w B1.shape B0.x
    B0.shape B1.w B0.x; B0.shape B1.shape B0.x; B0.shape B1.shape B0.x B1.x; P1.w B0.w B0.x P1.x
    P1.lower B0.lower B0.x P1.x; P1.shape B0.w B0.x P1.x; P1.shape B0.w B1.shape B0.x P1.x; P1.w B0.w B1.w B0.x P1.x
    P1.shape B0.shape B1.shape B0.x P1.x; P1.lower B0.w B1.lower B0.x P1.x; P2.shape P1.shape B0.w B0.x P1.x P2.x
    P2.w P1.w B0.w B0.x P1.x; B0.w B1.w B2.w B0.x B1.x; B0.w B1.shape B2.shape B0.x B1.x; B0.w B1.w B0.x B1.x
    B0.x B1.w B2.w B1.x; P1.w B0.w B1.shape B0.x P1.x; P1.shape B0.w B1.w B0.x P1.x; P1.suf3 B0.w B0.x P1.x
    P1.pre1 B0.w B1.pre1 B0.x; B0.w B1.suf3 B0.x; B0.w B1.pre3 B0.x; B0.pre3 B0.x; B0.suf3 B0.x; B1.pre1 B0.x
    B0.w B1.w B3.shape B0.x; P3.w P2.w P1.w B0.w B0.x
    P1.d B0.w B0.x; P1.d P2.d B0.w B0.x; P1.d B0.shape B1.shape B0.x; P1.d P1.w B0.w B1.w B0.x; P1.d P1.w B0.w B0.x
    P1.d P2.d P1.shape B0.shape B1.shape B0.x; P1.d P2.d P2.w P1.w B0.w B0.x; P1.d P2.d P3.d B0.x
    B0.Chunk B0.x; B0.Chunk B0.At B0.x; B0.Chunk B0.w B0.x; B0.Chunk B0.At P1.d B0.x; B0.Chunk B0.w B1.shape B0.x
    B0.Open B0.x; B0.Open B0.w B0.x; B0.Open P1.d B0.x; B0.Open B0.w B1.shape B0.x; B0.Open B0.At B0.w B0.x
    B0.Mail B0.x; B0.Mail B0.w B0.x; B0.Mail B0.w P1.shape B1.shape B0.x; B0.Mail P1.d B0.w B0.x
    B0.Open P1.d B0.w B1.shape B0.x; B0.w B1.Chunk B0.x
    B0.Line; B0.Line B0.shape; B0.Line B1.shape; B0.Line B0.w; B0.Line B0.shape B1.shape
""")

# For scripts without spaces: characters side by side, and what the list of words knows of them.
_TOKENIZER_UNSPACED = _TOKENIZER + _lines("""
    P1.w B0.w; B0.w B1.w; B1.w B2.w; P2.w P1.w; P1.w B1.w; P1.w B0.w B1.w; P2.w P1.w B0.w; B0.w B1.w B2.w
    B1.w B2.w B3.w; P2.w B0.w; B0.w B2.w; P2.w P1.w B0.w B1.w; P1.w B0.w B1.w B2.w; P1.d P2.d B0.w B1.w
    P1.d P2.d P1.w B0.w B1.w; P1.d P2.d P3.d P1.w B0.w; P1.d P2.d P3.d P2.w P1.w B0.w
    P1.d B0.w B1.w B2.w; P1.d P2.d P2.w P1.w B0.w B1.w
    B0.Begin; B0.End; B1.Begin; B1.End; P1.Begin; P2.Begin; B0.End B1.Begin; P1.d B0.Begin B1.Begin; P1.d B0.End
    P1.d P2.d B0.End B1.Begin; P1.d P2.d P1.Begin B0.End; P1.d B0.Begin B0.End B1.Begin; B0.End B1.Begin B0.w
    B0.End B1.Begin B1.w; P1.d P2.d P3.d P1.Begin P2.Begin B0.End; B0.Begin B1.End; P1.d B0.Begin B0.w B1.w
    P1.d P2.d B0.End B1.w; P1.d P1.Begin B0.Begin B1.Begin B2.Begin
""")

# For the rules that make words of multiword tokens.
_SPLITTER = _lines("""
    B0.w; B0.lower; B0.shape; B0.pre1; B0.pre2; B0.pre3; B0.pre4; B0.suf1; B0.suf2; B0.suf3; B0.suf4; B0.suf5; B0.suf6
    P1.lower; B1.lower; P1.lower B0.lower; B0.lower B1.lower; P1.suf3; B1.suf3; B0.suf2 P1.lower; B0.suf3 P1.lower
    B0.suf2 B1.lower; B0.suf3 B1.lower; B0.lower P1.suf3; B0.lower B1.suf3; B0.suf3 P1.suf3; B0.suf3 B1.suf3; P1.d
    P1.d B0.lower; P1.d B0.suf3; B0.pre2 B0.suf3; B0.pre3 B0.suf2; B0.pre1 B0.suf4; B0.shape B0.suf2; B0.shape B0.suf3
    P2.lower P1.lower B0.lower; B0.lower B1.lower B2.lower; P1.lower B0.lower B1.lower; B0.shape P1.shape
    B1.pre2 B0.lower; B0.suf7; B0.suf8
""")


def _each(nodes: str, *values: str) -> tuple[str, ...]:
    return tuple(f"{node}.{value}" for value in values for node in nodes.split())


# For networks, in the manner of Chen & Manning (2014): one value each, combined by the hidden layer.
_NETWORK = (
    *_each("S0 S1 S2 B0 B1 B2 S0.h S0.h.h S0.l S0.l2 S0.r S0.r2 B0.l B0.l2", "w"),
    *_each("S0 S1 S2 B0 B1 B2 B3 P1 S0.h S0.h.h S0.l S0.l2 S0.r S0.r2 B0.l B0.l2 S1.l S1.r", "p"),
    *_each("S0 S1 S0.h S0.l S0.l2 S0.r S0.r2 B0.l B0.l2 S1.l S1.r", "d"),
    *_each("S0 B0", "suf1", "suf2", "suf3", "pre1", "pre3", "shape"),
    *_each("S1 B1", "suf3"),
    *_lines("S0.vl; S0.vr; S1.vr; B0.vl; S0~B0; S1~S0; A1; A2"),
)
_NETWORK_STACK = (
    *_each("S0 S1 S2 B0 B1 B2 S0.l S0.l2 S0.r S0.r2 S1.l S1.l2 S1.r S1.r2 B0.l B0.l2", "w"),
    *_each("S0 S1 S2 B0 B1 B2 B3 P1 S0.l S0.l2 S0.r S0.r2 S1.l S1.l2 S1.r S1.r2 B0.l B0.l2", "p"),
    *_each("S0.l S0.l2 S0.r S0.r2 S1.l S1.l2 S1.r S1.r2 B0.l B0.l2", "d"),
    *_each("S0 S1 B0", "suf1", "suf2", "suf3", "pre1", "pre3", "shape"),
    *_lines("S0.vl; S0.vr; S1.vl; S1.vr; B0.vl; S0~B0; S1~S0; A1; A2"),
)
_NETWORK_COVINGTON = (
    *_each("S0 S1 B0 B1 B2 S0.h S0.h.h S0.l S0.ln S0.r S0.rn B0.h B0.l B0.ln CL CR", "w"),
    *_each("S0 S1 B0 B1 B2 B3 S0.h S0.h.h S0.l S0.ln S0.r S0.rn B0.h B0.l B0.ln CL CR", "p"),
    *_each("S0 B0 S0.h S0.h.h S0.l S0.ln S0.r S0.rn B0.h B0.l B0.ln", "d"),
    *_each("S0 B0", "suf1", "suf2", "suf3", "pre1", "pre3", "shape"),
    *_lines("S0.vl; S0.vr; B0.vl; B0.vr; S0~B0; A1; A2"),
)
# The same for tags: the word and its neighbours, how they are spelt, and the tags before it.
_NETWORK_TAGGER = (
    *_each("B0 P1 P2 B1 B2", "w"),
    *_each("B0 P1 B1", "lower", "shape", "suf2", "suf3"),
    *_each("B0", "suf1", "suf4", "pre1", "pre2", "pre3", "pre4"),
    *_each("P2 B2", "suf3"),
    *_each("P1 P2 P3", "d"),
)
_NETWORK_TAGGER_UPOS = (*_NETWORK_TAGGER, *_each("B0 P1 P2 B1 B2", "p"))

FEATURE_SETS: dict[str, tuple[str, ...]] = {
    "zn11": _ZN11,
    "zn11-stack": _ZN11_STACK,
    "covington": _COVINGTON,
    "tagger": _TAGGER,
    "tagger-upos": _TAGGER_UPOS,
    "lemma": _LEMMA,
    "joint": _JOINT,
    "tokenizer": _TOKENIZER,
    "tokenizer-unspaced": _TOKENIZER_UNSPACED,
    "splitter": _SPLITTER,
    "network": _NETWORK,
    "network-stack": _NETWORK_STACK,
    "network-covington": _NETWORK_COVINGTON,
    "network-tagger": _NETWORK_TAGGER,
    "network-tagger-upos": _NETWORK_TAGGER_UPOS,
}

_MADE_FOR = {
    "covington": "covington",
    "nonmonotonic-covington": "covington",
    "arc-standard": "zn11-stack",
    "arc-hybrid": "zn11-stack",
    "joint-arc-standard": "joint",
    "joint-arc-hybrid": "joint",
    "arc-hybrid-partial": "zn11-stack",
    "arc-hybrid-span": "zn11-stack",
}

# The words that an arc may join, by set; additions are about them.
_PAIRS = {
    "zn11-stack": (("S0", "B0"), ("S1", "S0")),
    "tagger": (("P1", "B0"),),
    "tagger-upos": (("P1", "B0"),),
    "lemma": (("P1", "B0"),),
    "joint": (("S0", "B0"), ("S1", "S0")),
    "tokenizer": (("P1", "B0"),),
    "tokenizer-unspaced": (("P1", "B0"),),
    "splitter": (("P1", "B0"),),
    "network-stack": (("S0", "B0"), ("S1", "S0")),
    "network-tagger": (("P1", "B0"),),
    "network-tagger-upos": (("P1", "B0"),),
}

# Morphology of both words, and the features that agree or govern, each with the tags.
_MORPHO = """
    {a}.m; {b}.m; {a}.p {b}.m; {a}.m {b}.p; {a}.m {b}.m
    {a}.p {b}.p {a}.Case; {a}.p {b}.p {b}.Case; {a}.p {b}.p {a}.Case {b}.Case; {a}.p {b}.p {a}.Number {b}.Number
    {a}.p {b}.p {a}.Gender {b}.Gender; {a}.p {b}.p {a}.VerbForm; {a}.p {b}.p {b}.VerbForm
"""

# Short prefixes with and in the place of tags, whole clusters in the place of words (Koo et al. 2008).
_BROWN = """
    {a}.brown4; {b}.brown4; {a}.brown6; {b}.brown6; {a}.brown; {b}.brown; {a}.brown4 {b}.brown4; {a}.brown6 {b}.brown6
    {a}.brown {b}.brown; {a}.brown4 {b}.p; {a}.p {b}.brown4; {a}.brown {b}.p; {a}.p {b}.brown; {a}.p {b}.p {a}.brown6
    {a}.p {b}.p {b}.brown6; {a}.p {a}.brown4 {b}.p {b}.brown4
"""

# Word vectors of the two topmost words of the stack and the first of the buffer (PanParser, 4.7).
_VECTORS = {"zn11": ("S0.vec", "S1.vec", "B0.vec"), "tagger": ("P1.vec", "B0.vec", "B1.vec")}


def delexicalized(templates: Iterable[str]) -> tuple[str, ...]:
    """The templates that do not look at words: no forms, lemmas, spelling, clusters or word vectors.

    >>> delexicalized(["S0.w B0.p", "S0.p B0.p", "S0.brown4", "S0.Case"])
    ('S0.p B0.p', 'S0.Case')
    """
    return tuple(template for template in templates if not Template(template).is_lexical)


def _adding(pattern: str) -> Callable[[tuple[str, ...], str], tuple[str, ...]]:
    def add(templates: tuple[str, ...], base: str) -> tuple[str, ...]:
        pairs = _PAIRS.get(base, (("S0", "B0"),))
        more = (template for a, b in pairs for template in _lines(pattern.format(a=a, b=b)))
        return tuple(dict.fromkeys((*templates, *more)))

    return add


ADDITIONS: dict[str, Callable[[tuple[str, ...], str], tuple[str, ...]]] = {
    "morpho": _adding(_MORPHO),
    "brown": _adding(_BROWN),
    "vectors": lambda templates, base: tuple(dict.fromkeys((*templates, *_VECTORS.get(base, _VECTORS["zn11"])))),
    "delexicalized": lambda templates, _: delexicalized(templates),
}


def default_features(system: str) -> str:
    """The feature set that suits a transition system.

    >>> default_features("arc-eager"), default_features("arc-hybrid")
    ('zn11', 'zn11-stack')
    """
    return _MADE_FOR.get(system, "zn11")


def network_features(system: str) -> str:
    """The set of single values that suits a network for a transition system.

    >>> network_features("arc-eager"), network_features("arc-hybrid")
    ('network', 'network-stack')
    """
    return default_features(system).replace("zn11", "network").replace("covington", "network-covington")


def full_name(name: str, system: str = "arc-eager") -> str:
    """The name of a set with its base: an addition alone is to the set that suits the system.

    >>> full_name("morpho"), full_name("delexicalized+brown", "covington"), full_name("zn11")
    ('zn11+morpho', 'covington+delexicalized+brown', 'zn11')
    """
    return f"{default_features(system)}+{name}" if name.partition("+")[0] in ADDITIONS else name


def is_name(features: object) -> bool:
    """Whether it can only be the name of a set: templates have capital letters.

    >>> is_name("zn11+morpho"), is_name("S0.w"), is_name(["S0.w"])
    (True, False, False)
    """
    return isinstance(features, str) and features == features.lower() and features.strip() != ""


def feature_templates(features: Features, system: str = "arc-eager") -> tuple[str, ...]:
    """The templates of a named set, in a string or a file, or the ones given.

    In a string or a file, templates stand on lines of their own or are separated by `;`, and `#` begins a comment.

    >>> len(feature_templates("zn11"))
    76
    >>> feature_templates(["S0.w B0.w", "S0.p B0.p"]) == feature_templates("S0.w B0.w; S0.p B0.p  # two")
    True
    """
    if is_name(features):
        assert isinstance(features, str)
        return _named(full_name(features, system))
    if isinstance(features, str):
        return _lines(features)
    if isinstance(features, os.PathLike):
        return read_templates(features)
    if not isinstance(features, Iterable):
        raise UsageError(f"features are the name of a set or a list of templates, not {type(features).__name__}")
    return tuple(features)


def _named(name: str) -> tuple[str, ...]:
    base, *additions = name.split("+")
    if base not in FEATURE_SETS:
        known = ", ".join(FEATURE_SETS)
        raise UsageError(f"no feature set named {base!r}; use one of: {known}, or a list of templates")
    templates = FEATURE_SETS[base]
    for addition in additions:
        if addition not in ADDITIONS:
            known = ", ".join(f"{base}+{known}" for known in ADDITIONS)
            raise UsageError(f"{base} cannot be combined with {addition!r}; use one of: {known}")
        templates = ADDITIONS[addition](templates, base)
    if not templates:
        raise UsageError(f"no template of {name} is left; take {additions[-1]!r} away")
    return templates


def read_templates(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """The templates in a file; a wrong one is an error that names the line."""
    file = name_of(path)
    try:
        text = b"".join(blocks(path)).decode("utf-8-sig")
    except UnicodeError:
        raise InputError("not UTF-8", "give a text file of feature templates", file=file) from None
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        for template in _lines(line):
            try:
                meant = Template(template).text
            except UsageError as error:
                raise InputError(str(error), "`panparser features --help` says more", file=file, line=number) from None
            if meant in found:
                problem = f"feature template {template!r} is there twice"
                raise InputError(problem, "leave one of them out", file=file, line=number)
            found[meant] = template
    if not found:
        raise InputError("there are no templates", "write one per line, such as `S0.w B0.p`", file=file)
    return tuple(found.values())


def find_features(text: str) -> Features:
    """What a command line means: the name of a set, the path of a file, or templates.

    >>> find_features("zn11+morpho"), find_features("S0.w; B0.w")
    ('zn11+morpho', 'S0.w; B0.w')
    """
    if Path(text).is_file():
        return Path(text)
    if is_name(text) and full_name(text).partition("+")[0] not in FEATURE_SETS:
        known = ", ".join(FEATURE_SETS)
        raise UsageError(f"{text} is neither a feature set nor a file; use one of: {known}, or the path of a file")
    return text
