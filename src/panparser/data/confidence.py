"""How sure a parser is of its trees, as it stands in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from panparser._native import Sentence
from panparser.errors import InputError, UsageError

_COMMENT = "# panparser_confidence ="
_REMEDY = "parse with confidence=True, or --confidence"


@dataclass(frozen=True)
class Confidence:
    """Probabilities for one sentence: that its parts are right.

    `arcs` are those of each word's head and relation together (`Conf` in MISC), `heads` those of the head alone
    (`ConfHead`); None for words that a parser of partial trees left without head. `tree` is the one
    of all heads and relations together, from the comment.
    """

    heads: tuple[float | None, ...]
    arcs: tuple[float | None, ...]
    tree: float

    def to_dict(self) -> dict[str, object]:
        """As plain values for JSON."""
        return {"heads": list(self.heads), "arcs": list(self.arcs), "tree": self.tree}


def confidence(sentence: Sentence) -> Confidence:
    r"""What `Parser.parse(…, confidence=True)` wrote into a sentence.

    >>> confidence(Sentence(
    ...     "# panparser_confidence = 0.9\n1\tYes\t_\t_\t_\t_\t0\troot\t_\tConf=0.91|ConfHead=0.95\n\n"
    ... ))
    Confidence(heads=(0.95,), arcs=(0.91,), tree=0.9)
    """
    if not isinstance(sentence, Sentence):
        raise UsageError(f"confidence stands in a Sentence, not in {type(sentence).__name__}; take one of the treebank")
    trees = [line.removeprefix(_COMMENT) for line in sentence.comments if line.startswith(_COMMENT)]
    if not trees:
        raise UsageError(f"the sentence has no confidence; {_REMEDY}")
    rows = [dict(part.split("=", 1) for part in value.split("|") if "=" in part) for value in sentence.misc]
    for word, (row, head) in enumerate(zip(rows, sentence.heads, strict=True), 1):
        if head is not None and not row.keys() >= {"Conf", "ConfHead"}:
            raise UsageError(f"word {word} has a head, but no confidence; {_REMEDY}")
    return Confidence(
        tuple(_probability(row.get("ConfHead"), sentence) for row in rows),
        tuple(_probability(row.get("Conf"), sentence) for row in rows),
        _probability(trees[-1], sentence) or 0.0,
    )


def _probability(text: str | None, sentence: Sentence) -> float | None:
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise InputError(
            f"confidence {text.strip()!r} is no probability", "use a number from 0 to 1", line=sentence.line
        )
    return value
