"""What PanParser does, in a few seconds: train on a small treebank, score, parse new sentences, draw their trees."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.rule import Rule

import panparser as pp

TREEBANK = Path(__file__).parent / "treebank"

# New sentences, with their tags: PanParser has no tagger yet, so a tag comes with each word.
NEW = [
    "The/DET captain/NOUN who/PRON crossed/VERB the/DET sea/NOUN "
    "told/VERB us/PRON a/DET strange/ADJ story/NOUN ./PUNCT",
    "When/SCONJ the/DET wind/NOUN stopped/VERB ,/PUNCT we/PRON decided/VERB to/PART swim/VERB ./PUNCT",
    "Did/AUX the/DET baker/NOUN sell/VERB bread/NOUN and/CCONJ honey/NOUN at/ADP the/DET market/NOUN ?/PUNCT",
]

out = Console(highlight=False)


def main() -> None:
    out.print(Rule("[bold]PanParser[/]: trees from words", style="blue"))

    train, dev = pp.read(TREEBANK / "train.conllu"), pp.read(TREEBANK / "dev.conllu")
    out.print(f"\n[bold]1. Train[/] on {len(train)} sentences ({train.words} words) written for this demo")
    start = time.perf_counter()
    parser = pp.train(train, dev=dev, system="arc-eager", epochs=10, seed=1)
    out.print(f"   {parser.header.epochs} epochs in {1000 * (time.perf_counter() - start):.0f} ms")

    scores = pp.evaluate(dev, parser.parse(dev))
    out.print(f"\n[bold]2. Evaluate[/] on {len(dev)} sentences that chose the best epoch")
    out.print(f"   right head:               {scores.uas:5.1f} % (UAS)")
    out.print(f"   right head and relation:  {scores.las:5.1f} % (LAS)")

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.pan"
        parser.save(path)
        out.print(f"\n[bold]3. Save and load[/] the model: one file, {path.stat().st_size / 1024:.0f} KiB")
        parser = pp.load(path)

    out.print("\n[bold]4. Parse[/] new sentences")
    out.print(
        "   [dim]Their tags are given, as there is no tagger yet; after so few sentences, expect a mistake or two.[/]\n"
    )
    for line in NEW:
        forms, tags = zip(*(word.rsplit("/", 1) for word in line.split()), strict=True)
        print(pp.draw(parser.parse(pp.Sentence.from_forms(forms).replace(upos=tags))), end="\n\n")

    out.print("[bold]Next:[/] README.md shows the same on the command line, with a treebank of your own.")


if __name__ == "__main__":
    main()
