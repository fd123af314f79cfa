"""Systems that take decisions back, by hand, and what they do for a parser."""

from __future__ import annotations

import random

import pytest

import panparser as pp

State = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], frozenset[int]]  # stack, buffer, heads, shifted


def run(system: pp.TransitionSystem, words: int, actions: str) -> pp.Configuration:
    c = system.initial(words)
    for action in actions.split():
        c = system.apply(c, action)
    return c


def test_left_replaces_an_arc_and_reduce_inserts_one() -> None:
    system = pp.system("nonmonotonic-arc-eager")
    c = run(system, 2, "SHIFT RIGHT")
    assert c.heads == (None, 1)
    assert system.apply(c, "LEFT").heads == (None, 0)
    c = run(system, 2, "SHIFT SHIFT REDUCE")
    assert c.heads == (None, 1)
    assert c.stack == (1,)


def test_what_goes_back_to_the_buffer() -> None:
    system = pp.system("unshift-arc-eager")
    c = run(system, 3, "SHIFT SHIFT REDUCE")
    assert (c.stack, c.buffer, c.heads) == ((1,), (2, 3), (None, None, None))
    assert system.legal(c) == ("LEFT", "RIGHT")  # 2 was shifted before; 1 is alone and cannot go back
    c = system.apply(c, "LEFT")
    assert (c.stack, c.buffer) == ((), (2, 3))
    assert system.legal(c) == ("SHIFT",)  # the amendment: nothing else could be done with 2
    assert run(system, 3, "SHIFT SHIFT") != run(system, 3, "SHIFT RIGHT")


def test_the_table_of_the_paper_has_dead_ends() -> None:
    """Honnibal & Johnson (2015), Table 1 read literally: without the two amendments of `unshift-arc-eager`."""

    def after(state: State) -> list[State]:
        stack, buffer, heads, shifted = state
        found: list[State] = []

        def attach(dependent: int, head: int) -> tuple[int, ...]:
            return (*heads[: dependent - 1], head, *heads[dependent:])

        if buffer and buffer[0] not in shifted:
            found.append(((*stack, buffer[0]), buffer[1:], heads, shifted | {buffer[0]}))
        if stack and buffer:
            found.append((stack[:-1], buffer, attach(stack[-1], buffer[0]), shifted))
            found.append(((*stack, buffer[0]), buffer[1:], attach(buffer[0], stack[-1]), shifted))
        if stack and heads[stack[-1] - 1]:
            found.append((stack[:-1], buffer, heads, shifted))
        elif stack:
            found.append((stack[:-1], (stack[-1], *buffer), heads, shifted))
        return found

    waiting: list[State] = [((), (1, 2, 3), (0, 0, 0), frozenset())]
    seen, dead = set(waiting), 0
    while waiting:
        state = waiting.pop()
        is_final = len(state[0]) == 1 and not state[1]
        following = [] if is_final else after(state)
        dead += not is_final and not following
        waiting += set(following) - seen
        seen |= set(following)
    assert (dead, len(seen)) == (22, 99)


def test_repairs_are_kept_for_mistakes() -> None:
    """The example of Honnibal & Johnson (2015), section 2.2: I saw Jack."""
    system = pp.system("unshift-arc-eager")
    c = run(system, 3, "SHIFT LEFT SHIFT")
    gold = [2, 0, 2]
    assert system.loss(system.apply(c, "SHIFT"), gold) == 0  # Unshift would still find the arc
    costs = system.costs(c, gold)
    assert [action for action, cost in costs.items() if cost == min(costs.values())] == ["RIGHT"]
    assert costs["SHIFT"] < system.cost_unit <= costs["LEFT"]


def test_a_word_comes_back_only_when_all_are_read() -> None:
    system = pp.system("tree-constrained-arc-eager")
    assert "UNSHIFT" not in system.legal(run(system, 3, "SHIFT SHIFT"))
    c = run(system, 3, "SHIFT SHIFT SHIFT")
    assert system.legal(c) == ("UNSHIFT",)
    c = system.apply(c, "UNSHIFT")
    assert (c.stack, c.buffer) == ((1, 2), (3,))
    assert system.legal(c) == ("LEFT", "RIGHT")


def test_two_siblings_that_were_shifted_cannot_both_be_attached() -> None:
    """Each of 1 → 2 and 1 → 3 is in reach, but not both: arc-eager's reachable arcs do not hold together here."""
    system = pp.system("tree-constrained-arc-eager")
    c = run(system, 3, "SHIFT SHIFT SHIFT")
    assert system.loss(c, [0, 1, None]) == 0
    assert system.loss(c, [0, None, 1]) == 0
    assert system.loss(c, [0, 1, 1]) == system.estimate(c, [0, 1, 1]) == 1


