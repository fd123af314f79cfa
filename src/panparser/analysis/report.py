"""`pp.report`: an analysis as one page that needs nothing else. Its frame is `report.html`, its script `report.js`."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files

from panparser._native import Sentence
from panparser.analysis.analyze import Analysis, analysis_of
from panparser.analysis.comparison import Comparison, Outcome, comparison_of
from panparser.analysis.criteria import (
    DEPTH,
    DIRECTION,
    HEADPOS,
    LABEL,
    LENGTH,
    POS,
    PROJECTIVITY,
    SENTENCE_LENGTH,
    SIBLINGS,
    By,
    Combination,
    Criterion,
    Subset,
    criterion,
)
from panparser.analysis.html import Cell, bar, curve, heat_map, number, share, sortable, text
from panparser.analysis.repairs import Repairs
from panparser.analysis.score import NOTHING, Found, TypeScore
from panparser.analysis.significance import SAMPLES, TESTS, significance_of
from panparser.analysis.table import Table
from panparser.errors import UsageError, require_whole
from panparser.evaluation.evaluate import Bank, sentences_of
from panparser.show.difference import draw_difference
from panparser.show.text import LONGEST
from panparser.show.width import printable
from panparser.training.report import EpochReport

TYPES: tuple[By, ...] = (
    LABEL,
    POS,
    HEADPOS,
    DIRECTION,
    LENGTH.cap(8),
    PROJECTIVITY,
    DEPTH.cap(8),
    SIBLINGS.cap(6),
    SENTENCE_LENGTH.bins(10).cap(60),
)
CONFUSED: tuple[By, ...] = (LABEL, HEADPOS)
WORST = 10
_HEATED, _LISTED = 24, 24  # types of a heat map, and of the list of errors beside it
_SENT_ID = re.compile(r"#\s*sent_id\s*=")


def report(
    gold: Bank,
    predicted: Mapping[str, Bank],
    *,
    by_types: Sequence[By] = TYPES,
    confused: Sequence[By] = CONFUSED,
    worst: int = WORST,
    logs: Mapping[str, Sequence[EpochReport]] | None = None,
    repairs: Mapping[str, Repairs] | None = None,
    subset: Subset | None = None,
    ignore: Collection[str] = (),
    subtypes: bool = False,
    samples: int = SAMPLES,
    seed: int = 1,
    title: str = "Error analysis",
) -> str:
    """The analysis of one parser, or of two beside each other, as one HTML page.

    `predicted` are trees by the name of their parser. The page has sortable tables of scores `by_types`, heat maps of
    what is `confused`, with two parsers their comparison and tests of significance, the learning curves of `logs`
    (the reports of epochs, by name), the `repairs` that `pp.repairs` counted, by name, and the `worst` sentences of the
    first parser drawn. The other arguments are those of `pp.analyze` and `pp.significance`.

    >>> import panparser as pp
    >>> gold = [pp.Sentence.from_forms(["It", "rains"]).replace(heads=[2, 0], deprels=["expl", "root"])]
    >>> page = pp.report(gold, {"mine": [gold[0].replace(heads=[0, 1])]})
    >>> page.startswith("<!doctype html>") and "<svg" in page
    True
    """
    if not isinstance(predicted, Mapping) or not 1 <= len(predicted) <= 2:
        raise UsageError("a report is of one parser or two; give their trees by name, as in {'mine': parsed}")
    require_whole("worst", worst, 0, 1000)
    banks = [sentences_of(bank, "report") for bank in (gold, *predicted.values())]
    table = Table(*banks, subtypes=subtypes)
    first = analysis_of(table, None, subset, ignore)
    analyses = {name: replace(first, tree=tree) for tree, name in enumerate(predicted, 1)}
    sections = {"Scores": _scores(analyses)}
    compared = comparison_of(table, None, subset, ignore, labelled=True) if len(analyses) == 2 else None
    if compared is not None:
        tests = [
            significance_of(table, metric, test, samples, seed, subset, ignore)
            for metric in ("uas", "las")
            for test in TESTS
            if metric == "uas" or first.overall.labelled.gold
        ]
        sections["Comparison"] = _comparison(compared, list(analyses))
        sections["Comparison"] += "<h3>Significance</h3>" + "".join(f"<p>{escape(str(test))}</p>" for test in tests)
    if logs:
        sections["Learning curves"] = "".join(curve(name, reports) for name, reports in logs.items())
    if repairs:
        said = (f"<h3>{escape(printable(name))}</h3><p>{escape(str(each))}.</p>" for name, each in repairs.items())
        sections["Replaced arcs"] = "".join(said)
    for by in map(criterion, by_types):
        sections[f"By {_title(by)}"] = _by_type(by, analyses, compared)
    for by in map(criterion, confused):
        sections[f"Confusion of {_title(by)}"] = _confusion(by, analyses)
    if worst:
        sections["Worst sentences"] = _worst(first, next(iter(analyses)), worst, subtypes)
    return _page(title, _summary(first, ignore, subset), sections)


def _page(title: str, summary: str, sections: Mapping[str, str]) -> str:
    here = files("panparser.analysis")
    frame, script = (here.joinpath(name).read_text(encoding="utf-8") for name in ("report.html", "report.js"))
    links = "".join(f'<a href="#s{n}">{escape(name)}</a>' for n, name in enumerate(sections, 1))
    body = [f'<p class="soft">{escape(summary)}</p><nav>{links}</nav>']
    body += [f'<section id="s{n}"><h2>{escape(s)}</h2>{sections[s]}</section>' for n, s in enumerate(sections, 1)]
    parts = {
        "title": escape(printable(title)),
        "body": "\n".join(body),
        "script": script,
        # The page runs this script and no other, whatever stands in its data.
        "digest": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    }
    # In one go: what is put in is never searched for places to fill.
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], frame)


def _summary(analysis: Analysis, ignore: Collection[str], subset: Subset | None) -> str:
    sentences, words = len(analysis.table.lengths), len(analysis.table)
    counted = int(analysis.words.sum())
    said = [f"{sentences:,} sentence{'s' * (sentences != 1)}, {words:,} words, of which {counted:,} count"]
    said += [f"without {', '.join(sorted(ignore))}"] * bool(ignore)
    pairs = subset if isinstance(subset, list) else [subset] if subset else []
    said += [f"only {criterion(by)} = {value}" for by, value in pairs]
    return "; ".join(said) + "."


def _scores(analyses: Mapping[str, Analysis]) -> str:
    head = ("parser", "words", "UAS", "LAS", "label accuracy", "trees with all heads right", "… and relations")
    rows: list[list[Cell]] = []
    for name, analysis in analyses.items():
        score = analysis.overall
        known = analysis.table.by_sentence(analysis.words) > 0
        exact = [100 * float((analysis.errors(labelled=labelled)[known] == 0).mean()) for labelled in (False, True)]
        figures = (score.uas, score.las, score.label_accuracy, *exact)
        rows.append([text(name), number(score.count), *map(bar, figures)])
    said = (
        "UAS, LAS and label accuracy are recall: of the words that are of a type in the gold tree. Precision is of "
        "those that are of that type in the predicted tree; U is about heads, L about heads and relations. A click on "
        "a heading sorts a table."
    )
    return f'{sortable(head, rows)}<p class="soft">{said}</p>'


def _title(by: Criterion | Combination) -> str:
    return by.name if isinstance(by, Criterion) else str(by)


def _by_type(by: Criterion | Combination, analyses: Mapping[str, Analysis], compared: Comparison | None) -> str:
    found = {name: analysis.by(by) for name, analysis in analyses.items()}
    meaning = f'<p class="soft">{escape(by.meaning)}</p>' if isinstance(by, Criterion) else ""
    if compared is None:
        return meaning + _one_by_type(next(iter(found.values())))
    return meaning + _two_by_type(found, compared.by(by))


def _one_by_type(analysis: Analysis) -> str:
    head = ("type", "words", "UAS", "LAS", "label acc.", "predicted", "U precision", "U F1", "L precision", "L F1")
    errors = max(1, analysis.overall.labelled.gold - analysis.overall.labelled.right_gold)
    rows = [
        [
            text(key),
            number(s.count),
            *(share(found.recall, found.gold) for found in (s.unlabelled, s.labelled, s.labels)),
            number(s.unlabelled.predicted),
            *(
                cell
                for found in (s.unlabelled, s.labelled)
                for cell in (share(found.precision, found.predicted), bar(found.f1))
            ),
            bar(100 * (s.labelled.gold - s.labelled.right_gold) / errors),
        ]
        for key, s in analysis.items()
    ]
    return sortable((*head, "of all errors"), rows)


def _two_by_type(found: Mapping[str, Analysis], compared: Comparison) -> str:
    figures = ("UAS", "LAS", "U F1", "L F1")
    head = ("type", "words", *(f"{figure} {name}" for figure in figures for name in found))
    rows = []
    for key in dict.fromkeys(key for analysis in found.values() for key in analysis):
        # A type that one of the three trees has and another has not is one without words there.
        scores = [analysis.get(key, NOTHING) for analysis in found.values()]
        outcome = compared.get(key, Outcome(0, 0, 0, 0, 0))
        recalls = [share(f.recall, f.gold) for kind in ("unlabelled", "labelled") for f in _each(scores, kind)]
        both = [bar(f.f1) for kind in ("unlabelled", "labelled") for f in _each(scores, kind)]
        last = [number(outcome.difference, 2, sign=True), share(outcome.agreement, outcome.count)]
        rows.append([text(key), number(scores[0].count), *recalls, *both, *last])
    return sortable((*head, "LAS difference", "agreement"), rows)


def _each(scores: Sequence[TypeScore], kind: str) -> list[Found]:
    return [getattr(score, kind) for score in scores]


def _comparison(compared: Comparison, names: list[str]) -> str:
    head = ("right", "words", "both", f"only {names[0]}", f"only {names[1]}", "neither", "agreement")
    rows = []
    for title, labelled in (("head", False), ("head and relation", True)):
        outcome = replace(compared, is_labelled=labelled).overall
        counts = (outcome.count, outcome.both, outcome.only_first, outcome.only_second, outcome.neither)
        rows.append([text(title), *map(number, counts), bar(outcome.agreement)])
    return sortable(head, rows)


def _confusion(by: By, analyses: Mapping[str, Analysis]) -> str:
    parts = ["<p>Rows are gold types, columns predicted ones; colour is the share of the row.</p>"]
    for name, analysis in analyses.items():
        matrix = analysis.confusion(by)
        errors = [[text(gold), text(guess), number(count)] for gold, guess, count in matrix.errors[:_LISTED]]
        listed = sortable(("gold", "predicted", "words"), errors)
        title = f"<h3>{escape(name)}</h3>" if len(analyses) > 1 else ""
        parts.append(f'{title}<div class="pair">{heat_map(matrix.top(_HEATED))}{listed}</div>')
    return "".join(parts)


def _worst(analysis: Analysis, name: str, count: int, subtypes: bool) -> str:
    table = analysis.table
    errors = analysis.errors().tolist()
    parts = [
        f"<p>Those in which {escape(name)} has the most errors. Above the words stands the gold tree, "
        '<span class="missed">green</span> where it was missed; below, <span class="wrong">red</span>, what was '
        "predicted instead. Non-projective arcs are dashed.</p>"
    ]
    for place in analysis.worst(count):
        gold, predicted = table.sentences[0][place], table.sentences[analysis.tree][place]
        words = len(gold)
        title = f"Sentence {place + 1:,}{_id(gold)}: {errors[place]} error{'s' * (errors[place] != 1)} in {words} words"
        parts.append(f"<h3>{escape(title)}</h3>")
        if words > LONGEST:
            parts.append("<p>It is too long to be drawn.</p>")
        else:
            drawing = draw_difference(gold, predicted, subtypes=subtypes)
            parts.append(f'<div class="picture">{drawing}</div>')
    return "\n".join(parts)


def _id(sentence: Sentence) -> str:
    """Its sent_id in brackets, if it has one."""
    names = [comment.partition("=")[2].strip() for comment in sentence.comments if _SENT_ID.match(comment)]
    return f" ({printable(names[0])})" if names else ""
