"""What the tagger is worth: `python -m experiments.tagger`.

Needs the treebanks (PANPARSER_TREEBANKS or --treebanks). What a training gave is kept in --keep, so that an interrupted
run goes on. Prints Markdown; docs/results/tagger.md is its output, with what is not there yet left out (--shown).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.foundation import table

import panparser as pp

TREEBANKS = ("en_ewt", "tr_imst", "el_gdt", "hu_szeged", "da_ddt")
# Test UPOS, and LAS with predicted tags: UDPipe 1.4 (tuned, beam 5), spaCy 3.8 (CNN).
PEERS: dict[str, dict[str, tuple[float | None, ...]]] = {
    "en_ewt": {"UDPipe 1.4": (94.70, 93.80, 95.21, 81.89), "spaCy 3.8": (94.74, 93.84, 95.58, 82.65)},
    "tr_imst": {"UDPipe 1.4": (88.26, None, None, 53.63)},
    "el_gdt": {"UDPipe 1.4": (95.39, None, None, 81.49)},
}
COLUMNS = {"one after the other": None, "all tags together": ["upos+xpos+feats", "lemma"]}
SEEDS = (1, 2, 3)
FOLDS = 5
PARSERS: dict[str, dict[str, Any]] = {
    "greedy": {"strategy": "goldberg", "beam": 1},
    "beam 8": {"strategy": "earlyNDrestartSO", "beam": 8},
}
TAGS = ("gold", "predicted", "jackknifed", "side by side")
JOINT = ("sv_talbanken",)  # treebanks on which tags and trees are predicted at once
JOINT_SYSTEMS = ("arc-standard", "joint-arc-standard", "joint-arc-hybrid")
NETWORKS = ("en_ewt", "el_gdt")  # treebanks on which a network learns UPOS tags
DICTIONARIES = (None, (5, 1.0), (20, 1.0), (20, 0.995), (20, 0.98), (100, 0.995))


def kept(path: Path, make: Callable[[], dict[str, Any]], only_shown: bool) -> dict[str, Any] | None:
    """What is in a file; made and written now, if it is not there."""
    if not path.exists():
        if only_shown:
            return None
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(make()))
        part.replace(path)
        print(path.name, file=sys.stderr, flush=True)
    found: dict[str, Any] = json.loads(path.read_text())
    return found


class Bench:
    """One treebank and what is made of it."""

    def __init__(self, given: argparse.Namespace, name: str) -> None:
        self.keep, self.name, self.only_shown = given.keep, name, given.shown
        self._parts = {p: given.treebanks / name / f"{p}.conllu.xz" for p in ("train", "dev", "test")}
        self._banks: dict[str, pp.Treebank] = {}

    def bank(self, part: str) -> pp.Treebank:
        """Training, development or test data."""
        if part not in self._banks:
            self._banks[part] = pp.read(self._parts[part])
        return self._banks[part]

    def tagger(self, which: str = "one after the other") -> pp.Tagger:
        """A tagger with these columns, trained if it is not there."""
        path = self.keep / f"{self.name}-{which.replace(' ', '-')}.pan"
        if not path.exists():
            start = time.process_time()
            has_xpos = any(set(s.xpos) != {"_"} for s in self.bank("train"))
            columns = COLUMNS[which] if has_xpos or not COLUMNS[which] else ["upos+feats", "lemma"]
            tagger = pp.train_tagger(self.bank("train"), self.bank("dev"), columns=columns)
            path.with_suffix(".seconds").write_text(f"{time.process_time() - start:.0f}")
            tagger.save(path)
            print(path.name, file=sys.stderr, flush=True)
        return pp.load(path, pp.Tagger)

    def tags(self, which: str) -> dict[str, Any] | None:
        """How good the tags are."""

        def make() -> dict[str, Any]:
            tagger = self.tagger(which)
            path = self.keep / f"{self.name}-{which.replace(' ', '-')}.pan"
            scores = {part: pp.evaluate(self.bank(part), tagger.tag(self.bank(part))) for part in ("dev", "test")}
            return {part: [s.upos, s.xpos, s.ufeats, s.all_tags, s.lemmas] for part, s in scores.items()} | {
                "seconds": path.with_suffix(".seconds").read_text(),
                "size": path.stat().st_size,
            }

        return kept(self.keep / f"{self.name}-{which.replace(' ', '-')}.json", make, self.only_shown)

    def seed(self, seed: int) -> dict[str, Any] | None:
        """UPOS with another seed."""

        def make() -> dict[str, Any]:
            tagger = pp.train_tagger(self.bank("train"), self.bank("dev"), columns=["upos"], seed=seed)
            return {part: pp.evaluate(self.bank(part), tagger.tag(self.bank(part))).upos for part in ("dev", "test")}

        return kept(self.keep / f"{self.name}-upos-{seed}.json", make, self.only_shown)

    def network(self) -> dict[str, Any] | None:
        """UPOS by a network, and how fast it is."""

        def make() -> dict[str, Any]:
            start = time.process_time()
            tagger = pp.train_tagger(self.bank("train"), self.bank("dev"), columns=["upos"], model="feed-forward")
            seconds = time.process_time() - start
            tagger.save(self.keep / f"{self.name}-network.pan")
            found = {part: pp.evaluate(self.bank(part), tagger.tag(self.bank(part))).upos for part in ("dev", "test")}
            test = self.bank("test")
            return found | {"seconds": seconds, "speed": speed(lambda: tagger.tag(test), test.words)}

        return kept(self.keep / f"{self.name}-network.json", make, self.only_shown)

    def trained_on(self, tags: str) -> pp.Treebank:
        """The training data of a parser."""
        if tags != "jackknifed":
            return self.bank("train")
        path = self.keep / f"{self.name}-jackknifed.conllu"
        if not path.exists():
            train = partial(pp.train_tagger, columns=["upos"])
            pp.write(pp.jackknife(self.bank("train"), FOLDS, train=train), path)
            print(path.name, file=sys.stderr, flush=True)
        return pp.read(path)

    def parser(self, search: str, tags: str) -> dict[str, Any] | None:
        """Scores of a parser that was trained on gold or jackknifed tags, on data with gold or predicted ones."""

        def make() -> dict[str, Any]:
            banks = {part: self.bank(part) for part in ("dev", "test")}
            if tags == "side by side":
                tagger, parser = pp.train_together(self.bank("train"), banks["dev"], **PARSERS[search])
            elif tags != "gold":
                tagger = self.tagger()
            if tags != "gold":
                banks = {part: tagger.tag(bank) for part, bank in banks.items()}
            if tags != "side by side":
                parser = pp.train(self.trained_on(tags), banks["dev"], **PARSERS[search])
            parser.save(self.keep / f"{self.name}-{search.replace(' ', '-')}-{tags.replace(' ', '-')}.pan")
            found = {}
            for part, bank in banks.items():
                scores = pp.evaluate(self.bank(part), parser.parse(bank))
                found[part] = [scores.uas, scores.las, scores.mlas]
            return found

        name = f"{self.name}-{search.replace(' ', '-')}-{tags.replace(' ', '-')}.json"
        return kept(self.keep / name, make, self.only_shown)

    def joint(self, system: str, search: str) -> dict[str, Any] | None:
        """UPOS and LAS of a joint system; of another one after a tagger, trained on jackknifed tags."""

        def make() -> dict[str, Any]:
            is_joint = system.startswith("joint")
            banks = {part: self.bank(part) for part in ("dev", "test")}
            if not is_joint:
                tagger = self.tagger()
                banks = {part: tagger.tag(bank) for part, bank in banks.items()}
            train = self.trained_on("gold" if is_joint else "jackknifed")
            parser = pp.train(train, banks["dev"], system=system, **PARSERS[search])
            scores = {part: pp.evaluate(self.bank(part), parser.parse(bank)) for part, bank in banks.items()}
            return {part: [s.upos, s.uas, s.las] for part, s in scores.items()}

        return kept(self.keep / f"{self.name}-{system}-{search.replace(' ', '-')}.json", make, self.only_shown)


def number(value: float | None) -> str:
    """A score as tables show it."""
    return "–" if value is None else f"{value:.2f}"


def network_rows(benches: list[Bench]) -> Iterator[list[str]]:
    """UPOS on test data by a network, beside the perceptron."""
    for bench in benches:
        found = bench.network() if bench.name in NETWORKS else None
        if found and (linear := bench.tags("one after the other")):
            scores = [number(linear["test"][0]), number(found["test"])]
            yield [bench.name, *scores, f"{found['seconds']:,.0f}", f"{found['speed']:,.0f}"]


def joint_rows(given: argparse.Namespace) -> Iterator[list[str]]:
    """UPOS and LAS on test data of joint systems, beside a tagger and a parser."""
    for name in JOINT:
        for search in PARSERS:
            for system in JOINT_SYSTEMS:
                if found := Bench(given, name).joint(system, search):
                    what = system if system.startswith("joint") else f"tagger, then {system}"
                    yield [name, search, what, number(found["test"][0]), number(found["test"][2])]


def tag_rows(benches: list[Bench]) -> Iterator[list[str]]:
    """Accuracy on test data, beside the peers'."""
    for bench in benches:
        for which in COLUMNS:
            if found := bench.tags(which):
                test = [number(score) for score in found["test"]]
                yield [bench.name, which, *test, found["seconds"], f"{found['size'] / 1e6:.1f} MB"]
        for peer, (upos, xpos, feats, _) in PEERS.get(bench.name, {}).items():
            yield [bench.name, peer, number(upos), number(xpos), number(feats), "", "", "", ""]