def test_covington_moves_over_all_pairs() -> None:
    system = pp.system("covington")
    c = run(system, 3, "SHIFT SHIFT NO-ARC")
    assert (c.left, c.right, c.buffer) == ((1,), (2,), (3,))
    assert c.stack == c.left
    assert run(system, 3, "SHIFT SHIFT NO-ARC SHIFT").left == (1, 2, 3)
    # One head per word, no cycle.
    assert system.legal(run(system, 2, "SHIFT RIGHT")) == ("SHIFT",)
    assert system.legal(run(system, 3, "SHIFT LEFT SHIFT LEFT")) == ("SHIFT", "NO-ARC")
    with pytest.raises(AttributeError, match="only configurations of Covington"):
        _ = pp.system("arc-eager").initial(1).left


def test_a_new_arc_takes_away_what_it_cannot_stand_beside() -> None:
    """Fernández-González & Gómez-Rodríguez (2017), Figure 2."""
    system = pp.system("nonmonotonic-covington")
    c = run(system, 3, "SHIFT RIGHT SHIFT RIGHT")
    assert c.heads == (None, 1, 2)
    assert system.apply(c, "RIGHT").heads == (None, 1, 1)  # another head
    # 3 → 1 closes a cycle 1 → 2 → 3 → 1: what came into 3 goes.
    assert system.apply(c, "LEFT").heads == (3, 1, None)


def test_the_lower_bound_is_none_where_a_root_word_has_a_head() -> None:
    """Three words, focus 1 and 3, arcs 1 → 2 → 3, gold root 3: LEFT frees it again."""
    lower, upper = (pp.system("nonmonotonic-covington", loss=loss) for loss in ("lower", "upper"))
    c = run(upper, 3, "SHIFT RIGHT SHIFT RIGHT")
    assert run(lower, 3, "SHIFT RIGHT SHIFT RIGHT") == c
    gold = [3, 1, 0]
    assert lower.loss(c, gold) == 0
    assert lower.estimate(c, gold) == 1


def test_words_left_over_hang_below_one_root() -> None:
    system = pp.system("covington", single_root=True)
    assert run(system, 3, "SHIFT SHIFT SHIFT").heads == (None, 1, 1)
    system = pp.system("covington", root="first", single_root=True)
    assert run(system, 3, "SHIFT NO-ARC RIGHT SHIFT SHIFT").heads == (2, 0, 2)
    assert "RIGHT" not in system.legal(run(system, 3, "SHIFT NO-ARC RIGHT SHIFT NO-ARC NO-ARC"))


@pytest.mark.parametrize("labels", ["product", "joint", "none"])
@pytest.mark.parametrize("name", [info.name for info in pp.systems()])
def test_every_system_trains_and_parses(name: str, labels: str, toy, tmp_path) -> None:
    bank, dev = toy(80), toy(20, seed=1)
    info = next(info for info in pp.systems() if info.name == name)
    if labels == "none" and pp.system(name, max_length=3 if info.needs_max_length else None).gives_tags:
        return  # refused: test_joint.py
    for root in info.roots:
        system = pp.system(name, root=root, max_length=3 if info.needs_max_length else None)
        parser = pp.train(bank, dev, system=system, labels=labels, epochs=5)
        parser.save(tmp_path / "model.pan")
        parsed = pp.load(tmp_path / "model.pan").parse(dev)
        assert [s.raw for s in parsed] == [s.raw for s in parser.parse(dev, threads=2)]
        for gold, found in zip(dev, parsed, strict=True):
            if system.is_partial:
                assert found.heads.count(0) <= 1
            else:
                assert found.heads.count(0) == 1
                assert labels == "none" or "_" not in found.deprels
            for head, length in zip(found.heads, range(1, len(gold) + 1), strict=True):
                if info.needs_max_length and head:
                    assert abs(head - length) <= 3
        if not info.needs_max_length:
            assert pp.evaluate(dev, parsed).uas > 95


def test_labels_of_arcs_that_reduce_inserts(toy) -> None:
    """SHIFT notes the label that RIGHT would give."""
    bank = toy(60)
    parser = pp.train(bank, system="nonmonotonic-arc-eager", epochs=3)
    assert all("_" not in s.deprels for s in parser.parse(bank))


def test_exact_loss_on_longer_sentences() -> None:
    exact, upper = (pp.system("nonmonotonic-covington", loss=loss) for loss in ("exact", "pc-upper"))
    rng = random.Random(3)
    for words in (6, 7, 8, 9):
        top = rng.randint(1, words)
        gold = [max(w - rng.choice((1, 3)), top) if w > top else min(w + 2, top) for w in range(1, words + 1)]
        gold[top - 1] = 0
        c, d = exact.initial(words), upper.initial(words)
        while not c.is_final:
            costs = exact.costs(c, gold)
            assert min(costs.values()) == exact.loss(c, gold) <= upper.estimate(d, gold)
            action = rng.choice(list(costs))
            c, d = exact.apply(c, action), upper.apply(d, action)
