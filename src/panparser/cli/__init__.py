"""The command line: one verb per file."""

from panparser.cli.main import main

__all__ = ["main"]
