"""`panparser evaluate`."""

from __future__ import annotations

from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import put, put_json, require_sentences
from panparser.cli.options import Json
from panparser.errors import UsageError


def evaluate(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="The right trees, CoNLL-U.", show_default=False)],
    predicted: Annotated[str, typer.Argument(metavar="PREDICTED", help="The parser's trees.", show_default=False)],
    as_json: Json = False,
    no_punctuation: Annotated[bool, typer.Option("--no-punctuation", help="Leave punctuation out.")] = False,
    subtypes: Annotated[bool, typer.Option("--subtypes", help="Compare relations in full (nsubj:pass).")] = False,
) -> None:
    """Score a parsed file against the right trees.

    The scores are those of the CoNLL 2018 shared task. Where the parser left words without head, these lower recall
    and not precision, and the share of words with a head is shown too.

    Example: panparser evaluate dev.conllu parsed.conllu
    """
    if gold == predicted == "-":
        raise UsageError("standard input holds only one of the files; give the path of the other")
    banks = [pp.read(gold), pp.read(predicted)]
    for bank, name in zip(banks, (gold, predicted), strict=True):
        require_sentences(bank, name)
    scores = pp.evaluate(*banks, punctuation=not no_punctuation, subtypes=subtypes)
    if as_json:
        put_json(scores.to_dict())
    else:
        put(f"{scores}\n")
