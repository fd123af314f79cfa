"""Constraints as users give them: in Python, in columns, in error."""

from __future__ import annotations

import importlib.util
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import panparser as pp
from panparser.constraints import READERS

C = pp.Constraints
TREES = pp.verify(pp.system("arc-eager", single_root=True), 4, golds=lambda words: []).trees
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def parser(toy: Any) -> pp.Parser:
    return pp.train(toy(60), epochs=3)


@pytest.fixture(scope="module")
def sentence(toy: Any) -> pp.Sentence:
    found: pp.Sentence = next(s for s in toy(60) if len(s) >= 8)
    return found


def test_heads_that_are_given_are_kept_and_the_rest_is_filled_in(parser: pp.Parser, toy: Any) -> None:
    bank = toy(60)
    half = [s.replace(heads=[h if w % 2 else None for w, h in enumerate(s.heads)]) for s in bank]
    parsed = parser.parse(half, constraints="heads")
    for before, after in zip(half, parsed, strict=True):
        assert all(a in (None, b) for a, b in zip(before.heads, after.heads, strict=True))
        assert None not in after.heads
        assert after.deprels == before.deprels


def test_a_head_against_the_grammar(parser: pp.Parser, sentence: pp.Sentence) -> None:
    free = parser.parse(sentence)
    for word in range(1, len(sentence) + 1):
        for head in range(len(sentence) + 1):
            if head == word:
                continue
            tree = parser.parse(sentence, constraints=C(heads={word: head}))
            assert tree.heads[word - 1] == head
            if free.heads[word - 1] == head:
                assert tree == free  # what the parser would have done anyway is not disturbed


def test_labels(parser: pp.Parser, sentence: pp.Sentence) -> None:
    tree = parser.parse(sentence, constraints=C(labels={1: "obj", 3: "root"}))
    assert (tree.deprels[0], tree.deprels[2], tree.heads[2]) == ("obj", "root", 0)
    assert tree.deprels.count("root") == 1
    # A head that is given is stronger than what was seen in training.
    tree = parser.parse(sentence, constraints=C(heads={1: 2}, labels={1: "root"}))
    assert (tree.heads[0], tree.deprels[0]) == (2, "root")


@pytest.mark.parametrize("labels", ["joint", "product"])
@pytest.mark.parametrize("system", ["arc-eager", "nonmonotonic-arc-eager", "covington"])
def test_labels_of_every_kind(toy: Any, labels: str, system: str) -> None:
    parser = pp.train(toy(20), labels=labels, system=system, epochs=1)
    for beam in (1, 3):
        constraints = C(labels=dict.fromkeys(range(1, 4), "obj"), heads={1: 3, 3: 0})
        tree = parser.parse(["the", "dog", "sees"], constraints=constraints, beam=beam)
        assert constraints.hold(tree)


def test_forms_of_constraints(parser: pp.Parser, sentence: pp.Sentence) -> None:
    one = C(heads={1: 5})
    expected = parser.parse(sentence, constraints=one)
    assert parser.parse([sentence, sentence], constraints=[one, None])[0] == expected
    assert parser.parse([sentence], constraints=lambda s: C(heads={1: len(s) - len(s) + 5}))[0] == expected
    assert parser.parse(sentence, constraints=C()) == parser.parse(sentence)
    assert parser.best(sentence, 3, constraints=one, beam=1)[0][0].heads[0] == 5
    assert all(tree.heads[0] == 5 for tree, _ in parser.best(sentence, 20, constraints=one))
    assert parser.derive(sentence, constraints=one).sentence == expected


def test_columns(sentence: pp.Sentence) -> None:
    misc = ["_"] * len(sentence)
    misc[0], misc[1], misc[2] = "Head=3,5|SpaceAfter=No", "HeadSide=left|NotHead=0", "Deprel=obj|Span=1-3|Connected=4-5"
    found = READERS["misc"](sentence.replace(misc=misc))
    assert found == C({1: (3, 5)}, {3: "obj"}, {2: "left"}, {2: (0,)}, [(1, 3)], [(4, 5)])
    assert READERS["misc"](sentence) is None
    known = ["1", "0", *"_" * (len(sentence) - 2)]
    assert READERS["ninth-column"](sentence.replace(deps=known)) == C({1: sentence.heads[0]})  # type: ignore[dict-item]
    assert READERS["ninth-column"](sentence.replace(deps=["_"] * len(sentence))) is None


