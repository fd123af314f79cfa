"""`pp.Constraints`, and the single conditions that it is made of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from panparser._native import Sentence
from panparser.errors import UsageError

_FIELDS = ("heads", "labels", "sides", "forbidden", "spans", "connected")
Side = Literal["left", "right"]
Heads = int | Collection[int]


class Condition(NamedTuple):
    """One condition on heads."""

    kind: str  # "heads", "left", "right", "forbidden", "span", "connected", "label"
    word: int  # that it is about; of a span, the first
    heads: Collection[int] | None = None  # all heads that the word may have
    forbidden: int | None = None  # a head that it may not have
    span: tuple[int, int, bool] | None = None
    label: str = ""

    def describe(self, sentence: Sentence) -> str:
        """What it says, with the words."""

        def name(word: int) -> str:
            return f"word {word} ({sentence.forms[word - 1]})" if word else "ROOT"

        match self.kind:
            case "heads":
                return (
                    f"{name(self.word)} hangs on {' or '.join(name(h) for h in sorted(self.heads or ())) or 'nothing'}"
                )
            case "left" | "right":
                return f"the head of {name(self.word)} is to its {self.kind}"
            case "forbidden":
                return f"{name(self.word)} does not hang on {name(self.forbidden or 0)}"
            case "label":
                where = "only children of ROOT" if self.heads else "no child of ROOT"
                return f"the relation of {name(self.word)} is {self.label}, which {where} had in training"
        assert self.span is not None
        what = "are one word with all that is below it" if self.kind == "span" else "are connected"
        return f"the words {self.span[0]} to {self.span[1]} {what}"


@dataclass(frozen=True)
class Constraints:
    """What is known of the tree of one sentence. Words are counted from 1; head 0 is ROOT.

    - `heads`: the head of a word, or several, one of which it must be
    - `labels`: the relation of a word to its head
    - `sides`: whether the head of a word is a word to its `"left"` or `"right"`
    - `forbidden`: a head, or several, that a word must not have
    - `spans`: (first, last): these words are one word with all that is below it
    - `connected`: (first, last): the same, but words outside may hang on words inside as well

    >>> import panparser as pp
    >>> pp.Constraints(heads={1: 2, 3: (2, 4)}, labels={1: "nsubj"}, spans=[(3, 5)])
    Constraints(heads={1: 2, 3: (2, 4)}, labels={1: 'nsubj'}, spans=[(3, 5)])
    >>> pp.Constraints(sides={2: "above"})
    Traceback (most recent call last):
    ...
    panparser.errors.UsageError: the head of word 2 cannot be on the side 'above'; use 'left' or 'right'
    """

    heads: Mapping[int, Heads] = field(default_factory=dict)
    labels: Mapping[int, str] = field(default_factory=dict)
    sides: Mapping[int, Side] = field(default_factory=dict)
    forbidden: Mapping[int, Heads] = field(default_factory=dict)
    spans: Collection[tuple[int, int]] = ()
    connected: Collection[tuple[int, int]] = ()
    last: int = field(init=False, repr=False, compare=False, default=0)  # the last word that is named

    def __post_init__(self) -> None:
        for name in ("heads", "labels", "sides", "forbidden"):
            values = getattr(self, name)
            if not isinstance(values, Mapping):
                raise UsageError(f"{name}={values!r} is not possible; use a dictionary such as {{word: …}}")
            for word in values:
                _require_node(word, 1, f"a word of {name}")
        nodes = [0]
        for word, given in [*self.heads.items(), *self.forbidden.items()]:
            for head in _as_collection(given, word):
                nodes.append(head)
                _require_node(head, 0, f"a head of word {word}")
                if head == word:
                    raise UsageError(f"word {word} is named as its own head; use another word, or 0 for ROOT")
        for word, label in self.labels.items():
            if not isinstance(label, str) or not label or label == "_":
                raise UsageError(f"the relation of word {word} is {label!r}; use a name such as 'obj', or leave it out")
        for word, side in self.sides.items():
            if side not in ("left", "right"):
                raise UsageError(f"the head of word {word} cannot be on the side {side!r}; use 'left' or 'right'")
        for name in ("spans", "connected"):
            values = getattr(self, name)
            if isinstance(values, str) or not isinstance(values, Collection):
                raise UsageError(f"{name}={values!r} is not possible; use a list of (first word, last word)")
            for span in values:
                if not isinstance(span, tuple | list) or len(span) != 2:
                    raise UsageError(f"{span!r} is not a span; use (first word, last word)")
                _require_node(span[0], 1, "the first word of a span")
                _require_node(span[1], 1, "the last word of a span")
                if span[0] > span[1]:
                    raise UsageError(f"the span {tuple(span)} ends before it begins; give its first word first")

        nodes += [*self.heads, *self.forbidden, *self.sides, *self.labels]
        nodes += [last for _, last in (*self.spans, *self.connected)]
        object.__setattr__(self, "last", max(nodes))

    def __repr__(self) -> str:
        given = ((name, getattr(self, name)) for name in _FIELDS)
        return f"Constraints({', '.join(f'{name}={value!r}' for name, value in given if value)})"

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in _FIELDS)

    def hold(self, sentence: Sentence) -> bool:
        """Whether the tree of a sentence is within the constraints.

        >>> import panparser as pp
        >>> tree = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
        >>> pp.Constraints(heads={1: 2}, labels={2: "root"}).hold(tree), pp.Constraints(sides={1: "left"}).hold(tree)
        (True, False)
        """
        heads, labels = [None, *sentence.heads], ["_", *sentence.deprels]
        for condition in conditions(self, sentence):
            if condition.heads is not None and heads[condition.word] not in condition.heads:
                return False
            if condition.forbidden is not None and heads[condition.word] == condition.forbidden:
                return False
            if condition.span is not None:
                first, last, closed = condition.span
                inside = range(first, last + 1)
                if sum(heads[word] not in inside for word in inside) != 1:
                    return False
                if closed and any(head in inside for word, head in enumerate(heads) if word and word not in inside):
                    return False
        return all(labels[word] == label for word, label in self.labels.items())


def conditions(constraints: Constraints, sentence: Sentence) -> Iterator[Condition]:
    """The conditions on heads, in the order of the fields; UsageError for a word that the sentence does not have."""
    size = len(sentence)
    if constraints.last > size:
        words = "1 word" if size == 1 else f"{size} words"
        raise UsageError(f"the constraints name word {constraints.last}, and the sentence has {words}; use words of it")
    for word, given in constraints.heads.items():
        yield Condition("heads", word, (given,) if isinstance(given, int) else given)
    for word, side in constraints.sides.items():
        yield Condition(side, word, range(1, word) if side == "left" else range(word + 1, size + 1))
    for word, given in constraints.forbidden.items():
        for head in (given,) if isinstance(given, int) else given:
            yield Condition("forbidden", word, None, head)
    for first, last in constraints.spans:
        yield Condition("span", first, None, None, (first, last, True))
    for first, last in constraints.connected:
        yield Condition("connected", first, None, None, (first, last, False))


def _as_collection(given: Any, word: int) -> Collection[int]:
    if isinstance(given, int):
        return (given,)
    if isinstance(given, str | bytes) or not isinstance(given, Collection):
        raise UsageError(f"heads of word {word} are {given!r}; use a number, or several such as (2, 4)")
    return given


def _require_node(value: object, least: int, what: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise UsageError(f"{what} is {value!r}; use a whole number from {least}")
