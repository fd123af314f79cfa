"""Configurations as values, systems by name, and what they say to bad arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import panparser as pp


@pytest.fixture
def system() -> pp.TransitionSystem:
    return pp.system("arc-eager")


def test_equal_whatever_the_way(system: pp.TransitionSystem) -> None:
    a, b = system.initial(3), pp.system("arc-eager").initial(3)
    assert a == b
    assert hash(a) == hash(b)
    assert len({a, b, system.apply(a, "SHIFT")}) == 2

    def after(actions: str) -> pp.Configuration:
        c = b
        for action in actions.split():
            c = system.apply(c, action)
        return c

    one, other = after("SHIFT RIGHT SHIFT LEFT REDUCE"), after("SHIFT RIGHT REDUCE SHIFT LEFT")
    assert (one.stack, one.buffer, one.heads) == ((1,), (0,), (None, 1, 0))
    assert one == other
    assert hash(one) == hash(other)
    assert one != after("SHIFT RIGHT REDUCE SHIFT")


def test_different_from_everything_else(system: pp.TransitionSystem) -> None:
    c = system.initial(2)
    assert c != pp.system("arc-eager", root="first").initial(2)
    assert c != system.initial(3)
    assert c != "configuration"
    assert c != None  # noqa: E711


def test_apply_leaves_the_original_alone(system: pp.TransitionSystem) -> None:
    c = system.initial(3)
    before = (c.stack, c.buffer, c.heads, c.is_final, hash(c))
    d = system.apply(c, "SHIFT")
    assert (c.stack, c.buffer, c.heads, c.is_final, hash(c)) == before
    assert (d.stack, d.buffer) == ((1,), (2, 3, 0))
    e = system.apply(d, "LEFT")
    assert d.heads == (None, None, None)
    assert e.heads == (2, None, None)
    with pytest.raises(AttributeError):
        c.stack = ()  # type: ignore[misc]


def test_a_configuration_outlives_its_system() -> None:
    c = pp.system("arc-eager").initial(2)
    assert not c.is_final
    assert repr(c) == "Configuration(stack=(), buffer=(1, 2, 0), heads=(None, None))"


def refused(run: Any) -> str:
    """The message of a UsageError: one line, one sentence."""
    with pytest.raises(pp.UsageError) as caught:
        run()
    message = str(caught.value)
    assert "\n" not in message
    assert ". " not in message
    return message


def test_bad_actions(system: pp.TransitionSystem) -> None:
    c = system.initial(2)
    assert "'LEFT' is not legal here; legal: SHIFT" in refused(lambda: system.apply(c, "LEFT"))
    assert "'JUMP'" in refused(lambda: system.apply(c, "JUMP"))
    assert "action" in refused(lambda: system.apply(c, 3))  # type: ignore[arg-type]
    while not c.is_final:
        c = system.apply(c, system.legal(c)[-1])
    assert "final" in refused(lambda: system.apply(c, "SHIFT"))


@pytest.mark.parametrize(
    ("gold", "problem"),
    [
        ([2], "1 gold heads for 2 words"),
        ([2, 0, 0], "for 2 words"),
        ([2, 3], "gold head 3 of word 2"),
        ([-1, 0], "gold head -1 of word 1"),
        ([1, 0], "gold head 1 of word 1"),
        (["2", 0], "gold head"),
        ([2.0, 0], "gold head 2.0 of word 1"),
        ([2**40, 0], "gold head"),
        ("20", "gold"),
        (7, "gold"),
        (None, "gold"),
    ],
)
@pytest.mark.parametrize("method", ["costs", "loss", "estimate"])
def test_bad_gold(system: pp.TransitionSystem, gold: Any, problem: str, method: str) -> None:
    assert problem in refused(lambda: getattr(system, method)(system.initial(2), gold))


def test_any_sequence_of_integers_is_gold(system: pp.TransitionSystem) -> None:
    c = system.initial(2)
    for gold in ([2, 0], (2, 0), np.array([2, 0]), iter([2, 0])):
        assert system.costs(c, gold) == {"SHIFT": 0}
    assert system.loss(c, [2, 1]) == 1  # a cycle: no tree has both


@pytest.mark.parametrize("method", ["legal", "apply", "costs", "loss", "estimate"])
@pytest.mark.parametrize("other", [("first", False), ("last", True)], ids=str)
def test_foreign_configurations(system: pp.TransitionSystem, method: str, other: tuple[str, bool]) -> None:
    foreign = pp.system("arc-eager", root=other[0], single_root=other[1]).initial(2)
    rest = {"legal": (), "apply": ("SHIFT",)}.get(method, ([2, 0],))
    assert "belongs to arc-eager" in refused(lambda: getattr(system, method)(foreign, *rest))


def test_bad_names_list_the_good_ones(system: pp.TransitionSystem) -> None:
    assert "arc-eager" in refused(lambda: pp.system("arc-lazy"))
    assert "last, first" in refused(lambda: pp.system("arc-eager", root="middle"))
    assert "at least one word" in refused(lambda: system.initial(0))
    assert "at least one word" in refused(lambda: system.initial(-3))


def test_properties() -> None:
    info = {i.name: i for i in pp.systems()}["arc-eager"]
    assert (info.projective, info.roots, info.oracle) == (True, ("last", "first"), "exact")
    system = pp.system("arc-eager", root="first", single_root=True)
    assert (system.name, system.root, system.single_root) == ("arc-eager", "first", True)
    assert system.actions == ("SHIFT", "LEFT", "RIGHT", "REDUCE")
    assert repr(system) == "<TransitionSystem arc-eager with root first and a single root>"
