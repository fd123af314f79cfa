"""`pp.repairs`: what a non-monotonic parser makes of its second thoughts."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from panparser.errors import InputError
from panparser.evaluation.evaluate import Bank, sentences_of
from panparser.tasks.parser import Parser


@dataclass(frozen=True, slots=True)
class Repairs:
    """Counts of arc transitions, as in section 6.3 of Fernández-González & Gómez-Rodríguez (2017).

    A transition that makes an arc is *replacing* if it breaks one that was there. Of these, some make a *gold* arc;
    some are *harmful*: they break a gold arc and make a wrong one; the others change nothing for the better or worse.
    """

    arcs: int  # transitions that made an arc
    replacing: int
    gold: int
    harmful: int
    removing: int  # transitions that broke an arc and made none

    @property
    def neutral(self) -> int:
        """Wrong arcs that replace wrong ones."""
        return self.replacing - self.gold - self.harmful

    @property
    def replacing_percent(self) -> float:
        """Of all transitions that made an arc."""
        return _percent(self.replacing, self.arcs)

    @property
    def gold_percent(self) -> float:
        """Of the replacing ones."""
        return _percent(self.gold, self.replacing)

    @property
    def harmful_percent(self) -> float:
        """Of the replacing ones."""
        return _percent(self.harmful, self.replacing)

    def __str__(self) -> str:
        return (
            f"{self.replacing:,} of {self.arcs:,} arc transitions ({self.replacing_percent:.2f} %) replaced an arc: "
            f"{self.gold:,} ({self.gold_percent:.2f} %) made a gold one, {self.harmful:,} "
            f"({self.harmful_percent:.2f} %) broke a gold one for a wrong one, {self.neutral:,}"
            " changed a wrong one for another"
        )

    def to_dict(self) -> dict[str, float | int]:
        """For JSON."""
        return asdict(self) | {
            "neutral": self.neutral,
            "replacing_percent": self.replacing_percent,
            "gold_percent": self.gold_percent,
            "harmful_percent": self.harmful_percent,
        }


def repairs(parser: Parser, gold: Bank, *, beam: int | None = None, single_root: bool = True) -> Repairs:
    """Parses the gold sentences and counts the arcs that were replaced on the way; relations are not compared.

    >>> import panparser as pp
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
    >>> pp.repairs(pp.train([birds], epochs=3), [birds])
    Repairs(arcs=2, replacing=0, gold=0, harmful=0, removing=0)
    """
    arcs = replacing = golden = harmful = removing = 0
    for number, sentence in enumerate(sentences_of(gold, "repairs"), 1):
        heads = sentence.heads
        if None in heads:
            raise InputError(f"gold sentence {number} has words without head", "give complete trees")
        # Without heads no costs are computed, which nobody would look at.
        bare = sentence.replace(heads=[None] * len(heads), deprels=["_"] * len(heads))
        for step in parser.derive(bare, beam=beam, single_root=single_root).steps:
            made = [heads[arc.dependent - 1] == arc.head for arc in step.made]
            broken = [heads[arc.dependent - 1] == arc.head for arc in step.removed]
            arcs += bool(made)
            removing += bool(broken) and not made
            if made and broken:
                replacing += 1
                golden += all(made)
                harmful += any(broken) and not all(made)
    return Repairs(arcs, replacing, golden, harmful, removing)


def _percent(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0
