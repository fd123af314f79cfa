"""Any source as blocks of bytes: a path, '-', an open file; gzip and xz are known by their first bytes."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeAlias, cast

from panparser.errors import InputError, PanParserError, UsageError

Source: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]

BLOCK = 1 << 20
GZIP, XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"


def name_of(source: Source) -> str:
    """How error messages call a source."""
    if isinstance(source, str | os.PathLike):
        # A name that is no UTF-8 on disk must still be printable.
        return "<stdin>" if source == "-" else os.fspath(source).encode("utf-8", "replace").decode()
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<stream>"


def blocks(source: Source) -> Iterator[bytes]:
    """The unpacked bytes of a source, in blocks of bounded size; whatever goes wrong is an InputError."""
    with _errors_of(name_of(source)):
        if isinstance(source, str | os.PathLike) and source != "-":
            with Path(source).open("rb") as file:
                yield from _unpacked(file)
        elif isinstance(source, str | os.PathLike):
            yield from _unpacked(getattr(sys.stdin, "buffer", sys.stdin))
        elif hasattr(source, "read"):
            yield from _unpacked(source)
        else:
            raise UsageError(f"cannot read from {type(source).__name__}; give a path, '-' or an open file")


class _Rejoined(io.RawIOBase):
    """A stream whose first bytes were already taken, whole again."""

    def __init__(self, start: bytes, rest: Any) -> None:
        self._start, self._rest = start, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._start[: len(buffer)] or _read(self._rest, len(buffer))
        self._start = self._start[len(block) :]
        buffer[: len(block)] = block
        return len(block)


def _read(file: Any, size: int) -> bytes:
    # read1 gives what a pipe has now instead of waiting for a full block.
    block = getattr(file, "read1", file.read)(size)
    if isinstance(block, str):
        # At most four bytes a character; a lone surrogate is left for the scanner to refuse.
        return block.encode("utf-8", "surrogatepass")
    return bytes(block or b"")


def _unpacked(file: Any) -> Iterator[bytes]:
    start = b""
    while len(start) < len(XZ) and (block := _read(file, BLOCK if not start else 1)):
        start += block
    if start.startswith((GZIP, XZ)):
        whole = cast(BinaryIO, io.BufferedReader(_Rejoined(start, file), 1 << 16))
        file = gzip.GzipFile(fileobj=whole) if start.startswith(GZIP) else lzma.LZMAFile(whole)  # noqa: SIM115
    elif start:
        yield start
    while block := _read(file, BLOCK):
        yield block


@contextmanager
def _errors_of(name: str) -> Iterator[None]:
    try:
        yield
    except PanParserError:
        raise
    except EOFError:
        raise InputError("the compressed file is cut short", "fetch or pack it again", file=name) from None
    except (lzma.LZMAError, zlib.error, gzip.BadGzipFile):
        raise InputError("the compressed file is damaged", "fetch or pack it again", file=name) from None
    except FileNotFoundError:
        raise InputError("there is no such file", "check the path", file=name) from None
    except IsADirectoryError:
        raise InputError("this is a folder", "give a file in it", file=name) from None
    except PermissionError:
        raise InputError("the file may not be read", "check its permissions", file=name) from None
    except UnicodeError:
        raise InputError("the text is in another encoding", "open it as binary", file=name) from None
    except OSError as error:
        raise InputError(f"the file cannot be read ({error.strerror or error})", "check it", file=name) from None
    except ValueError as error:  # a NUL byte in the path, or a closed file
        raise InputError(f"this cannot be read ({error})", "give a path or an open file", file=name) from None
