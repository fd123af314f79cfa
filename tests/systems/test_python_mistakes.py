"""Systems written in Python: what is checked, and what happens when something is wrong."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import numpy as np
import pytest

import panparser as pp

from .written_in_python import (
    ArcHybrid,
    ArcStandardSwap,
    Chain,
    Toy,
    refused,
    trees,
)

# --- the checks of the public methods ---


def test_public_methods_check_like_native_ones() -> None:
    system = ArcHybrid()
    c = system.initial(2)
    assert "'LEFT' is not legal here; legal: SHIFT" in refused(lambda: system.apply(c, "LEFT"))
    assert "'JUMP'" in refused(lambda: system.apply(c, "JUMP"))
    assert "at least one word" in refused(lambda: system.initial(0))
    assert "gold head 3" in refused(lambda: system.costs(c, [2, 3]))
    foreign = ArcHybrid(root="first").initial(2)
    for run in (system.legal, lambda f: system.apply(f, "SHIFT"), lambda f: system.costs(f, [2, 0]), system.is_final):
        assert "belongs to ArcHybrid with root first" in refused(lambda run=run: run(foreign))
    while not c.is_final:
        c = system.apply(c, system.legal(c)[-1])
    assert system.is_final(c)
    assert (system.legal(c), system.costs(c, [2, 0])) == ((), {})
    assert repr(system) == repr(pp.system("arc-hybrid")).replace("arc-hybrid", "ArcHybrid")
    assert (system.name, system.arcs, pp.system("arc-eager").arcs) == (
        "ArcHybrid",
        ("LEFT", "RIGHT"),
        ("LEFT", "RIGHT"),
    )


def test_inherited_methods_can_be_built_upon() -> None:
    class Reluctant(ArcHybrid):  # type: ignore[misc, valid-type]
        """Has another name for SHIFT, and its own begin and end."""

        actions = ("PUSH", "LEFT", "RIGHT")

        def initial(self, words: int) -> pp.Configuration:
            return super().initial(words).push()  # type: ignore[no-any-return]

        def legal(self, c: pp.Configuration) -> Any:
            return [{"SHIFT": "PUSH"}.get(action, action) for action in super().legal(c)]

        def apply(self, c: pp.Configuration, action: str) -> pp.Configuration:
            return super().apply(c, {"PUSH": "SHIFT"}.get(action, action))  # type: ignore[no-any-return]

        def cost(self, c: pp.Configuration, action: str, gold: Any) -> Any:
            return np.int64(super().cost(c, {"PUSH": "SHIFT"}.get(action, action), gold))

        def is_final(self, c: pp.Configuration) -> bool:
            return super().is_final(c)  # type: ignore[no-any-return]

        def max_steps(self, words: int) -> int:
            return min(super().max_steps(words), pp.TransitionSystem.max_steps(self, words))

    system = Reluctant()
    assert system.initial(2).stack == (1,)
    assert system.legal(system.initial(2)) == ("PUSH", "LEFT")
    assert pp.verify(system, 3).is_ok


def test_methods_may_ask_each_other(toy: Toy) -> None:
    class Asking(Chain):
        def legal(self, c: Any) -> Any:
            return super().legal(c) if len(c.buffer) > 1 else ()

        def is_final(self, c: Any) -> bool:
            return not self.legal(c)

        def cost(self, c: Any, action: str, gold: Any) -> Any:
            word = c.buffer[0]
            return self.apply(c, action).heads[word - 1] != gold[word - 1] is not None

    system = Asking()
    c = system.initial(1)
    assert (system.legal(c), system.is_final(c), c.is_final) == (("ROOT",), False, False)
    assert system.apply(c, "ROOT").is_final
    assert "not legal" in refused(lambda: system.apply(c, "NEXT"))
    assert pp.verify(system, 3).is_ok
    bank = toy(5)
    assert trees(pp.train(bank, system=system, epochs=1).parse(bank)) == trees(
        pp.train(bank, system=Chain(), epochs=1).parse(bank)
    )


def test_a_partial_system() -> None:
    class Maybe(Chain):
        actions = ("NEXT", "ROOT", "NONE")
        is_partial = True  # type: ignore[assignment]

        def legal(self, c: Any) -> Any:
            return (*super().legal(c), "NONE")

        def apply(self, c: Any, action: str) -> Any:
            return super().apply(c, action) if action != "NONE" else c.push().pop()

        def cost(self, c: Any, action: str, gold: Any) -> Any:
            return gold[c.buffer[0] - 1] != (None if action == "NONE" else self.head(c, action))

    report = pp.verify(Maybe(), 3)
    assert report.is_ok
    assert (None, 3, 0) in report.trees[3]


# --- systems with mistakes ---


def broken(**methods: Any) -> Any:
    return type("Broken", (Chain,), methods)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"legal": lambda self, c: "NEXT"}, "legal() of Broken gives str"),
        ({"legal": lambda self, c: None}, "legal() of Broken gives NoneType"),
        ({"legal": lambda self, c: ("JUMP",)}, "names 'JUMP', which is not one of its actions: NEXT, ROOT"),
        ({"legal": lambda self, c: (3,)}, "names 3"),
        ({"legal": lambda self, c: ()}, "no action for Configuration"),
        ({"apply": lambda self, c, a: None}, "apply() of Broken gives NoneType"),
        ({"apply": lambda self, c, a: self.initial(1)}, "another length"),
        ({"apply": lambda self, c, a: Chain().initial(len(c.heads))}, "another system"),
        ({"apply": lambda self, c, a: c.push()}, "makes 0 arcs for"),
        ({"apply": lambda self, c, a: c.attach(1, 2).attach(2, 3)}, "makes 2 arcs for"),
        ({"arcs": ("NEXT",)}, "makes 1 arcs for ROOT, and Broken.arcs does not have it"),
        ({"cost": lambda self, c, a, gold: 0.5}, "cost() of Broken gives float"),
        ({"cost": lambda self, c, a, gold: 2**80}, "out of range"),
        ({"cost": lambda self, c, a, gold: 2**40}, "out of range"),
        ({"initial": lambda self, words: None}, "initial() of Broken gives NoneType"),
        ({"is_final": lambda self, c: False, "apply": lambda self, c, a: c, "arcs": ()}, "has not come to an end"),
        ({"max_steps": lambda self, words: 2}, "not come to an end after 2 actions"),
        ({"max_steps": lambda self, words: "many"}, "max_steps() of Broken gives str"),
        ({"apply": lambda self, c, a: self.initial(len(c.heads)), "arcs": ()}, "has not come to an end"),
    ],
)
def test_mistakes_are_named(toy: Toy, changes: dict[str, Any], problem: str) -> None:
    assert problem in refused(lambda: pp.train(toy(5), system=broken(**changes)(), epochs=1))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"actions": ()}, "1 to 64"),
        ({"actions": tuple(map(str, range(65)))}, "1 to 64"),
        ({"actions": "NEXT"}, "not a tuple of strings but str"),
        ({"actions": ("NEXT", "NEXT")}, "twice"),
        ({"actions": ("NEXT", 3)}, "strings"),
        ({"arcs": ("JUMP",)}, "'JUMP', which is not one of its actions"),
        ({"roots": ("middle",)}, "'middle'"),
        ({"roots": ()}, "root position"),
        ({"name": "arc-eager"}, "PanParser's own"),
        ({"name": 3}, "not a string"),
        ({"root": "first"}, "roots"),
    ],
)
def test_bad_classes(changes: dict[str, Any], problem: str) -> None:
    assert problem in refused(lambda: broken(**changes)())


def test_what_is_no_system(toy: Toy) -> None:
    assert "subclass" in refused(pp.TransitionSystem)
    assert "call it" in refused(lambda: pp.train(toy(3), system=Chain))  # type: ignore[arg-type]
    assert "no legal()" in refused(type("Empty", (pp.TransitionSystem,), {"actions": ("A",)}))
    assert "use one of: last" in refused(lambda: Chain(root="first"))
    assert "strings" in refused(lambda: Chain(root=3))  # type: ignore[arg-type]
    assert "no such option" in refused(lambda: pp.system("Chain", max_length=3))


class OwnError(Exception):
    pass


@pytest.mark.parametrize("method", ["legal", "apply", "cost", "is_final", "initial", "max_steps"])
def test_exceptions_of_the_user_come_through(toy: Toy, method: str) -> None:
    def fail(*_: Any) -> Any:
        raise OwnError("mine")

    with pytest.raises(OwnError, match="mine"):
        pp.train(toy(5), system=broken(**{method: fail})(), epochs=1)


@pytest.mark.parametrize("threads", [1, 4])
def test_exceptions_of_the_user_come_out_of_threads(toy: Toy, threads: int) -> None:
    class Sometimes(ArcHybrid):  # type: ignore[misc, valid-type]
        calls = 0
        allowed = 10**9

        def legal(self, c: Any) -> Any:
            Sometimes.calls += 1
            if Sometimes.calls > Sometimes.allowed:
                raise OwnError("mine")
            return super().legal(c)

    bank = toy(80)
    parser = pp.train(bank, system=Sometimes(), epochs=1)
    expected = trees(parser.parse(bank, threads=threads))
    Sometimes.allowed = Sometimes.calls + 200
    with pytest.raises(OwnError, match="mine"):
        parser.parse(bank, threads=threads)
    Sometimes.allowed = 10**9
    assert trees(parser.parse(bank, threads=threads)) == expected


def test_python_threads_can_share_a_parser(toy: Toy) -> None:
    bank = toy(20)
    parser = pp.train(bank, system=ArcStandardSwap(), strategy="greedy", epochs=1)
    expected, found = trees(parser.parse(bank)), []
    workers = [threading.Thread(target=lambda: found.append(trees(parser.parse(bank, threads=2)))) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [expected] * 4


def test_nothing_is_kept_alive(toy: Toy) -> None:
    def use() -> tuple[weakref.ref[Any], pp.Configuration]:
        class Local(ArcHybrid):  # type: ignore[misc, valid-type]
            def legal(self, c: Any) -> Any:
                assert me is not None  # a circle: the object, its class, this method, the object
                return super().legal(c)

        me = Local()
        pp.train(toy(3), system=me, epochs=1)
        c = me.initial(3)
        assert me.loss(c, [2, 0, 2]) == 0
        return weakref.ref(me), c

    system, c = use()
    gc.collect()
    assert system() is not None  # a configuration keeps its system
    assert not c.is_final
    del c
    gc.collect()
    assert system() is None
