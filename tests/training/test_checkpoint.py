"""Training that is interrupted and resumed ends with the same bytes as training that is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import panparser as pp
from panparser.training import Listener

EPOCHS = 4


class StopAfter(Listener):
    """Pulls the plug after an epoch."""

    def __init__(self, epoch: int) -> None:
        self.last = epoch
        self.first: int | None = None

    def start(self, words: int, epochs: int, first: int) -> None:
        self.first = first

    def after_epoch(self, report: pp.EpochReport) -> None:
        if report.epoch == self.last:
            raise KeyboardInterrupt


@pytest.fixture
def settings(toy: Any, tmp_path: Path) -> dict[str, Any]:
    return {"bank": toy(30), "dev": toy(20, seed=2), "epochs": EPOCHS, "checkpoint": tmp_path / "check"}


def saved(parser: pp.Parser, folder: Path) -> bytes:
    parser.save(folder / "x.pan")
    return (folder / "x.pan").read_bytes()


@pytest.mark.parametrize("labels", ["joint", "product"])
@pytest.mark.parametrize("dev", [True, False])
def test_resume_after_each_epoch(settings: dict[str, Any], labels: str, dev: bool, tmp_path: Path) -> None:
    settings |= {"labels": labels, "dev": settings["dev"] if dev else None}
    whole = saved(pp.train(**settings | {"checkpoint": None}), tmp_path)
    for stop in range(1, EPOCHS + 1):
        settings["checkpoint"].unlink(missing_ok=True)
        with pytest.raises(KeyboardInterrupt):
            pp.train(**settings, listener=StopAfter(stop))
        listener = StopAfter(0)
        assert saved(pp.train(**settings, resume=True, listener=listener), tmp_path) == whole
        assert listener.first == stop + 1


def test_interrupted_again_and_again(settings: dict[str, Any], tmp_path: Path) -> None:
    whole = saved(pp.train(**settings | {"checkpoint": None}), tmp_path)
    for stop in range(1, EPOCHS + 1):
        with pytest.raises(KeyboardInterrupt):
            pp.train(**settings, resume=True, listener=StopAfter(stop))
    assert saved(pp.train(**settings, resume=True), tmp_path) == whole


def test_more_epochs_than_at_first(settings: dict[str, Any], tmp_path: Path) -> None:
    pp.train(**settings | {"epochs": 2})
    more = saved(pp.train(**settings, resume=True), tmp_path)
    settings["checkpoint"].unlink()
    assert saved(pp.train(**settings), tmp_path) == more
    with pytest.raises(pp.UsageError, match=f"epochs={EPOCHS} or more"):
        pp.train(**settings | {"epochs": 2}, resume=True)


def test_without_resume_a_checkpoint_is_not_read(settings: dict[str, Any], tmp_path: Path) -> None:
    whole = saved(pp.train(**settings), tmp_path)
    assert saved(pp.train(**settings), tmp_path) == whole
    settings["checkpoint"].write_bytes(b"rubbish")
    assert saved(pp.train(**settings), tmp_path) == whole


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("seed", 2),
        ("root", "first"),
        ("labels", "joint"),
        ("strategy", "greedyn"),
        ("features", ["S0.w B0.w"]),
        ("bank", None),
        ("dev", None),
    ],
)
def test_checkpoints_of_another_training(settings: dict[str, Any], toy: Any, name: str, other: Any) -> None:
    pp.train(**settings | {"epochs": 1})
    changed = settings | {name: toy(31) if name == "bank" else other}
    with pytest.raises(pp.UsageError, match="checkpoint of a training with another") as caught:
        pp.train(**changed, resume=True)
    assert "\n" not in str(caught.value)


def test_what_is_no_checkpoint(settings: dict[str, Any]) -> None:
    pp.train(**settings | {"epochs": 1})
    data = settings["checkpoint"].read_bytes()
    settings["checkpoint"].write_bytes(data[: len(data) // 2])
    with pytest.raises(pp.ModelError):
        pp.train(**settings, resume=True)
    pp.train(**settings | {"checkpoint": None}).save(settings["checkpoint"])
    with pytest.raises(pp.UsageError, match="is a model, not a checkpoint"):
        pp.train(**settings, resume=True)


def test_resume_without_a_checkpoint_yet(settings: dict[str, Any], tmp_path: Path) -> None:
    assert saved(pp.train(**settings, resume=True), tmp_path) == saved(pp.train(**settings), tmp_path)


def test_an_error_in_a_listener_is_not_lost(toy: Any) -> None:
    class Broken(Listener):
        def progress(self, epoch: int, stats: Any) -> None:
            raise ZeroDivisionError(f"after {stats.sentences}")

    with pytest.raises(ZeroDivisionError):
        pp.train(list(toy(500)) * 200, epochs=1, listener=Broken())
