"""A treebank with mistakes in it, as a parser, a tagger or a tokenizer would make them."""

from random import Random

LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL = 2, 3, 4, 5, 6, 7


def corrupt(text: str, random: Random) -> str:
    """Other heads, relations, tags, features and lemmas for about one word in six each."""
    return "".join(_corrupt_sentence(block, random) for block in _blocks(text))


def cut_again(text: str, random: Random) -> str:
    """As `corrupt`, and with other sentences, tokens and multiword tokens over the same characters."""
    sentences = []
    for block in _blocks(corrupt(text, random)):
        lines = [line.split("\t") for line in block.splitlines() if line[:1].isdigit()]
        units = _units(lines)
        middle = random.randrange(len(units))
        parts = [units[:middle], units[middle:]] if random.random() < 0.1 else [units]
        sentences += [_renumber([_cut_unit(unit, random) for unit in part]) for part in parts if part]
    return "".join(sentences)


def _blocks(text: str) -> list[str]:
    return [block for block in text.split("\n\n") if block.strip()]


def _corrupt_sentence(block: str, random: Random) -> str:
    rows = [line.split("\t") for line in block.splitlines()]
    words = [row for row in rows if row[0].isdigit()]
    for column in (LEMMA, UPOS, XPOS, FEATS, DEPREL):
        for row in words:
            if random.random() < 1 / 6:
                row[column] = random.choice(words)[column]
    for row in words:
        if row[HEAD] != "0" and random.random() < 1 / 6:
            _attach(row, random.choice(words), words)
    return "\n".join("\t".join(row) for row in rows) + "\n\n"


def _attach(row: list[str], head: list[str], words: list[list[str]]) -> None:
    """Move a word under another one, unless that would close a cycle."""
    above = head
    while above is not row and above[HEAD] != "0":
        above = words[int(above[HEAD]) - 1]
    if above is not row:
        row[HEAD] = head[0]


def _units(lines: list[list[str]]) -> list[tuple[str, list[list[str]]]]:
    """Tokens: the surface form, and the rows of its words; empty nodes are dropped."""
    units: list[tuple[str, list[list[str]]]] = []
    inside = 0
    for row in lines:
        if "-" in row[0]:
            first, last = map(int, row[0].split("-"))
            inside = last - first + 1
            units.append((row[1], []))
        elif "." not in row[0]:
            if not inside:
                units.append((row[1], []))
            inside = max(0, inside - 1)
            units[-1][1].append(row)
    return units


def _cut_unit(unit: tuple[str, list[list[str]]], random: Random) -> list[tuple[str, list[list[str]]]]:
    """One token as it is, cut in two, with its words joined, or written as a multiword token."""
    form, rows = unit
    chance = random.random()
    if chance > 0.1:
        return [unit]
    if len(rows) > 1:
        return [(form, [[rows[0][0], form, *rows[0][2:]]])]
    halves = [form[: len(form) // 2], form[len(form) // 2 :]]
    if not all(half.strip() for half in halves):
        return [unit]
    pieces = [[rows[0][0], half.strip(), *rows[0][2:]] for half in halves]
    return [(form, pieces)] if chance < 0.05 else [(piece[1], [piece]) for piece in pieces]


def _renumber(cut: list[list[tuple[str, list[list[str]]]]]) -> str:
    """CoNLL-U with new numbers; a head outside of the sentence becomes the first word, which is the root."""
    tokens = [token for unit in cut for token in unit]
    rows = [row for _, words in tokens for row in words]
    place: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        place.setdefault(row[0], number)
    heads = _valid_heads([place.get(row[HEAD], 0) for row in rows])
    lines, number = [], 0
    for form, words in tokens:
        if len(words) > 1:
            lines.append("\t".join([f"{number + 1}-{number + len(words)}", form] + ["_"] * 8))
        for row in words:
            number += 1
            head = heads[number - 1]
            relation = "root" if head == 0 else "dep" if row[DEPREL] == "root" else row[DEPREL]
            lines.append("\t".join([str(number), *row[1:HEAD], str(head), relation, "_", "_"]))
    return "\n".join(lines) + "\n\n"


def _valid_heads(heads: list[int]) -> list[int]:
    """One root and no cycle: what hangs on nothing, or on itself, hangs on the first such word."""
    root = next((i for i, head in enumerate(heads, 1) if head == 0), 1)
    heads = [0 if i == root else head or root for i, head in enumerate(heads, 1)]
    for i in range(1, len(heads) + 1):
        seen, at = set(), i
        while at and at not in seen:
            seen.add(at)
            at = heads[at - 1]
        if at:
            heads[at - 1] = root
    return heads
