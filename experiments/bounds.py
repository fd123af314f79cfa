"""How close the loss expressions of non-monotonic Covington are to the loss: `python -m experiments.bounds`.

Table 1 of Fernández-González & Gómez-Rodríguez (2017) on other treebanks. The exact loss is found by search, pruned by
the bounds. Configurations are those of derivations that follow the oracle but for a tenth of random actions. Needs the
treebanks (PANPARSER_TREEBANKS or --treebanks). Prints Markdown; docs/results/bounds.md is its output.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.foundation import table

import panparser as pp

BOUNDS = ("lower", "pc-upper", "upper")
TREEBANKS = ("en_ewt", "eu_bdt", "da_ddt", "sv_talbanken")
ERRORS = 0.1  # share of random actions


def configurations(bank: pp.Treebank, system: Any, most: int, seed: int) -> Iterator[tuple[Any, list[int | None]]]:
    """The first `most` configurations, with their gold heads."""
    rng = random.Random(seed)
    count = 0
    for sentence in bank:
        gold = sentence.heads
        c = system.initial(len(gold))
        while not c.is_final:
            yield c, gold
            count += 1
            if count == most:
                return
            costs = system.costs(c, gold)
            best = [action for action, cost in costs.items() if cost == min(costs.values())]
            c = system.apply(c, rng.choice(list(costs) if rng.random() < ERRORS else best))


def row(name: str, root: str, folder: Path, most: int, seed: int) -> tuple[object, ...]:
    """One line of the table."""
    systems = {loss: pp.system("nonmonotonic-covington", root=root, loss=loss) for loss in BOUNDS}
    sums = dict.fromkeys((*BOUNDS, "loss"), 0)
    apart = dict.fromkeys(BOUNDS, 0.0)  # mean of |bound - loss| / loss; where the loss is 0, of the distance itself
    longest = seconds = 0.0
    seen = unknown = above = 0
    bank = pp.read(folder / name / "dev.conllu.xz")
    for c, gold in configurations(bank, systems["upper"], most, seed):
        start = time.perf_counter()
        try:
            loss = systems["upper"].loss(c, gold)
        except pp.UsageError:
            unknown += 1
            continue
        took = time.perf_counter() - start
        seconds, longest, seen = seconds + took, max(longest, took), seen + 1
        found = {bound: system.estimate(c, gold) for bound, system in systems.items()}
        assert loss <= found["pc-upper"] <= found["upper"]
        above += found["lower"] > loss
        sums["loss"] += loss
        for bound, value in found.items():
            sums[bound] += value
            apart[bound] += abs(value - loss) / max(loss, 1)
    return (
        name,
        root,
        f"{seen:,}",
        *(f"{sums[key] / seen:.4f}" for key in ("lower", "loss", "pc-upper", "upper")),
        *(f"{apart[bound] / seen:.4f}" for bound in BOUNDS),
        f"{100 * above / seen:.1f} %",
        unknown,
        f"{1000 * seconds / seen:.1f}",
        f"{longest:.1f}",
    )


def main() -> None:
    """The whole table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--only", nargs="*", default=TREEBANKS, help="treebanks")
    arguments.add_argument("--configurations", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
    print("# Bounds of the loss of non-monotonic Covington\n")
    print(
        f"Printed by `python -m experiments.bounds`: the first {given.configurations:,} configurations on dev of "
        f"derivations that follow the oracle `upper` but for {ERRORS:.0%} of random actions, seed {given.seed}. The "
        "exact loss is searched for; where that would take more than a million configurations it stays unknown. "
        "Values are means; a distance is relative to the loss. *Lower above loss*: a gold root word has a head, which "
        "breaking a cycle can take away again (docs/systems.md).\n"
    )
    head = ("treebank", "root", "configurations", "lower", "loss", "pc-upper", "upper")
    distances = ("lower: distance", "pc-upper: distance", "upper: distance", "lower above loss", "unknown")
    rows = [
        row(name, root, Path(given.treebanks), given.configurations, given.seed)
        for name in given.only
        for root in ("none", "first")
    ]
    table((*head, *distances, "ms per loss", "longest, s"), rows)


if __name__ == "__main__":
    main()
