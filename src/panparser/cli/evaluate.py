"""`panparser evaluate`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import put, put_json, require_sentences
from panparser.cli.options import Json
from panparser.cli.table import put_table
from panparser.errors import UsageError
from panparser.evaluation.reliability import BINS, COVERAGES


def evaluate(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="The right trees, CoNLL-U.", show_default=False)],
    predicted: Annotated[str, typer.Argument(metavar="PREDICTED", help="The parser's trees.", show_default=False)],
    as_json: Json = False,
    no_punctuation: Annotated[bool, typer.Option("--no-punctuation", help="Leave punctuation out.")] = False,
    confidence: Annotated[
        bool, typer.Option("--confidence", help="Also say how far the confidence in PREDICTED can be trusted.")
    ] = False,
    subtypes: Annotated[bool, typer.Option("--subtypes", help="Compare relations in full (nsubj:pass).")] = False,
) -> None:
    """Score a parsed file against the right trees.

    The scores are those of the CoNLL 2018 shared task. Where the parser left words without head, these lower recall
    and not precision, and the share of words with a head is shown too. With --confidence, what `parse --confidence`
    wrote is compared with what is right: the expected calibration error, in ten bins, and the precision of the most
    confident part.

    Example: panparser evaluate dev.conllu parsed.conllu
    """
    if gold == predicted == "-":
        raise UsageError("standard input holds only one of the files; give the path of the other")
    banks = [pp.read(gold), pp.read(predicted)]
    for bank, name in zip(banks, (gold, predicted), strict=True):
        require_sentences(bank, name)
    scores = pp.evaluate(*banks, punctuation=not no_punctuation, subtypes=subtypes)
    found = pp.reliability(*banks) if confidence else {}
    if as_json:
        said = {"confidence": {name: each.to_dict() for name, each in found.items()}} if confidence else {}
        put_json(scores.to_dict() | said)
        return
    put(f"{scores}\n")
    if confidence:
        put("\n")
        put_table(_summary(found))
        put("\n")
        put_table(_bins(found))


def _summary(found: Mapping[str, pp.Reliability]) -> list[tuple[str, ...]]:
    names = [f"best {coverage:.0%}" for coverage in COVERAGES]
    rows: list[tuple[str, ...]] = [("confidence", "count", "right", "mean", "ECE", *names)]
    for name, each in found.items():
        precisions = [_percent(each.precision_at(coverage)) for coverage in COVERAGES]
        mean = _percent(float(each.probabilities.mean()))
        rows.append((name, str(len(each.right)), _percent(each.accuracy), mean, f"{each.ece:.4f}", *precisions))
    return rows


def _bins(found: Mapping[str, pp.Reliability]) -> list[tuple[str, ...]]:
    columns = [(f"{name}: count", "said", "right") for name in found]
    rows: list[tuple[str, ...]] = [("bin", *(title for titles in columns for title in titles))]
    for k, cells in enumerate(zip(*(each.bins for each in found.values()), strict=True)):
        row = [
            cell
            for n, said, right in cells
            for cell in (str(n), *((_percent(said), _percent(right)) if n else ("–",) * 2))
        ]
        rows.append((f"{k / BINS:g} to {(k + 1) / BINS:g}", *row))
    return rows


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"
