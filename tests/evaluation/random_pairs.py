"""Random annotations of a random text: sentences, tokens, multiword tokens, words, tags and trees."""

from random import Random

_CHARACTERS = "ababAB.é中İ"
_RELATIONS = ["nsubj", "nsubj:pass", "obj", "punct", "case", "case:x", "det", "cc", "foo", "conj", "conj:y"]
_FEATURES = ["Case=Nom", "Case=Acc", "Number=Sing", "Foo=A", "Foo=B", "Gender[psor]=Fem", "Typo=Yes"]


def random_text(random: Random) -> str:
    return "".join(random.choice(_CHARACTERS) for _ in range(random.randint(1, 25)))


def random_pair(random: Random, texts: int) -> tuple[str, str]:
    """Two files in CoNLL-U over the same texts."""
    pairs = [(annotate(text, random), annotate(text, random)) for text in map(random_text, [random] * texts)]
    return "".join(one for one, _ in pairs), "".join(other for _, other in pairs)


def annotate(text: str, random: Random) -> str:
    """CoNLL-U over the characters of a text."""
    tokens = _cut(text, random, random.choice([1, 2, 3]))
    sentences = _cut(tokens, random, random.choice([2, 5, 30]))
    return "".join(_sentence(list(tokens), random) for tokens in sentences)


def _cut(items, random: Random, longest: int) -> list:
    pieces, start = [], 0
    while start < len(items):
        end = start + random.randint(1, longest)
        pieces.append(items[start:end])
        start = end
    return pieces


def _sentence(tokens: list[str], random: Random) -> str:
    lines: list[tuple[str, str]] = []  # number, form
    words = 0
    for token in tokens:
        surface = token + "\u00a0" * (random.random() < 0.05)
        if random.random() < 0.3:
            inside = _cut(token, random, 1) if random.random() < 0.5 else _random_words(random)
            lines.append((f"{words + 1}-{words + len(inside)}", surface))
        else:
            inside = [surface]
        for form in inside:
            words += 1
            lines.append((str(words), form))
            if random.random() < 0.05:
                lines.append((f"{words}.1", "empty"))
    heads = _tree(words, random)
    rows = [_row(number, form, heads, random) for number, form in lines]
    return "# a comment\n" * (random.random() < 0.2) + "\n".join(rows) + "\n\n"


def _random_words(random: Random) -> list[str]:
    return [random.choice("abABé") for _ in range(random.randint(2, 4))]


def _tree(words: int, random: Random) -> list[int]:
    """Heads of words 1..n: each word hangs on one that is already in the tree."""
    order = list(range(1, words + 1))
    random.shuffle(order)
    heads = [0] * (words + 1)
    for done, word in enumerate(order[1:], 1):
        heads[word] = random.choice(order[:done])
    return heads


def _row(number: str, form: str, heads: list[int], random: Random) -> str:
    if "-" in number:
        return "\t".join([number, form] + ["_"] * 8)
    if "." in number:
        return "\t".join([number, form] + ["_"] * 6 + ["1:dep", "_"])
    feats = "|".join(sorted(random.sample(_FEATURES, random.randint(0, 2)))) or "_"
    head = heads[int(number)]
    relation = "root" if head == 0 else random.choice(_RELATIONS)
    tags = [random.choice(["x", "y", "_"]), random.choice(["NOUN", "PUNCT"]), random.choice(["N", "_"])]
    return "\t".join([number, form, *tags, feats, str(head), relation, "_", "_"])
