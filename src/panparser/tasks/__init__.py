"""What people use: parsers today."""

from panparser.tasks.parser import Parser, load

__all__ = ["Parser", "load"]
