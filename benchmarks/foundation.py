"""Speed and accuracy of the foundation, beside the yardstick, in one run: `make bench`.

Needs the treebanks (PANPARSER_TREEBANKS or --treebanks) and, for the comparison, the source of the yardstick
(PANPARSER_FLOOR or --floor FLOOR.cpp). Prints Markdown; docs/results/foundation.md is its output.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
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


class Clock(pp.Listener):
    """Adds up the time of the epochs, which is what the yardstick prints."""

    seconds = 0.0

    def after_epoch(self, report: pp.EpochReport) -> None:
        """After each epoch."""
        self.seconds += report.seconds


def our_round(bank: Bank, labels: str, prune: float) -> tuple[float, float, float]:
    """The same of PanParser: trained without dev, as the yardstick is; parsing goes from Treebank to Treebank."""
    clock = Clock()
    parser = pp.train(bank.train, labels=labels, epochs=EPOCHS, prune=prune, listener=clock)
    speed = parsing_speed(parser, bank, 3)
    return clock.seconds, speed, pp.evaluate(bank.test, parser.parse(bank.test)).full_las


def parsing_speed(parser: pp.Parser, bank: Bank, rounds: int = 5) -> float:
    """Words a second on the test part, with one thread."""
    return bank.test.words / best(lambda: parser.parse(bank.test), rounds)


def compare_with_floor(bank: Bank, source: Path, rounds: int) -> None:
    """Both programs in turns, and their ratios. Ours with the pruning that a training with dev chooses."""
    prune = {k: pp.train(bank.train, bank.dev, labels=k, epochs=EPOCHS).header.prune for k in ("product", "joint")}
    print("## Beside the yardstick\n")
    print(f"{bank.name}, gold UPOS, one thread, {EPOCHS} epochs, last epoch, seed 1, test split, LAS with full labels.")
    print(
        f"{rounds} rounds in turns; medians; a ratio is taken within its round. Training is the time of the epochs.\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "floor"
        subprocess.run(["g++", "-O3", "-march=native", "-std=c++20", "-w", "-o", program, source], check=True)
        train, test = bank.plain(Path(folder))
        floors: list[tuple[float, float, float]] = []
        ours: dict[str, list[tuple[float, float, float]]] = {"product": [], "joint": []}
        for _ in range(rounds):
            floors.append(floor_round(program, train, test))
            for labels, results in ours.items():
                results.append(our_round(bank, labels, prune[labels]))
    rows = [("yardstick", *(statistics.median(f[i] for f in floors) for i in range(3)), 1.0, 1.0)]
    for labels, results in ours.items():
        pairs = list(zip(results, floors, strict=True))
        name = f"PanParser, {labels} labels, {1 - prune[labels]:.0%} of the features"
        training = statistics.median(o[0] / f[0] for o, f in pairs)
        parsing = statistics.median(o[1] / f[1] for o, f in pairs)
        rows.append((name, *(statistics.median(r[i] for r in results) for i in range(3)), training, parsing))
    table(
        ["", "training, s", "parsing, words/s", "LAS (full labels)", "training time, ratio", "parsing speed, ratio"],
        [(n, f"{s:.1f}", f"{w:,.0f}", f"{las:.2f}", f"{t:.2f}", f"{r:.2f}") for n, s, w, las, t, r in rows],
    )


def compare_labels(banks: list[Bank], seeds: int) -> None:
    """Labels beside the action and in the action: what each gives and costs."""
    print("## Labels beside the action (joint) or in it (product)\n")
    print(
        f"Gold UPOS, {EPOCHS} epochs, best epoch on dev, test split, mean of {seeds} seeds (1 to {seeds}), one thread."
    )
    print("UAS / LAS with universal labels.\n")
    rows = []
    for bank in banks:
        cells: list[str] = []
        for labels in ("joint", "product"):
            parsers = [pp.train(bank.train, bank.dev, labels=labels, epochs=EPOCHS, seed=s + 1) for s in range(seeds)]
            scores = [pp.evaluate(bank.test, p.parse(bank.test)) for p in parsers]
            uas, las = statistics.mean(s.uas for s in scores), statistics.mean(s.las for s in scores)
            cells += [f"{uas:.2f} / {las:.2f}", f"{parsing_speed(parsers[0], bank):,.0f}"]
        rows.append((bank.name, *cells))
    table(["treebank", "joint", "words/s", "product", "words/s"], rows)


def compare_pruning(banks: list[Bank], choices: list[float]) -> None:
    """What leaving out features costs: on dev, where the default is chosen, and on test."""
    print("## Pruning and quantisation\n")
    print("Features whose weights tell decisions apart least are left out. Product labels,")
    print(
        f"{EPOCHS} epochs, best epoch on dev, seed 1. LAS (universal labels) before and after, speed with one thread.\n"
    )
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for bank in banks:
            for share in choices:
                checkpoint = Path(folder) / f"{bank.name}.ckpt"  # the same training serves all choices
                parser = pp.train(bank.train, bank.dev, epochs=EPOCHS, prune=share, checkpoint=checkpoint, resume=True)
                path = Path(folder) / "model.pan"
                parser.save(path)
                after, cost = parser.header.scores["las"], parser.header.scores["packing_cost"]
                test = pp.evaluate(bank.test, parser.parse(bank.test)).las
                size, speed = path.stat().st_size / 1e6, parsing_speed(parser, bank)
                rows.append(
                    (bank.name, f"{share:.0%}", f"{after + cost:.2f}", f"{after:.2f}", f"{-cost:+.2f}", f"{test:.2f}")
                )
                rows[-1] += (f"{size:.1f} MB", f"{speed:,.0f}")  # type: ignore[assignment]
    table(["treebank", "left out", "dev before", "dev after", "cost", "test after", "file", "words/s"], rows)


def peak_memory(process: subprocess.Popen[bytes]) -> float:
    """Megabytes at most, until the process ends.

    Asked of the system again and again: the figure that `wait` gives counts the parent's memory too, from before the
    program was started.
    """
    peak = 0.0
    while process.poll() is None:
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        peak = max(peak, *(int(found) / 1024 for found in re.findall(r"VmHWM:\s+(\d+) kB", status)), 0.0)
        time.sleep(0.05)
    return peak


def measure_machine(bank: Bank, gigabytes: float) -> None:
    """Threads, loading, memory, reading and writing."""
    print("## Threads, loading, memory, reading, writing\n")
    print(f"{bank.name}, product labels, {EPOCHS} epochs. Times are the best of several rounds.\n")
    parser = pp.train(bank.train, bank.dev, epochs=EPOCHS)
    many = pp.Treebank(list(bank.test) * 8)
    one, two = best(lambda: parser.parse(many)), best(lambda: parser.parse(many, threads=2))
    rows: list[tuple[str, str]] = [("two threads against one", f"{one / two:.2f} times")]
    with tempfile.TemporaryDirectory() as folder:
        model, text = Path(folder) / "model.pan", Path(folder) / "big.conllu"
        parser.save(model)
        loading = best(lambda: pp.load(model))
        rows.append((f"loading a model of {model.stat().st_size / 1e6:.1f} MB", f"{loading * 1000:.0f} ms"))
        plain = bank.plain(Path(folder))[0]
        reading, writing = best(lambda: pp.read(plain)), best(lambda: pp.write(bank.train, text))
        rows.append(("reading (plain file)", f"{bank.train.words / reading / 1e6:.1f} million words/s"))
        rows.append(("writing (with fsync)", f"{bank.train.words / writing / 1e6:.1f} million words/s"))
        block = plain.read_bytes()
        copies = int(gigabytes * 1e9 / len(block)) + 1
        with text.open("wb") as out:
            for _ in range(copies):
                out.write(block)
        words = bank.train.words * copies
        for threads in (1, 2):
            command = [sys.executable, "-m", "panparser", "parse", str(model), str(text), "-o", os.devnull, "-q"]
            start = time.perf_counter()
            process = subprocess.Popen([*command, "--threads", str(threads)])
            peak = peak_memory(process)
            seconds = time.perf_counter() - start
            if process.returncode:
                sys.exit(f"benchmarks.foundation: parsing the stream failed with status {process.returncode}")
            name = f"`panparser parse --threads {threads}`, {text.stat().st_size / 1e9:.2f} GB, {words:,} words"
            rows.append((name, f"peak memory {peak:.0f} MB, {words / seconds:,.0f} words/s in all"))
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
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    print(f"{machine}, shared with others: compare ratios, not seconds.\n")

    def load(*names: str) -> list[Bank]:
        return [Bank(Path(options.treebanks) / name) for name in names]

    if "floor" in parts:
        if options.floor:
            compare_with_floor(load(ENGLISH)[0], options.floor, options.rounds)
        else:
            print("(The comparison with the yardstick was left out: no --floor FLOOR.cpp.)\n")
    if "labels" in parts:
        compare_labels(load(ENGLISH, "sv_talbanken", "el_gdt", "tr_imst", "zh_gsd"), options.seeds)
    if "pruning" in parts:
        compare_pruning(load(ENGLISH, "el_gdt", "tr_imst"), [0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9])
    if "machine" in parts:
        measure_machine(load(ENGLISH)[0], options.gigabytes)


if __name__ == "__main__":
    main()
