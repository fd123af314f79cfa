"""Voting: one parser alone is itself, weights decide, and of equals the first wins."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

import panparser as pp


def jumble(bank: pp.Treebank, seed: int = 0) -> pp.Treebank:
    """Sentences about which parsers do not agree: forms and tags from all over."""
    rng = random.Random(seed)
    return pp.Treebank(
        s.replace(
            forms=[rng.choice(["dog", "the", "in", "sees", "."]) for _ in s.forms],
            upos=[rng.choice(["NOUN", "DET", "ADP", "VERB", "PUNCT", "X"]) for _ in s.upos],
        )
        for s in bank
    )


@pytest.fixture(scope="module")
def strange(toy: Any) -> pp.Treebank:
    return jumble(toy(60, seed=9))


@pytest.fixture(scope="module")
def three(toy: Any) -> list[pp.Parser]:
    """Three parsers that differ in data, features, labels and their order, and in how labels are predicted."""
    renamed = pp.Treebank(
        s.replace(deprels=[{"det": "zzz", "obl": "nmod"}.get(d, d) for d in s.deprels]) for s in toy(40, seed=2)
    )
    return [
        pp.train(toy(12), epochs=2, prune=0),
        pp.train(renamed, epochs=3, labels="joint", features=["S0.p B0.p", "S0.l.d S0.r.d", "S0.h.d B0.l.d", "B1.p"]),
        pp.train(toy(8, seed=3), epochs=1, strategy="maxv", beam=4),
    ]


@pytest.mark.parametrize("system", ["arc-eager", "arc-standard", "nonmonotonic-arc-eager", "nonmonotonic-covington"])
@pytest.mark.parametrize("labels", ["product", "joint", "none"])
def test_one_voter_and_its_copies(toy: Any, strange: pp.Treebank, system: str, labels: str) -> None:
    parser = pp.train(toy(12), system=system, labels=labels, epochs=2)
    for single_root in (True, False):
        alone = parser.parse(strange, single_root=single_root)
        assert pp.Vote((parser, 1)).parse(strange, single_root=single_root) == alone
        assert pp.Vote(*[(parser, 0.3)] * 3).parse(strange, single_root=single_root, threads=2) == alone


def test_weights_decide(three: list[pp.Parser], strange: pp.Treebank) -> None:
    a, b, c = three
    trees = [parser.parse(strange, beam=1) for parser in three]
    assert len({*trees}) == 3
    # Who weighs more than all others together is always right, wherever it stands.
    assert pp.Vote((a, 2.1), (b, 1), (c, 1)).parse(strange) == trees[0]
    assert pp.Vote((a, 1), (b, 2.1), (c, 1)).parse(strange) == trees[1]
    assert pp.Vote((a, 1), (b, 1), (c, 2.1)).parse(strange) == trees[2]
    # Two of the same outvote one that weighs less than both.
    assert pp.Vote((a, 1.9), (b, 1), (b, 1)).parse(strange) == trees[1]
    # And nobody alone is the three of them.
    assert pp.Vote((a, 1), (b, 1), (c, 1)).parse(strange) not in trees


@pytest.mark.parametrize("labels", ["product", "joint"])
def test_labels_that_are_only_noted(toy: Any, strange: pp.Treebank, labels: str) -> None:
    """SHIFT keeps the label of an arc that may be made later: it does not split the votes, but is voted on."""
    renamed = pp.Treebank(s.replace(deprels=[f"my:{d}" for d in s.deprels]) for s in toy(12))
    options = {"system": "nonmonotonic-arc-eager", "labels": labels, "epochs": 2}
    mine, yours = pp.train(renamed, **options), pp.train(toy(12), **options)
    assert pp.Vote((mine, 2), (yours, 3)).parse(strange) == yours.parse(strange)
    assert pp.Vote((mine, 3), (yours, 2)).parse(strange) == mine.parse(strange)


def test_labels_that_are_only_noted_do_not_split_votes() -> None:
    words = pp.Sentence.from_forms(["a", "b", "c"])

    def learnt(heads: list[int], label: str) -> pp.Parser:
        tree = words.replace(heads=heads, deprels=[label if head else "root" for head in heads])
        return pp.train([tree], system="nonmonotonic-arc-eager", features=["S0.w B0.w"], epochs=10)

    one, other = learnt([2, 3, 0], "x"), [learnt([3, 3, 0], label) for label in "xy"]
    assert [p.parse(words).heads for p in (one, *other)] == [[2, 3, 0], [3, 3, 0], [3, 3, 0]]
    # Both would rather SHIFT than make the first arc, each with a label of its own for what RIGHT would have made.
    assert pp.Vote((one, 1.5), (other[0], 1), (other[1], 1)).parse(words).heads[0] != 2
    assert pp.Vote((one, 2), (other[0], 1), (other[1], 1)).parse(words).heads[0] == 2


def test_the_first_wins_ties(three: list[pp.Parser], strange: pp.Treebank) -> None:
    a, b, _ = three
    assert pp.Vote((a, 1), (b, 1)).parse(strange) == a.parse(strange)
    assert pp.Vote((b, 1), (a, 1)).parse(strange) == b.parse(strange)
    # 0.1 + 0.2 is no more than 0.3.
    assert pp.Vote((a, 0.3), (b, 0.1), (b, 0.2)).parse(strange) == a.parse(strange)
    assert pp.Vote((b, 0.1), (b, 0.2), (a, 0.3)).parse(strange) == b.parse(strange)
    assert pp.Vote((a, 2), (b, 1), (b, 1)).parse(strange) == a.parse(strange)


def test_any_number_of_threads(three: list[pp.Parser], toy: Any) -> None:
    bank = jumble(toy(200, seed=4))
    vote = pp.Vote(*((parser, 1) for parser in three))
    assert vote.parse(bank) == vote.parse(bank, threads=3) == vote.parse(bank, threads=8)


def poll(ballots: Iterable[tuple[Any, float]]) -> Any:
    sums: dict[Any, float] = {}
    for key, weight in ballots:
        sums[key] = sums.get(key, 0) + weight
    return max(sums, key=lambda key: sums[key])  # the first of equals


def test_against_a_vote_in_python(toy: Any) -> None:
    """The same vote written down, over parsers that know one derivation by heart, for as long as all are on theirs."""
    forms = [f"w{i}" for i in range(5)]
    trees = [[2, 0, 2, 3, 4], [0, 1, 2, 3, 4], [2, 3, 4, 5, 0], [3, 3, 0, 3, 3], [0, 4, 2, 1, 4]]
    rng = random.Random(1)
    system = pp.system("arc-hybrid", root="last", single_root=True)
    voters = [
        pp.train(
            [pp.Sentence.from_forms(forms).replace(heads=heads, deprels=["x"] * 5)],
            system="arc-hybrid",
            root="last",
            strategy="greedy",
            labels="none",
            features=["S0.w S1.w S2.w B0.w", "S3.w S4.w B0.w"],
            epochs=20,
        )
        for heads in trees
    ]
    derivations = [[step.action for step in voter.derive(forms).steps] for voter in voters]
    split = 0  # decisions on which they differed
    for _ in range(100):
        chosen = [(rng.randrange(5), rng.choice([0.5, 1, 1.5])) for _ in range(4)]
        c, done = system.initial(5), []
        while not c.is_final and all(derivations[v][: len(done)] == done for v, _ in chosen):
            ballots = [(derivations[v][len(done)], weight) for v, weight in chosen]
            split += len({action for action, _ in ballots}) > 1
            done.append(poll(ballots))
            c = system.apply(c, done[-1])
        heads = pp.Vote(*((voters[v], weight) for v, weight in chosen)).parse(forms).heads
        assert all(h is None or h == heads[i] for i, h in enumerate(c.heads)), (chosen, done, heads)
    assert split > 50


def test_labels_that_a_voter_does_not_know(toy: Any) -> None:
    bank = toy(30)
    own = pp.Treebank(s.replace(deprels=[f"my:{d}" if d != "root" else d for d in s.deprels]) for s in bank)
    first, second = pp.train(bank, epochs=5), pp.train(own, epochs=5)
    assert pp.evaluate(bank, pp.Vote((first, 2), (second, 1)).parse(bank)).las == 100
    ours = pp.Vote((first, 1), (second, 2)).parse(bank)
    assert ours == second.parse(bank)
    assert {d.removeprefix("my:") for s in ours for d in s.deprels} == set(first.header.labels)


def test_what_can_be_parsed(three: list[pp.Parser], toy: Any) -> None:
    vote = pp.Vote((three[0], 1.1), (three[1], 1))
    assert vote.parse([]) == pp.Treebank()
    assert vote.parse(["the", "dog"]) == vote.parse(pp.Sentence.from_forms(["the", "dog"]))
    assert repr(vote) == "<Vote of 2 parsers, arc-eager, root last, weights 1.1, 1>"
    for bad in ("text", None, [None]):
        with pytest.raises(pp.UsageError):
            vote.parse(bad)  # type: ignore[call-overload]
    with pytest.raises(pp.UsageError, match="threads=0"):
        vote.parse(toy(1), threads=0)


def test_who_cannot_vote_together(toy: Any, three: list[pp.Parser]) -> None:
    bank, first = toy(4), three[0]
    others: list[dict[str, Any]] = [{"root": "first"}, {"system": "arc-hybrid"}]
    for options in others:
        with pytest.raises(pp.UsageError, match="different systems") as caught:
            pp.Vote((first, 1), (pp.train(bank, epochs=1, **options), 1))
        assert "arc-eager, root last" in str(caught.value)
    spans = [pp.train(bank, system=pp.system("arc-eager-span", max_length=n), epochs=1) for n in (3, 4)]
    with pytest.raises(pp.UsageError, match=r"arcs of up to 3, and .* arcs of up to 4"):
        pp.Vote((spans[0], 1), (spans[1], 1))
    with pytest.raises(pp.UsageError, match="with and without labels"):
        pp.Vote((first, 1), (pp.train(bank, epochs=1, labels="none"), 1))
    # The loss is a matter of training alone.
    losses = [pp.train(bank, system=pp.system("nonmonotonic-covington", loss=x), epochs=1) for x in ("upper", "lower")]
    assert pp.Vote((losses[0], 1), (losses[1], 1)).parse(bank)


@pytest.mark.parametrize("weight", [0, -1, float("nan"), float("inf"), "1", None, True, 1e-9], ids=str)
def test_bad_weights(parser: pp.Parser, weight: Any) -> None:
    with pytest.raises(pp.UsageError, match="a vote cannot weigh"):
        pp.Vote((parser, weight))


def test_bad_voters(parser: pp.Parser) -> None:
    for voters in ((parser,), ((parser,),), ((1, parser),), ("ab",)):
        with pytest.raises(pp.UsageError, match="a pair of a parser and its weight"):
            pp.Vote(*voters)  # type: ignore[arg-type]
    with pytest.raises(pp.UsageError, match="nobody votes"):
        pp.Vote()
