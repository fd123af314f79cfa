"""What `panparser train` shows while it runs."""

from __future__ import annotations

import time
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from rich.progress import Progress, TaskID

from panparser._native import EpochStats
from panparser.cli.console import progress_bar, say
from panparser.training import EpochReport, Listener


class Watcher(Listener):
    """A line per epoch on standard error, and between them a bar for people at a terminal; keeps the reports."""

    def __init__(self, is_quiet: bool, title: str, scores: tuple[str, ...] = ("UAS", "LAS")) -> None:
        self.reports: list[EpochReport] = []
        self._is_quiet, self._title, self._scores = is_quiet, title, scores
        self._stack = ExitStack()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._words = self._epochs = 0
        self._started = 0.0

    def __enter__(self) -> Self:
        bar = progress_bar("{task.description}", is_quiet=self._is_quiet, has_total=True)
        self._bar = self._stack.enter_context(bar)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def resumed(self, reports: list[EpochReport]) -> None:
        """The epochs before the interruption belong to the curve too."""
        self.reports = list(reports)
        if not self._is_quiet:
            say(f"going on after epoch {len(reports)}")

    def start(self, words: int, epochs: int, first: int) -> None:
        """Heads the table."""
        self._words, self._epochs = words, epochs
        self._started = time.perf_counter()
        if not self._is_quiet and first <= epochs:
            say(self._title)
            say("epoch    error     words/s" + "".join(f"  {f'dev {name}':>7}" for name in self._scores))
        if self._bar:
            self._task = self._bar.add_task("", total=words)

    def progress(self, epoch: int, stats: EpochStats) -> None:
        """Moves the bar on."""
        if self._bar and self._task is not None:
            speed = stats.words / max(time.perf_counter() - self._started, 1e-9)
            error = 100 * stats.errors / max(stats.decisions, 1)
            text = f"epoch {epoch}/{self._epochs}  {speed:,.0f} words/s  error {error:.2f} %"
            self._bar.update(self._task, completed=stats.words, description=text)

    def after_epoch(self, report: EpochReport) -> None:
        """A line of the table."""
        self.reports.append(report)
        self._started = time.perf_counter()
        if self._is_quiet:
            return
        found = [getattr(report, name.lower()) for name in self._scores]
        scores = "".join(f"  {s:>7.2f}" if s is not None else "        –" for s in found)
        star = " *" if report.is_best and found[0] is not None else ""
        line = f"{report.epoch:>5}  {100 * report.error:>5.2f} %  {report.words_per_second:>10,.0f}{scores}{star}"
        if self._bar:
            self._bar.console.print(line, highlight=False, markup=False)
        else:
            say(line)