def seed_rows(benches: list[Bench]) -> Iterator[list[str]]:
    """UPOS on test data by seed, where there are peers."""
    for bench in benches:
        if bench.name in PEERS:
            found = [bench.seed(seed) for seed in SEEDS]
            peer = max(scores[0] or 0.0 for scores in PEERS[bench.name].values())
            yield [bench.name, *(number(f["test"] if f else None) for f in found), number(peer)]


def parser_rows(benches: list[Bench]) -> Iterator[list[str]]:
    """LAS on test data by the tags."""
    for bench in benches:
        for search in PARSERS:
            found = {tags: bench.parser(search, tags) for tags in TAGS}
            if any(found.values()):
                yield [bench.name, search, *(number(f["test"][1] if f else None) for f in found.values())]
        for peer, (*_, las) in PEERS.get(bench.name, {}).items():
            yield [bench.name, peer, "", number(las), "", ""]


def speed(run: Callable[[], Any], words: int) -> float:
    """Words per second of CPU time, the best of five."""
    best = 0.0
    for _ in range(5):
        start = time.process_time()
        run()
        best = max(best, words / (time.process_time() - start))
    return best


def speeds(bench: Bench) -> dict[str, Any] | None:
    """How fast the tagger is, by columns; with the greedy parser; and by dictionary."""

    def make() -> dict[str, Any]:
        test = bench.bank("test")
        forms = [sentence.replace(upos=["_"] * len(sentence)) for sentence in test]
        stages = bench.tagger().stages
        rows = []
        for n in range(1, len(stages) + 1):
            tagger = pp.Tagger(stages[:n])
            what = ", ".join("+".join(columns) for columns in tagger.columns)
            rows.append([what, speed(partial(tagger.tag, forms), test.words)])
        parser = pp.load(bench.keep / f"{bench.name}-greedy-jackknifed.pan", pp.Parser)
        upos = pp.Tagger(stages[:1])
        rows.append(["upos, greedy parsing", speed(lambda: parser.parse(upos.tag(forms)), test.words)])
        everything = pp.Tagger(stages)
        rows.append(["all columns, greedy parsing", speed(lambda: parser.parse(everything.tag(forms)), test.words)])
        dictionaries = []
        for dictionary in DICTIONARIES:
            tagger = pp.Tagger([stages[0].with_dictionary(bench.bank("train"), dictionary)])
            dev = bench.bank("dev")
            upos_score = pp.evaluate(dev, tagger.tag(dev)).upos
            fast = speed(partial(tagger.tag, forms), test.words)
            dictionaries.append([dictionary, tagger.stages[0].dictionary_size, upos_score, fast])
        return {"rows": rows, "dictionaries": dictionaries}

    return kept(bench.keep / f"{bench.name}-speeds.json", make, bench.only_shown)


