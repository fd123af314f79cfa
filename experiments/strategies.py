"""Every training strategy with every width of the beam: `python -m experiments.strategies`.

Needs the treebanks (PANPARSER_TREEBANKS or --treebanks). What a training gave is kept in --keep, one file each, so that
an interrupted run goes on and several processes can share the work (--part 1/2). Prints Markdown and draws the learning
curves (extra `plots`); docs/results/strategies.md is its output, with what is not there yet left out.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.foundation import table

import panparser as pp

EPOCHS = 10
BEAMS = (1, 8, 16)
TREEBANKS = ("cs_fictree", "sv_talbanken", "en_ewt")
SYSTEMS = ("arc-eager", "arc-hybrid")
SEEDS = (1, 2, 3)
WIDTHS = (1, 2, 4, 8, 16, 32)
CURVES = ("greedy", "goldberg", "early", "maxv", "earlyNDrestartSO", "maxvNDrestartSO")


@dataclass(frozen=True)
class Task:
    """One training."""

    treebank: str
    system: str
    strategy: str
    beam: int
    seed: int

    @property
    def file(self) -> str:
        """What it gave is kept here."""
        return f"{self.treebank}-{self.system}-{self.strategy}-{self.beam}-{self.seed}.json"


def tasks(given: argparse.Namespace) -> Iterator[Task]:
    """Those that are asked for, the cheap ones first."""
    for treebank in given.only:
        for seed in given.seeds:
            for beam in given.beams:
                for system in given.systems:
                    for name, strategy in pp.strategies().items():
                        if strategy.update != "local" or beam == 1:
                            yield Task(treebank, system, name, beam, seed)


def result(task: Task, folder: Path, keep: Path) -> dict[str, Any]:
    """What the training gave; done now, if it was not done before."""
    path = keep / task.file
    if path.exists():
        kept: dict[str, Any] = json.loads(path.read_text())
        return kept
    train, dev, test = (pp.read(folder / task.treebank / f"{part}.conllu.xz") for part in ("train", "dev", "test"))
    curve = pp.LearningCurve()
    start = time.process_time()
    parser = pp.train(
        train,
        dev,
        system=task.system,
        strategy=task.strategy,
        beam=task.beam,
        seed=task.seed,
        epochs=EPOCHS,
        prune=0,
        listener=curve,
    )
    seconds = time.process_time() - start
    scores = pp.evaluate(test, parser.parse(test))
    found = {
        "uas": scores.uas,
        "las": scores.las,
        "cpu": seconds,
        "curve": [report.uas for report in curve.reports],
    }
    part = path.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(found))
    part.replace(path)
    if task.treebank == "en_ewt" and task.strategy == "maxvNDrestartSO" and task.beam == 8 and task.seed == 1:
        parser.save(keep / f"{task.system}.pan")
    return found


def mean(values: Sequence[float], digits: int = 2) -> str:
    """With the standard deviation over the seeds, where there are several."""
    if not values:
        return "–"
    spread = f" ± {statistics.stdev(values):.{digits}f}" if len(values) > 1 else ""
    return f"{statistics.fmean(values):.{digits}f}{spread}"


def report(given: argparse.Namespace) -> None:
    """The tables, from what is kept."""
    for treebank in given.only:
        for system in given.systems:
            rows = []
            for name in pp.strategies():
                for beam in given.beams:
                    paths = [given.keep / Task(treebank, system, name, beam, seed).file for seed in given.seeds]
                    found = [json.loads(path.read_text()) for path in paths if path.exists()]
                    if not found:
                        continue
                    near = [_epochs_to(each["curve"]) for each in found]
                    rows.append(
                        (
                            f"`{name}`",
                            beam,
                            len(found),
                            mean([each["uas"] for each in found]),
                            mean([each["las"] for each in found]),
                            mean([each["cpu"] for each in found], 0),
                            f"{statistics.fmean(near):.1f}",
                        )
                    )
            if rows:
                print(f"## {treebank}, {system}\n")
                head = (
                    "strategy",
                    "beam",
                    "seeds",
                    "UAS",
                    "LAS",
                    "training, CPU s",
                    "epochs to within 0.3 UAS of its best",
                )
                table(head, rows)


def _epochs_to(curve: Sequence[float], near: float = 0.3) -> int:
    return next(k for k, uas in enumerate(curve, 1) if uas >= max(curve) - near)


def speed(given: argparse.Namespace, folder: Path) -> None:
    """How time grows with the width of the beam."""
    test = pp.read(folder / "en_ewt" / "test.conllu.xz")
    for system in given.systems:
        path = given.keep / f"{system}.pan"
        if not path.exists():
            continue
        parser = pp.load(path)
        times = dict.fromkeys(WIDTHS, float("inf"))
        for _ in range(5):
            for width in WIDTHS:
                start = time.perf_counter()
                parser.parse(test, beam=width)
                times[width] = min(times[width], time.perf_counter() - start)
        print(f"## Speed by the width of the beam: en_ewt, {system}, trained with `maxvNDrestartSO` and beam 8\n")
        rows = [
            (
                width,
                f"{len(test) / seconds:,.0f}",
                f"{test.words / seconds:,.0f}",
                f"{seconds / times[1]:.1f}",
                f"{pp.evaluate(test, parser.parse(test, beam=width)).uas:.2f}",
            )
            for width, seconds in times.items()
        ]
        table(("beam", "sentences/s", "words/s", "time, greedy = 1", "UAS"), rows)


def draw(given: argparse.Namespace, path: Path) -> None:
    """Learning curves: UAS on dev by epoch, the mean of the seeds."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, len(given.only), figsize=(4.6 * len(given.only), 4.2), squeeze=False)
    for axis, treebank in zip(axes[0], given.only, strict=True):
        for name in CURVES:
            beam = 1 if pp.strategies()[name].update == "local" else 8
            paths = [given.keep / Task(treebank, given.systems[0], name, beam, seed).file for seed in given.seeds]
            curves = [json.loads(p.read_text())["curve"] for p in paths if p.exists()]
            if curves:
                values = [statistics.fmean(epoch) for epoch in zip(*curves, strict=True)]
                axis.plot(range(1, len(values) + 1), values, marker="o", markersize=3, label=f"{name}, beam {beam}")
        axis.set_title(f"{treebank}, {given.systems[0]}")
        axis.set_xlabel("epoch")
        axis.set_ylabel("UAS on dev")
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7, loc="lower right")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """The whole run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--keep", type=Path, default=Path("build/strategies"), help="where results are kept")
    arguments.add_argument("--only", nargs="*", default=TREEBANKS, help="treebanks")
    arguments.add_argument("--systems", nargs="*", default=SYSTEMS)
    arguments.add_argument("--beams", type=int, nargs="*", default=BEAMS)
    arguments.add_argument("--seeds", type=int, nargs="*", default=SEEDS)
    arguments.add_argument("--part", default="1/1", help="do only every n-th training, and print nothing: 1/2, 2/2")
    arguments.add_argument("--report", action="store_true", help="train nothing, print what is there")
    arguments.add_argument("--curves", type=Path, help="draw the learning curves into this file")
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
    folder = Path(given.treebanks)
    given.keep.mkdir(parents=True, exist_ok=True)
    part, parts = map(int, given.part.split("/"))
    if not given.report:
        for number, task in enumerate(tasks(given)):
            if number % parts == part - 1:
                result(task, folder, given.keep)
                print(task.file, file=sys.stderr, flush=True)
    if parts > 1:
        return
    print("# Training strategies\n")
    print(
        f"Gold UPOS, product labels, `zn11` for arc-eager and `zn11-stack` for arc-hybrid, {EPOCHS} epochs, the best "
        "on dev, nothing pruned; scores on test with one root per sentence, mean and standard deviation over the "
        "seeds. The beam is the same in training and parsing. Training time is the processor time of one thread, "
        "scoring on dev included, with both cores of a shared machine busy. "
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}.\n"
    )
    if given.curves:
        draw(given, given.curves)
        print(f"![Learning curves]({os.path.relpath(given.curves, 'docs/results')})\n")
    report(given)
    speed(given, folder)


if __name__ == "__main__":
    main()
