"""Speed and accuracy of the foundation, beside the yardstick, in one run: `make bench`, or `python -m benchmarks.foundation --help`.

Needs the treebanks (PANPARSER_TREEBANKS or --treebanks) and, for the comparison, the yardstick's source (--floor FLOOR.cpp).
Prints Markdown; docs/results/foundation.md is its output.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import panparser as pp

EPOCHS = 12
ENGLISH = "en_ewt"


def best(action: Callable[[], object], rounds: int = 5) -> float:
    """Seconds of the fastest of several rounds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """A Markdown table on standard output."""
    names = list(head)
    print("| " + " | ".join(names) + " |")
    print("| " + " | ".join("---" for _ in names) + " |")
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print(flush=True)


class Bank:
    """The three parts of a treebank, and plain files of them for other programs."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.train, self.dev, self.test = (pp.read(folder / f"{part}.conllu.xz") for part in ("train", "dev", "test"))

    def plain(self, folder: Path) -> tuple[Path, Path]:
        """Train and test as plain files."""
        paths = folder / "train.conllu", folder / "test.conllu"
        pp.write(self.train, paths[0])
        pp.write(self.test, paths[1])
        return paths


def floor_round(program: Path, train: Path, test: Path) -> tuple[float, float, float]:
    """Training seconds, parsing words a second (the best of its three) and LAS of the yardstick."""
    run = subprocess.run([program, train, test, str(EPOCHS)], capture_output=True, text=True, check=True)
    seconds = float(re.findall(r"time ([\d.]+)", run.stderr)[-1])
    rounds = re.findall(r"LAS ([\d.]+)\s+\d+ sent/s (\d+) words/s", run.stdout)
    return seconds, max(float(speed) for _, speed in rounds), float(rounds[0][0])


def our_round(bank: Bank, labels: str, prune: float) -> tuple[float, float, float]:
    """The same of PanParser: trained without dev, as the yardstick is; from Treebank to Treebank."""
    start = time.perf_counter()
    parser = pp.train(bank.train, labels=labels, epochs=EPOCHS, prune=prune)
    seconds = time.perf_counter() - start
    speed = bank.test.words / best(lambda: parser.parse(bank.test), 3)
    return seconds, speed, pp.evaluate(bank.test, parser.parse(bank.test)).full_las


def compare_with_floor(bank: Bank, source: Path, rounds: int) -> None:
    """Both programs in turns, and their ratios. Ours with the pruning that a training with dev chooses."""
    prune = {k: pp.train(bank.train, bank.dev, labels=k, epochs=EPOCHS).header.prune for k in ("product", "joint")}
    print(
        f"## Beside the yardstick\n\n{bank.name}, gold UPOS, one thread, {EPOCHS} epochs, last epoch, seed 1, test split, LAS with"
    )
    print(f"full labels. {rounds} rounds in turns; medians; a ratio is taken within its round.\n")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "floor"
        subprocess.run(["g++", "-O3", "-march=native", "-std=c++20", "-w", "-o", program, source], check=True)
        train, test = bank.plain(Path(folder))
        floors, ours = [], {"product": [], "joint": []}  # type: ignore[var-annotated]
        for _ in range(rounds):
            floors.append(floor_round(program, train, test))
            for labels, results in ours.items():
                results.append(our_round(bank, labels, prune[labels]))
    middle = lambda values: statistics.median(list(values))  # noqa: E731
    rows = [("yardstick", *(middle(f[i] for f in floors) for i in range(3)), 1.0, 1.0)]
    for labels, results in ours.items():
        speed_up = middle(o[1] / f[1] for o, f in zip(results, floors, strict=True))
        training = middle(o[0] / f[0] for o, f in zip(results, floors, strict=True))
        rows.append(
            (f"PanParser, {labels} labels", *(middle(r[i] for r in results) for i in range(3)), training, speed_up)
        )
    table(
        ["", "training, s", "parsing, words/s", "LAS (full labels)", "training time, ratio", "parsing speed, ratio"],
        [(n, f"{s:.1f}", f"{w:,.0f}", f"{las:.2f}", f"{t:.2f}", f"{r:.2f}") for n, s, w, las, t, r in rows],
    )


def compare_labels(banks: list[Bank], seeds: int) -> None:
    """Labels beside the action and in the action: what each gives and costs."""
    print(
        f"## Labels beside the action (joint) or in it (product)\n\nGold UPOS, {EPOCHS} epochs, best epoch on dev, test split, mean of"
    )
    print(f"{seeds} seeds (1 to {seeds}), one thread. UAS / LAS with universal labels.\n")
    rows = []
    for bank in banks:
        cells: list[str] = []
        for labels in ("joint", "product"):
            parsers = [pp.train(bank.train, bank.dev, labels=labels, epochs=EPOCHS, seed=s + 1) for s in range(seeds)]
            scores = [pp.evaluate(bank.test, p.parse(bank.test)) for p in parsers]
            uas, las = statistics.mean(s.uas for s in scores), statistics.mean(s.las for s in scores)
            speed = bank.test.words / best(lambda p=parsers[0]: p.parse(bank.test))  # type: ignore[misc]
            cells += [f"{uas:.2f} / {las:.2f}", f"{speed:,.0f}"]
        rows.append((bank.name, *cells))
    table(["treebank", "joint", "words/s", "product", "words/s"], rows)


def compare_pruning(banks: list[Bank], thresholds: list[float]) -> None:
    """What leaving out small weights costs: on dev, where the default is chosen, and on test."""
    print(
        f"## Pruning and quantisation\n\nProduct labels, {EPOCHS} epochs, best epoch on dev, seed 1. LAS (universal labels) on dev before and after,"
    )
    print("LAS on test after, size of the file, speed with one thread.\n")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for bank in banks:
            for threshold in thresholds:
                checkpoint = Path(folder) / f"{bank.name}.ckpt"  # the same training serves all thresholds
                parser = pp.train(
                    bank.train, bank.dev, epochs=EPOCHS, prune=threshold, checkpoint=checkpoint, resume=True
                )
                path = Path(folder) / "model.pan"
                parser.save(path)
                las = pp.evaluate(bank.test, parser.parse(bank.test)).las
                speed = bank.test.words / best(lambda p=parser: p.parse(bank.test))  # type: ignore[misc]
                scores = parser.header.scores
                rows.append(
                    (
                        bank.name,
                        threshold,
                        f"{scores['las_before_packing']:.2f}",
                        f"{scores['las']:.2f}",
                        f"{scores['las'] - scores['las_before_packing']:+.2f}",
                        f"{las:.2f}",
                        f"{path.stat().st_size / 1e6:.1f} MB",
                        f"{speed:,.0f}",
                    )
                )
    table(["treebank", "threshold", "dev before", "dev after", "cost", "test after", "file", "words/s"], rows)


def measure_machine(bank: Bank, gigabytes: float) -> None:
    """Threads, loading, memory, reading and writing."""
    print(
        f"## Threads, loading, memory, reading, writing\n\n{bank.name}, product labels. Times are the best of several rounds.\n"
    )
    parser = pp.train(bank.train, bank.dev, epochs=3)
    many = pp.Treebank(list(bank.test) * 8)
    one, two = (best(lambda n=n: parser.parse(many, threads=n)) for n in (1, 2))  # type: ignore[misc]
    rows: list[tuple[str, str]] = [("two threads against one", f"{one / two:.2f} times")]
    with tempfile.TemporaryDirectory() as folder:
        model, text = Path(folder) / "model.pan", Path(folder) / "big.conllu"
        parser.save(model)
        rows.append(
            (f"loading a model of {model.stat().st_size / 1e6:.1f} MB", f"{best(lambda: pp.load(model)) * 1000:.0f} ms")
        )
        plain = bank.plain(Path(folder))[0]
        size = plain.stat().st_size
        reading, writing = best(lambda: pp.read(plain)), best(lambda: pp.write(bank.train, text))
        rows.append(("reading (plain file)", f"{bank.train.words / reading / 1e6:.1f} million words/s"))
        rows.append(("writing (with fsync)", f"{bank.train.words / writing / 1e6:.1f} million words/s"))
        copies = int(gigabytes * 1e9 / size) + 1
        block = plain.read_bytes()
        with text.open("wb") as out:
            for _ in range(copies):
                out.write(block)
        command = [sys.executable, "-m", "panparser", "parse", str(model), str(text), "-o", os.devnull, "-q"]
        start = time.perf_counter()
        subprocess.run(command, check=True)
        seconds = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        rows.append(
            (
                f"`panparser parse` of a stream of {text.stat().st_size / 1e9:.2f} GB ({bank.train.words * copies:,} words)",
                f"peak memory {peak:.0f} MB, {bank.train.words * copies / seconds:,.0f} words/s with reading and writing",
            )
        )
    table(["", ""], rows)


def main() -> None:
    """Runs everything, or the parts named."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("parts", nargs="*", default=[], help="floor, labels, pruning, machine; all without names")
    arguments.add_argument("--treebanks", type=Path, default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument(
        "--floor", type=Path, default=os.environ.get("PANPARSER_FLOOR"), help="source of the yardstick"
    )
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seeds", type=int, default=3)
    arguments.add_argument("--gigabytes", type=float, default=1.0)
    options = arguments.parse_args()
    if not options.treebanks:
        sys.exit("benchmarks.foundation: no treebanks; set PANPARSER_TREEBANKS or give --treebanks FOLDER")
    parts = options.parts or ["floor", "labels", "pruning", "machine"]
    print(
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, shared with others: compare ratios.\n"
    )
    load = lambda *names: [Bank(Path(options.treebanks) / name) for name in names]  # noqa: E731
    if "floor" in parts:
        if options.floor:
            compare_with_floor(load(ENGLISH)[0], options.floor, options.rounds)
        else:
            print("(The comparison with the yardstick was left out: no --floor FLOOR.cpp.)\n")
    if "labels" in parts:
        compare_labels(load(ENGLISH, "sv_talbanken", "el_gdt", "tr_imst", "zh_gsd"), options.seeds)
    if "pruning" in parts:
        compare_pruning(load(ENGLISH, "el_gdt", "tr_imst"), [0.0, 0.7, 1.0, 1.2, 1.5])
    if "machine" in parts:
        measure_machine(load(ENGLISH)[0], options.gigabytes)


if __name__ == "__main__":
    main()
