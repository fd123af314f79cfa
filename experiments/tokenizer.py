"""What the tokenizer is worth: `python -m experiments.tokenizer`.

Needs the treebanks (PANPARSER_TREEBANKS or --treebanks). Prints Markdown; docs/results/tokenizer.md is its output.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from pathlib import Path

from benchmarks.foundation import best, table

import panparser as pp
from panparser.data.text import raw_text

TREEBANKS = ("en_ewt", "zh_gsd", "ja_gsd", "it_partut", "es_ancora", "pt_bosque", "de_gsd", "tr_imst")
LONG = 10_000_000  # characters on one line
# Tokens, sentences, words: UDPipe 1.4, trained on the same files and scored on the same text.
PEERS = {"en_ewt": (98.97, 84.94, 98.77)}


class Bench:
    """One treebank and its tokenizer."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.train, self.dev, self.test = (pp.read(folder / f"{p}.conllu.xz") for p in ("train", "dev", "test"))
        start = time.process_time()
        self.tokenizer = pp.train_tokenizer(self.train, self.dev)
        self.seconds = time.process_time() - start

    def size(self, keep: Path) -> int:
        """Bytes of the model file."""
        self.tokenizer.save(keep / f"{self.name}.pan")
        return (keep / f"{self.name}.pan").stat().st_size

    def scores(self, text: str) -> list[str]:
        """Tokens, sentences and words of the test data, found in this text."""
        found = self.tokenizer.tokenize(text)
        if pp.text_of(found) != text:
            raise AssertionError(f"{self.name}: the text did not come back")
        scores = pp.evaluate(self.test, found)
        return [f"{score:.2f}" for score in (scores.tokens, scores.sentences, scores.words)]

    def rows(self, keep: Path) -> list[list[str]]:
        """Of the table: what was found, and by whom."""
        text = raw_text(self.test)
        size = f"{self.size(keep) / 1e6:.1f} MB"
        speed = self.test.words / best(lambda: self.tokenizer.tokenize(text))
        breaks = text.count("\n\n")
        paragraphs = f"{breaks + 1:,}"
        about = [f"{self.seconds:.0f}", size, f"{speed:,.0f}"]
        rows = [[self.name, "PanParser", paragraphs, *self.scores(text), *about]]
        if self.name in PEERS:
            rows.append([self.name, "UDPipe 1.4", paragraphs, *(f"{s:.2f}" for s in PEERS[self.name]), "", "", ""])
        if breaks:
            rows.append([self.name, "PanParser", "1", *self.scores(text.replace("\n\n", " ")), "", "", ""])
        return rows


def report(treebanks: Path, keep: Path) -> None:
    """Prints all of it."""
    print("# Tokenizing\n")
    print("`python -m experiments.tokenizer` prints this page.", end=" ")
    print(f"Default settings of `pp.train_tokenizer`, seed 1; {platform.machine()}, one core of a machine that was not")
    print("quiet. The text of the test data, put together from forms, `SpaceAfter` and paragraphs; F1 scores as in the")
    print("CoNLL 2018 shared task. Speed is the best of five, from text to sentences with words.\n")
    benches = [Bench(treebanks / name) for name in TREEBANKS]
    heads = [
        "treebank",
        "tokenizer",
        "paragraphs",
        "tokens",
        "sentences",
        "words",
        "training, CPU s",
        "model",
        "words/s",
    ]
    table(heads, [row for bench in benches for row in bench.rows(keep)])
    print(
        "Paragraphs are told apart by blank lines, as `# newdoc` and `# newpar` say; treebanks without these comments"
    )
    print("are one paragraph. A row with one paragraph beside another one has the same text without the blank lines.")
    if PEERS:
        print("UDPipe was trained on the same files (default options, 40 epochs, early stopping), beforehand.")
    print("\n## Long text\n")
    english = benches[0]
    text = raw_text(english.test).replace("\n\n", " ").strip() + " "
    text = (text * (LONG // len(text) + 1))[:LONG]
    start = time.perf_counter()
    found = english.tokenizer.tokenize(text)
    seconds = time.perf_counter() - start
    back = "comes back to the last character" if pp.text_of(found) == text else "DOES NOT COME BACK"
    print(
        f"The text of the test data of {english.name} over and over, {LONG:,} characters on one line: {seconds:.1f} s,"
    )
    print(f"{found.words / seconds:,.0f} words/s; the text {back}.")


def main() -> None:
    """The command line."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--treebanks", type=Path, default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--keep", type=Path, default=Path("build/tokenizer"), help="where the models go")
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks or PANPARSER_TREEBANKS")
    given.keep.mkdir(parents=True, exist_ok=True)
    report(Path(given.treebanks), given.keep)


if __name__ == "__main__":
    main()
