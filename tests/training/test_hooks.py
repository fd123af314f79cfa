"""Hooks: when they are called and with what, what they change, and that training without them is the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import panparser as pp
from panparser.training.run import Run

GLOBAL = {"strategy": "maxvNDrestartSO", "beam": 4}


def saved(parser: pp.Parser, folder: Path) -> bytes:
    parser.save(folder / "x.pan")
    return (folder / "x.pan").read_bytes()


class Diary(pp.Listener):
    """Writes down every call; answers as the base class does."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def names(self) -> list[str]:
        return [call[0] for call in self.calls]


HOOKS = [name for name in vars(pp.Listener) if not name.startswith("_") and name != "changes"]


def _written(name: str) -> Any:
    def method(self: Diary, *arguments: Any) -> Any:
        self.calls.append((name, *arguments))
        return getattr(pp.Listener, name)(self, *arguments)

    return method


for _name in HOOKS:
    setattr(Diary, _name, _written(_name))


@pytest.mark.parametrize("options", [{}, {"labels": "joint"}, GLOBAL, GLOBAL | {"labels": "joint"}], ids=str)
def test_listening_changes_nothing(toy: Any, options: dict[str, Any], tmp_path: Path) -> None:
    settings = {"bank": toy(15), "dev": toy(5, seed=1), "epochs": 2} | options
    plain = saved(pp.train(**settings), tmp_path)
    assert saved(pp.train(**settings, listener=Diary()), tmp_path) == plain
    assert saved(pp.train(**settings, listener=[Diary(), Diary()]), tmp_path) == plain


def test_the_order_of_the_calls(toy: Any) -> None:
    bank, dev, diary = toy(3), toy(2, seed=1), Diary()
    parser = pp.train(bank, dev, epochs=2, listener=diary)
    calls = [call for call in diary.calls if "update" not in call[0] and call[0] != "progress"]
    assert calls[0] == ("start", bank.words, 2, 1)
    assert calls[-1] == ("finish", parser)
    epoch = ["before_epoch", *["before_sentence", "after_sentence"] * 3]
    epoch += ["before_evaluation", "after_evaluation", "after_epoch"]
    assert [c[0] for c in calls] == ["start", *epoch, "should_stop", *epoch, "finish"]
    learnt = [call[2] for call in calls if call[0] == "before_sentence"]
    assert set(learnt[:3]) == set(learnt[3:]) == set(bank)
    assert [call[2] for call in calls if call[0] == "after_sentence"] == learnt
    assert [call[3].sentences for call in calls if call[0] == "after_sentence"] == [1, 2, 3] * 2
    reports = [call[1] for call in calls if call[0] == "after_epoch"]
    evaluations = [call[1:] for call in calls if call[0] == "after_evaluation"]
    for report, (number, parsed, scores) in zip(reports, evaluations, strict=True):
        assert (report.epoch, report.las) == (number, scores.las)
        assert pp.evaluate(dev, parsed).las == scores.las
    assert [call[1] for call in calls if call[0] == "should_stop"] == [(reports[0],)]


