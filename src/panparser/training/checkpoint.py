"""Checkpoints: everything that training needs to go on after an epoch, in one file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from panparser.errors import UsageError
from panparser.models import load_model_file, save_model_file

Arrays = dict[str, NDArray[Any]]


def save_checkpoint(
    path: str | os.PathLike[str],
    settings: dict[str, Any],
    history: list[dict[str, Any]],
    state: Arrays,
    best: Arrays,
) -> None:
    """Writes the state of the model, the best epoch's averaged weights and the history so far."""
    arrays = {f"state.{k}": v for k, v in state.items()} | {f"best.{k}": v for k, v in best.items()}
    save_model_file(path, {"task": "checkpoint", "settings": settings, "history": history}, arrays)


def load_checkpoint(
    path: str | os.PathLike[str], settings: dict[str, Any]
) -> tuple[list[dict[str, Any]], Arrays, Arrays] | None:
    """History, state and best weights; None if there is no checkpoint, UsageError if it is of another training."""
    if not Path(path).exists():
        return None
    header, arrays = load_model_file(path)
    if header.get("task") != "checkpoint":
        raise UsageError(f"{os.fspath(path)} is a model, not a checkpoint; give the checkpoint's own path")
    for name, value in settings.items():
        found = header["settings"].get(name)
        if found != value:
            raise UsageError(
                f"{os.fspath(path)} is a checkpoint of a training with another {name} ({_short(found)}, now {_short(value)}); "
                "use the same data and options, or train without resuming"
            )
    state, best = (
        {k.removeprefix(part): v for k, v in arrays.items() if k.startswith(part)} for part in ("state.", "best.")
    )
    return header["history"], state, best


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:37] + "…"
