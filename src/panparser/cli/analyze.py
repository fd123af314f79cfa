"""`panparser analyze`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import panparser as pp
from panparser.analysis.criteria import CRITERIA, By, Combination, Key, criterion
from panparser.analysis.report import CONFUSED, TYPES, WORST
from panparser.analysis.significance import SAMPLES
from panparser.analysis.table import Table
from panparser.cli.console import require_sentences, require_writable, say
from panparser.cli.findings import Findings, short
from panparser.cli.options import Json
from panparser.data.atomic import replacing
from panparser.errors import UsageError
from panparser.training.report import read_log

_SHOWN = 30  # rows of a table, unless --rows says otherwise


def analyze(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="The right trees, CoNLL-U.", show_default=False)],
    predicted: Annotated[str, typer.Argument(metavar="PREDICTED", help="The parser's trees.", show_default=False)] = "",
    second: Annotated[
        str, typer.Argument(metavar="PREDICTED2", help="Those of another parser, to compare.", show_default=False)
    ] = "",
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="CRITERION",
            help=f"Scores by {', '.join(CRITERIA)}, or combined: POS,HEADPOS or WORD-POS. Again for another table.",
            show_default=False,
        ),
    ] = None,
    cap: Annotated[
        list[str] | None,
        typer.Option("--cap", metavar="NAME=N", help="Numbers from N on are one type: LENGTH=8.", show_default=False),
    ] = None,
    confusion: Annotated[
        list[str] | None,
        typer.Option("--confusion", metavar="CRITERION", help="What is taken for what.", show_default=False),
    ] = None,
    subset: Annotated[
        list[str] | None,
        typer.Option(
            "--subset", metavar="NAME=VALUE", help="Only words of this gold type: DIRECTION=+.", show_default=False
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="TAG", help="Leave out words with this gold UPOS.", show_default=False),
    ] = None,
    subtypes: Annotated[bool, typer.Option("--subtypes", help="Compare relations in full (nsubj:pass).")] = False,
    rows: Annotated[int, typer.Option(min=1, help="The most frequent types of each table that are printed.")] = _SHOWN,
    samples: Annotated[int, typer.Option(min=1, help="Of the tests of significance.")] = SAMPLES,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same p.")] = 1,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a report, one page that needs nothing else.")
    ] = None,
    worst: Annotated[int, typer.Option(min=0, max=1000, help="The worst sentences that the report draws.")] = WORST,
    log: Annotated[
        list[str] | None,
        typer.Option("--log", metavar="FILE", help="Of `train --log`: its curve in the report.", show_default=False),
    ] = None,
    model: Annotated[
        str,
        typer.Option(metavar="MODEL", help="Parse GOLD with it and count the arcs that it replaces on the way."),
    ] = "",
    as_json: Json = False,
) -> None:
    """Say where a parser is right and wrong, or which of two is better.

    Scores are shown by type of word or arc. Recall is over the words that are of a type in GOLD (UAS, LAS), precision
    over those that are of that type in PREDICTED. With PREDICTED2 the two parsers are compared, with tests of
    significance: approximate randomisation and the bootstrap. With GOLD alone, its words are counted. Without --by,
    tables by LABEL, LENGTH and PROJECTIVITY are printed; a report has more. Options may be given several times.

    Example: panparser analyze dev.conllu parsed.conllu --by POS,HEADPOS --ignore PUNCT --html report.html
    """
    names = [name for name in (predicted, second) if name]
    if [gold, *names].count("-") > 1:
        raise UsageError("standard input holds only one of the files; give the paths of the others")
    if not names and (html or confusion):
        raise UsageError("a report or a confusion is of predicted trees; give PREDICTED")
    if log and not html:
        raise UsageError("--log is for the report; give --html too")
    if html:
        require_writable(html, gold, *names, *(log or []))
    caps = _caps(cap or [])
    chosen = [criterion(text, caps) for text in by or []]
    confused = [criterion(text, caps) for text in confusion or []]
    within: list[tuple[By, Key]] = [_pair(text, caps) for text in subset or []]
    banks = [pp.read(name) for name in (gold, *names)]
    for bank, name in zip(banks, (gold, *names), strict=True):
        require_sentences(bank, name)
    repairs = pp.repairs(pp.load(model, pp.Parser), banks[0]) if model else None
    options: dict[str, Any] = {"subset": within or None, "ignore": ignore or ()}
    if html:
        page = pp.report(
            banks[0],
            dict(zip(short(names), banks[1:], strict=True)),
            by_types=chosen or TYPES,
            confused=confused or CONFUSED,
            worst=worst,
            repairs={model: repairs} if repairs else None,
            logs={name: read_log(name) for name in log or []},
            subtypes=subtypes,
            samples=samples,
            seed=seed,
            title=f"Error analysis of {' and '.join(short(names))}",
            **options,
        )
        with replacing(html) as file:
            file.write(page.encode())
    if html and not as_json:
        say(f"wrote {html}")
        return
    found = Findings.of(Table(*banks, subtypes=subtypes), names, options, samples, seed, repairs)
    printed = chosen or [criterion(text, {"LENGTH": 8} | caps) for text in ("LABEL", "LENGTH", "PROJECTIVITY")]
    if as_json:
        found.put_json(printed, confused)
    else:
        found.put_tables(printed, confused, rows)


def _caps(texts: Sequence[str]) -> dict[str, int]:
    caps = {}
    for text in texts:
        name, _, number = text.partition("=")
        if name not in CRITERIA or not number.isdecimal():
            raise UsageError(f"--cap {text} is not possible; use a criterion and a number, as in LENGTH=8")
        caps[name] = CRITERIA[name].cap(int(number)).most or 0
    return caps


def _pair(text: str, caps: dict[str, int]) -> tuple[By, Key]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--subset {text} is not possible; use a criterion and a type, as in DIRECTION=+")
    found = criterion(name, caps)
    is_tuple = isinstance(found, Combination) and not found.is_joined
    return found, tuple(value.split(",")) if is_tuple else value
