"""Every transition system on the same treebanks with the same settings, in one run: `make bench-systems`.

Needs the treebanks (PANPARSER_TREEBANKS or --treebanks). Trained parsers are kept in --keep, so that an interrupted run
goes on; speed is measured at the end, all parsers in turns. Prints Markdown; docs/results/systems.md is its output.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import panparser as pp
from benchmarks.foundation import Bank, table
from panparser._native import nonprojective_words

EPOCHS = 12
SPAN = 3
TREEBANKS = ("en_ewt", "eu_bdt", "da_ddt")
ROUNDS = 5
SAMPLE = 1000  # sentences to measure training with


@dataclass(frozen=True)
class Row:
    """A system with its options."""

    name: str
    root: str
    max_length: int | None = None
    loss: str | None = None

    @property
    def title(self) -> str:
        """As it stands in the table."""
        extra = [f"arcs up to {self.max_length}"] if self.max_length else []
        return ", ".join([f"`{self.name}`", f"root {self.root}", *extra, *([f"loss {self.loss}"] if self.loss else [])])

    @property
    def key(self) -> str:
        """As a file name."""
        return "-".join(str(part) for part in (self.name, self.root, self.max_length, self.loss) if part)

    def system(self) -> pp.TransitionSystem:
        """The system itself."""
        return pp.system(self.name, root=self.root, max_length=self.max_length, loss=self.loss)


def rows() -> list[Row]:
    """Every system, root position and loss; "exact" is for analysis, training with it takes too long."""
    return [
        Row(info.name, root, SPAN if info.needs_max_length else None, loss)
        for info in pp.systems()
        for root in info.roots
        for loss in info.losses or (None,)
        if loss != "exact"
    ]


class Seconds(pp.Listener):
    """How long the epochs took, without scoring."""

    def __init__(self) -> None:
        self.total = self.last = 0.0

    def after_epoch(self, report: pp.EpochReport) -> None:
        """Counts."""
        self.last = report.seconds
        self.total += report.seconds


def trained(row: Row, bank: Bank, seed: int, keep: Path) -> tuple[pp.Parser, float]:
    """The parser, and the seconds its epochs took; from `keep` if it is there."""
    path = keep / f"{bank.name}-{row.key}-{seed}.pan"
    seconds = path.with_suffix(".json")
    if not (path.exists() and seconds.exists()):
        listener = Seconds()
        parser = pp.train(bank.train, bank.dev, system=row.system(), epochs=EPOCHS, seed=seed, listener=listener)
        parser.save(path)
        seconds.write_text(json.dumps(listener.total))
    return pp.load(path), json.loads(seconds.read_text())


def measures(gold: pp.Treebank, parsed: pp.Treebank) -> dict[str, float]:
    """UAS, LAS; how many words have a head, and how many of those the right one; UAS of non-projective arcs."""
    scores = pp.evaluate(gold, parsed)
    crossing = crossing_right = 0
    for a, b in zip(gold, parsed, strict=True):
        for word in nonprojective_words(a.heads):
            crossing += 1
            crossing_right += a.heads[word - 1] == b.heads[word - 1]
    return {
        "uas": scores["UAS"].recall,
        "las": scores["LAS"].recall,
        "attached": scores.coverage,
        "precision": scores["UAS"].precision,
        "crossing": 100 * crossing_right / max(crossing, 1),
    }


def speeds(parsers: Sequence[pp.Parser], test: pp.Treebank) -> list[float]:
    """Seconds for the test set, the fastest of several rounds in turns."""
    times = [float("inf")] * len(parsers)
    for _ in range(ROUNDS):
        for k, parser in enumerate(parsers):
            start = time.perf_counter()
            parser.parse(test)
            times[k] = min(times[k], time.perf_counter() - start)
    return times


def training_speeds(chosen: Sequence[Row], bank: Bank) -> list[float]:
    """Words per second in a second epoch over some sentences; the fastest of two rounds in turns."""
    sample = bank.train[:SAMPLE]
    found = [0.0] * len(chosen)
    for _ in range(2):
        for k, row in enumerate(chosen):
            listener = Seconds()
            pp.train(sample, system=row.system(), epochs=2, prune=0, listener=listener)
            found[k] = max(found[k], sample.words / listener.last)
    return found


def actions_per_word(parser: pp.Parser, test: pp.Treebank) -> float:
    """On the first 300 sentences."""
    some = test[:300]
    return sum(len(parser.derive(s).steps) for s in some) / sum(len(s) for s in some)


def report(bank: Bank, seeds: Sequence[int], keep: Path) -> None:
    """Trains, scores, times, prints."""
    chosen = rows()
    found: list[list[tuple[pp.Parser, float]]] = [[trained(r, bank, seed, keep) for seed in seeds] for r in chosen]
    times = speeds([parsers[0][0] for parsers in found], bank.test)
    training = training_speeds(chosen, bank)
    base = next(k for k, r in enumerate(chosen) if r.name == "arc-eager")

    def mean(values: Sequence[float]) -> float:
        return sum(values) / len(values)

    lines: list[list[Any]] = []
    for k, (row, parsers) in enumerate(zip(chosen, found, strict=True)):
        all_measures = [measures(bank.test, parser.parse(bank.test)) for parser, _ in parsers]
        m = {name: mean([each[name] for each in all_measures]) for name in all_measures[0]}
        partial = f"{m['attached']:.1f} %, {m['precision']:.2f}" if row.system().is_partial else ""
        lines.append(
            [
                row.title,
                f"{m['uas']:.2f}",
                f"{m['las']:.2f}",
                f"{m['crossing']:.1f}",
                f"{actions_per_word(parsers[0][0], bank.test):.2f}",
                f"{len(bank.test) / times[k]:,.0f}",
                f"{bank.test.words / times[k]:,.0f}",
                f"{times[base] / times[k]:.2f}",
                f"{training[k]:,.0f}",
                f"{training[base] / training[k]:.1f}",
                f"{mean([seconds for _, seconds in parsers]):.0f}",
                partial,
            ]
        )
    crossing = sum(len(nonprojective_words(s.heads)) for s in bank.test)
    print(f"## {bank.name}\n")
    print(
        f"{len(bank.train):,} sentences to train on; test: {len(bank.test):,} sentences, {bank.test.words:,} words, "
        f"{100 * crossing / bank.test.words:.1f} % of the arcs non-projective.\n"
    )
    head = ("system", "UAS", "LAS", "UAS of non-projective arcs", "actions/word", "sentences/s", "words/s")
    learning = ("training, words/s", "training time, arc-eager = 1", "whole training, s")
    table((*head, "speed, arc-eager = 1", *learning, "attached, UAS of those"), lines)


def main() -> None:
    """The whole run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--keep", type=Path, default=Path("build/bench"), help="where trained parsers are kept")
    arguments.add_argument("--only", nargs="*", default=TREEBANKS, help="treebanks")
    arguments.add_argument("--seeds", type=int, nargs="*", default=[1])
    arguments.add_argument("--train-only", action="store_true", help="fill --keep, print nothing")
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
    given.keep.mkdir(parents=True, exist_ok=True)
    banks = [Bank(Path(given.treebanks) / name) for name in given.only]
    if given.train_only:
        for bank in banks:
            for seed in given.seeds:
                for row in rows():
                    trained(row, bank, seed, given.keep)
        return
    print("# Every transition system\n")
    print(
        f"Greedy search, gold UPOS, product labels, the feature set that suits the system (`zn11`; `zn11-stack` for "
        f"arc-hybrid and arc-standard; `covington`), strategy `goldberg`, {EPOCHS} epochs, the best on dev; "
        f"seed{'s' if len(given.seeds) > 1 else ''} {', '.join(map(str, given.seeds))}"
        f"{' (mean)' if len(given.seeds) > 1 else ''}. Scores on test with one root per sentence. Speed: one thread, "
        f"the best of {ROUNDS} rounds with all parsers in turns; training speed in the same way, in a second epoch "
        f"over {SAMPLE:,} sentences; the whole training ran beside other work. {platform.machine()}, "
        f"{os.cpu_count()} cores, Python {platform.python_version()}.\n"
    )
    for bank in banks:
        report(bank, given.seeds, given.keep)


if __name__ == "__main__":
    main()
