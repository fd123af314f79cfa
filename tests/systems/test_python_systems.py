"""Transition systems written in Python: the same as native ones to everything that uses them, and safe when wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import panparser as pp

from .written_in_python import (
    ROOT,
    TREEBANK,
    ArcHybrid,
    ArcStandardSwap,
    Chain,
    Lists,
    Toy,
    reachable,
    refused,
    trees,
)

# --- the same as a native system ---


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("root", ["last", "first", "none"])
def test_same_configurations_actions_and_costs(root: str, single_root: bool) -> None:
    ours = ArcHybrid(root=root, single_root=single_root)
    native = pp.system("arc-hybrid", root=root, single_root=single_root)
    assert (ours.root, ours.single_root) == (root, single_root)
    for words in range(1, 5):
        golds = [*pp.verify(native, words).trees[words], (None,) * words, (*(0,) * (words - 1), None)]
        assert ours.max_steps(words) == native.max_steps(words)
        for way in reachable(native, words):
            a, b = ours.initial(words), native.initial(words)
            for action in way:
                a, b = ours.apply(a, action), native.apply(b, action)
            assert (a.stack, a.buffer, a.heads, a.is_final) == (b.stack, b.buffer, b.heads, b.is_final)
            assert ours.legal(a) == native.legal(b)
            for gold in golds[:: 1 if words < 4 else 7]:
                assert ours.costs(a, gold) == native.costs(b, gold)


@pytest.mark.parametrize("labels", ["product", "joint", "none"])
@pytest.mark.parametrize(("root", "strategy"), [("last", "goldberg"), ("first", "greedy"), ("none", "greedyn")])
def test_same_model_and_trees(toy: Toy, root: str, strategy: str, labels: str) -> None:
    bank, dev = toy(25), toy(25, seed=3)
    made = [
        pp.train(bank, system=system, strategy=strategy, labels=labels, epochs=3)
        for system in (ArcHybrid(root=root), pp.system("arc-hybrid", root=root))
    ]
    ours, native = made
    for name, array in native._arrays.items():
        assert np.array_equal(ours._arrays[name], array)
    for single_root in (True, False):
        parsed = [trees(parser.parse(dev, single_root=single_root)) for parser in made]
        assert parsed[0] == parsed[1]
    assert trees(ours.parse(dev, threads=4)) == trees(native.parse(dev))


@pytest.mark.parametrize("root", ["last", "first", "none"])
def test_verified(root: str) -> None:
    assert pp.verify(ArcHybrid(root=root), 3).is_ok
    assert pp.verify(ArcHybrid(root=root), 3).trees == pp.verify(pp.system("arc-hybrid", root=root), 3).trees


def test_loss_and_estimate() -> None:
    ours, native = ArcHybrid(), pp.system("arc-hybrid")
    a, b = (system.apply(system.initial(3), "SHIFT") for system in (ours, native))
    for gold in ([2, 0, 2], [0, 1, 1], [3, 3, 0], [2, 3, None]):
        assert ours.loss(a, gold) == native.loss(b, gold)
        assert ours.estimate(a, gold) == native.estimate(b, gold)


def test_verify_finds_wrong_costs_and_dead_ends() -> None:
    class Careless(ArcHybrid):  # type: ignore[misc, valid-type]
        def cost(self, c: Any, action: str, gold: Any) -> int:
            return super().cost(c, action, gold) if action != "RIGHT" else 0

    class Stuck(Chain):
        def legal(self, c: Any) -> Any:
            return super().legal(c) if len(c.buffer) > 2 else ()

    class Circling(Chain):
        arcs = ()

        def apply(self, c: Any, action: str) -> Any:
            return c.push().pop() if action == "ROOT" else c.push().unshift()

    assert "all right" not in str(pp.verify(Careless(), 3))
    assert set(pp.verify(Careless(), 3).counts) == {"cost"}
    assert set(pp.verify(Stuck(), 2).counts) == {"dead end"}
    assert set(pp.verify(Circling(), 2).counts) == {"no end"}


# --- saving and loading ---


def test_save_and_load(toy: Toy, tmp_path: Path) -> None:
    parser = pp.train(toy(15), system=ArcHybrid(root="first"), epochs=2)
    parser.save(tmp_path / "a.pan")
    expected = trees(parser.parse(toy(15, seed=3)))
    for again in (pp.load(tmp_path / "a.pan"), pp.load(tmp_path / "a.pan", system=ArcHybrid(root="first"))):
        assert again.header == parser.header
        assert trees(again.parse(toy(15, seed=3))) == expected
    again.save(tmp_path / "b.pan")
    assert (tmp_path / "a.pan").read_bytes() == (tmp_path / "b.pan").read_bytes()
    assert "root first" in refused(lambda: pp.load(tmp_path / "a.pan", system=ArcHybrid()), pp.ModelError)
    assert "Chain" in refused(lambda: pp.load(tmp_path / "a.pan", system=Chain()), pp.ModelError)
    restricted = ArcHybrid(root="first", single_root=True)
    assert "single_root" in refused(lambda: pp.load(tmp_path / "a.pan", system=restricted), pp.ModelError)
    assert "call it" in refused(lambda: pp.load(tmp_path / "a.pan", system=ArcHybrid))


def test_a_model_imports_nothing(toy: Toy, tmp_path: Path) -> None:
    pp.train(toy(5), system=ArcHybrid(), epochs=1).save(tmp_path / "a.pan")
    load = "import panparser as pp; pp.load('a.pan')"
    run = [sys.executable, "-c", load]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last == (
        "panparser.errors.ModelError: a.pan: the model's system ArcHybrid does not come with PanParser; "
        "import the module that defines it, or pass system= to pp.load"
    )
    run = [sys.executable, "-m", "panparser", "parse", "a.pan", str(TREEBANK / "dev.conllu")]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "ArcHybrid does not come with PanParser" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_changed_class_is_not_the_model_s(toy: Toy, tmp_path: Path) -> None:
    class Changing(Chain):
        pass

    pp.train(toy(5), system=Changing(), epochs=1).save(tmp_path / "a.pan")
    pp.load(tmp_path / "a.pan")
    Changing.actions = ("ROOT", "NEXT")
    assert "actions that the model was trained with" in refused(lambda: pp.load(tmp_path / "a.pan"), pp.ModelError)


def test_the_latest_definition_counts_and_two_are_too_many(toy: Toy, tmp_path: Path) -> None:
    def define(number: int) -> type[pp.TransitionSystem]:
        class Again(Chain):
            version = number

        return Again

    first, second = define(1), define(2)
    assert type(pp.system("Again")) is second
    del first
    other = type("Other", (Chain,), {"name": "Again"})
    assert "several systems named Again" in refused(lambda: pp.system("Again"))
    assert isinstance(other(), Chain)


def test_a_constructor_of_its_own(toy: Toy, tmp_path: Path) -> None:
    class Sized(ArcHybrid):  # type: ignore[misc, valid-type]
        def __init__(self, size: int, *, single_root: bool = False) -> None:
            super().__init__(single_root=single_root)
            self.size = size

        def with_single_root(self) -> Sized:
            return Sized(self.size, single_root=True)

    pp.train(toy(5), system=Sized(3), epochs=1).save(tmp_path / "a.pan")
    assert "constructor of its own" in refused(lambda: pp.load(tmp_path / "a.pan"), pp.ModelError)
    parsed = pp.load(tmp_path / "a.pan", system=Sized(3)).parse(toy(5, seed=3))
    assert all(s.heads.count(0) == 1 for s in parsed)

    class Forgetful(Chain):
        def __init__(self) -> None:
            self.size = 3

    assert "super().__init__()" in refused(Forgetful)


def test_by_name_and_with_checkpoints(toy: Toy, tmp_path: Path) -> None:
    system = pp.system("ArcHybrid", root="none")
    assert (type(system), system.root) == (ArcHybrid, "none")
    bank = toy(10)
    whole = pp.train(bank, system="ArcHybrid", epochs=3)
    pp.train(bank, system=ArcHybrid(), epochs=1, checkpoint=tmp_path / "c.ckpt")
    resumed = pp.train(bank, system=ArcHybrid(), epochs=3, checkpoint=tmp_path / "c.ckpt", resume=True)
    assert np.array_equal(whole._arrays["buckets"], resumed._arrays["buckets"])
    assert whole.header.features == "zn11-stack"


# --- pictures and walks ---


def test_derivations(toy: Toy) -> None:
    bank = toy(10)
    for strategy, ours in (("goldberg", ArcHybrid()), ("greedy", ArcStandardSwap())):
        parser = pp.train(bank, system=ours, strategy=strategy, epochs=3)
        derivation = parser.derive(bank[0])
        assert derivation.sentence.heads == parser.parse(bank[0]).heads
        assert pp.derive(ours, bank[0]).sentence.heads == bank[0].heads
    native = pp.derive("arc-hybrid", bank[0]).text()
    assert pp.derive("ArcHybrid", bank[0]).text() == native.replace("arc-hybrid", "ArcHybrid")


def test_walks() -> None:
    assert pp.walk(ArcHybrid(), [[2, 0, 2, 5, 3, 2]], walks=2).is_ok
    assert pp.walk(ArcStandardSwap(), [[2, 0, 2, 5, 3, 2]], walks=2).is_ok


# --- a single root ---


def test_single_root_only_where_it_is_offered(toy: Toy) -> None:
    bank = toy(8)
    for s in pp.train(bank, system=ArcHybrid(), epochs=1).parse(bank):
        assert s.heads.count(0) == 1
    assert "single root" in refused(lambda: Chain(single_root=True))
    assert "leave out single_root" in refused(lambda: pp.train(bank, system=ArcHybrid(single_root=True)))

    class AllRoots(Chain):
        def legal(self, c: Any) -> Any:
            return ("ROOT",)

    assert pp.train(bank, system=AllRoots(), epochs=1).parse(bank)[0].heads == [0] * len(bank[0])


# --- without costs ---


def test_a_static_reference(toy: Toy, tmp_path: Path) -> None:
    system = ArcStandardSwap()
    report = pp.verify(system, 4)
    assert report.is_ok
    assert [len(report.trees[n]) for n in (1, 2, 3, 4)] == [1, 3, 16, 125]  # all there are
    gold = (3, 4, 0, 3)
    c = system.initial(4)
    for action in system.reference(gold):
        costs = system.costs(c, gold)
        assert costs == {a: int(a != action) for a in system.legal(c)}
        c = system.apply(c, action)
    assert c.is_final
    assert c.heads == gold
    off = system.apply(system.apply(system.initial(4), "SHIFT"), "RIGHT")
    assert set(system.costs(off, gold).values()) == {1}
    assert set(system.costs(system.initial(2), [None, 0]).values()) == {1}
    assert system.loss(off, gold) == 1

    bank = toy(40)
    parser = pp.train(bank, system=system, strategy="greedy", epochs=5)
    parser.save(tmp_path / "a.pan")
    parsed = pp.load(tmp_path / "a.pan").parse(bank)
    assert pp.evaluate(bank, parsed).las > 95
    assert "use strategy='greedy'" in refused(lambda: pp.train(bank, system=system))
    assert "use strategy='greedy'" in refused(
        lambda: pp.train(bank, system=system, strategy=pp.Strategy(exploration=0))
    )


def test_sentences_without_a_reference_teach_nothing(toy: Toy) -> None:
    class Shy(ArcStandardSwap):  # type: ignore[misc, valid-type]
        def reference(self, gold: Any) -> Any:
            return super().reference(gold) if len(gold) > 5 else None

    bank = list(toy(30))
    known = [s for s in bank if len(s) > 5]
    assert 0 < len(known) < len(bank)
    few = [
        pp.train(sentences, system=system, strategy="greedy", epochs=1, labels="none")
        for sentences, system in (([s for s in bank if len(s) <= 5], Shy()),)
    ]
    assert not few[0]._arrays["pool"].any()


def broken_reference(actions: Any) -> pp.TransitionSystem:
    class Broken(ArcStandardSwap):  # type: ignore[misc, valid-type]
        def reference(self, gold: Any) -> Any:
            return actions

    return Broken()


@pytest.mark.parametrize(
    ("actions", "problem"),
    [
        (["LEFT"], "takes LEFT as step 1 for the heads (2, 0), where only these are legal: SHIFT"),
        (["SHIFT"], "ends after 1 actions"),
        (["JUMP"], "'JUMP', which is not one of its actions"),
        ("SHIFT", "gives str"),
        (7, "gives int"),
        (["SHIFT", "SHIFT", "LEFT", "RIGHT", "SHIFT"], "nothing is legal any more"),
    ],
)
def test_wrong_references(actions: Any, problem: str) -> None:
    system = broken_reference(actions)
    assert problem in refused(lambda: system.costs(system.initial(2), [2, 0]))
    assert "reference" in pp.verify(system, 2).counts


def test_a_reference_must_lead_to_its_tree() -> None:
    report = pp.verify(broken_reference(["SHIFT", "RIGHT"]), 1)
    assert report.is_ok
    report = pp.verify(broken_reference(["SHIFT", "RIGHT", "SHIFT", "RIGHT"]), 2)
    assert report.counts["reference"] == 3  # the one word, and two of the three trees over two
    assert pp.verify(broken_reference(None), 2).counts["reference"] > 0


def test_neither_costs_nor_reference(toy: Toy) -> None:
    class Silent(pp.TransitionSystem):
        actions = arcs = ("ROOT",)

        def legal(self, c: Any) -> Any:
            return ("ROOT",)

        def apply(self, c: Any, action: str) -> Any:
            return c.attach(0, c.buffer[0]).push().pop()

    system = Silent()
    assert system.apply(system.initial(1), "ROOT").is_final
    assert "no cost() and no reference()" in refused(lambda: pp.train(toy(3), system=system))
    assert "no cost() and no reference()" in refused(lambda: system.costs(system.initial(1), [0]))


# --- configurations ---


def test_operations_give_new_configurations() -> None:
    c = ArcHybrid().initial(3)
    d = c.push().push()
    assert (c.stack, d.stack, d.buffer) == ((), (1, 2), (3, 0))
    assert d.pop().stack == (1,)
    assert d.pop_second().stack == (2,)
    assert d.swap().stack == (2, 1)
    assert d.unshift() == c.push()
    assert d.unshift().unshift() == c
    assert d.swap().unshift().unshift().buffer == (2, 1, 3, 0)
    assert hash(d.unshift()) == hash(c.push())
    assert d.attach(2, 1).heads == (2, None, None)
    assert d.attach(2, 1).attach(3, 1).heads == (3, None, None)
    assert d.attach(2, 1).detach(1) == d
    assert d.attach(2, 1) != d
    assert not hasattr(c, "left")
    lists = Lists().initial(3).push().push().set_aside()
    assert (lists.left, lists.right, lists.push().stack) == ((1,), (2,), (1, 2, 3))
    assert repr(lists) == "Configuration(left=(1,), right=(2,), buffer=(3, 0), heads=(None, None, None))"
    assert (c.push().push().push().push().stack, d.buffer) == ((1, 2, 3, 0), (3, 0))


@pytest.mark.parametrize(
    ("run", "problem"),
    [
        (lambda c: c.pop(), "nothing on the stack"),
        (lambda c: c.push().pop_second(), "fewer than two"),
        (lambda c: c.push().swap(), "fewer than two"),
        (lambda c: c.unshift(), "nothing on the stack"),
        (lambda c: c.set_aside(), "nothing on the stack"),
        (lambda c: c.push().set_aside().set_aside(), "nothing on the stack"),
        (lambda c: c.push().push().set_aside().pop(), "set aside"),
        (lambda c: c.push().push().push().push(), "nothing in the buffer"),
        (lambda c: c.attach(1, 0), "no word as its dependent"),
        (lambda c: c.attach(1, 3), "no word as its dependent"),
        (lambda c: c.attach(3, 1), "neither a word nor ROOT"),
        (lambda c: c.attach(-1, 1), "neither a word nor ROOT"),
        (lambda c: c.attach(1, 1), "circle"),
        (lambda c: c.attach(1, 2).attach(2, 1), "circle"),
        (lambda c: c.detach(1), "no arc"),
        (lambda c: c.detach(9), "no arc"),
    ],
)
def test_impossible_operations(run: Any, problem: str) -> None:
    assert problem in refused(lambda: run(Lists().initial(2)))


def test_words_are_set_aside_where_there_are_lists() -> None:
    assert "has_lists = True" in refused(lambda: Chain().initial(2).push().set_aside())


def test_no_arcs_from_a_root_that_is_not_there() -> None:
    assert "does without" in refused(lambda: ArcHybrid(root="none").initial(2).attach(0, 1))


def test_native_configurations_are_changed_by_their_systems_only() -> None:
    c = pp.system("arc-eager").initial(2)
    for run in (
        c.push,
        c.pop,
        c.pop_second,
        c.swap,
        c.unshift,
        c.set_aside,
        lambda: c.attach(1, 2),
        lambda: c.detach(1),
    ):
        assert "systems written in Python" in refused(run)


# --- the documents ---


@pytest.mark.parametrize("name", ["arc_hybrid_in_python", "static_reference_system"])
def test_examples(name: str) -> None:
    path = ROOT / "examples" / f"{name}.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) < 150
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert "all right" in done.stdout
    assert "differ" not in done.stdout


def test_the_guide(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    (tmp_path / "code.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "code.py"], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first.endswith("all right")
    assert second == "[2, 0, 2]"
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / "docs" / target).exists(), target
