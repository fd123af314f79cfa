"""Training strategies are values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from panparser._native import Policy
from panparser.errors import UsageError, require_whole


@dataclass(frozen=True)
class Strategy:
    """How training goes through its examples; the dimensions are those of Aufrant & Wisniewski (2017), Appendix B.

    A sentence is searched until an error is flagged, two derivations are chosen, one to be rewarded and one to be
    punished, and after that update the search goes on or not.

    - `reference`: `"static"` (one derivation per sentence) or `"dynamic"` (every optimal action is right).
    - `update`: `"local"` (one decision against the best right one), or two hypotheses of a beam search: `"early"`
      (where the error is flagged), `"max-violation"` (where the wrong one is furthest ahead) or `"full"` (at the end).
    - `error`: what is flagged: `"beam"`, no correct hypothesis is left, or `"top"`, the best one is wrong.
    - `restart`: after an update the rest of the sentence is searched too. A local update always does so.
    - `exploration`: the probability of going on from what was wrong. A number, or numbers for the first epochs, the
      last of which holds for all others. It needs a dynamic reference and a restart.
    - `time_limit`: a search ends after so many actions, and another one goes on from there; None for no limit.
    - `remember_beam`: after an update, the wrong hypotheses stay in the beam.
    - `margin`: by how much a right decision has to be ahead of the best wrong one; if it is not, there is an update,
      too. A whole number: an update changes the score of a decision by 1 for each of its features. For local updates.

    >>> Strategy(exploration=(0.0, 0.0, 0.5)).exploration_in(epoch=2)
    0.0
    >>> Strategy(exploration=(0.0, 0.0, 0.5)).exploration_in(epoch=7)
    0.5
    """

    reference: Literal["static", "dynamic"] = "dynamic"
    update: Literal["local", "early", "max-violation", "full"] = "local"
    error: Literal["beam", "top"] = "beam"
    restart: bool = True
    exploration: float | tuple[float, ...] = (0.0, 0.9)
    time_limit: int | None = None
    remember_beam: bool = False
    margin: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.exploration, list):
            object.__setattr__(self, "exploration", tuple(self.exploration))
        if isinstance(self.exploration, tuple) and len(self.exploration) == 1:
            object.__setattr__(self, "exploration", self.exploration[0])
        for name, known in (
            ("reference", ("static", "dynamic")),
            ("update", ("local", "early", "max-violation", "full")),
            ("error", ("beam", "top")),
            ("restart", (True, False)),
            ("remember_beam", (True, False)),
        ):
            value = getattr(self, name)
            if type(value) is not type(known[0]) or value not in known:  # 1 is not True
                choices = ", ".join(str(k) for k in known)
                raise UsageError(f"a strategy has no {name} {value!r}; use one of: {choices}")
        if not self.schedule or not all(
            isinstance(p, int | float) and not isinstance(p, bool) and 0 <= p <= 1 for p in self.schedule
        ):
            raise UsageError(
                f"exploration is a probability, or one for each epoch, not {self.exploration!r}; "
                "use numbers from 0 to 1"
            )
        if self.time_limit is not None:
            require_whole("time_limit", self.time_limit, 1, 1_000_000)
        require_whole("margin", self.margin, 0, 1_000_000)
        if self.margin and self.update != "local":
            raise UsageError("a margin is for single decisions; use margin=0 or update='local'")
        if any(self.schedule) and self.reference == "static":
            raise UsageError(
                "a static reference cannot judge explored errors; use exploration=0 or reference='dynamic'"
            )
        if any(self.schedule) and not self.restart:
            raise UsageError("without a restart nothing is explored; use exploration=0 or restart=True")
        if self.update == "local" and (self.error, self.restart, self.time_limit, self.remember_beam) != (
            "beam",
            True,
            None,
            False,
        ):
            raise UsageError(
                "a local update looks at one decision alone; "
                "leave error, restart, time_limit and remember_beam as they are"
            )

    @property
    def schedule(self) -> tuple[float, ...]:
        """Exploration by epoch."""
        return self.exploration if isinstance(self.exploration, tuple) else (self.exploration,)

    def exploration_in(self, epoch: int) -> float:
        """The probability of going on from an error in that epoch, counted from 1."""
        return self.schedule[min(epoch, len(self.schedule)) - 1]

    def policy(self, epoch: int, beam: int) -> Policy:
        """What the native trainer does in that epoch."""
        return Policy(
            static_reference=self.reference == "static",
            exploration=self.exploration_in(epoch),
            update=self.update,
            beam=beam,
            restart=self.restart,
            error_at_top=self.error == "top",
            time_limit=self.time_limit or 0,
            remember_beam=self.remember_beam,
            margin=self.margin,
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for a model's header."""
        return asdict(self) | {"exploration": list(self.schedule)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Strategy:
        """The strategy that `to_dict` wrote."""
        known = {f.name for f in fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})


_STRATEGIES = {
    # a static oracle, one decision at a time
    "greedy": Strategy(reference="static", exploration=0.0),
    # Goldberg & Nivre (2013), Algorithm 3, with their k = 1 and p = 0.9
    "goldberg": Strategy(exploration=(0.0, 0.9)),
    # every error is followed, as Honnibal & Johnson (2015) do
    "greedyn": Strategy(exploration=1.0),
    # Collins & Roark (2004)
    "early": Strategy(reference="static", update="early", restart=False, exploration=0.0),
    # Huang, Fayong & Guo (2012)
    "maxv": Strategy(reference="static", update="max-violation", restart=False, exploration=0.0),
    # Aufrant, Wisniewski & Yvon (2017): non-deterministic, restart, sub-optimal
    "earlyNDrestartSO": Strategy(update="early", exploration=(0.0, 0.9)),
    "maxvNDrestartSO": Strategy(update="max-violation", exploration=(0.0, 0.9)),
    # Collins (2002)
    "full": Strategy(reference="static", update="full", error="top", restart=False, exploration=0.0),
}


def strategies() -> dict[str, Strategy]:
    """The built-in strategies by name.

    >>> strategies()["goldberg"].exploration
    (0.0, 0.9)
    """
    return dict(_STRATEGIES)


def resolve(strategy: str | Strategy) -> Strategy:
    """A strategy by its name, or itself."""
    if isinstance(strategy, Strategy):
        return strategy
    if not isinstance(strategy, str) or strategy not in _STRATEGIES:
        raise UsageError(f"no strategy named {strategy!r}; use one of: {', '.join(_STRATEGIES)}, or a Strategy")
    return _STRATEGIES[strategy]