PEER_LINE = re.compile(r"^(?P<name>.*?)\s+UPOS .*?([\d,]+) words/s", re.MULTILINE)


def beside_peers(bench: Bench, script: Path, python: str) -> dict[str, Any] | None:
    """Words per second of the peers, as their script prints them, and of this tagger with parsers right after it."""

    def make() -> dict[str, Any]:
        test = bench.bank("test")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "test.conllu")
            pp.write(test, path)
            printed = subprocess.run(
                [python, str(script), str(path)], check=True, capture_output=True, text=True
            ).stdout
        rows = [[m["name"], float(m[2].replace(",", ""))] for m in PEER_LINE.finditer(printed)]
        forms = [sentence.replace(upos=["_"] * len(sentence)) for sentence in test]
        upos = pp.Tagger(bench.tagger().stages[:1])
        for search in PARSERS:
            parser = pp.load(bench.keep / f"{bench.name}-{search.replace(' ', '-')}-jackknifed.pan", pp.Parser)
            best = min(_seconds(partial(_tag_and_parse, upos, parser, forms)) for _ in range(3))
            rows.append([f"PanParser tag + parse, {search}", test.words / best])
        return {"rows": rows}

    return kept(bench.keep / f"{bench.name}-peers.json", make, bench.only_shown)


