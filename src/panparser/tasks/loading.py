"""`pp.load`: the model in a file, whatever its task."""

from __future__ import annotations

import os
from typing import Any, overload

from panparser._native import TransitionSystem
from panparser.errors import ModelError, PanParserError, UsageError
from panparser.models import load_model_file
from panparser.tasks.parser import Parser, parser_from_file
from panparser.tasks.tagger import Tagger, tagger_from_file
from panparser.tasks.tokenizer import Tokenizer, tokenizer_from_file


@overload
def load(path: str | os.PathLike[str], kind: type[Parser], *, system: TransitionSystem | None = None) -> Parser: ...
@overload
def load(path: str | os.PathLike[str], kind: type[Tagger], *, system: TransitionSystem | None = None) -> Tagger: ...
@overload
def load(
    path: str | os.PathLike[str], kind: type[Tokenizer], *, system: TransitionSystem | None = None
) -> Tokenizer: ...
@overload
def load(path: str | os.PathLike[str], kind: None = None, *, system: TransitionSystem | None = None) -> Any: ...
def load(
    path: str | os.PathLike[str],
    kind: type[Parser] | type[Tagger] | type[Tokenizer] | None = None,
    *,
    system: TransitionSystem | None = None,
) -> Any:
    """The parser, tagger or tokenizer in a model file; with `kind`, such as `pp.Parser`, nothing else will do.

    A model of a system written in Python needs its class: found by its name once the module that defines it has been
    imported, or given as an instance in `system`.

    >>> load("no.pan")
    Traceback (most recent call last):
    ...
    panparser.errors.ModelError: no.pan: no such model file; train one with `panparser train TRAIN -o no.pan`
    """
    if system is not None and not isinstance(system, TransitionSystem):
        what = "a class: call it" if isinstance(system, type) else type(system).__name__
        raise UsageError(f"system must be a system such as MySystem(), not {what}")
    header, arrays = load_model_file(path)
    task = header.get("task")
    known = {Parser: "parser", Tagger: "tagger", Tokenizer: "tokenizer"}
    wanted = tuple(known.values()) if kind is None else (known[kind],)
    if task not in wanted:
        found = f"a {task}" if task in (*known.values(), "checkpoint") else "a model for another task"
        raise ModelError(f"{os.fspath(path)}: {found}, not a {' or a '.join(wanted)}; check the path")
    try:
        if task == "tokenizer":
            return tokenizer_from_file(header, arrays)
        return tagger_from_file(header, arrays) if task == "tagger" else parser_from_file(header, arrays, system)
    except (PanParserError, TypeError) as error:
        raise ModelError(f"{os.fspath(path)}: {str(error).splitlines()[0]}") from None