def test_nobody_is_called_who_does_not_listen(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the functions of the base class: the native loop knows nothing of them."""
    passed: list[set[str]] = []
    hooks = Run._hooks

    def spied(self: Run[Any], epoch: int) -> Any:
        passed.append(set(hooks(self, epoch)))
        return hooks(self, epoch)

    monkeypatch.setattr(Run, "_hooks", spied)
    for listener in (None, pp.Listener(), pp.LearningCurve(), [pp.Listener(), pp.Listener()]):
        pp.train(toy(2), epochs=1, listener=listener)
    pp.train(toy(2), epochs=1, listener=[pp.Subsample(0.5), pp.LearningCurve()])
    assert passed == [set(), set(), set(), set(), {"before_sentence"}]


class Updates(pp.Listener):
    def __init__(self) -> None:
        self.before: list[pp.UpdateReport] = []
        self.after: list[pp.UpdateReport] = []

    def before_update(self, update: pp.UpdateReport) -> None:
        self.before.append(update)

    def after_update(self, update: pp.UpdateReport) -> None:
        self.after.append(update)


@pytest.mark.parametrize("labels", ["none", "joint", "product"])
@pytest.mark.parametrize("options", [{"strategy": "greedyn"}, GLOBAL], ids=["local", "global"])
def test_what_updates_are(toy: Any, labels: str, options: dict[str, Any]) -> None:
    bank, updates, diary = toy(10), Updates(), Diary()
    pp.train(bank, epochs=2, labels=labels, listener=[updates, diary], **options)
    assert updates.before == updates.after != []
    known = {label for s in bank for label in s.deprels}
    for update in updates.after:
        assert update.sentence in bank.sentences
        assert update.rewarded
        assert update.punished
        assert update.rewarded[0] != update.punished[0]  # they begin where they part
        if options["strategy"] == "greedyn":
            assert len(update.rewarded) == len(update.punished) == 1
        for action, label in update.rewarded + update.punished:
            assert action in {"SHIFT", "LEFT", "RIGHT", "REDUCE"}
            assert label is None or (label in known and labels != "none" and action in {"LEFT", "RIGHT"})
    if options["strategy"] == "greedyn":
        reports = [call[3] for call in diary.calls if call[0] == "after_sentence"]
        wrong = reports[9].errors + reports[19].errors
        wrong += reports[9].label_errors + reports[19].label_errors if labels == "joint" else 0
        # With product labels, the right action with a wrong label is an update, but no wrong action.
        assert len(updates.after) >= wrong if labels == "product" else len(updates.after) == wrong


@pytest.mark.parametrize("options", [{}, {"labels": "joint"}, GLOBAL | {"labels": "joint"}], ids=str)
def test_updates_can_be_refused(toy: Any, options: dict[str, Any]) -> None:
    class Never(Updates):
        def __init__(self, no: Any) -> None:
            super().__init__()
            self.no = no

        def before_update(self, update: pp.UpdateReport) -> bool:  # type: ignore[override]
            return self.no  # type: ignore[no-any-return]

    for no in (False, np.False_):
        never, other = Never(no), Updates()
        parser = pp.train(toy(5), epochs=2, listener=[never, other], **options)
        assert other.before  # all are asked
        assert never.after == other.after == []  # nobody is told
        assert not parser._arrays["pool"].any()  # and nothing is learnt


class Skip(pp.Listener):
    def __init__(self, skips: Any) -> None:
        self.skips = skips

    def before_sentence(self, epoch: int, sentence: pp.Sentence) -> pp.Sentence | None:
        return None if self.skips(sentence) else sentence


@pytest.mark.parametrize("options", [{}, GLOBAL], ids=["local", "global"])
def test_skipped_sentences_teach_nothing(toy: Any, options: dict[str, Any]) -> None:
    bank, curve = toy(20), pp.LearningCurve()
    half = bank[:10]
    left_out = set(bank[10:])
    pp.train(bank, epochs=2, listener=[Skip(left_out.__contains__), curve], **options)
    kept = sum(len(s) for s in bank if s not in left_out)
    assert [words for words, _, _ in curve.points] == [kept, 2 * kept]
    diary = Diary()
    pp.train(bank, epochs=1, listener=[Skip(left_out.__contains__), diary], **options)
    assert {call[2] for call in diary.calls if call[0] == "before_sentence"} <= set(half)
    with pytest.raises(pp.UsageError, match="no sentence was left in epoch 1; let before_sentence"):
        pp.train(bank, epochs=2, listener=Skip(lambda _: True), **options)


@pytest.mark.parametrize("options", [{}, {"labels": "joint"}, GLOBAL], ids=str)
def test_a_sentence_in_the_place_of_another(toy: Any, options: dict[str, Any]) -> None:
    """What is learnt is what the hook gave: the same as if it had been in the treebank."""
    bank = toy(20)
    hidden = pp.Treebank(s.replace(heads=[None, *s.heads[1:]]) for s in bank)
    instead = dict(zip(bank, hidden, strict=True))

    class Other(pp.Listener):
        def before_sentence(self, epoch: int, sentence: pp.Sentence) -> pp.Sentence:
            return instead[sentence]

    changed = pp.train(bank, epochs=3, prune=0, listener=Other(), **options)
    direct = pp.train(hidden, epochs=3, prune=0, **options)
    assert changed.header.labels == direct.header.labels
    assert changed._arrays["buckets"].tobytes() == direct._arrays["buckets"].tobytes()
    assert changed._arrays["pool"].tobytes() == direct._arrays["pool"].tobytes()


@pytest.mark.parametrize("labels", ["product", "joint"])
@pytest.mark.parametrize("strategy", ["greedy", "goldberg", "early", "maxvNDrestartSO", "full"])
def test_a_relation_where_it_never_was(toy: Any, strategy: str, labels: str) -> None:
    """The treebank has `root` on root arcs alone; a listener may ask for it elsewhere."""

    class Root(pp.Listener):
        def before_sentence(self, epoch: int, sentence: pp.Sentence) -> pp.Sentence:
            return sentence.replace(deprels=["root"] * len(sentence))

    updates = Updates()
    beam = 1 if pp.strategies()[strategy].update == "local" else 4
    pp.train(toy(10), epochs=3, strategy=strategy, beam=beam, labels=labels, listener=[Root(), updates])
    assert updates.after
    assert all(update.rewarded and update.punished for update in updates.after)
    # Beyond an error, arcs that are not gold may have any relation; so may arcs whose relation is learnt beside them.
    if labels == "product" and not any(pp.strategies()[strategy].schedule):
        assert {label for u in updates.after for _, label in u.rewarded} - {None} == {"root"}


def test_listeners_hand_sentences_on(toy: Any) -> None:
    class Hide(pp.Listener):
        def __init__(self, word: int) -> None:
            self.word = word

        def before_sentence(self, epoch: int, sentence: pp.Sentence) -> pp.Sentence:
            return sentence.replace(heads=[None if i == self.word else h for i, h in enumerate(sentence.heads)])

    diary = Diary()
    pp.train(toy(3), epochs=1, listener=[Hide(0), Hide(2), diary])
    for call in diary.calls:
        if call[0] == "before_sentence":
            assert [h is None for h in call[2].heads[:4]] == [True, False, True, False]


@pytest.mark.parametrize("hook", ["before_sentence", "after_sentence", "before_update", "after_update", "after_epoch"])
def test_an_error_in_a_hook_comes_through(toy: Any, hook: str) -> None:
    def broken(self: Any, *arguments: Any) -> None:
        raise ZeroDivisionError(hook)

    with pytest.raises(ZeroDivisionError, match=hook):
        pp.train(toy(5), epochs=1, listener=type("Broken", (pp.Listener,), {hook: broken})())


def test_what_is_no_listener(toy: Any) -> None:
    class Numbers(pp.Listener):
        def before_sentence(self, epoch: int, sentence: pp.Sentence) -> Any:
            return 3

    with pytest.raises(pp.UsageError, match="a Sentence or None, not int"):
        pp.train(toy(2), epochs=1, listener=Numbers())
    for listener in (3, print, [print], "diary", [pp.Listener(), None]):
        with pytest.raises(pp.UsageError, match=r"pp\.Listener"):
            pp.train(toy(2), epochs=1, listener=listener)  # type: ignore[arg-type]


# --- early stopping ---


def report(epoch: int, score: float, best: float) -> pp.EpochReport:
    return pp.EpochReport(epoch, 0.0, 0.0, 1, 1.0, uas=score, las=score, is_best=score > best)


@pytest.mark.parametrize(
    ("scores", "patience", "stops"),
    [
        ([1], 1, False),
        ([1, 2], 1, False),
        ([2, 1], 1, True),
        ([2, 2], 1, True),
        ([3, 2, 1], 3, False),
        ([3, 1, 2, 1], 3, True),
        ([3, 1, 2, 4], 3, False),
    ],
)
def test_patience(scores: list[float], patience: int, stops: bool) -> None:
    reports = [report(k, s, max(scores[: k - 1], default=-1)) for k, s in enumerate(scores, 1)]
    assert pp.EarlyStopping(patience).should_stop(reports) == stops


def test_early_stopping_stops(toy: Any, tmp_path: Path) -> None:
    bank, dev, curve = toy(12), toy(30, seed=3), pp.LearningCurve()
    parser = pp.train(bank, dev, epochs=40, listener=[curve, pp.EarlyStopping(2)])
    assert parser.header.epochs == len(curve.reports) == parser.header.best_epoch + 2 < 40
    assert saved(pp.train(bank, dev, epochs=parser.header.epochs), tmp_path) == saved(parser, tmp_path)
    with pytest.raises(pp.UsageError, match="give dev"):
        pp.train(bank, epochs=2, listener=pp.EarlyStopping(2))
    with pytest.raises(pp.UsageError, match="patience=0"):
        pp.EarlyStopping(0)


# --- sub-sampling ---


def test_a_rate_is_kept(toy: Any) -> None:
    bank = toy(300)
    for rate in (0.1, 0.5, 0.9):
        seen = [pp.Subsample(rate).before_sentence(1, s) for s in bank]
        count = sum(h is not None for s in seen if s for h in s.heads)
        assert abs(count / bank.words - rate) < 0.03
    assert all(pp.Subsample(1.0).before_sentence(1, s) is s for s in bank)
    assert all(pp.Subsample(0.0).before_sentence(1, s) is None for s in bank)
    labels = [(h, d) for s in bank for h, d in zip(*_both(pp.Subsample(0.5).before_sentence(2, s)), strict=True)]
    assert all((h is None) == (d == "_") for h, d in labels)


def _both(sentence: pp.Sentence | None) -> tuple[list[int | None], list[str]]:
    return (sentence.heads, sentence.deprels) if sentence else ([], [])


def test_what_is_drawn_depends_on_seed_epoch_and_sentence_alone(toy: Any) -> None:
    bank = toy(20)
    draws = [[pp.Subsample(0.5, seed=s).before_sentence(e, x) for x in bank] for s in (1, 2) for e in (1, 2)]
    assert len({tuple(d) for d in draws}) == 4
    assert [pp.Subsample(0.5, seed=2).before_sentence(2, x) for x in reversed(bank)][::-1] == draws[3]


def test_by_label_tag_and_length(toy: Any) -> None:
    bank = toy(20)

    def seen(listener: pp.Subsample) -> list[tuple[str, str, int, bool]]:
        pairs = ((s, listener.before_sentence(1, s)) for s in bank)
        return [
            (label, tag, abs(head - word) if head else 0, hidden is not None)
            for s, t in pairs
            for word, (label, tag, head, hidden) in enumerate(
                zip(s.deprels, s.upos, s.heads, t.heads if t else [None] * len(s), strict=True), 1
            )
        ]

    assert all(is_seen == (label != "det") for label, _, _, is_seen in seen(pp.Subsample({"det": 0.0}, by="label")))
    assert all(is_seen == (tag != "NOUN") for _, tag, _, is_seen in seen(pp.Subsample({"NOUN": 0.0}, by="tag")))
    short = pp.Subsample(lambda length: float(length < 2), by="length")
    assert all(is_seen == (length < 2) for _, _, length, is_seen in seen(short))


@pytest.mark.parametrize(
    "arguments",
    [
        (1.5,),
        (-0.1,),
        (float("nan"),),
        (True,),
        ("half",),
        (0.5, "label"),
        ({"det": 0.5},),
        ({"det": 2}, "label"),
        ({"det": 1}, "lemma"),
        (0.5, None, -1),
        (0.5, None, 1.5),
    ],
    ids=str,
)
def test_bad_rates(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(pp.UsageError) as caught:
        pp.Subsample(*arguments)
    assert "\n" not in str(caught.value)


def test_a_bad_function(toy: Any) -> None:
    with pytest.raises(pp.UsageError, match="probability 4"):
        pp.train(toy(2), epochs=1, listener=pp.Subsample(lambda length: 4, by="length"))


# --- interruptions ---


class StopAfter(pp.Listener):
    def __init__(self, epoch: int) -> None:
        self.last = epoch

    def after_epoch(self, report: pp.EpochReport) -> None:
        if report.epoch == self.last:
            raise KeyboardInterrupt


@pytest.mark.parametrize("options", [{}, GLOBAL], ids=["local", "global"])
def test_resumed_with_listeners(toy: Any, options: dict[str, Any], tmp_path: Path) -> None:
    def listeners() -> list[Any]:
        return [pp.Subsample(0.6, seed=4), pp.EarlyStopping(2), pp.LearningCurve()]

    settings = {"bank": toy(20), "dev": toy(30, seed=3), "epochs": 30} | options
    whole = listeners()
    parser = pp.train(**settings, listener=whole)
    assert 3 <= parser.header.epochs < 30
    for stop in range(1, parser.header.epochs + 1):
        check = tmp_path / f"{stop}.ckpt"
        with pytest.raises(KeyboardInterrupt):
            pp.train(**settings, checkpoint=check, listener=[*listeners(), StopAfter(stop)])
        again = listeners()
        resumed = pp.train(**settings, checkpoint=check, resume=True, listener=again)
        assert saved(resumed, tmp_path) == saved(parser, tmp_path)
        assert again[2].points == whole[2].points


@pytest.mark.parametrize("answers", [{1}, {1, 2, 3, 4}, {3}])
def test_resumed_with_other_development_data(toy: Any, answers: set[int], tmp_path: Path) -> None:
    bank, dev = toy(30), toy(10, seed=1)
    untagged = [sentence.replace(upos=["X"] * len(sentence)) for sentence in dev]

    class Tags(pp.Listener):
        def before_evaluation(self, epoch: int) -> list[pp.Sentence] | None:
            return dev.sentences if epoch in answers else None

    class Stop(pp.Listener):
        def __init__(self, last: int) -> None:
            self.last = last

        def after_epoch(self, report: Any) -> None:
            if report.epoch == self.last:
                raise KeyboardInterrupt

    checkpoint = tmp_path / "x.ckpt"
    whole = saved(pp.train(bank, untagged, epochs=4, listener=Tags()), tmp_path)
    for last in (1, 2, 3, 4):
        checkpoint.unlink(missing_ok=True)
        with pytest.raises(KeyboardInterrupt):
            pp.train(bank, untagged, epochs=4, listener=[Tags(), Stop(last)], checkpoint=checkpoint)
        parser = pp.train(bank, untagged, epochs=4, listener=Tags(), checkpoint=checkpoint, resume=True)
        assert saved(parser, tmp_path) == whole


@pytest.mark.parametrize("kind", ["fewer", "more", "other words", "number", "numbers"])
def test_other_sentences_are_no_development_data(toy: Any, kind: str) -> None:
    bank = toy(10)
    given: dict[str, Any] = {
        "fewer": bank.sentences[:3],
        "more": bank.sentences * 2,
        "other words": [pp.Sentence.from_forms(["x"] * len(s)) for s in bank],
        "number": 5,
        "numbers": [1, 2],
    }

    class Other(pp.Listener):
        def before_evaluation(self, epoch: int) -> Any:
            return given[kind]

    wrong = "before_evaluation gave other sentences; give the same ones|what before_evaluation gives must"
    with pytest.raises(pp.UsageError, match=wrong):
        pp.train(bank, bank, epochs=1, listener=Other(), constraints=lambda s: pp.Constraints(heads={1: s.heads[0]}))


def test_a_checkpoint_with_another_sample_is_refused(toy: Any, tmp_path: Path) -> None:
    settings = {"bank": toy(5), "checkpoint": tmp_path / "check"}
    pp.train(**settings, epochs=1, listener=pp.Subsample(0.5))
    for other in (None, pp.Subsample(0.5, seed=2), pp.Subsample(0.6)):
        with pytest.raises(pp.UsageError, match="another listener"):
            pp.train(**settings, epochs=2, resume=True, listener=other)
    assert pp.train(**settings, epochs=2, resume=True, listener=[pp.Listener(), pp.Subsample(0.5)]).header.epochs == 2


def test_a_curve_is_drawn(toy: Any, tmp_path: Path) -> None:
    curve = pp.LearningCurve()
    pp.train(toy(5), toy(5), epochs=2, listener=curve)
    curve.draw(tmp_path / "curve.svg")
    assert (tmp_path / "curve.svg").read_text().startswith("<?xml")
    pp.train(toy(5), epochs=3, listener=curve)
    assert curve.points == [(k * toy(5).words, None, None) for k in (1, 2, 3)]  # of the last training alone
