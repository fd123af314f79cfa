"""The model that ships: `python -m experiments.shipped`.

Trains the English pipeline on English-EWT, within 15 MB, and writes it with its card: src/panparser/shipped/en.pan and
docs/models/en.md. Needs the treebanks (PANPARSER_TREEBANKS or --treebanks) and the package udtools. Finished parts are
kept in --keep, so that an interrupted run goes on; with --card, nothing is trained and only the card is written.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import panparser as pp
from experiments.pipeline import METRICS, Voice, row

TREEBANK = "en_ewt"
SIZE = 14.6  # megabytes; with its header, the file stays below 15
LICENCE = "CC BY-SA 4.0"
DATA = "UD English-EWT (Universal Dependencies 2.16)"
ATTRIBUTION = (
    "Natalia Silveira, Timothy Dozat, Marie-Catherine de Marneffe, Samuel Bowman, Miriam Connor, John Bauer and "
    "Chris Manning (2014): A Gold Standard Dependency Corpus for English, LREC; and the contributors to UD English-EWT"
)
MODEL = Path("src/panparser/shipped/en.pan")
CARD = Path("docs/models/en.md")


def trained(given: argparse.Namespace) -> pp.Pipeline:
    """The pipeline, with what its card says."""
    train, dev = (pp.read(given.treebanks / TREEBANK / f"{part}.conllu.xz") for part in ("train", "dev"))
    nlp = pp.train_pipeline(
        train,
        dev,
        size=SIZE,
        language="en",
        licence=LICENCE,
        checkpoint=given.keep / "shipped.parts",
        resume=True,
        listener=Voice("en"),
    )
    nlp.card |= {"data": DATA, "attribution": ATTRIBUTION}
    return nlp


def card(nlp: pp.Pipeline, given: argparse.Namespace) -> str:
    """The model card."""
    found = row(TREEBANK, "", nlp, None, given)
    header = nlp.parser.header
    columns = ", ".join("+".join(stage) for stage in nlp.tagger.columns) if nlp.tagger else "none"
    scores = "\n".join(f"| {metric} | {found['scores'][metric]:.2f} |" for metric in METRICS)
    choices = "\n".join(f"- {choice}" for choice in nlp.card["choices"])
    return f"""# The English model

`pp.load("en")`, and what `panparser parse` uses unless it is told otherwise. `python -m experiments.shipped` trained it
and wrote this page.

| | |
| --- | --- |
| file | `{MODEL}`, {found["bytes"] / 1e6:.1f} MB |
| trained on | {DATA}, {header.data["sentences"]:,} sentences, {header.data["words"]:,} words |
| licence of the model | {LICENCE}, that of the treebank |
| attribution | {ATTRIBUTION} |
| tagger | {columns} |
| parser | {header.system}, root {header.root}, {header.features}, beam {header.beam}, {len(header.labels)} relations |
| speed | {found["speed"]:,.0f} words a second of CPU time from text to trees, one thread |

What was chosen:

{choices}

## Scores

On the text of the test part of the same treebank, with a blank line between its paragraphs; F1 by `udeval`:

| | F1 |
| --- | --- |
{scores}

The best epochs were chosen on the development part. Features that did not fit were left out, and the others learnt
again without them.

## What it is for

English web text as in the treebank: blogs, newsgroups, e-mail, reviews, answers. On other kinds of text expect less.
It has learnt what its treebank has, with its views of tokens (`don't` is two words), tags and relations; it knows no
other language, and will parse one as if it were English.
"""


def main() -> None:
    """The whole run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--treebanks", type=Path, default=os.environ.get("PANPARSER_TREEBANKS"))
    arguments.add_argument("--keep", type=Path, default=Path("build/pipeline"), help="where finished parts are kept")
    arguments.add_argument(
        "--card", action="store_true", help="train nothing, write the card of the model that is there"
    )
    given = arguments.parse_args()
    if not given.treebanks:
        arguments.error("give --treebanks, or set PANPARSER_TREEBANKS")
    given.treebanks = Path(given.treebanks)
    given.keep.mkdir(parents=True, exist_ok=True)
    if not given.card:
        trained(given).save(MODEL)
    CARD.parent.mkdir(parents=True, exist_ok=True)
    CARD.write_text(card(pp.load(MODEL, pp.Pipeline), given))


if __name__ == "__main__":
    main()
