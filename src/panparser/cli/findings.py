"""What `panparser analyze` finds, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import panparser as pp
from panparser.analysis.analyze import analysis_of
from panparser.analysis.comparison import Outcome, comparison_of
from panparser.analysis.criteria import Combination, Criterion, Key
from panparser.analysis.score import TypeScore
from panparser.analysis.significance import TESTS, significance_of
from panparser.analysis.table import Table
from panparser.cli.console import put, put_json
from panparser.cli.table import put_table
from panparser.show.width import printable

_Criteria = Sequence[Criterion | Combination]


@dataclass(frozen=True)
class Findings:
    """The corpus, one parser's analysis or two, and then how they compare."""

    corpus: pp.Analysis  # gold trees against themselves
    files: Sequence[str]
    analyses: Sequence[pp.Analysis]
    compared: dict[str, pp.Comparison]
    tests: Sequence[pp.Significance]
    repairs: pp.Repairs | None

    @classmethod
    def of(
        cls,
        table: Table,
        files: Sequence[str],
        options: dict[str, Any],
        samples: int,
        seed: int,
        repairs: pp.Repairs | None,
    ) -> Findings:
        """What there is to be said of a table whose predicted trees are from these files."""
        corpus, *analyses = (analysis_of(table, None, tree=tree, **options) for tree in range(len(files) + 1))
        compared: dict[str, pp.Comparison] = {}
        tests: list[pp.Significance] = []
        if len(files) == 2:
            for kind in ("unlabelled", "labelled"):
                compared[kind] = comparison_of(table, None, labelled=kind == "labelled", **options)
            metrics = ("uas", "las") if corpus.overall.labelled.gold else ("uas",)
            tests = [
                significance_of(table, metric, test, samples, seed, **options) for metric in metrics for test in TESTS
            ]
        return cls(corpus, files, analyses, compared, tests, repairs)

    def put_json(self, by: _Criteria, confused: _Criteria) -> None:
        """Everything, for programs."""
        kinds = [(str(each), self.corpus.by(each)) for each in by]
        result: dict[str, Any] = {
            "corpus": {
                "words": self.corpus.overall.count,
                "by": [
                    {"by_type": name, "types": [{"type": key, "words": s.count} for key, s in types.items()]}
                    for name, types in kinds
                ],
            },
            "parsers": [
                {
                    "file": file,
                    "overall": analysis.overall.to_dict(),
                    "by": [analysis.by(each).to_dict() for each in by],
                    "confusion": [analysis.confusion(each).to_dict() for each in confused],
                }
                for file, analysis in zip(self.files, self.analyses, strict=True)
            ],
        }
        if self.compared:
            result["comparison"] = {
                kind: {"overall": compared.overall.to_dict(), "by": [compared.by(each).to_dict() for each in by]}
                for kind, compared in self.compared.items()
            }
            result["significance"] = [test.to_dict() for test in self.tests]
        if self.repairs:
            result["repairs"] = self.repairs.to_dict()
        put_json(result)

    def put_tables(self, by: _Criteria, confused: _Criteria, rows: int) -> None:
        """Tables for people, each with so many rows at most."""
        names = short(self.files)
        if not self.files:
            put(f"{self.corpus.overall.count:,} words\n")
        else:
            scores = [(name, *_scores(a.overall)) for name, a in zip(names, self.analyses, strict=True)]
            put_table([("", "words", "UAS", "LAS", "labels"), *scores])
        if self.compared:
            put("\n")
            put_table([("right", *_OUTCOMES), *((kind, *_outcome(c.overall)) for kind, c in self.compared.items())])
            put("\n" + "".join(f"{test}\n" for test in self.tests))
        for each in by:
            self._put_types(each, rows)
        for name, analysis in zip(names, self.analyses, strict=True):
            for each in confused:
                title = f"{each}{f', {name}' * bool(self.compared)}: gold"
                errors = [(_name(gold), _name(guess), str(n)) for gold, guess, n in analysis.confusion(each).errors]
                _put((title, "predicted", "words"), errors, rows)
        if self.repairs:
            put(f"\n{self.repairs}\n")

    def _put_types(self, by: Criterion | Combination, rows: int) -> None:
        if self.compared:
            for kind, compared in self.compared.items():
                lines = [(_name(key), *_outcome(outcome)) for key, outcome in compared.by(by).items()]
                _put((f"{by}, {kind}", *_OUTCOMES), lines, rows)
        elif self.analyses:
            head = ("words", "UAS", "LAS", "labels", "predicted", "U precision", "L precision")
            lines = [(_name(key), *_scores(s), *_precision(s)) for key, s in self.analyses[0].by(by).items()]
            _put((str(by), *head), lines, rows)
        else:
            total = self.corpus.overall.count
            found = self.corpus.by(by).items()
            lines = [(_name(key), str(s.count), _percent(100 * s.count / total, total)) for key, s in found]
            _put((str(by), "words", "%"), lines, rows)


_OUTCOMES = ("words", "both", "only first", "only second", "neither", "difference", "agreement")


def short(names: Sequence[str]) -> list[str]:
    """The files' own names, unless they are the same."""
    short = [Path(name).name for name in names]
    return short if len(set(short)) == len(short) else [f"{number}: {name}" for number, name in enumerate(names, 1)]


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
