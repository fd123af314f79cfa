"""Several parsers that decide together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from panparser._native import Sentence, vote
from panparser.data import Treebank
from panparser.errors import MAX_THREADS, UsageError, require_whole
from panparser.tasks.native_side import Parsable, on_any
from panparser.tasks.parser import Parser

UNIT = 1_000_000  # weights are counted in whole millionths, so that 0.1 + 0.2 is as much as 0.3
HEAVIEST = 1_000_000


class Vote:
    """Parsers of one transition system that vote on every decision.

    In each configuration every parser names its best decision, an action with its label. The weights of those that
    agree are added up, and the decision with the highest sum is taken; of equals, the one that was named first. The
    parsers may differ in features, labels and training, but not in system and root. The search is greedy, also for
    those that learnt with a beam.

    >>> import panparser as pp
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"])
    >>> bank = [birds.replace(upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"])]
    >>> first, second, third = (pp.train(bank, epochs=3, seed=seed) for seed in (1, 2, 3))
    >>> pp.Vote((first, 1.1), (second, 1), (third, 1)).parse(["Birds", "sing"]).heads
    [2, 0]
    """

    def __init__(self, *voters: tuple[Parser, float]) -> None:
        if not voters:
            raise UsageError("nobody votes; give at least one pair of a parser and its weight")
        for voter in voters:
            if not isinstance(voter, tuple | list) or len(voter) != 2 or not isinstance(voter[0], Parser):
                raise UsageError("a voter is a pair of a parser and its weight, such as (parser, 1)")
        self.voters = tuple((parser, weight) for parser, weight in voters)
        self._voters = [(parser._design, parser._model, _counted(weight)) for parser, weight in self.voters]
        first = self.voters[0][0]
        for parser, _ in self.voters[1:]:
            if _decides(parser) != _decides(first):
                raise UsageError(
                    f"parsers of different systems cannot vote together: {_system(first)}, and {_system(parser)}; "
                    "train them with the same system and root"
                )
            if bool(parser.header.labels) != bool(first.header.labels):
                raise UsageError("parsers with and without labels cannot vote together; train them alike")

    @overload
    def parse(self, sentences: Sentence, *, threads: int = 1, single_root: bool = True) -> Sentence: ...
    @overload
    def parse(self, sentences: list[str], *, threads: int = 1, single_root: bool = True) -> Sentence: ...
    @overload
    def parse(
        self, sentences: Treebank | Sequence[Sentence], *, threads: int = 1, single_root: bool = True
    ) -> Treebank: ...
    def parse(self, sentences: Parsable, *, threads: int = 1, single_root: bool = True) -> Sentence | Treebank:
        """Heads and relations for a treebank, a sentence, or a list of forms, as `Parser.parse` gives them."""
        require_whole("threads", threads, 1, MAX_THREADS)

        def run(items: Sequence[Any]) -> list[Sentence]:
            return vote(self._voters, items, threads, single_root)

        return on_any(sentences, run)

    def __repr__(self) -> str:
        weights = ", ".join(f"{weight:g}" for _, weight in self.voters)
        return f"<Vote of {len(self.voters)} parsers, {_system(self.voters[0][0])}, weights {weights}>"


def _counted(weight: object) -> int:
    if not isinstance(weight, int | float) or isinstance(weight, bool) or not 1 / UNIT <= weight <= HEAVIEST:
        raise UsageError(f"a vote cannot weigh {weight!r}; use a number above 0, from {1 / UNIT:.6f} to {HEAVIEST}")
    return round(weight * UNIT)


def _decides(parser: Parser) -> tuple[Any, ...]:
    """All that legal actions depend on: the loss of a system is a matter of training."""
    options = {name: value for name, value in parser.header.options.items() if name != "loss"}
    return parser.header.system, parser.header.root, options


def _system(parser: Parser) -> str:
    header = parser.header
    length = header.options.get("max_length")
    return f"{header.system}, root {header.root}" + (f", arcs of up to {length}" if length else "")
