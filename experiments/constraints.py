"""What constraints are worth, and what they cost: `python -m experiments.constraints`.

Needs the treebanks (PANPARSER_TREEBANKS or --treebanks). Parsers are trained once and kept in --keep. Prints Markdown;
docs/results/constraints.md is its output.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.foundation import table

import panparser as pp

EPOCHS = 10
DRAWS = (1, 2, 3)  # which words something is known of
SHARES = (0.1, 0.3, 0.5)
PARSERS = {  # name: system, strategy, beam
    "arc-eager": ("arc-eager", "goldberg", 1),
    "arc-eager, beam 8": ("arc-eager", "earlyNDrestartSO", 8),
    "covington": ("covington", "goldberg", 1),
}
Draw = Callable[[pp.Sentence, random.Random, float], pp.Constraints]


def _drawn(sentence: pp.Sentence, rng: random.Random, share: float) -> Iterator[tuple[int, int]]:
    """Words of which something is told, with their heads."""
    for word, head in enumerate(sentence.heads, 1):
        if head is not None and rng.random() < share:
            yield word, head


def heads(sentence: pp.Sentence, rng: random.Random, share: float) -> pp.Constraints:
    """The heads themselves."""
    return pp.Constraints(heads=dict(_drawn(sentence, rng, share)))


def labels(sentence: pp.Sentence, rng: random.Random, share: float) -> pp.Constraints:
    """The relation, not the head."""
    return pp.Constraints(labels={word: sentence.deprels[word - 1] for word, _ in _drawn(sentence, rng, share)})


def sides(sentence: pp.Sentence, rng: random.Random, share: float) -> pp.Constraints:
    """Whether the head is to the left or to the right."""
    drawn = _drawn(sentence, rng, share)
    return pp.Constraints(sides={word: "left" if head < word else "right" for word, head in drawn if head})


def choices(sentence: pp.Sentence, rng: random.Random, share: float) -> pp.Constraints:
    """The head and two others, one of which it must be."""
    return pp.Constraints(
        heads={
            w: (h, *(n for n in rng.choices(range(len(sentence) + 1), k=2) if n != w))
            for w, h in _drawn(sentence, rng, share)
        }
    )


def forbidden(sentence: pp.Sentence, rng: random.Random, share: float) -> pp.Constraints:
    """Two words that are not the head."""
    others = {
        w: tuple(n for n in rng.choices(range(len(sentence) + 1), k=2) if n not in (w, h))
        for w, h in _drawn(sentence, rng, share)
    }
    return pp.Constraints(forbidden={word: nodes for word, nodes in others.items() if nodes})


def spans(sentence: pp.Sentence, rng: random.Random, share: float) -> pp.Constraints:
    """The words below a word, where they stand together."""
    found = []
    for word, _ in _drawn(sentence, rng, share):
        inside = {word}
        while more := {w for w, h in enumerate(sentence.heads, 1) if h in inside} - inside:
            inside |= more
        if 1 < len(inside) < len(sentence) and max(inside) - min(inside) + 1 == len(inside):
            found.append((min(inside), max(inside)))
    return pp.Constraints(spans=found)


KINDS: dict[str, Draw] = {f.__name__: f for f in (heads, labels, sides, choices, forbidden, spans)}


def draw(kind: str, bank: Sequence[pp.Sentence], share: float, seed: int) -> list[pp.Constraints]:
    """The same for every parser."""
    rng = random.Random(f"{kind} {share} {seed}")
    return [KINDS[kind](sentence, rng, share) for sentence in bank]


def accuracy(
    gold: Sequence[pp.Sentence], parsed: Sequence[pp.Sentence], given: Sequence[pp.Constraints]
) -> tuple[float, float]:
    """UAS and LAS over words of which nothing was told; of spans, over all words."""
    words = right = labelled = 0
    for g, p, told in zip(gold, parsed, given, strict=True):
        known = {*told.heads, *told.labels, *told.sides, *told.forbidden}
        columns = zip(g.heads, p.heads, g.deprels, p.deprels, strict=True)
        for word, (head, guess, label, relation) in enumerate(columns, 1):
            if word not in known:
                words += 1
                right += head == guess
                # As the official scorer does: the subtype of a relation does not count.
                labelled += head == guess and label.partition(":")[0] == relation.partition(":")[0]
    return 100 * right / words, 100 * labelled / words


def parse(parser: pp.Parser, bank: pp.Treebank, given: list[pp.Constraints] | None) -> tuple[pp.Treebank, int]:
    """The trees, and in how many sentences a constraint was left out: a projective parser has no crossing arcs."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        parsed = parser.parse(bank, constraints=given, relax=True)
    return parsed, len(caught)


