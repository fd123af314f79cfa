"""`panparser analyze`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import panparser as pp
from panparser.analysis.analyze import analysis_of
from panparser.analysis.comparison import Outcome, comparison_of
from panparser.analysis.criteria import CRITERIA, By, Combination, Criterion, Key, criterion
from panparser.analysis.report import CONFUSED, TYPES, WORST
from panparser.analysis.score import TypeScore
from panparser.analysis.significance import SAMPLES, TESTS, significance_of
from panparser.analysis.table import Table
from panparser.cli.console import put, put_json, require_sentences, require_writable, say
from panparser.cli.options import Json
from panparser.cli.table import put_table
from panparser.data.atomic import replacing
from panparser.errors import UsageError
from panparser.show.width import printable
from panparser.training.report import read_log

_SHOWN = 30  # rows of a table, unless --rows says otherwise


def analyze(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="The right trees, CoNLL-U.", show_default=False)],
    predicted: Annotated[str, typer.Argument(metavar="PREDICTED", help="The parser's trees.", show_default=False)],
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
    as_json: Json = False,
) -> None:
    """Say where a parser is right and wrong, or which of two is better.

    Scores are shown by type of word or arc. Recall is over the words that are of a type in GOLD (UAS, LAS), precision
    over those that are of that type in PREDICTED. With PREDICTED2 the two parsers are compared, with tests of
    significance: approximate randomisation and the bootstrap. Without --by, tables by LABEL, LENGTH and
    PROJECTIVITY are printed; a report has more. Options may be given several times.

    Example: panparser analyze dev.conllu parsed.conllu --by POS,HEADPOS --ignore PUNCT --html report.html
    """
    names = [name for name in (predicted, second) if name]
    if [gold, *names].count("-") > 1:
        raise UsageError("standard input holds only one of the files; give the paths of the others")
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
    options: dict[str, Any] = {"subset": within or None, "ignore": ignore or ()}
    if html:
        page = pp.report(
            banks[0],
            dict(zip(_short(names), banks[1:], strict=True)),
            by_types=chosen or TYPES,
            confused=confused or CONFUSED,
            worst=worst,
            logs={name: read_log(name) for name in log or []},
            subtypes=subtypes,
            samples=samples,
            seed=seed,
            title=f"Error analysis of {' and '.join(_short(names))}",
            **options,
        )
        with replacing(html) as file:
            file.write(page.encode())
    if html and not as_json:
        say(f"wrote {html}")
        return
    found = _Found(Table(*banks, subtypes=subtypes), names, options, samples, seed)
    printed = chosen or [criterion(text, {"LENGTH": 8} | caps) for text in ("LABEL", "LENGTH", "PROJECTIVITY")]
    if as_json:
        put_json(_as_json(found, printed, confused))
    else:
        _print(found, printed, confused, rows)


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


def _short(names: Sequence[str]) -> list[str]:
    """The files' own names, unless they are the same."""
    short = [Path(name).name for name in names]
    return short if len(set(short)) == len(short) else [f"{number}: {name}" for number, name in enumerate(names, 1)]


class _Found:
    """One parser's analysis or two, and then how they compare."""

    def __init__(self, table: Table, files: Sequence[str], options: dict[str, Any], samples: int, seed: int) -> None:
        self.files = files
        self.analyses = [analysis_of(table, None, tree=tree, **options) for tree in range(1, len(files) + 1)]
        self.compared: dict[str, pp.Comparison] = {}
        self.tests: list[pp.Significance] = []
        if len(files) == 2:
            for kind in ("unlabelled", "labelled"):
                self.compared[kind] = comparison_of(table, None, labelled=kind == "labelled", **options)
            metrics = ("uas", "las") if self.analyses[0].overall.labelled.gold else ("uas",)
            self.tests = [
                significance_of(table, metric, test, samples, seed, **options) for metric in metrics for test in TESTS
            ]


_Criteria = Sequence[Criterion | Combination]


def _as_json(found: _Found, by: _Criteria, confused: _Criteria) -> dict[str, Any]:
    result: dict[str, Any] = {
        "parsers": [
            {
                "file": file,
                "overall": analysis.overall.to_dict(),
                "by": [analysis.by(each).to_dict() for each in by],
                "confusion": [analysis.confusion(each).to_dict() for each in confused],
            }
            for file, analysis in zip(found.files, found.analyses, strict=True)
        ]
    }
    if found.compared:
        result["comparison"] = {
            kind: {"overall": compared.overall.to_dict(), "by": [compared.by(each).to_dict() for each in by]}
            for kind, compared in found.compared.items()
        }
        result["significance"] = [test.to_dict() for test in found.tests]
    return result


def _print(found: _Found, by: _Criteria, confused: _Criteria, rows: int) -> None:
    names = _short(found.files)
    scores = [(name, *_scores(a.overall)) for name, a in zip(names, found.analyses, strict=True)]
    put_table([("", "words", "UAS", "LAS", "labels"), *scores])
    if found.compared:
        head = ("words", "both", "only first", "only second", "neither", "difference", "agreement")
        put("\n")
        put_table([("right", *head), *((kind, *_outcome(c.overall)) for kind, c in found.compared.items())])
        put("\n" + "".join(f"{test}\n" for test in found.tests))
        for each in by:
            outcomes = found.compared["labelled"].by(each)
            _put((f"{each}, labelled", *head), [(_name(key), *_outcome(o)) for key, o in outcomes.items()], rows)
    else:
        head = ("words", "UAS", "LAS", "labels", "predicted", "U precision", "L precision")
        for each in by:
            lines = [(_name(key), *_scores(s), *_precision(s)) for key, s in found.analyses[0].by(each).items()]
            _put((str(each), *head), lines, rows)
    for name, analysis in zip(names, found.analyses, strict=True):
        for each in confused:
            title = f"{each}{f', {name}' * bool(found.compared)}: gold"
            errors = [(_name(gold), _name(guess), str(n)) for gold, guess, n in analysis.confusion(each).errors]
            _put((title, "predicted", "words"), errors, rows)


def _put(head: tuple[str, ...], lines: Sequence[tuple[str, ...]], rows: int) -> None:
    put("\n")
    put_table([head, *lines[:rows]])
    if len(lines) > rows:
        put(f"… and {len(lines) - rows:,} more; --rows shows them\n")


def _scores(score: TypeScore) -> tuple[str, ...]:
    found = (score.unlabelled, score.labelled, score.labels)
    return (str(score.count), *(_percent(each.recall, each.gold) for each in found))


def _precision(score: TypeScore) -> tuple[str, ...]:
    found = (score.unlabelled, score.labelled)
    return (str(score.unlabelled.predicted), *(_percent(each.precision, each.predicted) for each in found))


def _outcome(outcome: Outcome) -> tuple[str, ...]:
    counts = (outcome.count, outcome.both, outcome.only_first, outcome.only_second, outcome.neither)
    return (*map(str, counts), f"{outcome.difference:+.2f}", _percent(outcome.agreement, outcome.count))


def _percent(value: float, of: int) -> str:
    return f"{value:.2f}" if of else "–"


def _name(key: Key) -> str:
    return printable(key if isinstance(key, str) else ", ".join(key))
