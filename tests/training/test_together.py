"""A tagger and a parser that learn at the same time."""

from __future__ import annotations

from typing import Any

import pytest

import panparser as pp


class Seen(pp.Listener):
    """What the parser learnt from, by epoch, and what it was judged on."""

    def __init__(self) -> None:
        self.sentences: dict[int, list[pp.Sentence]] = {}
        self.dev: list[pp.Treebank] = []

    def before_sentence(self, epoch: int, sentence: pp.Sentence) -> pp.Sentence:
        self.sentences.setdefault(epoch, []).append(sentence)
        return sentence

    def after_evaluation(self, epoch: int, parsed: pp.Treebank, scores: pp.Scores) -> None:
        self.dev.append(parsed)


def test_the_parser_learns_from_the_tags_of_the_moment(toy: Any) -> None:
    bank, dev = toy(60), toy(20, seed=5)
    seen = Seen()
    tagger, parser = pp.train_together(bank, dev, epochs=4, listener=seen, tagger={"dictionary": None})
    assert tagger.columns == (("upos",),)
    alone = pp.train_tagger(bank, dev, columns=["upos"], epochs=4, dictionary=None)
    assert tagger.tag(dev) == alone.tag(dev)  # the parser does not change it
    gold = {s.raw.splitlines()[0]: s for s in bank}
    errors = []
    for sentences in seen.sentences.values():
        assert {s.raw.splitlines()[0] for s in sentences} == gold.keys()
        pairs = [(s, gold[s.raw.splitlines()[0]]) for s in sentences]
        assert all(s.heads == right.heads for s, right in pairs)
        errors.append(sum(a != b for s, right in pairs for a, b in zip(s.upos, right.upos, strict=True)))
    assert errors[0] > 0 == errors[3]  # it begins with nothing, and the words of toys have one tag each
    assert pp.evaluate(dev, parser.parse(tagger.tag(dev))).las > 80


def test_development_data_have_the_tags_of_the_epoch(toy: Any) -> None:
    bank, dev = toy(60), toy(20, seed=5)
    seen = Seen()
    pp.train_together(bank, dev, epochs=3, listener=seen)
    for epochs, parsed in enumerate(seen.dev, 1):
        run = pp.train_tagger(bank, columns=["upos"], epochs=epochs, prune=0)
        same = sum(a.upos == b.upos for a, b in zip(run.tag(dev), parsed, strict=True))
        assert same >= len(dev) - 1  # but for what quantisation changes


def test_equal_sentences_stay_apart(toy: Any) -> None:
    bank = [sentence for sentence in toy(3) for _ in range(4)]
    seen = Seen()
    pp.train_together(bank, epochs=2, listener=[seen])
    assert [len(seen.sentences[epoch]) for epoch in (1, 2)] == [12, 12]


def test_networks_can_learn_together(toy: Any) -> None:
    pytest.importorskip("torch")
    small = pp.FeedForward(hidden=16, words=4, others=4, batch=8)
    seen = Seen()
    tagger, _ = pp.train_together(toy(20), toy(5), epochs=2, model=small, tagger={"model": small}, listener=seen)
    assert tagger.stages[0].header.model == "feed-forward"
    assert len(seen.sentences[2]) == 20


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"checkpoint": "a.ckpt"}, "have no checkpoint"),
        ({"tagger": {"columns": ["upos"]}}, "has no option 'columns'"),
        ({"tagger": {"depth": 3}}, "has no option 'depth'"),
        ({"tagger": {"strategy": "goldberg"}}, "follows its own tags"),
        ({"tagger": {"strategy": "early"}}, "follows its own tags"),
        ({"columns": "tag"}, "no column 'tag'"),
    ],
)
def test_what_cannot_be(toy: Any, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(pp.UsageError, match=problem):
        pp.train_together(toy(3), epochs=1, **options)
