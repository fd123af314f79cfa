"""What feature sets are worth: `python -m experiments.features`.

Needs the treebanks (PANPARSER_TREEBANKS or --treebanks). What a training gave is kept in --keep, one file each, so that
an interrupted run goes on. Prints Markdown; docs/results/features.md is its output, with what is not there yet left
out.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.foundation import table

import panparser as pp
from panparser.features import feature_templates
from panparser.training.ablation import template_groups

EPOCHS = 10
TREEBANKS = ("cs_fictree", "tr_imst", "eu_bdt", "en_ewt")
SETS = (
    "zn11",
    "zn11+vectors",
    "zn11+morpho",
    "zn11+delexicalized",
    "zn11+morpho+delexicalized",
    "covington",
    "covington+morpho",
)
SEEDS = (1, 2, 3)
ABLATED = ("cs_fictree", "zn11+morpho")
TRANSFER = ("sv_talbanken", "da_ddt")
SIZES = (0, 25, 50, 100, 200, 400)


@dataclass(frozen=True)
class Task:
    """One training on a treebank, with a set or without a group of it."""

    treebank: str
    features: str
    seed: int
    without: str = ""

    @property
    def file(self) -> str:
        """What it gave is kept here."""
        without = f"-without-{self.without.replace(' ', '-')}" if self.without else ""
        return f"{self.treebank}-{self.features}{without}-{self.seed}.json"


def system_of(features: str) -> str:
    """The system that a set was made for."""
    return "covington" if features.startswith("covington") else "arc-eager"


def tasks(given: argparse.Namespace) -> Iterator[Task]:
    """Those that are asked for."""
    for seed in given.seeds:
        for treebank in given.only:
            for features in SETS:
                yield Task(treebank, features, seed)
    for seed in given.seeds:
        for group in template_groups(feature_templates(ABLATED[1])):
            yield Task(*ABLATED, seed, group)


def own_vectors(bank: pp.Treebank, dimension: int = 50, contexts: int = 500) -> pp.Vectors:
    """Vectors from the words before and after each word of the treebank itself: principal components of the counts."""
    texts = [[form.lower() for form in sentence.forms] for sentence in bank]
    places = {word: i for i, (word, _) in enumerate(Counter(w for text in texts for w in text).most_common())}
    counts = np.zeros((len(places), 2 * contexts), np.float32)
    for text in texts:
        for left, right in pairwise(text):
            if places[left] < contexts:
                counts[places[right], places[left]] += 1
            if places[right] < contexts:
                counts[places[left], contexts + places[right]] += 1
    counts = np.sqrt(counts)
    _, axes = np.linalg.eigh(counts.T @ counts)
    matrix = counts @ axes[:, -dimension:]
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True) + 1e-9
    return pp.Vectors.of({word: matrix[i] for word, i in places.items()})


def kept(path: Path, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What is in a file; made and written now, if it is not there."""
    if path.exists():
        found: dict[str, Any] = json.loads(path.read_text())
        return found
    made = make()
    part = path.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(made))
    part.replace(path)
    print(path.name, file=sys.stderr, flush=True)
    return made


def measure(task: Task, folder: Path) -> dict[str, Any]:
    """Scores on test, time of training, and speed."""
    train, dev, test = (pp.read(folder / task.treebank / f"{part}.conllu.xz") for part in ("train", "dev", "test"))
    templates = feature_templates(task.features)
    gone = template_groups(templates)[task.without] if task.without else ()
    left = [template for template in templates if template not in gone]
    options: dict[str, Any] = {"vectors": own_vectors(train)} if "+vectors" in task.features else {}
    options |= {"system": system_of(task.features), "features": left, "seed": task.seed}
    start = time.process_time()
    parser = pp.train(train, dev, epochs=EPOCHS, prune=0, **options)
    seconds = time.process_time() - start
    times = []
    for _ in range(3):
        start = time.process_time()
        parsed = parser.parse(test)
        times.append(time.process_time() - start)
    scores = pp.evaluate(test, parsed)
    return {
        "templates": len(left),
        "uas": scores.uas,
        "las": scores.las,
        "cpu": seconds,
        "speed": test.words / min(times),
    }


def mean(found: Sequence[dict[str, Any]], name: str, digits: int = 2) -> str:
    """With the standard deviation over the seeds, where there are several."""
    values = [each[name] for each in found]
    spread = f" ± {statistics.stdev(values):.{digits}f}" if len(values) > 1 else ""
    return f"{statistics.fmean(values):,.{digits}f}{spread}"


def results(given: argparse.Namespace, treebank: str, features: str, without: str = "") -> list[dict[str, Any]]:
    """What the seeds gave, as far as it is there."""
    paths = [given.keep / Task(treebank, features, seed, without).file for seed in given.seeds]
    return [json.loads(path.read_text()) for path in paths if path.exists()]


