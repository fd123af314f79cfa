"""From text to trees: `python -m experiments.pipeline`.

Pipelines trained by `pp.train_pipeline` with its defaults, and the text of the test data as input. Needs the treebanks
(PANPARSER_TREEBANKS or --treebanks) and the package udtools, whose `udeval` scores and whose `udvalidate` checks. What
was trained is kept in --keep, so that an interrupted run goes on. Prints Markdown; docs/results/pipeline.md is its
output.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.foundation import table

import panparser as pp
from panparser.data.text import raw_text
from panparser.training.pipeline import NONPROJECTIVE_SYSTEM, PROJECTIVE_SYSTEM

TREEBANKS = ("en_ewt", "it_partut", "tr_imst", "eu_bdt", "zh_gsd", "da_ddt")
OTHER = ("eu_bdt", "da_ddt")  # where the system that was not chosen is tried, too
SHIPPED = "en_ewt"  # the treebank of the model that ships
METRICS = ("Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX")
ROUNDS = 5
LONG = 10_000_000  # characters
OUTDATED = ("unknown-upos", "unknown-udeprel")


class Voice(pp.Listener):
    """Says what is chosen, and how far it is."""

    def __init__(self, name: str) -> None:
        self.name = name

    def said(self, message: str) -> None:
        """One line."""
        print(f"{self.name}: {message}", file=sys.stderr, flush=True)


def trained(name: str, given: argparse.Namespace) -> tuple[pp.Pipeline, float | None]:
    """The pipeline of a treebank, and how long its training took."""
    path, told = given.keep / f"{name}.pan", given.keep / f"{name}.json"
    if not path.exists():
        train, dev = (pp.read(given.treebanks / name / f"{part}.conllu.xz") for part in ("train", "dev"))
        start = time.process_time()
        nlp = pp.train_pipeline(train, dev, checkpoint=given.keep / f"{name}.parts", resume=True, listener=Voice(name))
        told.write_text(json.dumps({"seconds": time.process_time() - start}))
        nlp.save(path)
    return pp.load(path, pp.Pipeline), json.loads(told.read_text())["seconds"] if told.exists() else None


def with_other_system(name: str, nlp: pp.Pipeline, given: argparse.Namespace) -> pp.Pipeline:
    """The same with a parser of the kind that was not chosen, trained on the same jackknifed tags."""
    path = given.keep / f"{name}-other.pan"
    if not path.exists():
        dev = pp.read(given.treebanks / name / "dev.conllu.xz")
        is_projective = nlp.parser.header.system == PROJECTIVE_SYSTEM["system"]
        options: dict[str, Any] = NONPROJECTIVE_SYSTEM if is_projective else PROJECTIVE_SYSTEM
        tagged = nlp.tagger.tag(dev) if nlp.tagger else dev
        pp.train(pp.read(given.keep / f"{name}.parts" / "jackknifed.conllu"), tagged, **options).save(path)
    return pp.Pipeline(nlp.tokenizer, nlp.tagger, pp.load(path, pp.Parser))


def program(name: str) -> str:
    """A program of udtools."""
    return str(Path(sys.executable).with_name(name))


def official(gold: Path, found: Path) -> dict[str, float]:
    """F1 by the official scorer."""
    command = [program("udeval"), "--verbose", "--no-enhanced", str(gold), str(found)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    rows = re.findall(r"^(\w+)\s*\|\s*[\d.]+\s*\|\s*[\d.]+\s*\|\s*([\d.]+)", done.stdout, re.MULTILINE)
    return {metric: float(score) for metric, score in rows}


def verdict(found: Path) -> str:
    """What the official validator has against the output, up to level 2."""
    command = [program("udvalidate"), "--level", "2", "--lang", "ud", "--no-warnings", str(found)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode == 0:
        return "yes"
    print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
    # Treebanks of UD 1 teach tags and relations that are no longer there.
    done = subprocess.run([*command, "--exclude", *OUTDATED], check=False, capture_output=True, text=True)
    return "no" if done.returncode else "but for tags and relations of UD 1"


def row(name: str, what: str, nlp: pp.Pipeline, seconds: float | None, given: argparse.Namespace) -> dict[str, Any]:
    """Of the table."""
    test = pp.read(given.treebanks / name / "test.conllu.xz")
    text = raw_text(test)
    gold, found, model = (given.keep / f"{name}.{kind}" for kind in ("gold.conllu", "found.conllu", "size"))
    pp.write(test, gold)
    document = nlp(text)
    pp.write(document.treebank, found)
    assert pp.text_of(document.treebank) == text, f"{name}: the text did not come back"
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        nlp(text)
        times.append(time.process_time() - start)
    nlp.save(model)
    header = nlp.parser.header
    return {
        "treebank": name,
        "what": what,
        "system": f"{header.system}, beam {header.beam}",
        "scores": official(gold, found),
        "valid": verdict(found),
        "speed": len(document) / min(times),
        "bytes": model.stat().st_size,
        "seconds": seconds,
        "choices": nlp.card.get("choices", []),
    }


def long_line(given: argparse.Namespace) -> str:
    """What it takes to parse a very long line, in a sentence."""
    base = raw_text(pp.read(given.treebanks / SHIPPED / "test.conllu.xz")).replace("\n", " ")
    text = (base * (LONG // len(base) + 1))[:LONG]
    nlp = pp.load("en", pp.Pipeline)
    start = time.process_time()
    document = nlp(text)
    seconds = time.process_time() - start
    came_back = "came back" if pp.text_of(document.treebank) == text else "did NOT come back"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"The English test data over and over, {LONG:,} characters on one line, with the model that ships: "
        f"{len(document):,} words in {seconds:.0f} s of CPU time, at most {peak:,.0f} MB; the text {came_back}."
    )


def main() -> None:
    """The whole run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", type=Path, default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--keep", type=Path, default=Path("build/pipeline"), help="where models are kept")
    arguments.add_argument("--only", nargs="*", default=TREEBANKS, help="treebanks")
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
    given.treebanks = Path(given.treebanks)
    given.keep.mkdir(parents=True, exist_ok=True)
    rows = []
    for name in given.only:
        if name == SHIPPED:
            rows.append(row(name, "the model that ships", pp.load("en", pp.Pipeline), None, given))
        nlp, seconds = trained(name, given)
        rows.append(row(name, "", nlp, seconds, given))
        if name in OTHER:
            rows.append(row(name, "the other kind of system", with_other_system(name, nlp, given), None, given))
    print("# From text to trees\n")
    print("`python -m experiments.pipeline` prints this page. Pipelines as `pp.train_pipeline` makes them, seed 1; the")
    print(
        "text of the test data, with a blank line between its paragraphs, as input; F1 by `udeval`. Speed is words of"
    )
    print("the output per second of CPU time, from text to trees, one thread, the best of five runs.")
    print(f"{platform.machine()}, Python {platform.python_version()}.\n")
    table(
        ["treebank", "", *METRICS],
        [[r["treebank"], r["what"], *(f"{r['scores'][metric]:.2f}" for metric in METRICS)] for r in rows],
    )
    table(
        ["treebank", "", "parser", "words/s", "model", "training, CPU s", "passes `udvalidate --level 2`"],
        [
            [
                r["treebank"],
                r["what"],
                r["system"],
                f"{r['speed']:,.0f}",
                f"{r['bytes'] / 1e6:.1f} MB",
                f"{r['seconds']:.0f}" if r["seconds"] else "",
                r["valid"],
            ]
            for r in rows
        ],
    )
    print(f"{long_line(given)}\n")
    print("What was chosen by the treebank:\n")
    for r in (r for r in rows if r["choices"]):
        print(f"- {r['treebank']}{', ' * bool(r['what'])}{r['what']}: {'; '.join(r['choices'])}.")


if __name__ == "__main__":
    main()
