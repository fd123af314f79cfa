"""Files that are complete or not there."""

from __future__ import annotations

import gzip
import lzma
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from panparser.errors import PanParserError, UsageError


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[AtomicFile]:
    """A file to write that takes its place at the end of the block, unless the block fails."""
    file = AtomicFile(Path(os.path.realpath(path)), os.fspath(path))
    try:
        yield file
    except BaseException:
        file.close(keep=False)
        raise
    try:
        file.close(keep=True)
    except OSError as error:
        raise PanParserError(f"cannot write {os.fspath(path)} ({error.strerror or error}); check the disk") from None


class AtomicFile:
    """A temporary file beside its place, moved there when it is complete and on disk."""

    def __init__(self, path: Path, name: str, *, pack_by_suffix: bool = False) -> None:
        self._path = path
        self._temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.tmp")
        if path.is_dir():
            raise UsageError(f"{name or path} is a folder; give the name of a file in it")
        if path.exists() and not path.is_file():
            raise UsageError(f"{name} is a device or a pipe, which cannot be replaced; give the name of a file")
        try:
            self._file = self._temporary.open("xb")
        except OSError as error:
            raise UsageError(f"cannot write {name} ({error.strerror}); check the path") from None
        self._packed: Any = self._file
        if pack_by_suffix and path.suffix == ".gz":
            self._packed = gzip.GzipFile("", "wb", compresslevel=6, fileobj=self._file, mtime=0)
        elif pack_by_suffix and path.suffix == ".xz":
            self._packed = lzma.LZMAFile(self._file, "wb")  # noqa: SIM115

    def write(self, block: bytes) -> None:
        """Adds to the file."""
        self._packed.write(block)

    def flush(self) -> None:
        """Nothing can be seen before the file is complete."""

    def close(self, *, keep: bool) -> None:
        """Ends the file: in its place if it is to be kept, else without a trace."""
        try:
            if keep:
                self._finish()
        finally:
            with suppress(OSError):
                self._file.close()
            self._temporary.unlink(missing_ok=True)  # gone already if it took its place

    def _finish(self) -> None:
        if self._packed is not self._file:
            self._packed.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        if self._path.exists():
            shutil.copymode(self._path, self._temporary)
        self._temporary.replace(self._path)
