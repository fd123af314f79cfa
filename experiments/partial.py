"""Training on partial trees, and predicting them: `python -m experiments.partial`.

Needs the treebanks (PANPARSER_TREEBANKS or --treebanks). What a training gave is kept in --keep, one file each, so that
an interrupted run goes on. Prints Markdown and draws the curves (extra `plots`); docs/results/partial.md is its output,
with what is not there yet left out, and a section on how to read it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.foundation import table

import panparser as pp
from experiments.strategies import mean

EPOCHS = 10
SHARES = (5, 10, 20, 30, 50, 70, 100)
LENGTHS = (1, 3, 7)
# Where heads are hidden from a treebank to see what comes of it, and how many seeds it takes.
CURVES = (
    ("en_ewt", "arc-eager", 3),
    ("sv_talbanken", "arc-eager", 3),
    ("cs_fictree", "arc-eager", 3),
    ("sv_talbanken", "covington", 1),
    ("cs_fictree", "covington", 1),
)
STRATEGIES = "sv_talbanken"
PARTIAL = "sv_talbanken"
NAMES = {"all": "everything", "dependencies": "dependencies at random", "sentences": "whole sentences"}


@dataclass(frozen=True)
class Task:
    """One training, on a share of the annotation; or on arcs of up to a length."""

    treebank: str
    system: str
    annotated: str = "all"
    share: int = 100
    seed: int = 1
    strategy: str = "goldberg"
    beam: int = 1
    max_length: int | None = None  # of the system
    up_to: int | None = None  # longer dependencies are hidden from the training data

    @property
    def file(self) -> str:
        """What it gave is kept here."""
        parts = (self.annotated, self.share, self.strategy, self.beam, self.max_length, self.up_to, self.seed)
        return "-".join([self.treebank, self.system, *(str(part) for part in parts if part is not None)]) + ".json"

    def data(self, train: pp.Treebank) -> pp.Treebank:
        """What of the training data it may see; the same number of annotated words in either way."""
        if self.up_to is not None:
            return shorter(train, self.up_to)
        hidden = pp.Subsample(self.share / 100, seed=self.seed).hide(train)
        return pp.sample(train, words=known(hidden), seed=self.seed) if self.annotated == "sentences" else hidden


def shorter(bank: pp.Treebank, length: int) -> pp.Treebank:
    """The treebank without the dependencies that are longer than that."""
    return pp.Subsample(lambda distance: float(distance <= length), by="length").hide(bank)


def known(bank: pp.Treebank) -> int:
    """How many words have a head."""
    return sum(head is not None for sentence in bank for head in sentence.heads)


def on_curve(treebank: str, system: str, annotated: str, share: int, seed: int) -> Task:
    """A point of a curve; both begin in the same one."""
    return Task(treebank, system, annotated if share < 100 else "all", share, seed)


def curve_tasks() -> Iterator[Task]:
    """For the curves."""
    for treebank, system, seeds in CURVES:
        for seed in range(1, seeds + 1):
            for share in reversed(SHARES):
                for annotated in ("dependencies", "sentences") if share < 100 else ("all",):
                    yield on_curve(treebank, system, annotated, share, seed)


def strategy_tasks() -> Iterator[Task]:
    """Every strategy, on half of the dependencies."""
    for name, strategy in pp.strategies().items():
        beam = 1 if strategy.update == "local" else 8
        for annotated, share in (("all", 100), ("dependencies", 50)):
            yield Task(STRATEGIES, "arc-eager", annotated, share, strategy=name, beam=beam)


def partial_tasks() -> Iterator[Task]:
    """For the table of partial predictions; the first is a parser of complete trees."""
    yield Task(PARTIAL, "arc-eager")
    for system in ("arc-eager", "arc-hybrid"):
        yield Task(PARTIAL, f"{system}-partial")
        for length in reversed(LENGTHS):
            yield Task(PARTIAL, f"{system}-partial", up_to=length)
        for length in reversed(LENGTHS):
            yield Task(PARTIAL, f"{system}-span", max_length=length)


def result(task: Task, folder: Path, keep: Path) -> dict[str, Any]:
    """What the training gave; done now, if it was not done before."""
    path = keep / task.file
    if path.exists():
        kept: dict[str, Any] = json.loads(path.read_text())
        return kept
    train, dev, test = (pp.read(folder / task.treebank / f"{part}.conllu.xz") for part in ("train", "dev", "test"))
    data = task.data(train)
    parser = pp.train(
        data,
        dev,
        system=pp.system(task.system, max_length=task.max_length),
        strategy=task.strategy,
        beam=task.beam,
        seed=task.seed,
        epochs=EPOCHS,
        prune=0,
    )
    parsed = parser.parse(test)
    found: dict[str, Any] = {"words": known(data), "sentences": len(data), "scores": summary(test, parsed)}
    if task == Task(PARTIAL, "arc-eager"):
        found["cut"] = {length: summary(test, shorter(parsed, length)) for length in LENGTHS}
    part = path.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(found))
    part.replace(path)
    return found


def summary(gold: pp.Treebank, parsed: pp.Treebank) -> dict[str, float]:
    """What the tables show."""
    scores = pp.evaluate(gold, parsed)
    uas, las = scores["UAS"], scores["LAS"]
    return {
        "coverage": scores.coverage,
        "precision": uas.precision,
        "recall": uas.recall,
        "uas": uas.f1,
        "labelled precision": las.precision,
        "labelled recall": las.recall,
        "las": las.f1,
    }


def kept(given: argparse.Namespace, tasks: Sequence[Task]) -> list[dict[str, Any]]:
    """What is there of the results of these."""
    return [json.loads((given.keep / task.file).read_text()) for task in tasks if (given.keep / task.file).exists()]


def report_curves(given: argparse.Namespace) -> None:
    """Accuracy against the share of annotated dependencies."""
    for treebank, system, seeds in CURVES:
        whole = kept(given, [on_curve(treebank, system, "all", 100, seed) for seed in range(1, seeds + 1)])
        rows = []
        for share in SHARES:
            for annotated in ("dependencies", "sentences") if share < 100 else ("all",):
                tasks = [on_curve(treebank, system, annotated, share, seed) for seed in range(1, seeds + 1)]
                if found := kept(given, tasks):
                    uas, las = ([each["scores"][name] for each in found] for name in ("uas", "las"))
                    full = fmean(each["scores"]["uas"] for each in whole)
                    rows.append(
                        (
                            f"{share} %",
                            NAMES[annotated],
                            f"{fmean(each['words'] for each in found):,.0f}",
                            f"{fmean(each['sentences'] for each in found):,.0f}",
                            len(found),
                            mean(uas),
                            mean(las),
                            f"{100 * fmean(uas) / full:.1f} %",
                        )
                    )
        if rows:
            print(f"## {treebank}, {system}\n")
            head = ("share", "annotated", "words with head", "sentences", "seeds", "UAS", "LAS", "of the full UAS")
            table(head, rows)


def report_strategies(given: argparse.Namespace) -> None:
    """Every strategy on half of the dependencies."""
    rows = []
    for name, strategy in pp.strategies().items():
        tasks = [task for task in strategy_tasks() if task.strategy == name]
        if len(found := kept(given, tasks)) == 2:
            full, half = (each["scores"]["uas"] for each in found)
            beam = 1 if strategy.update == "local" else 8
            rows.append((f"`{name}`", beam, f"{full:.2f}", f"{half:.2f}", f"{100 * half / full:.1f} %"))
    if rows:
        print(f"## Every strategy: {STRATEGIES}, arc-eager, one seed\n")
        table(("strategy", "beam", "UAS, all", "UAS, 50 % of the dependencies", "share"), rows)


def report_partial(given: argparse.Namespace) -> None:
    """What partial and span systems predict."""
    rows = []
    for task in partial_tasks():
        for found in kept(given, [task]):
            system = f"`{task.system}`" + (f", `max_length={task.max_length}`" if task.max_length else "")
            learnt = "complete trees" if task.up_to is None else f"dependencies up to {task.up_to}"
            rows.append((system, learnt, *cells(found["scores"])))
            rows += [
                (f"{system}, longer arcs taken out afterwards", f"complete trees, cut at {length}", *cells(scores))
                for length, scores in sorted(found.get("cut", {}).items(), reverse=True)
            ]
    if rows:
        print(f"## Predicting partial trees: {PARTIAL}, one seed\n")
        head = ("system", "learnt from", "coverage", "precision", "recall", "F1")
        table((*head, "labelled precision", "labelled recall", "labelled F1"), rows)


def cells(scores: dict[str, float]) -> list[str]:
    """A row of numbers."""
    return [f"{value:.2f}" for value in scores.values()]


def draw(given: argparse.Namespace, path: Path) -> None:
    """UAS on test against the share of annotated words, the mean of the seeds."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, len(CURVES), figsize=(3.6 * len(CURVES), 3.8), squeeze=False)
    for axis, (treebank, system, seeds) in zip(axes[0], CURVES, strict=True):
        for annotated, style in (("dependencies", "-o"), ("sentences", "--s")):
            points = []
            for share in SHARES:
                tasks = [on_curve(treebank, system, annotated, share, seed) for seed in range(1, seeds + 1)]
                if found := kept(given, tasks):
                    points.append((share, fmean(each["scores"]["uas"] for each in found)))
            if points:
                axis.plot(*zip(*points, strict=True), style, markersize=3, label=NAMES[annotated])
        axis.set_title(f"{treebank}, {system}", fontsize=10)
        axis.set_xlabel("annotated words, %")
        axis.set_ylabel("UAS on test")
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7, loc="lower right")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """The whole run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--keep", type=Path, default=Path("build/partial"), help="where results are kept")
    arguments.add_argument("--report", action="store_true", help="train nothing, print what is there")
    arguments.add_argument("--curves", type=Path, help="draw the curves into this file")
    given = arguments.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    if not given.report:
        if not given.treebanks:
            arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
        for task in (*curve_tasks(), *partial_tasks(), *strategy_tasks()):
            result(task, Path(given.treebanks), given.keep)
            print(task.file, file=sys.stderr, flush=True)
    print("# Partial trees\n")
    print(
        f"Gold UPOS, product labels, default features, `goldberg`, {EPOCHS} epochs, the best by LAS on the complete "
        "development data, nothing pruned; scores on test with one root per sentence (at most one in partial systems), "
        "mean and standard deviation over the seeds, which draw what is hidden too. What is hidden is hidden for good: "
        f"the same in each epoch. {platform.machine()}, Python {platform.python_version()}.\n"
    )
    if given.curves:
        draw(given, given.curves)
        print(f"![Accuracy by the share of annotated words]({os.path.relpath(given.curves, 'docs/results')})\n")
    report_curves(given)
    report_strategies(given)
    report_partial(given)


if __name__ == "__main__":
    main()
