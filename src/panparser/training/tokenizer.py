"""`pp.train_tokenizer`: one training for where tokens and sentences end, one for multiword tokens."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from panparser._native import Sentence, lower, pieces_of, split_rule, surface_tokens, tags_of, word_key
from panparser.data import Treebank
from panparser.data.text import Paragraph, paragraphs
from panparser.errors import UsageError
from panparser.evaluation import Scores
from panparser.features import NO_CLUSTERS, feature_templates
from panparser.models import learn_dictionary
from panparser.models.header import ModelHeader, fingerprint
from panparser.tasks.tagger import Stage
from panparser.tasks.tokenizer import Tokenizer
from panparser.training.listener import Listener, Listeners
from panparser.training.run import require_sentences, require_settings
from panparser.training.strategy import Strategy
from panparser.training.tagger import StageRun

EPOCHS = 10
STRATEGY = Strategy(exploration=1.0, margin=75)
# Pieces and tokens that come so often and always have the same label get it without a decision.
SEGMENTER_DICTIONARY = (100, 1.0)
SPLITTER_DICTIONARY = (3, 1.0)
LONGEST = 30  # sentences of a paragraph in training, where the treebank does not tell
MOST_LABELS = 1000  # of multiword tokens; rarer ones are not learnt
BREAKS = 2  # every second break between paragraphs is left out, so that sentence ends are learnt there, too
UNSPACED = 0.3  # a language with more such pieces than this share writes without spaces
UNSPACED_SPACES = 4  # there, of so many sentences one is followed by a space, if the treebank has one
WORD_LENGTHS = range(1, 7)  # characters of the words in the list

NO_WORDS: NDArray[Any] = np.array([], np.uint64)


def train_tokenizer(
    bank: Treebank | Sequence[Sentence],
    dev: Treebank | Sequence[Sentence] | None = None,
    *,
    strategy: str | Strategy = STRATEGY,
    epochs: int = EPOCHS,
    seed: int = 1,
    prune: float | None = None,
    size: float | None = None,
    threads: int = 1,
    listener: Listener | Iterable[Listener] | None = None,
    licence: str = "",
) -> Tokenizer:
    """Trains a tokenizer and sentence splitter; with `dev`, the best epoch on it is kept.

    It learns from the text of the treebank: forms, `SpaceAfter=No` and what else MISC says of white space, `# newdoc`,
    `# newpar`, and multiword tokens. Where the treebank has those, a second training learns to split them. Each has its
    own epochs and half of `size`, and listeners are told of both. The other settings are those of `pp.train`.

    >>> import panparser as pp
    >>> bank = [pp.Sentence.from_forms(["He", "runs"]), pp.Sentence.from_forms(["Do", "you"])]
    >>> pp.train_tokenizer(bank, epochs=2)
    <Tokenizer, 4 training words>
    """
    sentences = require_sentences(bank, "training data")
    chosen = require_settings(strategy, 1, epochs, seed, threads, prune, size)
    heldout = require_sentences(dev, "development data") if dev is not None else []
    if not sentences:
        raise UsageError("there is nothing to train on: the training data have no sentences; check the file")
    unspaced = _is_unspaced(sentences)
    spaces = UNSPACED_SPACES if unspaced else 1
    texts = list(paragraphs(sentences, LONGEST, breaks=BREAKS, spaces=spaces))
    cuts = _learn_cuts(texts)
    words = _Words(texts if unspaced else ())
    has_multiwords = any(sentence.multiwords for sentence in sentences)
    share = size and size / (1 + has_multiwords)
    data = fingerprint(sentences)
    settings = _Settings(chosen, epochs, seed, prune, share, threads, Listeners(listener), licence, data)
    segmenter = settings.train(
        _SegmenterRun,
        [_labelled(text, cuts, words.without(text)) for text in texts],
        [_labelled(text, cuts, words.keys) for text in paragraphs(heldout, LONGEST, spaces=spaces)],
        column="upos",
        features="tokenizer-unspaced" if unspaced else "tokenizer",
        known_by=("xpos",),
        dictionary=SEGMENTER_DICTIONARY,
    )
    splitter = None
    if has_multiwords:
        rules = _Rules(sentences)
        splitter = settings.train(
            StageRun,
            [rules.label(sentence) for sentence in sentences],
            [rules.label(sentence) for sentence in heldout],
            column="xpos",
            features="splitter",
            known_by=(),
            dictionary=SPLITTER_DICTIONARY,
        )
    return Tokenizer(segmenter, splitter, cuts, words.keys)


@dataclass(frozen=True)
class _Settings:
    """What both trainings share."""

    strategy: Strategy
    epochs: int
    seed: int
    prune: float | None
    size: float | None  # of each
    threads: int
    listeners: Listeners
    licence: str
    data: dict[str, Any]

    def train(
        self,
        run: type[StageRun],
        sentences: list[Sentence],
        dev: list[Sentence],
        *,
        column: str,
        features: str,
        known_by: tuple[str, ...],
        dictionary: tuple[int, float],
    ) -> Stage:
        """One of them: labels are in a column of the sentences, `_` where nothing is to be learnt."""
        counts = Counter(tag for sentence in sentences for tag in tags_of(sentence, (column,)) if tag is not None)
        labels = tuple(sorted(counts, key=lambda label: (-counts[label], label)))[:MOST_LABELS]
        if not labels:
            raise UsageError("there is nothing to train on: the training data are a single token; give more")
        header = ModelHeader(
            system="tagger",
            root="none",
            task="tagger",
            columns=(column,),
            known_by=known_by,
            features=features,
            templates=feature_templates(features),
            labelling="product",
            labels=labels,
            at_root=(True,) * len(labels),
            elsewhere=(True,) * len(labels),
            strategy=self.strategy.to_dict(),
            seed=self.seed,
            epochs=self.epochs,
            best_epoch=0,
            prune=self.prune or 0.0,
            data=self.data,
            licence=self.licence,
        )
        known = learn_dictionary(sentences, (column,), known_by, labels, *dictionary)
        training = run(header, known, self.strategy, sentences, dev or None, self.threads, self.listeners, NO_CLUSTERS)
        return training.finish(training.epochs(), self.prune, self.size)


def _learn_cuts(texts: Iterable[Paragraph]) -> tuple[str, ...]:
    """Runs of letters or digits within which a token ends, with a space wherever one did."""
    found: dict[str, set[int]] = defaultdict(set)
    for text in texts:
        pieces, ends, _ = pieces_of(text.text, (), NO_WORDS)
        forms = pieces.forms
        for end in set(text.token_ends).difference(ends):
            number = bisect_left(ends, end)
            run = forms[number]
            if run.isalnum():
                found[lower(run)].add(end - (ends[number] - len(run)))
    return tuple(
        " ".join(run[i:j] for i, j in pairwise((0, *sorted(places), len(run)))) for run, places in sorted(found.items())
    )


def _is_unspaced(sentences: Iterable[Sentence]) -> bool:
    alone = total = 0
    for text in paragraphs(sentences, LONGEST):
        _, _, kinds = pieces_of(text.text, (), NO_WORDS)
        alone, total = alone + sum(kinds), total + len(kinds)
    return alone >= UNSPACED * total


class _Words:
    """The list of words of a language without spaces.

    A paragraph to learn from is looked at without the words that no other has: it would learn that the list has
    every word.
    """

    def __init__(self, texts: Iterable[Paragraph]) -> None:
        self._counts = sum((_words_of(text) for text in texts), Counter[int]())
        self.keys = np.array(sorted(self._counts), np.uint64)

    def without(self, text: Paragraph) -> NDArray[Any]:
        """The words that there are elsewhere."""
        own = [key for key, count in _words_of(text).items() if count == self._counts[key]]
        return np.setdiff1d(self.keys, np.array(own, np.uint64))


def _words_of(text: Paragraph) -> Counter[int]:
    tokens = (text.text[i:j].strip() for i, j in pairwise((0, *text.token_ends)))
    return Counter(word_key(token) for token in tokens if len(token) in WORD_LENGTHS)


def _labelled(text: Paragraph, cuts: Sequence[str], words: NDArray[Any]) -> Sentence:
    """The pieces of a paragraph with their labels; its end is known and teaches nothing."""
    pieces, ends, _ = pieces_of(text.text, cuts, words)
    tokens = frozenset(text.token_ends)
    labels = ["S" if end in text.sentence_ends else "T" if end in tokens else "I" for end in ends]
    return pieces.replace(upos=[*labels[:-1], "_"])


class _Rules:
    """The rules that make words of multiword tokens."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        found = {(form, words) for sentence in sentences for form, words in _multiwords(sentence).values()}
        self._common = Counter(word.lower() for _, words in found for word in words)

    def label(self, sentence: Sentence) -> Sentence:
        """The tokens of a sentence with their rules; nothing is learnt of a token that has none."""
        multiwords, forms = _multiwords(sentence), sentence.forms
        firsts = [first for *_, first, _ in surface_tokens(sentence)]
        surface = [multiwords[first][0] if first in multiwords else forms[first - 1] for first in firsts]
        rules = [self._rule(*multiwords[first]) if first in multiwords else "=" for first in firsts]
        return Sentence.from_forms(surface).replace(xpos=rules)

    def _rule(self, token: str, words: tuple[str, ...]) -> str:
        """Its stem is the word that is in the fewest other tokens, and of those the longest."""
        stem = min(range(len(words)), key=lambda i: (self._common[words[i].lower()], -len(words[i])))
        return split_rule(token, words, stem) or "_"