def worth(parsers: dict[str, pp.Parser], test: pp.Treebank) -> None:
    """What is gained where nothing was told."""
    for kind in KINDS:
        print(f"## {kind}: {KINDS[kind].__doc__}\n")
        rows = []
        for name, parser in parsers.items():
            free, _ = parse(parser, test, None)
            for share in SHARES:
                before, after, relaxed = [], [], 0
                for seed in DRAWS:
                    given = draw(kind, test, share, seed)
                    parsed, left_out = parse(parser, test, given)
                    before.append(accuracy(test, free, given))
                    after.append(accuracy(test, parsed, given))
                    relaxed += left_out
                row = [
                    f"{statistics.fmean(values):.2f}" for pair in (before, after) for values in zip(*pair, strict=True)
                ]
                rows.append((name, f"{share:.0%}", row[0], row[2], row[1], row[3], f"{relaxed / len(DRAWS):.0f}"))
        table(
            ("parser", "words told of", "UAS without", "UAS with", "LAS without", "LAS with", "sentences relaxed"), rows
        )


def cost(parsers: dict[str, pp.Parser], test: pp.Treebank) -> None:
    """Speed, with and without in turn."""
    print("## Speed\n")
    rows = []
    for name, parser in parsers.items():
        fits = test if name == "covington" else pp.Treebank(s for s in test if s.is_projective)
        for kind in KINDS:
            for share in (0.1, 0.5):
                given = draw(kind, fits, share, 1)
                times: dict[bool, float] = {False: float("inf"), True: float("inf")}
                for _ in range(5):
                    for constrained in times:
                        start = time.perf_counter()
                        parser.parse(fits, constraints=given if constrained else None)
                        times[constrained] = min(times[constrained], time.perf_counter() - start)
                rows.append(
                    (name, kind, f"{share:.0%}", f"{len(fits) / times[True]:,.0f}", f"{times[False] / times[True]:.2f}")
                )
    table(("parser", "told", "words told of", "sentences/s", "speed, unconstrained = 1"), rows)


def learning(train: pp.Treebank, dev: pp.Treebank, test: pp.Treebank, keep: Path) -> None:
    """A parser that was trained with what it will be told."""
    print("## Trained with constraints as input\n")
    print(
        "Both parsers are told the heads of 30 % of the words of the test data; one of them was told that much in "
        "training as well (other words in each sentence, the same in each epoch).\n"
    )

    def told(sentence: pp.Sentence) -> pp.Constraints:
        return heads(sentence, random.Random(sentence.raw), 0.3)

    rows = []
    for name in ("arc-eager", "covington"):
        system, strategy, beam = PARSERS[name]
        path = keep / f"constrained-{name}.pan"
        if not path.exists():
            # Crossing arcs cannot be told to a projective parser.
            fit = [s for s in train if s.is_projective or system == "covington"]
            fit_dev = [s for s in dev if s.is_projective or system == "covington"]
            pp.train(fit, fit_dev, system=system, strategy=strategy, beam=beam, epochs=EPOCHS, constraints=told).save(
                path
            )
        for label, parser in (("without", pp.load(keep / f"{name}.pan")), ("with", pp.load(path))):
            scores = []
            for seed in DRAWS:
                given = draw("heads", test, 0.3, seed)
                scores.append(accuracy(test, parse(parser, test, given)[0], given))
            rows.append((name, label, *(f"{statistics.fmean(values):.2f}" for values in zip(*scores, strict=True))))
    table(("system", "trained", "UAS of other words", "LAS of other words"), rows)


def main() -> None:
    """The whole run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--treebank", default="en_ewt")
    arguments.add_argument("--keep", type=Path, default=Path("build/constraints"), help="where parsers are kept")
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
    folder = Path(given.treebanks) / given.treebank
    given.keep.mkdir(parents=True, exist_ok=True)
    train, dev, test = (pp.read(folder / f"{part}.conllu.xz") for part in ("train", "dev", "test"))
    parsers = {}
    for name, (system, strategy, beam) in PARSERS.items():
        path = given.keep / f"{name}.pan"
        if not path.exists():
            pp.train(train, dev, system=system, strategy=strategy, beam=beam, epochs=EPOCHS).save(path)
        parsers[name] = pp.load(path)
    print("# Parsing within constraints\n")
    print(
        f"{given.treebank}, gold UPOS, {EPOCHS} epochs, seed 1, the best on dev; test data, one root per sentence. "
        "What is told is taken from the gold trees, of words drawn at random; scores are of the *other* words alone "
        "(with spans, of all words), mean of three draws. Where a projective parser is told of crossing arcs, "
        "constraints are relaxed; the last column counts the sentences. LAS leaves subtypes out, as the official "
        "scorer does. "
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}.\n"
    )
    worth(parsers, test)
    cost(parsers, test)
    learning(train, dev, test, given.keep)


if __name__ == "__main__":
    main()
