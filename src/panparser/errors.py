"""One family of exceptions: each is one sentence that says what is wrong, where, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial


class PanParserError(Exception):
    """Base of every error that PanParser raises on purpose.

    >>> raise PanParserError("no model named 'xx'; `panparser models` lists the ones that ship")
    Traceback (most recent call last):
    ...
    panparser.errors.PanParserError: no model named 'xx'; `panparser models` lists the ones that ship
    """


class InputError(PanParserError):
    """Bad input data, with the place where it stands.

    >>> InputError("head 9 is out of range", "use 0 to 4 or _", file="a.conllu", line=3, column=12).line
    3
    """

    def __init__(self, problem: str, remedy: str, *, file: str | None = None, line: int = 0, column: int = 0) -> None:
        place = ":".join(str(n) for n in (line, column) if n)
        where = ":".join(filter(None, [file, place])) if file else f"line {place}" if place else ""
        super().__init__(f"{where + ': ' if where else ''}{problem}; {remedy}")
        self.problem, self.remedy = problem, remedy
        self.file, self.line, self.column = file, line, column

    def __reduce__(self) -> tuple[Callable[..., InputError], tuple[str, str]]:
        # Exceptions are pickled by their message alone otherwise, and lost on the way from another process.
        again = partial(type(self), file=self.file, line=self.line, column=self.column)
        return again, (self.problem, self.remedy)


class UsageError(PanParserError, ValueError):
    """An option, name or argument that does not exist or does not fit, with the ones that do."""


def require_whole(name: str, value: object, least: int, most: int) -> None:
    """UsageError unless `value` is a whole number from `least` to `most`.

    >>> require_whole("threads", 0, 1, 1024)
    Traceback (most recent call last):
    ...
    panparser.errors.UsageError: threads=0 is not possible; use a whole number from 1 to 1024
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise UsageError(f"{name}={value!r} is not possible; use a whole number from {least} to {most}")


MAX_THREADS = 1024
MAX_BEAM = 4096


class ModelError(PanParserError):
    """A model file that cannot be used: truncated, foreign, altered or from a newer version."""
