"""What confidence is worth: `python -m experiments.confidence`.

Needs the treebanks (PANPARSER_TREEBANKS or --treebanks). Parsers are kept in --keep, so that an interrupted run goes
on. Prints Markdown: docs/results/confidence.md is its output.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from benchmarks.foundation import table

import panparser as pp
from panparser.evaluation.reliability import COVERAGES, outcomes
from panparser.models import Evidence

EPOCHS = 10
SEEDS = (1, 2)
KINDS = ("heads", "arcs", "trees")
ROUNDS = 15  # of measuring time


@dataclass(frozen=True)
class Setting:
    """A parser to train."""

    treebank: str
    system: str
    strategy: str
    beam: int

    def __str__(self) -> str:
        return f"{self.treebank}, {self.system}, `{self.strategy}`, beam {self.beam}"


SETTINGS = (
    Setting("en_ewt", "arc-eager", "goldberg", 1),
    Setting("en_ewt", "arc-eager", "earlyNDrestartSO", 8),
    Setting("cs_fictree", "arc-hybrid", "earlyNDrestartSO", 8),
    Setting("sv_talbanken", "covington", "goldberg", 1),
)


def trained(setting: Setting, seed: int, train: pp.Treebank, dev: pp.Treebank, keep: Path) -> pp.Parser:
    """The parser, calibrated on dev; the weights are those of an earlier run, if there was one."""
    path = keep / f"{setting.treebank}-{setting.system}-{setting.strategy}-{setting.beam}-{seed}.pan"
    if not path.exists():
        options = {"system": setting.system, "strategy": setting.strategy, "beam": setting.beam, "seed": seed}
        pp.train(train, dev, epochs=EPOCHS, **options).save(path)  # type: ignore[arg-type]
    parser = pp.load(path, pp.Parser)
    parser.calibrate(dev)
    return parser


Found = dict[str, pp.Reliability]


def compared(parser: pp.Parser, dev: pp.Treebank, test: pp.Treebank) -> dict[str, Found]:
    """Confidence on test, beside two simpler ways to have some."""
    width = parser.header.beam
    seen = pp.reliability(dev, parser.parse(dev, confidence=True))
    parsed, evidence = parser._parse_with_evidence(test, width, 1, single_root=True)
    truth = outcomes(test, parsed)
    whole, right = truth.trees()
    answers = {"heads": truth.right_heads[truth.known], "arcs": truth.right_arcs[truth.known], "trees": right[whole]}
    raw = raw_margins(evidence)
    start = np.cumsum(evidence.lengths) - evidence.lengths
    said = {"heads": raw[truth.known], "arcs": raw[truth.known], "trees": np.multiply.reduceat(raw, start)[whole]}
    return {
        "constant": {
            kind: pp.Reliability(np.full(len(answers[kind]), seen[kind].accuracy), answers[kind]) for kind in KINDS
        },
        "raw margin": {kind: pp.Reliability(said[kind], answers[kind]) for kind in KINDS},
        "calibrated": pp.reliability(test, parser.parse(test, confidence=True)),
    }


def raw_margins(evidence: Evidence) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Of the decision that made each arc, through a sigmoid; one half where none did."""
    margins = np.nan_to_num(
        evidence.margins[:, 0].astype(np.float64) / evidence.scale, nan=0.0, posinf=700, neginf=-700
    )
    return 1 / (1 + np.exp(-np.clip(margins, -700, 700)))


def mean(values: Sequence[float], digits: int) -> str:
    """Over the seeds."""
    return f"{statistics.fmean(values):.{digits}f}"


def rows(found: Sequence[dict[str, Found]]) -> list[tuple[object, ...]]:
    """One for each kind and each way."""
    out: list[tuple[object, ...]] = []
    for kind in KINDS:
        for way in found[0]:
            each = [one[way][kind] for one in found]
            cells = [mean([100 * r.precision_at(share) for r in each], 2) for share in COVERAGES]
            ece = " / ".join(f"{r.ece:.4f}" for r in each)
            out.append((kind, way, mean([100 * r.accuracy for r in each], 2), ece, f"{chance(each[0]):.4f}", *cells))
    return out


