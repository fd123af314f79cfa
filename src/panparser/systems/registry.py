"""Every transition system by its name; the systems themselves are native code, or a user's own."""

from __future__ import annotations

from dataclasses import dataclass

from panparser import _native
from panparser.errors import UsageError, require_whole
from panparser.systems import python


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
    losses: tuple[str, ...] = ()  # loss expressions to choose from, the default first
    needs_max_length: bool = False


def systems() -> tuple[SystemInfo, ...]:
    """All transition systems that come with PanParser.

    >>> [info.name for info in systems()]  # doctest: +NORMALIZE_WHITESPACE
    ['arc-eager', 'arc-hybrid', 'arc-standard', 'joint-arc-standard', 'joint-arc-hybrid', 'nonmonotonic-arc-eager',
    'arc-eager-partial', 'arc-hybrid-partial', 'arc-eager-span', 'arc-hybrid-span', 'tree-constrained-arc-eager',
    'unshift-arc-eager', 'covington', 'nonmonotonic-covington']
    """
    return tuple(SystemInfo(*row) for row in _native.list_systems())


def system(
    name: str,
    *,
    root: str | None = None,
    single_root: bool = False,
    max_length: int | None = None,
    loss: str | None = None,
) -> _native.TransitionSystem:
    """The transition system of that name.

    `root` says where ROOT stands: `"first"`, `"last"`, or `"none"` for a system without a ROOT node. With
    `single_root`, only derivations that give ROOT exactly one child are legal (at most one in partial systems).
    `max_length` belongs to the span systems, `loss` to non-monotonic Covington: `"upper"`, `"pc-upper"`, `"lower"` or
    `"exact"`. The name may also be that of a subclass of `pp.TransitionSystem` in a module that has been imported.

    >>> arc_eager = system("arc-eager", root="first")
    >>> c = arc_eager.initial(2)
    >>> arc_eager.legal(c)
    ('SHIFT', 'RIGHT')
    >>> arc_eager.apply(c, "SHIFT").stack
    (0, 1)
    >>> arc_eager.costs(c, [2, 0])
    {'SHIFT': 0, 'RIGHT': 1}
    """
    if not isinstance(name, str) or not isinstance(root, str | None) or not isinstance(loss, str | None):
        raise UsageError("a system, its root position and its loss are chosen by name; `pp.systems()` lists them")
    if max_length is not None:
        require_whole("max_length", max_length, 1, 10_000_000)
    if not python.is_native(name) and (own := python.find(name)):
        if max_length is not None or loss is not None:
            raise UsageError(f"{name} is written in Python and has no such option; leave out max_length and loss")
        return python.make(own, root, single_root)
    return _native.make_system(name, root or "", single_root, max_length or -1, loss or "")
