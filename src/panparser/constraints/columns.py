"""Constraints in the columns of a CoNLL-U file."""

from __future__ import annotations

import re
from collections.abc import Callable

from panparser._native import Sentence
from panparser.constraints.constraints import Constraints
from panparser.errors import InputError

_KEYS = ("Head", "HeadSide", "NotHead", "Deprel", "Span", "Connected")


def from_misc(sentence: Sentence) -> Constraints | None:
    """What the MISC column says.

    `Head=3` and `Head=3,5` (one of them), `HeadSide=left`, `NotHead=4`, `Deprel=obj`, `Span=2-4`, `Connected=2-4`. A
    span may stand at any word. None if there is nothing of the kind.

    >>> import panparser as pp
    >>> from panparser.constraints.columns import from_misc
    >>> from_misc(pp.Sentence.from_forms(["Birds", "sing"]).replace(misc=["Head=2|Deprel=nsubj", "_"]))
    Constraints(heads={1: 2}, labels={1: 'nsubj'})
    """
    heads: dict[int, tuple[int, ...] | int] = {}
    labels: dict[int, str] = {}
    sides: dict[int, str] = {}
    forbidden: dict[int, tuple[int, ...]] = {}
    spans: dict[str, list[tuple[int, int]]] = {"Span": [], "Connected": []}
    for word, misc in enumerate(sentence.misc, 1):
        if "=" not in misc:
            continue
        for part in misc.split("|"):
            key, _, value = part.partition("=")
            if key not in _KEYS:
                continue
            if key == "Deprel":
                labels[word] = value
            elif key == "HeadSide":
                sides[word] = value
            elif key in ("Head", "NotHead"):
                nodes = tuple(_numbers(value, r"\d+(,\d+)*", ",", part, sentence, word, "3 or 3,5"))
                if key == "NotHead":
                    forbidden[word] = nodes
                else:
                    heads[word] = nodes[0] if len(nodes) == 1 else nodes
            else:
                first, last = _numbers(value, r"\d+-\d+", "-", part, sentence, word, "2-4")
                spans[key].append((first, last))
    if not (heads or labels or sides or forbidden or spans["Span"] or spans["Connected"]):
        return None
    return Constraints(heads, labels, sides, forbidden, spans["Span"], spans["Connected"])  # type: ignore[arg-type]


def _numbers(value: str, form: str, mark: str, part: str, sentence: Sentence, word: int, example: str) -> list[int]:
    # More digits than any sentence has words would only be converted to be refused.
    if not re.fullmatch(form, value, re.ASCII) or len(value) > 10_000:
        raise InputError(
            f"{part[:40]!r} in the MISC column of word {word} is not a constraint",
            f"write {part.partition('=')[0]}={example}",
            line=sentence.line,
        )
    return [int(number[:9]) for number in value.split(mark)]


def from_ninth_column(sentence: Sentence) -> Constraints | None:
    """Heads that the ninth column marks as known with `1`; `0` and `_` are unknown (PanParser, section 4.5).

    >>> import panparser as pp
    >>> from panparser.constraints.columns import from_ninth_column
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deps=["1", "_"])
    >>> from_ninth_column(birds)
    Constraints(heads={1: 2})
    """
    heads: dict[int, int] = {}
    for word, (mark, head) in enumerate(zip(sentence.deps, sentence.heads, strict=True), 1):
        if mark not in ("0", "1", "_"):
            raise InputError(
                f"the ninth column of word {word} is {mark[:40]!r}",
                "write 1 where the head is known, 0 or _ where it is not",
                line=sentence.line,
            )
        if mark == "1" and head is None:
            raise InputError(
                f"the head of word {word} is marked as known and is not there",
                "fill in the HEAD column, or write _ into the ninth",
                line=sentence.line,
            )
        if mark == "1" and head is not None:
            heads[word] = head
    return Constraints(heads) if heads else None


def from_heads(sentence: Sentence) -> Constraints | None:
    """All heads and relations that are there: the parser keeps them, and fills in the rest.

    >>> import panparser as pp
    >>> from panparser.constraints.columns import from_heads
    >>> from_heads(pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, None], deprels=["nsubj", "_"]))
    Constraints(heads={1: 2}, labels={1: 'nsubj'})
    """
    heads = {word: head for word, head in enumerate(sentence.heads, 1) if head is not None}
    labels = {word: label for word, label in enumerate(sentence.deprels, 1) if label != "_"}
    return Constraints(heads, labels) if heads or labels else None


READERS: dict[str, Callable[[Sentence], Constraints | None]] = {
    "misc": from_misc,
    "ninth-column": from_ninth_column,
    "heads": from_heads,
}
