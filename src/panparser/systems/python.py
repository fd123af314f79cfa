"""Systems written in Python: what a subclass of `TransitionSystem` gets when it is defined, and how it is found again.

Its C++ half is `native/bindings/python_system.cpp`. `docs/extending.md` shows how to write one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from panparser._native import TransitionSystem, is_answering, is_constructed, list_systems
from panparser.errors import UsageError


class _Checked:
    """A method of a user's class that is called with the checks of the native systems: only legal actions, and so on.

    The engine asks the class for the method itself, and so does `super()`; and the methods of a system call each other
    as they are, so that `is_final` may ask `legal`, which is not checked for being final then.
    """

    def __init__(self, name: str, own: Any) -> None:
        self.name, self.own = name, own
        self.__doc__ = own.__doc__

    def __get__(self, instance: TransitionSystem | None, owner: type) -> Any:
        found = next(vars(kind)[self.name] for kind in owner.__mro__ if self.name in vars(kind))
        if instance is None or found is not self or is_answering(instance):
            return self.own.__get__(instance, owner)
        return getattr(TransitionSystem, self.name).__get__(instance, owner)


def _constructor(own: Callable[..., None]) -> Callable[..., None]:
    """A user's `__init__`, which must not forget the native half."""

    @functools.wraps(own)
    def construct(self: TransitionSystem, /, *values: Any, **options: Any) -> None:
        own(self, *values, **options)
        if not is_constructed(self):
            raise UsageError(f"the constructor of {type(self).__name__} must call super().__init__()")

    return construct


def _prepare(cls: type[TransitionSystem], /, **options: Any) -> None:
    """Runs when a subclass is defined."""
    super(TransitionSystem, cls).__init_subclass__(**options)
    name = vars(cls).get("name", cls.__name__)  # an inherited name would stand for two systems
    if not isinstance(name, str) or not name:
        raise UsageError(f"the name of {cls.__name__} is not a string; write name = '…' into the class, or nothing")
    if is_native(name):
        raise UsageError(f"{name} is a system of PanParser's own; give {cls.__name__} another name")
    if "root" in vars(cls) or "single_root" in vars(cls):
        raise UsageError(
            f"root and single_root are chosen for each {cls.__name__}; "
            "write roots = (…) and offers_single_root = True into the class instead"
        )
    own = dict(vars(cls))
    changed: dict[str, Any] = {method: _Checked(method, own[method]) for method in ("legal", "apply") if method in own}
    if "__init__" in own:
        changed["__init__"] = _constructor(own["__init__"])
    for attribute, value in {"name": name, **changed}.items():
        setattr(cls, attribute, value)


TransitionSystem.__init_subclass__ = classmethod(_prepare)  # type: ignore[assignment]


def is_native(name: str) -> bool:
    """Whether a system of that name comes with PanParser."""
    return any(row[0] == name for row in list_systems())


def is_python(system: TransitionSystem) -> bool:
    """Whether a system is written in Python."""
    return type(system) is not TransitionSystem


def has_cost(system: TransitionSystem) -> bool:
    """Whether every action of every configuration has a cost; without, there is only a reference derivation."""
    return not is_python(system) or hasattr(system, "cost")


def _subclasses(cls: type[TransitionSystem]) -> Iterator[type[TransitionSystem]]:
    for kind in type.__subclasses__(cls):
        yield kind
        yield from _subclasses(kind)


def find(name: str) -> type[TransitionSystem] | None:
    """The class of that name, if the module that defines it has been imported; nothing is imported to find it."""
    # A class that is defined again, as in a notebook, takes the place of the old one.
    found = {
        (kind.__module__, kind.__qualname__): kind
        for kind in _subclasses(TransitionSystem)
        if vars(kind).get("name") == name
    }
    if len(found) > 1:
        places = " and ".join(sorted(f"{module}.{title}" for module, title in found))
        raise UsageError(f"there are several systems named {name} ({places}); pass the one that you mean as system=")
    return next(iter(found.values()), None)


def make(cls: type[TransitionSystem], root: str | None, single_root: bool) -> TransitionSystem:
    """An instance, of a class that needs nothing but these options."""
    if cls.__init__ is not TransitionSystem.__init__:
        raise UsageError(f"{cls.name} has a constructor of its own; call it, and pass the result as system=")
    return cls(root=root, single_root=single_root)


def with_single_root(system: TransitionSystem) -> TransitionSystem:
    """The system that gives ROOT exactly one child, where the class offers that; else the system itself."""
    if hasattr(system, "with_single_root"):
        restricted: TransitionSystem = system.with_single_root()
        if not isinstance(restricted, type(system)) or (restricted.root, restricted.actions) != (
            system.root,
            system.actions,
        ):
            raise UsageError(f"with_single_root() of {system.name} gives something else than such a system")
        return restricted
    if getattr(system, "offers_single_root", False):
        return make(type(system), system.root, single_root=True)
    return system
