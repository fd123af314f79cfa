"""Training strategies are values."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from panparser.errors import UsageError


@dataclass(frozen=True)
class Strategy:
    """How training follows its examples.

    `reference` is `"static"` (one derivation per sentence, always followed) or `"dynamic"` (every optimal action is
    right). With a dynamic reference, from epoch `explore_from` (counted from 1) on, a wrong decision is followed
    with probability `exploration` instead of being corrected.

    >>> Strategy(reference="dynamic", exploration=0.5, explore_from=3).exploration_in(epoch=2)
    0.0
    """

    reference: Literal["static", "dynamic"] = "dynamic"
    exploration: float = 0.9
    explore_from: int = 2

    def __post_init__(self) -> None:
        if self.reference not in ("static", "dynamic"):
            raise UsageError(f"no reference named {self.reference!r}; use 'static' or 'dynamic'")
        if not 0 <= self.exploration <= 1:
            raise UsageError(f"exploration is a probability, not {self.exploration}; use a number from 0 to 1")
        if self.reference == "static" and self.exploration:
            raise UsageError(
                "a static reference cannot judge explored errors; use exploration=0 or reference='dynamic'"
            )
        if self.explore_from < 1:
            raise UsageError(f"epochs count from 1; explore_from={self.explore_from} does not exist")

    def exploration_in(self, epoch: int) -> float:
        """The probability of following an error in that epoch, counted from 1."""
        return self.exploration if epoch >= self.explore_from else 0.0

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for a model's header."""
        return asdict(self)


_STRATEGIES = {
    # a static oracle
    "greedy": Strategy(reference="static", exploration=0.0),
    # Goldberg & Nivre (2013), Algorithm 3, with their k = 1 and p = 0.9
    "goldberg": Strategy(exploration=0.9, explore_from=2),
    # every error is followed, as Honnibal & Johnson (2015) do
    "greedyn": Strategy(exploration=1.0, explore_from=1),
}


def strategies() -> dict[str, Strategy]:
    """The built-in strategies by name.

    >>> strategies()["goldberg"].exploration
    0.9
    """
    return dict(_STRATEGIES)


def resolve(strategy: str | Strategy) -> Strategy:
    """A strategy by its name, or itself."""
    if isinstance(strategy, Strategy):
        return strategy
    if strategy not in _STRATEGIES:
        raise UsageError(f"no strategy named {strategy!r}; use one of: {', '.join(_STRATEGIES)}, or a Strategy")
    return _STRATEGIES[strategy]
