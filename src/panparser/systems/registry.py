"""Every transition system by its name; the systems themselves are native code."""

from __future__ import annotations

from dataclasses import dataclass

from panparser import _native
from panparser.errors import UsageError


@dataclass(frozen=True)
class SystemInfo:
    """What a registered system is and can do.

    >>> next(info for info in systems() if info.name == "arc-eager").roots
    ('last', 'first')
    """

    name: str
    paper: str
    projective: bool
    roots: tuple[str, ...]  # the default first
    oracle: str


def systems() -> tuple[SystemInfo, ...]:
    """All transition systems that can be chosen by name.

    >>> [info.name for info in systems()]
    ['arc-eager', 'arc-hybrid', 'arc-standard']
    """
    return tuple(SystemInfo(*row) for row in _native.list_systems())


def system(name: str, *, root: str | None = None, single_root: bool = False) -> _native.TransitionSystem:
    """The transition system of that name.

    `root` says where ROOT stands, `"first"` or `"last"`. With `single_root`, only derivations that give ROOT exactly
    one child are legal.

    >>> arc_eager = system("arc-eager", root="first")
    >>> c = arc_eager.initial(2)
    >>> arc_eager.legal(c)
    ('SHIFT', 'RIGHT')
    >>> arc_eager.apply(c, "SHIFT").stack
    (0, 1)
    >>> arc_eager.costs(c, [2, 0])
    {'SHIFT': 0, 'RIGHT': 1}
    """
    if not isinstance(name, str) or not isinstance(root, str | None):
        raise UsageError("a system and its root position are chosen by name; `pp.systems()` lists them")
    return _native.make_system(name, root or "", single_root)