def report(given: argparse.Namespace) -> None:
    """The tables, from what is kept."""
    for treebank in given.only:
        rows = []
        for features in SETS:
            if found := results(given, treebank, features):
                numbers = (mean(found, "uas"), mean(found, "las"), mean(found, "cpu", 0), mean(found, "speed", 0))
                rows.append((f"`{features}`", system_of(features), found[0]["templates"], len(found), *numbers))
        if rows:
            print(f"## {treebank}\n")
            head = ("features", "system", "templates", "seeds", "UAS", "LAS", "training, CPU s", "words per CPU s")
            table(head, rows)
    treebank, features = ABLATED
    whole = results(given, treebank, features)
    groups = [("all", whole[0]["templates"], len(whole), mean(whole, "uas"), mean(whole, "las"), "")] if whole else []
    for group in template_groups(feature_templates(features)):
        if whole and (found := results(given, treebank, features, group)):
            lost = statistics.fmean(w["las"] for w in whole) - statistics.fmean(f["las"] for f in found)
            scores = (mean(found, "uas"), mean(found, "las"), f"{lost:.2f}")
            groups.append((f"without {group}", found[0]["templates"], len(found), *scores))
    if len(groups) > 1:
        print(f"## What each group is worth: {treebank}, arc-eager, `{features}`\n")
        print("A template that looks at several things is in several groups, and goes with each of them.\n")
        table(("features", "templates", "seeds", "UAS", "LAS", "LAS lost"), groups)


def transfer(given: argparse.Namespace, folder: Path) -> None:
    """First without words on one language, then with words on a little of another."""
    source, target = TRANSFER
    banks = {
        (name, part): folder / name / f"{part}.conllu.xz" for name in TRANSFER for part in ("train", "dev", "test")
    }
    rows = []
    for size in SIZES:
        found: dict[str, list[dict[str, Any]]] = {"alone": [], "after": []}
        for seed in given.seeds:
            for way, values in found.items():
                path = given.keep / f"{source}-{target}-{way}-{size}-{seed}.json"
                if given.report and not path.exists():
                    continue
                if way == "after" or size:
                    values.append(kept(path, partial(_transfer, banks, way, size, seed)))
        if any(found.values()):
            cells = [mean(found[way], name) if found[way] else "–" for way in found for name in ("uas", "las")]
            rows.append((size, max(map(len, found.values())), *cells))
    if rows:
        print(f"## Delexicalized on {source}, then with words on {target}\n")
        print(
            f"arc-eager; `zn11+delexicalized` on all of {source}, {EPOCHS} epochs; then `zn11`, {EPOCHS} epochs on the "
            f"first sentences of {target}; beside it, `zn11` on those alone. No development data of {target}: the last "
            "epoch counts. Scores on its test.\n"
        )
        names = (f"sentences of {target}", "seeds", "UAS alone", "LAS alone", "UAS after", "LAS after")
        table(names, rows)


def _transfer(banks: dict[tuple[str, str], Path], way: str, size: int, seed: int) -> dict[str, Any]:
    source, target = TRANSFER
    test = pp.read(banks[target, "test"])
    some = pp.read(banks[target, "train"])[:size]
    start = None
    if way == "after":
        train, dev = pp.read(banks[source, "train"]), pp.read(banks[source, "dev"])
        start = pp.train(train, dev, features="zn11+delexicalized", epochs=EPOCHS, seed=seed, prune=0, trainable=True)
    if size:
        start = pp.train(some, features="zn11", epochs=EPOCHS, seed=seed, prune=0, start=start)
    assert start is not None
    scores = pp.evaluate(test, start.parse(test))
    return {"uas": scores.uas, "las": scores.las}


def main() -> None:
    """The whole run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--keep", type=Path, default=Path("build/features"), help="where results are kept")
    arguments.add_argument("--only", nargs="*", default=TREEBANKS, help="treebanks")
    arguments.add_argument("--seeds", type=int, nargs="*", default=SEEDS)
    arguments.add_argument("--report", action="store_true", help="train nothing, print what is there")
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
    folder = Path(given.treebanks)
    given.keep.mkdir(parents=True, exist_ok=True)
    if not given.report:
        for task in tasks(given):
            kept(given.keep / task.file, partial(measure, task, folder))
    print("# Feature sets\n")
    print(
        f"Gold tags and morphology, product labels, strategy `goldberg`, {EPOCHS} epochs, the best on dev, nothing "
        "pruned; scores on test with one root per sentence, mean and standard deviation over the seeds. Times are "
        "processor time of one thread on a shared machine. Word vectors are made from the training data alone (50 "
        "numbers, from the words on the left and on the right); no others were at hand. "
        f"{platform.machine()}, {os.cpu_count()} cores, Python "
        f"{platform.python_version()}.\n"
    )
    report(given)
    transfer(given, folder)


if __name__ == "__main__":
    main()