@pytest.mark.parametrize(
    ("reader", "change", "message"),
    [
        ("misc", {"misc": "Head=x"}, r"'Head=x' in the MISC column of word 1 is not a constraint; write Head=3 or 3,5"),
        ("misc", {"misc": "Head="}, "write Head=3 or 3,5"),
        ("misc", {"misc": "NotHead=1,,2"}, "write NotHead=3 or 3,5"),
        ("misc", {"misc": "Span=4"}, "write Span=2-4"),
        ("misc", {"misc": "Head=²"}, "write Head="),
        ("misc", {"misc": "HeadSide=up"}, "the head of word 1 cannot be on the side 'up'; use 'left' or 'right'"),
        ("misc", {"misc": "Span=4-2"}, r"the span \(4, 2\) ends before it begins"),
        ("misc", {"misc": "Head=1"}, "word 1 is named as its own head"),
        ("misc", {"misc": "Head=999999999999999"}, "and the sentence has"),
        ("misc", {"misc": "Deprel="}, "the relation of word 1 is ''"),
        ("ninth-column", {"deps": "2:nsubj"}, "the ninth column of word 1 is '2:nsubj'; write 1 where"),
        ("ninth-column", {"deps": "1", "heads": None}, "marked as known and is not there"),
        ("somewhere", {"misc": "_"}, "no constraints are read from 'somewhere'; use one of: misc, ninth-column, heads"),
    ],
)
def test_bad_columns(
    parser: pp.Parser, sentence: pp.Sentence, reader: str, change: dict[str, Any], message: str
) -> None:
    columns: dict[str, Any] = {name: [value, *(getattr(sentence, name)[1:])] for name, value in change.items()}
    with pytest.raises(pp.PanParserError, match=message):
        parser.parse(sentence.replace(**columns), constraints=reader)


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        (C(heads={1: 2, 2: 1}), r"\(no tree has all of that\): word 1 \(\w+\) hangs on word 2"),
        (C(heads={1: 2, 2: 3, 3: 1, 5: 6}), r"word 1 .* word 2 .* word 3 \(\w+\) hangs on word 1 \(\w+\); change"),
        (C(heads={1: 3, 2: 4, 5: 6}), r"arcs would cross, and arc-eager .* word 1 .* word 2 .*the system covington"),
        (C(heads={1: 0, 5: 0}), "more than one root.* word 1 .* hangs on ROOT; word 5 .* single_root=False"),
        (C(heads={2: 3}, sides={2: "left"}), "word 2 .* the head of word 2 .* is to its left"),
        (C(sides={1: "left"}), "a constraint cannot be satisfied: the head of word 1"),
        (C(heads={1: ()}), "word 1 .* hangs on nothing"),
        (C(spans=[(1, 2)], heads={3: 1}), "word 3 .* the words 1 to 2 are one word with all that is below it"),
        (C(connected=[(1, 2)], heads={1: 3, 2: 3}), "the words 1 to 2 are connected"),
        (C(labels={1: "root", 2: "root"}), "relation of word 1 .* is root, which only children of ROOT had"),
        (C(heads={99: 1}), "the constraints name word 99, and the sentence has"),
        (C(labels={1: "xyz"}), "does not know the relation 'xyz'; use one of: det, "),
    ],
)
def test_what_cannot_be(parser: pp.Parser, sentence: pp.Sentence, constraints: C, message: str) -> None:
    with pytest.raises(pp.UsageError, match="sentence in line .*" + message if sentence.line else message):
        parser.parse(sentence, constraints=constraints)


def test_only_what_is_to_blame_is_named(parser: pp.Parser, sentence: pp.Sentence) -> None:
    with pytest.raises(pp.UsageError) as caught:
        parser.parse(sentence, constraints=C(heads={1: 2, 2: 1, 4: 5, 6: 7}, forbidden={3: 0}))
    assert "word 4" not in str(caught.value)
    assert "word 3" not in str(caught.value)


def test_relaxing(parser: pp.Parser, sentence: pp.Sentence) -> None:
    with pytest.warns(pp.ConstraintsRelaxed, match=r"left out: word 2 \(\w+\) hangs on word 1"):
        tree = parser.parse(sentence, constraints=C(heads={1: 2, 2: 1, 4: 6}), relax=True)
    assert (tree.heads[0], tree.heads[3]) == (2, 6)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parser.parse(sentence, constraints=C(heads={1: 2}), relax=True)


def test_several_roots(parser: pp.Parser, sentence: pp.Sentence) -> None:
    tree = parser.parse(sentence, constraints=C(heads={1: 0, 5: 0}), single_root=False)
    assert (tree.heads[0], tree.heads[4]) == (0, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"heads": {0: 1}},
        {"heads": {1: -1}},
        {"heads": {1: 1}},
        {"heads": {"1": 2}},
        {"heads": {1: "2"}},
        {"heads": {True: 2}},
        {"heads": [2, 0]},
        {"heads": {1: 2.0}},
        {"labels": {1: "_"}},
        {"labels": {1: 3}},
        {"spans": [(1, 2, 3)]},
        {"spans": "1-2"},
        {"spans": [3]},
        {"connected": [(0, 2)]},
        {"sides": {1: "L"}},
        {"forbidden": {2: (2,)}},
    ],
)
def test_bad_constraints(wrong: dict[str, Any]) -> None:
    with pytest.raises(pp.UsageError, match=r"; (use|give|leave)"):
        C(**wrong)


