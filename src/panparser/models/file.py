"""Model files: safetensors with a JSON header, written atomically; what is wrong with one is said in a sentence."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
import safetensors.numpy
from numpy.typing import NDArray

from panparser.data.atomic import replacing
from panparser.errors import ModelError

FORMAT = 3  # raised when older programs could not read what is written, or the other way round
_KEY = "panparser"  # one metadata entry: safetensors writes several in no fixed order

Arrays = Mapping[str, NDArray[Any]]
Content = tuple[dict[str, Any], Arrays]  # of a model file: its header, and its arrays


def _to_json(content: Any) -> str:
    return json.dumps(content, sort_keys=True, ensure_ascii=False)


def _digest(header: Mapping[str, Any], arrays: Arrays) -> str:
    digest = hashlib.sha256(_to_json(header).encode())
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(np.ascontiguousarray(arrays[name]).data)
    return digest.hexdigest()


def _is_as_written(path: Path, text: str, content: Mapping[str, Any]) -> bool:
    """Whether the few bytes that the digest does not cover are those that `save_model_file` writes."""
    with path.open("rb") as file:
        header = file.read(int.from_bytes(file.read(8), "little"))
    return text == _to_json(content) and header.rstrip(b" ").endswith(b"}")


def save_model_file(path: str | os.PathLike[str], header: Mapping[str, Any], arrays: Arrays) -> None:
    """Writes header and arrays to `path`: completely, or not at all."""
    content = {"format": FORMAT, "sha256": _digest(header, arrays), "header": header}
    metadata = {_KEY: _to_json(content)}
    data = safetensors.numpy.save(dict(arrays), metadata=metadata)
    with replacing(path) as out:
        out.write(data)


def load_model_file(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Header and arrays of a model file; ModelError if it is not one, is damaged, or is from a newer version."""
    where = Path(path)
    if where.is_dir():
        raise ModelError(f"{where}: a folder, not a model file; give the path of a .pan file")
    if not where.exists():
        raise ModelError(f"{where}: no such model file; train one with `panparser train TRAIN -o {where.name}`")
    try:
        with safetensors.safe_open(where, framework="numpy") as file:
            metadata = file.metadata() or {}
            if _KEY not in metadata:
                raise ModelError(f"{where}: a safetensors file, but not a PanParser model; check the path")
            content = json.loads(metadata[_KEY])
            if not isinstance(content["format"], int) or not isinstance(content["header"], dict):
                raise ValueError("the header is none")
            if content["format"] > FORMAT:
                raise ModelError(
                    f"{where}: written by a newer PanParser (format {content['format']}, this one reads {FORMAT}); "
                    "upgrade PanParser"
                )
            if content["format"] < FORMAT:
                raise ModelError(
                    f"{where}: written by an older PanParser (format {content['format']}, this one reads {FORMAT}); "
                    "train it again"
                )
            header = content["header"]
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except ModelError:
        raise
    except Exception as error:
        problem = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ModelError(f"{where}: not a model, or a damaged one ({problem}); train or fetch it again") from None
    if content.get("sha256") != _digest(header, arrays) or not _is_as_written(where, metadata[_KEY], content):
        raise ModelError(f"{where}: altered since it was written (checksum differs); train or fetch it again")
    return header, arrays
