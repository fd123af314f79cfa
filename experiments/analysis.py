"""Where parsers go wrong: `python -m experiments.analysis`.

Greedy search against a beam on English, and section 6.3 of Fernández-González & Gómez-Rodríguez (2017) on other
treebanks: what a non-monotonic parser gains on long and non-projective arcs, and what becomes of the arcs that it
replaces. Needs the treebanks (PANPARSER_TREEBANKS or --treebanks). Parsers are kept in --keep, so that an interrupted
run goes on. Prints Markdown: docs/results/analysis.md is its output.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.foundation import Bank, table

import panparser as pp
from panparser.analysis import LABEL, LENGTH, PROJECTIVITY, SENTENCE_LENGTH
from panparser.analysis.significance import TESTS

ENGLISH = "en_ewt"
TREEBANKS = ("en_ewt", "da_ddt", "eu_bdt")
GREEDY: dict[str, Any] = {"system": "arc-eager", "strategy": "goldberg", "beam": 1}
BEAM: dict[str, Any] = {"system": "arc-eager", "strategy": "maxvNDrestartSO", "beam": 8}
MONOTONIC: dict[str, Any] = {"system": "covington"}
NONMONOTONIC: dict[str, Any] = {"system": "nonmonotonic-covington"}
LONG = LENGTH.cap(8)  # the paper's long arcs are longer than 7
SHOWN = 12  # relations, and pairs of relations


def parser(bank: Bank, options: dict[str, Any], epochs: int, keep: Path) -> pp.Parser:
    """The parser with these options, trained if it is not there yet."""
    path = keep / f"{bank.name}-{options['system']}-{options.get('beam', 1)}-{epochs}.pan"
    if not path.exists():
        keep.mkdir(parents=True, exist_ok=True)
        pp.train(bank.train, bank.dev, epochs=epochs, seed=1, **options).save(path)
    found = pp.load(path)
    assert isinstance(found, pp.Parser)
    return found


def significance(rows: Iterable[tuple[str, pp.Treebank, pp.Treebank, pp.Treebank]]) -> None:
    """Both tests of both scores, a line each."""
    tests = [
        (name, pp.significance(gold, one, other, metric=metric, test=test))
        for name, gold, one, other in rows
        for metric in ("uas", "las")
        for test in TESTS
    ]
    head = ("treebank", "score", "first", "second", "difference", "test", "95 % of the differences", "p")
    lines = [
        (
            name,
            s.metric.upper(),
            f"{s.first:.2f}",
            f"{s.second:.2f}",
            f"{s.difference:+.2f}",
            s.test,
            f"{s.interval[0]:+.2f} to {s.interval[1]:+.2f}" if s.interval else "",
            f"{s.p:.4f}",
        )
        for name, s in tests
    ]
    table(head, lines)


def greedy_and_beam(bank: Bank, epochs: int, keep: Path) -> None:
    """Two ways of searching on one treebank."""
    gold = bank.test
    one, other = (parser(bank, options, epochs, keep).parse(gold) for options in (GREEDY, BEAM))
    print(f"## Greedy search and a beam of 8, {bank.name}\n")
    significance([(bank.name, gold, one, other)])
    start = time.perf_counter()
    compared = pp.compare(gold, one, other, by_type=LABEL)
    seconds = [time.perf_counter() - start]
    start = time.perf_counter()
    pp.report(gold, {"greedy": one, "beam 8": other})
    seconds.append(time.perf_counter() - start)
    print(
        f"Both have head and relation of {compared.overall.both:,} words right, only greedy search of "
        f"{compared.overall.only_first:,}, only the beam of {compared.overall.only_second:,}, neither of "
        f"{compared.overall.neither:,}; they agree on {compared.overall.agreement:.2f} %. The comparison of "
        f"{len(gold):,} sentences, {gold.words:,} words, took {seconds[0]:.2f} s, the whole HTML report "
        f"{seconds[1]:.2f} s.\n"
    )
    for title, by in (("arc length", LENGTH.cap(8)), ("sentence length", SENTENCE_LENGTH.bins(10).cap(41))):
        analyses = [pp.analyze(gold, parsed, by_type=by) for parsed in (one, other)]
        head = (title, "words", "LAS greedy", "LAS beam", "labelled precision greedy", "labelled precision beam")
        rows = [
            (
                key,
                analyses[0][key].count,
                *(f"{a[key].las:.2f}" for a in analyses),
                *(f"{a[key].labelled.precision:.2f}" for a in analyses),
            )
            for key in analyses[0]
        ]
        table(head, rows)
    print(f"The {SHOWN} relations with the largest change in words that are right:\n")
    changed = sorted(compared.items(), key=lambda item: -abs(item[1].only_second - item[1].only_first))[:SHOWN]
    table(
        ("relation", "words", "both", "only greedy", "only beam", "neither", "difference"),
        [(k, o.count, o.both, o.only_first, o.only_second, o.neither, f"{o.difference:+.2f}") for k, o in changed],
    )
    print(f"The {SHOWN} most frequent confusions of relations by the beam, and how often they are greedy search's:\n")
    matrices = [pp.analyze(gold, parsed).confusion(LABEL) for parsed in (other, one)]
    known = {(a, b): n for a, b, n in matrices[1].errors}
    pairs = [(f"{a} → {b}", n, known.get((a, b), 0)) for a, b, n in matrices[0].errors[:SHOWN]]
    table(("gold → predicted", "beam", "greedy"), pairs)


def second_thoughts(banks: Iterable[Bank], epochs: int, keep: Path) -> None:
    """Covington, monotonic and not."""
    arcs: list[tuple[object, ...]] = []
    counts: list[tuple[object, ...]] = []
    trees: list[tuple[str, pp.Treebank, pp.Treebank, pp.Treebank]] = []
    for bank in banks:
        gold = bank.test
        parsers = [parser(bank, options, epochs, keep) for options in (MONOTONIC, NONMONOTONIC)]
        parsed = [p.parse(gold) for p in parsers]
        trees.append((bank.name, gold, parsed[0], parsed[1]))
        for name, bank_of_trees in zip(("monotonic", "non-monotonic"), parsed, strict=True):
            found = pp.analyze(gold, bank_of_trees, by_type=LONG)
            long, kinds = found["8+"].unlabelled, found.by(PROJECTIVITY)
            crossing = kinds["non-projective"].unlabelled
            arcs.append(
                (
                    bank.name,
                    name,
                    *(f"{score:.2f}" for score in (found.overall.uas, kinds["projective"].uas)),
                    long.gold,
                    *(f"{score:.2f}" for score in (long.precision, long.recall)),
                    crossing.gold,
                    crossing.predicted,
                    *(f"{score:.2f}" for score in (crossing.precision, crossing.recall)),
                )
            )
        r = pp.repairs(parsers[1], gold)
        counts.append(
            (
                bank.name,
                f"{r.arcs:,}",
                f"{r.replacing:,}",
                *(f"{share:.2f} %" for share in (r.replacing_percent, r.gold_percent, r.harmful_percent)),
                f"{100 - r.gold_percent - r.harmful_percent:.2f} %",
            )
        )
    print("## Second thoughts: Covington, monotonic and non-monotonic\n")
    print("First is the monotonic parser, second the non-monotonic one.\n")
    significance(trees)
    print("Unlabelled scores; long arcs are longer than 7.\n")
    head = ("treebank", "parser", "UAS", "UAS, projective", "long arcs", "precision", "recall")
    table((*head, "non-projective arcs", "predicted", "precision", "recall"), arcs)
    print(
        "What became of the arcs that the non-monotonic parser replaced. The paper's averages, over other treebanks: "
        "36.86 % of the arc transitions replace an arc; of these 60.31 % make a gold arc, 5.99 % are harmful.\n"
    )
    head = ("treebank", "arc transitions", "replacing", "of all", "of these: gold", "harmful", "wrong for wrong")
    table(head, counts)


def main() -> None:
    """The whole page."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--only", nargs="*", default=TREEBANKS, help="treebanks for Covington")
    arguments.add_argument("--epochs", type=int, default=12)
    arguments.add_argument("--keep", type=Path, default=Path("build/analysis"))
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
    folder = Path(given.treebanks)
    print("# Where parsers go wrong\n")
    print(
        f"Printed by `python -m experiments.analysis`. Gold UPOS, {given.epochs} epochs, the best on dev, seed 1; all "
        "figures are on test, with punctuation, relations without subtypes. Greedy: `arc-eager`, strategy `goldberg`; "
        "beam: the same system, strategy `maxvNDrestartSO`. Covington: greedy, root none, loss `upper`. Tests "
        "of significance: 10,000 samples, over sentences, two-sided.\n"
    )
    greedy_and_beam(Bank(folder / ENGLISH), given.epochs, given.keep)
    second_thoughts([Bank(folder / name) for name in given.only], given.epochs, given.keep)


if __name__ == "__main__":
    main()