def chance(found: pp.Reliability, draws: int = 200) -> float:
    """The ECE to expect if all probabilities were true."""
    rng = np.random.default_rng(1)
    p = found.probabilities
    return statistics.fmean(pp.Reliability(p, rng.random(len(p)) < p).ece for _ in range(draws))


def fastest(*ways: Callable[[], object]) -> list[float]:
    """Processor seconds of each, the best of many rounds in turns."""
    best = [float("inf")] * len(ways)
    for _ in range(ROUNDS):
        for k, way in enumerate(ways):
            start = time.process_time()
            way()
            best[k] = min(best[k], time.process_time() - start)
    return best


def costs(setting: Setting, parser: pp.Parser, dev: pp.Treebank, test: pp.Treebank) -> tuple[object, ...]:
    """What it takes to have confidence."""
    width, sentences = parser.header.beam, list(test)
    plain, margins, written = fastest(
        lambda: parser._model.parse(parser._design, sentences, [], width, 1, True),
        lambda: parser._model.parse_with_margins(parser._design, sentences, width, 1, True),
        lambda: parser.parse(sentences, confidence=True),
    )
    (calibrating,) = fastest(lambda: parser.calibrate(dev))
    speeds = [f"{test.words / seconds:,.0f}" for seconds in (plain, margins, written)]
    return str(setting), *speeds, f"{margins / plain - 1:+.1%}", f"{written / plain - 1:+.1%}", f"{calibrating:.2f}"


def main() -> None:
    """The whole run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--keep", type=Path, default=Path("build/confidence"), help="where parsers are kept")
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
    given.keep.mkdir(parents=True, exist_ok=True)
    print("# Confidence\n")
    print(
        f"Gold UPOS, product labels, default features, {EPOCHS} epochs, seeds {' and '.join(map(str, SEEDS))}; the "
        "best epoch chosen and confidence calibrated on dev, everything below on test, with one root per sentence. "
        "*Right* is the share of heads, of heads with their full relation (arcs) and of whole trees that are right, in "
        "percent; *ECE* the expected calibration error in ten bins, for each seed, *by "
        "chance* the one to expect if all probabilities were true; *best 50 %* the precision, in "
        "percent, of the half that is most confident, and so on. *Constant* says of all the share that was right on "
        "dev, which is nearly true, but tells nothing apart; *raw margin* is the sigmoid of the margin of the "
        "decision that made the arc, in medians (for trees: the "
        f"product). {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}. "
        "`python -m experiments.confidence`\n"
    )
    times, first = [], None
    for setting in SETTINGS:
        folder = Path(given.treebanks) / setting.treebank
        train, dev, test = (pp.read(folder / f"{part}.conllu.xz") for part in ("train", "dev", "test"))
        parsers = [trained(setting, seed, train, dev, given.keep) for seed in SEEDS]
        found = [compared(parser, dev, test) for parser in parsers]
        print(f"## {setting}\n")
        print(f"Test: {test.words:,} words, {len(test):,} sentences; dev: {dev.words:,} and {len(dev):,}.\n")
        table(
            ("what", "confidence", "right", "ECE", "by chance", *(f"best {share:.0%}" for share in COVERAGES)),
            rows(found),
        )
        times.append(costs(setting, parsers[0], dev, test))
        first = first or found[0]["calibrated"]["arcs"]
    assert first is not None
    print(f"## What is said, and what is right: arcs, {SETTINGS[0]}, seed {SEEDS[0]}\n")
    bins = enumerate(first.bins)
    table(
        ("said", "arcs", "mean", "right"),
        [(f"{k / 10} to {(k + 1) / 10}", n, f"{m:.3f}", f"{s:.3f}") for k, (n, m, s) in bins],
    )
    print("## Time\n")
    print(
        "Words per second of one thread: trees alone, with the margins of all decisions, and with calibrated "
        "probabilities written into MISC; what the two last cost; seconds to calibrate on dev. Processor time, the "
        f"best of {ROUNDS} rounds.\n"
    )
    table(("parser", "trees", "margins", "confidence", "margins cost", "confidence costs", "calibrating, s"), times)


if __name__ == "__main__":
    main()
