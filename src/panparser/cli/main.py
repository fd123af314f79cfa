"""The program `panparser`: its verbs, and how every run of it ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated

import typer

from panparser.cli import (
    analyze,
    calibrate,
    derive,
    evaluate,
    features,
    parse,
    show,
    stats,
    strategies,
    systems,
    tag,
    tokenize,
    train,
    train_tagger,
    train_tokenizer,
    verify,
)
from panparser.cli.console import complain
from panparser.errors import InputError, ModelError, PanParserError, UsageError

FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE, TERMINATED = 1, 2, 130, 141, 143

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for verb in (
    train.train,
    parse.parse,
    train_tagger.train_tagger,
    tag.tag,
    train_tokenizer.train_tokenizer,
    tokenize.tokenize,
    calibrate.calibrate,
    evaluate.evaluate,
    analyze.analyze,
    stats.stats,
    systems.systems,
    strategies.strategies,
    features.features,
    verify.verify,
    show.show,
    derive.derive,
):
    app.command()(verb)


@app.callback(invoke_without_command=True)
def program(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Transition-based dependency parsing: train, parse, evaluate.

    `panparser VERB --help` explains a verb, with an example.
    """
    if show_version:
        typer.echo(f"panparser {version('panparser')}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(BAD_INPUT)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the program and exits: 0 if all went well, 2 for bad input, 1 for a failure, and never with a traceback.

    >>> main(["systems", "--nonsense"])
    Traceback (most recent call last):
    ...
    SystemExit: 2
    """
    # So that the blocks which remove unfinished files are left in order.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """The exit status of one run."""
    command = typer.main.get_command(app)
    try:
        # Not `command.main`, which has its own ways to end a program.
        with command.make_context("panparser", arguments) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as end:
        return end.exit_code
    except BrokenPipeError:
        # The reader of our output has enough; what Python would still flush at its end goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (InputError, UsageError, ModelError) as error:
        return complain(str(error), BAD_INPUT)
    except PanParserError as error:
        return complain(str(error), FAILED)
    except MemoryError:
        return complain("there is not enough memory; give fewer or shorter sentences at a time", FAILED)
    except OSError as error:
        return complain(f"{error.filename or 'output'}: {error.strerror or error}; check the disk and the path", FAILED)
    except (typer.Abort, KeyboardInterrupt):
        return complain("interrupted; nothing unfinished was left behind", INTERRUPTED)
    except Exception as error:
        # Typer keeps its usage errors in a module of its own or in Click, depending on its version.
        if hasattr(error, "format_message"):
            return complain(_usage(error.format_message(), getattr(error, "ctx", None)), BAD_INPUT)
        raise
    return 0


def _usage(message: str, context: typer.Context | None) -> str:
    line = " ".join(message.split()).rstrip(".")
    return f"{line[:1].lower()}{line[1:]}; see `{context.command_path if context else 'panparser'} --help`"