def test_bad_sources(parser: pp.Parser, sentence: pp.Sentence) -> None:
    for source, message in (
        (C(heads={1: 2}), "one Constraints is for one sentence, and there are 2"),
        ([C()], "there are 1 constraints for 2 sentences"),
        ([1, 2], "not int"),
        (lambda s: 5, "not int"),
    ):
        with pytest.raises(pp.UsageError, match=message):
            parser.parse([sentence, sentence], constraints=source)  # type: ignore[arg-type]
    with pytest.raises(pp.UsageError, match="too many for constraints"):
        parser.parse(["x"] * 1001, constraints=C(heads={1: 2}))
    unlabelled = pp.train([sentence], labels="none", epochs=1)
    with pytest.raises(pp.UsageError, match="predicts no relations"):
        unlabelled.parse(sentence, constraints=C(labels={1: "det"}))


@given(st.data())
def test_hold_agrees_with_the_parser(parser: pp.Parser, data: st.DataObject) -> None:
    """Python and the native core mean the same by a constraint."""
    words = data.draw(st.integers(1, 4))
    forms = pp.Sentence.from_forms(["x"] * words)
    node = st.integers(0, words)
    heads = data.draw(st.dictionaries(st.integers(1, words), st.sets(node, min_size=1), max_size=3))
    heads = {w: sorted(h - {w}) for w, h in heads.items()}
    ends = st.tuples(st.integers(1, words), st.integers(1, words)).map(lambda ab: (min(ab), max(ab)))
    constraints = C(heads, spans=data.draw(st.lists(ends, max_size=2)), connected=data.draw(st.lists(ends, max_size=2)))
    try:
        tree = parser.parse(forms, constraints=constraints)
    except pp.UsageError:
        assert not any(constraints.hold(forms.replace(heads=heads)) for heads in TREES[words])
    else:
        assert constraints.hold(tree)


def test_training_within_constraints(toy: Any) -> None:
    """Where the heads of nouns are always told, nothing is learnt about them, and the rest is learnt as well."""
    bank = toy(80)

    def nouns(sentence: pp.Sentence) -> C | None:
        told = {w: h for w, (h, t) in enumerate(zip(sentence.heads, sentence.upos, strict=True), 1) if t == "NOUN"}
        return C(told)  # type: ignore[arg-type]

    for strategy, beam in (("goldberg", 1), ("greedy", 1), ("earlyNDrestartSO", 4), ("maxv", 2)):
        parser = pp.train(bank, bank, strategy=strategy, beam=beam, epochs=3, constraints=nouns)
        parsed = parser.parse(bank, constraints=nouns)
        assert pp.evaluate(bank, parsed).uas > 98
        free = pp.train(bank, bank, strategy=strategy, beam=beam, epochs=3)
        assert free._arrays["pool"].tobytes() != parser._arrays["pool"].tobytes()
    with pytest.raises(pp.UsageError, match=r"training data, the sentence in line .* exclude each other"):
        pp.train(bank, epochs=1, constraints=lambda s: C(heads={1: 2, 2: 1}))
    with pytest.raises(pp.UsageError, match="a function of the sentence, or the name of columns"):
        pp.train(bank, epochs=1, constraints=[C()])  # type: ignore[arg-type]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("labels", ["product", "joint"])
@pytest.mark.parametrize("strategy", ["greedy", "goldberg", "early", "maxvNDrestartSO", "full"])
def test_given_relations_are_right_in_training(toy: Any, strategy: str, labels: str, known: bool) -> None:
    """Also where the treebank has another one, or none: a parser must not learn what it may not do."""
    given = "det"
    bank = [s.replace(deprels=[d if known else "_" for d in s.deprels]) for s in toy(10)]

    def told(sentence: pp.Sentence) -> C:
        return C(dict(enumerate(sentence.heads, 1)), dict.fromkeys(range(1, len(sentence) + 1), given))

    seen = []

    class Updates(pp.Listener):
        def after_update(self, update: Any) -> None:
            seen.append(update)

    options = {"strategy": strategy, "beam": 1 if strategy in ("greedy", "goldberg") else 4, "labels": labels}
    learnt = [*bank, *toy(1)]  # the last one has relations that are known
    pp.train(learnt, epochs=3, constraints=told, listener=Updates(), **options)
    assert all(update.rewarded and update.punished for update in seen)
    assert {label for u in seen for _, label in u.rewarded} <= {None, given}


@pytest.mark.parametrize("example", ["arc_hybrid_in_python", "static_reference_system"])
def test_systems_written_in_python(toy: Any, example: str) -> None:
    spec = importlib.util.spec_from_file_location(f"constrained_{example}", EXAMPLES / f"{example}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    system = next(
        v for v in vars(module).values() if isinstance(v, type) and issubclass(v, pp.TransitionSystem) and v.arcs
    )()
    strategy = "greedy" if example.startswith("static") else "goldberg"
    bank = toy(15)
    parser = pp.train(bank, system=system, strategy=strategy, epochs=2)
    for constraints in (
        C(heads={1: 4}),
        C(heads={2: (0, 4)}, forbidden={1: 2}),
        C(spans=[(1, 3)]),
        C(sides={3: "left"}),
    ):
        for beam in (1, 2):
            tree = parser.parse(bank[0], constraints=constraints, beam=beam)
            assert constraints.hold(tree), (constraints, tree.heads)
