"""Feed-forward networks beside the perceptron: `python -m experiments.neural`.

Same system (arc-eager, root last), same strategy, greedy search, gold tags. Needs the treebanks (PANPARSER_TREEBANKS or
--treebanks) and, to train networks, PyTorch; `--device cuda` trains them on a GPU. What a training gave is kept in
--keep, one JSON file and one model each, so that an interrupted run goes on; `--set hidden=512` tries another network
beside the usual one. Prints Markdown; docs/results/neural.md is its output.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.foundation import table

import panparser as pp

TREEBANKS = ("en_ewt", "tr_imst", "eu_bdt", "zh_gsd")
MODELS = ("perceptron", "perceptron-beam", "feed-forward")
SEEDS = (1, 2, 3)
EPOCHS = 15
STRATEGIES = {"perceptron": ("goldberg", 1), "perceptron-beam": ("maxvNDrestartSO", 8), "feed-forward": ("goldberg", 1)}
BEAM = 8


@dataclass(frozen=True)
class Task:
    """One training."""

    treebank: str
    model: str
    seed: int
    changes: tuple[str, ...] = ()  # to the usual network, such as hidden=512

    @property
    def name(self) -> str:
        """What its files are called."""
        return "-".join((self.treebank, self.model, *self.changes, str(self.seed)))


class Log(pp.Listener):
    """Says how it goes: a long training should not be silent."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.reports: list[pp.EpochReport] = []

    def after_epoch(self, report: pp.EpochReport) -> None:
        """One line."""
        self.reports.append(report)
        las = report.las or 0.0
        print(f"{self.name}: epoch {report.epoch}, dev LAS {las:.2f}, {report.seconds:.1f} s", flush=True)


def network(given: argparse.Namespace, changes: Sequence[str]) -> pp.FeedForward:
    """The usual network with changes."""
    values: dict[str, Any] = {name: json.loads(value) for name, value in (c.split("=") for c in changes)}
    return pp.FeedForward(**values, device=given.device)


def measure(task: Task, given: argparse.Namespace) -> dict[str, Any]:
    """Trains, saves the model, and scores it on dev and test."""
    files = [given.treebanks / task.treebank / f"{part}.conllu.xz" for part in ("train", "dev", "test")]
    train, dev, test = (pp.read(path)[: given.first] for path in files)
    log = Log(task.name)
    start = time.perf_counter()
    parser = pp.train(
        train,
        dev,
        model=network(given, task.changes) if task.model == "feed-forward" else "perceptron",
        strategy=STRATEGIES[task.model][0],
        beam=STRATEGIES[task.model][1],
        epochs=given.epochs or EPOCHS,
        seed=task.seed,
        listener=log,
    )
    seconds = time.perf_counter() - start
    path = given.keep / f"{task.name}.pan"
    parser.save(path)
    parser = pp.load(path)
    greedy, beam = pp.evaluate(test, parser.parse(test, beam=1)), pp.evaluate(test, parser.parse(test, beam=BEAM))
    times = []
    for _ in range(5):
        before = time.process_time()
        parser.parse(test, beam=1)
        times.append(time.process_time() - before)
    return {
        "dev": parser.header.scores,
        "best_epoch": parser.header.best_epoch,
        "uas": greedy.uas,
        "las": greedy.las,
        "beam_las": beam.las,
        "seconds": seconds,
        "speed": test.words / min(times),
        "bytes": path.stat().st_size,
        "network": parser.header.network,
        "epochs": [report.las for report in log.reports],
    }


def kept(path: Path, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What is in a file; made and written now, if it is not there."""
    if not path.exists():
        made = make()
        path.write_text(json.dumps(made, indent=1) + "\n")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def mean(found: Sequence[dict[str, Any]], name: str, digits: int = 2) -> str:
    """With the standard deviation over the seeds, where there are several."""
    values = [each[name] for each in found]
    spread = f" ± {statistics.stdev(values):.{digits}f}" if len(values) > 1 else ""
    return f"{statistics.fmean(values):,.{digits}f}{spread}"


def report(given: argparse.Namespace) -> None:
    """One table: every treebank, every model, every change."""
    print("# Feed-forward networks beside the perceptron\n")
    print(
        "arc-eager, root last, strategy `goldberg`, product labels, gold tags, 15 epochs, the best on dev; "
        "`perceptron-beam` was trained with `maxvNDrestartSO` and a beam of 8. Scores on test with one root per "
        "sentence, greedy search if nothing else is said, mean and standard deviation over the seeds. Speed is "
        "words per processor second, greedy search, one thread, the best of five runs, on the machine that trained "
        "the model.\n"
    )
    rows = []
    for treebank in given.only:
        for model in MODELS:
            variants: dict[str, list[dict[str, Any]]] = {}
            for path in sorted(given.keep.glob(f"{treebank}-{model}-*.json")):
                change = path.stem.removeprefix(f"{treebank}-{model}").rpartition("-")[0].strip("-")
                if change and "=" not in change:
                    continue  # another model, whose name begins like this one
                variants.setdefault(change, []).append(json.loads(path.read_text()))
            for change, found in variants.items():
                scores = (mean(found, "uas"), mean(found, "las"), mean(found, "beam_las"))
                dev = f"{statistics.fmean(each['dev']['las'] for each in found):.2f}"
                size = f"{found[0]['bytes'] / 1e6:.1f}"
                rows.append(
                    (treebank, f"{model} {change}".strip(), len(found), dev, *scores, mean(found, "speed", 0), size)
                )
    head = ("treebank", "model", "seeds", "LAS on dev", "UAS", "LAS", f"LAS, beam {BEAM}", "words per CPU s", "MB")
    table(head, rows)


def main() -> None:
    """The whole run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", type=Path, default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--keep", type=Path, default=Path("build/neural"), help="where results are kept")
    arguments.add_argument("--only", nargs="*", default=TREEBANKS, help="treebanks")
    arguments.add_argument("--models", nargs="*", default=MODELS, choices=MODELS)
    arguments.add_argument("--seeds", type=int, nargs="*", default=SEEDS)
    arguments.add_argument("--set", nargs="*", default=(), metavar="NAME=VALUE", help="another network")
    arguments.add_argument("--epochs", type=int, help="instead of the usual number")
    arguments.add_argument("--first", type=int, help="only so many sentences, for a quick try")
    arguments.add_argument("--device", default="cpu", help="where networks learn")
    arguments.add_argument("--report", action="store_true", help="train nothing, print what is there")
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
    given.treebanks = Path(given.treebanks)
    given.keep.mkdir(parents=True, exist_ok=True)
    for seed in () if given.report else given.seeds:
        for treebank in given.only:
            for model in given.models:
                task = Task(treebank, model, seed, tuple(given.set) if model == "feed-forward" else ())
                kept(given.keep / f"{task.name}.json", lambda task=task: measure(task, given))  # type: ignore[misc]
    report(given)


if __name__ == "__main__":
    main()
