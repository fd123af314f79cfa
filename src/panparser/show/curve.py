"""A training as a curve: needs the extra `plots`, and is imported only by those who ask for it."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from panparser.data.atomic import replacing
from panparser.errors import UsageError
from panparser.training.report import EpochReport

FORMATS = (".png", ".svg", ".pdf")


def require_curve(path: str | os.PathLike[str]) -> None:
    """An error if a curve could not be drawn to that path: better known before the training than after.

    >>> require_curve("curve.bmp")
    Traceback (most recent call last):
    ...
    panparser.errors.UsageError: curve.bmp: a curve is drawn as .png, .svg or .pdf; give it one of these endings
    """
    if Path(path).suffix not in FORMATS:
        raise UsageError(f"{os.fspath(path)}: a curve is drawn as .png, .svg or .pdf; give it one of these endings")
    if find_spec("matplotlib") is None:
        raise UsageError("a curve is drawn with Matplotlib, which is not installed; pip install panparser[plots]")


def draw_curve(reports: Sequence[EpochReport], path: str | os.PathLike[str]) -> None:
    """Draws the error on the training data (left axis) and the scores on the development data (right axis) by epoch."""
    require_curve(path)
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(7, 4), layout="constrained", dpi=150)
    FigureCanvasAgg(figure)
    epochs = [r.epoch for r in reports]
    left = figure.add_subplot()
    lines = left.plot(epochs, [100 * r.error for r in reports], color="#8a94a0", label="training error")
    left.set(xlabel="epoch", ylabel="wrong decisions in training (%)", ylim=(0, None))
    left.xaxis.set_major_locator(MaxNLocator(integer=True))
    left.spines["top"].set_visible(False)
    scored = [r for r in reports if r.uas is not None or r.tags is not None]
    if scored:
        right = left.twinx()
        right.spines["top"].set_visible(False)
        right.set_ylabel("development data (%)")
        for name, color in (("uas", "#1c6fb8"), ("las", "#2b8a57"), ("tags", "#2b8a57")):
            points = [(r.epoch, getattr(r, name)) for r in scored if getattr(r, name) is not None]
            label = f"dev {name if name == 'tags' else name.upper()}"
            if points:
                lines += right.plot(*zip(*points, strict=True), color=color, marker="o", markersize=3, label=label)
        best = [r for r in scored if r.is_best][-1]
        lines += right.plot(best.epoch, best.score, "*", color=color, markersize=12, linestyle="", label="best epoch")
    figure.legend(handles=lines, loc="outside upper center", ncols=4, frameon=False)
    # A date would make the file another one every time.
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(Path(path).suffix)
    picture = io.BytesIO()
    figure.savefig(picture, format=Path(path).suffix[1:], metadata=metadata)
    with replacing(path) as out:
        out.write(picture.getvalue())
