"""The same counts by loops over words, one at a time; and random pairs of trees."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st

import panparser as pp

TAGS = ["NOUN", "VERB", "PUNCT", "_"]
RELATIONS = ["nsubj", "nsubj:pass", "obj", "punct", "_"]


@st.composite
def sentences(draw: st.DrawFn, trees: int = 2) -> list[pp.Sentence]:
    """Annotations of the same words: the gold one first, the tags those of gold but for a few."""
    words = draw(st.integers(1, 7))
    bare = pp.Sentence.from_forms(draw(st.lists(st.sampled_from("abc"), min_size=words, max_size=words)))
    return [bare.replace(**draw(annotation(words))) for _ in range(trees)]


@st.composite
def annotation(draw: st.DrawFn, words: int) -> dict[str, list[object]]:
    order = draw(st.permutations(range(1, words + 1)))
    heads: dict[int, int | None] = {}
    for place, word in enumerate(order):
        above: list[int | None] = [0, None, *order[:place]]
        heads[word] = draw(st.sampled_from(above))
    return {
        "upos": draw(st.lists(st.sampled_from(TAGS), min_size=words, max_size=words)),
        "heads": [heads[word] for word in range(1, words + 1)],
        "deprels": draw(st.lists(st.sampled_from(RELATIONS), min_size=words, max_size=words)),
    }


def banks(trees: int = 2) -> st.SearchStrategy[list[list[pp.Sentence]]]:
    """Several treebanks over the same words."""
    pairs = st.lists(sentences(trees), min_size=1, max_size=4)
    return pairs.map(lambda found: [list(bank) for bank in zip(*found, strict=True)])


def way_up(word: int, heads: list[int | None]) -> list[int]:
    """The word and what it hangs from, up to ROOT or to a word without head."""
    way = [word]
    while way[-1] and (above := heads[way[-1] - 1]) is not None:
        way.append(above)
    return way


def relation(sentence: pp.Sentence, i: int, subtypes: bool) -> str:
    return sentence.deprels[i] if subtypes else sentence.deprels[i].split(":")[0]


def value(name: str, sentence: pp.Sentence, i: int, subtypes: bool = False) -> str:
    """The type of word i, from 0, by a criterion."""
    heads = sentence.heads
    head = heads[i]
    if name == "POS":
        return sentence.upos[i]
    if name == "WORD":
        return sentence.forms[i]
    if name == "SENTENCE_LENGTH":
        return str(len(sentence))
    if name == "LABEL":
        return relation(sentence, i, subtypes)
    if head is None:
        return "_"
    if name == "HEADPOS":
        return sentence.upos[head - 1] if head else "ROOT"
    if name == "DIRECTION":
        return "ROOT" if not head else "+" if head > i + 1 else "-"
    if name == "LENGTH":
        return str(abs(head - i - 1)) if head else "0"
    if name == "SIBLINGS":
        return str(heads.count(head) - 1)
    if name == "DEPTH":
        depth, above = 0, i + 1
        while above:
            depth, up = depth + 1, heads[above - 1]
            if up is None:
                return "_"
            above = up
        return str(depth)
    assert name == "PROJECTIVITY"
    return "non-projective" if i + 1 in crossing(heads) else "projective"


def crossing(heads: list[int | None]) -> set[int]:
    """Words whose arc spans a word that its head surely does not dominate."""
    found = set()
    for word, head in enumerate(heads, 1):
        top = way_up(word, heads)[-1]
        for inside in range(min(head, word) + 1, max(head, word)) if head else ():
            way = way_up(inside, heads)
            # What hangs from another word without head might still come to hang below this arc's head.
            if head not in way and way[-1] in (top, 0):
                found.add(word)
    return found


def scores(gold: list[pp.Sentence], predicted: list[pp.Sentence], name: str, subtypes: bool) -> dict[str, list[int]]:
    """By type: gold, predicted, right by gold type, right by predicted type; unlabelled, labelled, labels."""
    counts: dict[str, Counter[int]] = {}
    for one, other in zip(gold, predicted, strict=True):
        for i, (head, guess) in enumerate(zip(one.heads, other.heads, strict=True)):
            if head is None:
                continue
            a, b = value(name, one, i, subtypes), value(name, other, i, subtypes)
            label = relation(one, i, subtypes)
            said = relation(other, i, subtypes)
            same, guessed = label == said, guess is not None
            for first, counted, right, tried in (
                (0, True, head == guess, guessed),
                (4, label != "_", head == guess and same, guessed),
                (8, label != "_", same, guessed or said != "_"),
            ):
                if counted:
                    counts.setdefault(a, Counter()).update([first] + [first + 2] * right)
                    counts.setdefault(b, Counter()).update([first + 1] * tried + [first + 3] * right)
    return {key: [found[i] for i in range(12)] for key, found in counts.items() if found[0] or found[1]}