def _multiwords(sentence: Sentence) -> dict[int, tuple[str, tuple[str, ...]]]:
    """The multiword tokens by their first word, each with its words."""
    forms = sentence.forms
    return {first: (form, tuple(forms[first - 1 : last])) for first, last, form in sentence.multiwords if last > first}


class _SegmenterRun(StageRun):
    """Epochs are compared by how many tokens and sentences they get right, half and half."""

    prune_tolerance = 0.05

    def _summary(self, annotated: Sequence[Sentence], scores: Scores) -> dict[str, float]:
        assert self.dev is not None
        both = zip(_spans(self.dev, self.dev), _spans(self.dev, annotated), strict=True)
        shares = [200.0 * len(gold & found) / max(len(gold) + len(found), 1) for gold, found in both]
        return {"tags": sum(shares) / 2, "tokens": shares[0], "sentences": shares[1]}


def _spans(gold: Sequence[Sentence], labelled: Sequence[Sentence]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Where tokens and sentences begin and end, in pieces; what is not known ends both."""
    tokens: set[tuple[int, int]] = set()
    sentences: set[tuple[int, int]] = set()
    at = token = sentence = 0
    for reference, pieces in zip(gold, labelled, strict=True):
        for known, label in zip(reference.upos, pieces.upos, strict=True):
            at += 1
            ends = known == "_" or label == "S"
            if ends or label == "T":
                tokens.add((token, at))
                token = at
            if ends:
                sentences.add((sentence, at))
                sentence = at
    return tokens, sentences
