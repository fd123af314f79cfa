"""`pp.load`: the model in a file, whatever its task."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, overload

from panparser._native import TransitionSystem
from panparser.errors import ModelError, PanParserError, UsageError
from panparser.models import load_model_file
from panparser.tasks.parser import Parser, parser_from_file
from panparser.tasks.pipeline import Pipeline, pipeline_from_file
from panparser.tasks.tagger import Tagger, tagger_from_file
from panparser.tasks.tokenizer import Tokenizer, tokenizer_from_file

SHIPPED = Path(__file__).parent.parent / "shipped"


def shipped_models() -> list[str]:
    """The names of the models that come with PanParser.

    >>> shipped_models()
    ['en']
    """
    return sorted(path.stem for path in SHIPPED.glob("*.pan"))


def _shipped(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    if isinstance(path, str) and not Path(path).exists() and path in shipped_models():
        return SHIPPED / f"{path}.pan"
    return path


@overload
def load(path: str | os.PathLike[str], kind: type[Parser], *, system: TransitionSystem | None = None) -> Parser: ...
@overload
def load(path: str | os.PathLike[str], kind: type[Tagger], *, system: TransitionSystem | None = None) -> Tagger: ...
@overload
def load(
    path: str | os.PathLike[str], kind: type[Tokenizer], *, system: TransitionSystem | None = None
) -> Tokenizer: ...
@overload
def load(path: str | os.PathLike[str], kind: type[Pipeline], *, system: TransitionSystem | None = None) -> Pipeline: ...
@overload
def load(path: str | os.PathLike[str], kind: None = None, *, system: TransitionSystem | None = None) -> Any: ...
def load(
    path: str | os.PathLike[str],
    kind: type[Parser] | type[Tagger] | type[Tokenizer] | type[Pipeline] | None = None,
    *,
    system: TransitionSystem | None = None,
) -> Any:
    """The pipeline, parser, tagger or tokenizer in a model file; with `kind`, such as `pp.Parser`, only that will do.

    `"en"` is the English pipeline that comes with PanParser, unless there is a file of that name.

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
    path = _shipped(path)
    header, arrays = load_model_file(path)
    task = header.get("task")
    known = {Parser: "parser", Tagger: "tagger", Tokenizer: "tokenizer", Pipeline: "pipeline"}
    wanted = tuple(known.values()) if kind is None else (known[kind],)
    if task not in wanted:
        found = f"a {task}" if task in (*known.values(), "checkpoint") else "a model for another task"
        raise ModelError(f"{os.fspath(path)}: {found}, not a {' or a '.join(wanted)}; check the path")
    try:
        if task == "pipeline":
            return pipeline_from_file(header, arrays)
        if task == "tokenizer":
            return tokenizer_from_file(header, arrays)
        return tagger_from_file(header, arrays) if task == "tagger" else parser_from_file(header, arrays, system)
    except (PanParserError, TypeError) as error:
        raise ModelError(f"{os.fspath(path)}: {str(error).splitlines()[0]}") from None