def _tag_and_parse(tagger: pp.Tagger, parser: pp.Parser, sentences: list[pp.Sentence]) -> pp.Treebank:
    return parser.parse(tagger.tag(sentences))


def _seconds(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def report(given: argparse.Namespace) -> None:
    """Prints all of it."""
    benches = [Bench(given, name) for name in given.only]
    print("# Tagging\n")
    print("`python -m experiments.tagger` prints this page.", end=" ")
    print(f"Perceptron, default settings of `pp.train_tagger` and `pp.train`, seed 1; {platform.machine()}, one core.")
    print("Test data with gold tokens; scores as in the CoNLL 2018 shared task.\n")
    print("## Tags and lemmas\n")
    heads = ["treebank", "columns", "UPOS", "XPOS", "UFeats", "AllTags", "lemmas", "training, CPU s", "model"]
    table(heads, list(tag_rows(benches)))
    print("Lemmas are made from predicted tags. The figures of UDPipe (tuned options; parser with a beam of 5) and of")
    print("spaCy (CNN) were measured beforehand, with models trained on the same files.\n")
    print("UPOS with other seeds, beside the better of the two:\n")
    table(["treebank", *(f"seed {seed}" for seed in SEEDS), "peer"], list(seed_rows(benches)))
    if rows := list(network_rows(benches)):
        print("UPOS by a network (`model='feed-forward'`, default settings, one core), beside the perceptron:\n")
        table(["treebank", "perceptron", "network", "training, CPU s", "network, words/s"], rows)
    print("## What a parser makes of them\n")
    print("LAS on test data. Gold: tags of the treebank in training and test. Predicted: gold tags in training,")
    print("predicted ones in test. Jackknifed: predicted in both, in training by taggers that did not see the")
    print(f"sentence ({FOLDS} folds). Side by side: trained together with the tagger (`pp.train_together`).")
    print("The parsers look at UPOS alone.\n")
    table(["treebank", "search", *TAGS], list(parser_rows(benches)))
    if rows := list(joint_rows(given)):
        print("Tags and trees at once (docs/systems.md), beside a tagger and a parser trained on jackknifed tags:\n")
        table(["treebank", "search", "system", "UPOS", "LAS"], rows)
    if found := speeds(benches[0]):
        print("## Speed\n")
        print(f"On the test data of {benches[0].name}, words per second of CPU time, the best of five. The machine was")
        print("not quiet: the same setting was measured twice, and the two figures show how far to trust them.\n")
        table(["what", "words/s"], [[what, f"{value:,.0f}"] for what, value in found["rows"]])
        print("The dictionary of unambiguous words: how often a word has to be seen, and with one tag in which")
        print("share, to get that tag without a decision.\n")
        rows = [
            ["none" if d is None else f"{d[0]}, {d[1]}", f"{size:,}", number(upos), f"{fast:,.0f}"]
            for d, size, upos, fast in found["dictionaries"]
        ]
        table(["dictionary", "words in it", "dev UPOS", "words/s"], rows)
    if given.peers and (found := beside_peers(benches[0], given.peers, given.peers_python)):
        print(
            "Beside the peers: one run after the other on the same data, in the same minutes of a busy machine; by the"
        )
        print("clock, one thread, the best of three; UPOS tags and trees from forms:\n")
        table(["what", "words/s"], [[what, f"{value:,.0f}"] for what, value in found["rows"]])


def main() -> None:
    """The command line."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--treebanks", type=Path, default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--keep", type=Path, default=Path("build/tagger"))
    arguments.add_argument("--only", nargs="*", default=TREEBANKS, help="treebanks")
    arguments.add_argument("--shown", action="store_true", help="train nothing; print what is there")
    arguments.add_argument("--peers", type=Path, help="a script that tags and parses a file, and prints words/s")
    arguments.add_argument("--peers-python", default=sys.executable, help="the Python that has what it needs")
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks or PANPARSER_TREEBANKS")
    given.treebanks = Path(given.treebanks)
    given.keep.mkdir(parents=True, exist_ok=True)
    report(given)


if __name__ == "__main__":
    main()
