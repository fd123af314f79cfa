"""Model files: the same bytes for the same model, and one sentence for anything that is not one."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

import panparser as pp
from panparser.models import load_model_file, save_model_file


@pytest.fixture(scope="module")
def saved(parser: pp.Parser, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("model") / "toy.pan"
    parser.save(path)
    return path.read_bytes()


def refused(path: Path) -> str:
    with pytest.raises(pp.ModelError) as caught:
        pp.load(path)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(path))
    assert len(message) < 400
    return message


def test_round_trip_and_the_same_bytes_twice(parser: pp.Parser, saved: bytes, toy: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.pan"
    path.write_bytes(saved)
    again = pp.load(path)
    assert again.header == parser.header
    assert again.parse(toy(20, seed=5)) == parser.parse(toy(20, seed=5))
    again.save(tmp_path / "b.pan")
    assert (tmp_path / "b.pan").read_bytes() == saved
    assert "arc-eager" in repr(again)


@pytest.mark.parametrize("twentieth", range(20))
def test_truncated(saved: bytes, twentieth: int, tmp_path: Path) -> None:
    path = tmp_path / "short.pan"
    path.write_bytes(saved[: len(saved) * twentieth // 20])
    assert "damaged" in refused(path)


def test_longer_than_it_was(saved: bytes, tmp_path: Path) -> None:
    path = tmp_path / "long.pan"
    path.write_bytes(saved + b"\0")
    refused(path)


def test_one_flipped_byte_anywhere(saved: bytes, tmp_path: Path) -> None:
    path = tmp_path / "flipped.pan"
    header = 8 + int.from_bytes(saved[:8], "little")
    rng = random.Random(1)
    # All of the padding after the header, and both ends: nothing else covers these.
    places = [*range(60), *range(header - 10, header + 2), *rng.sample(range(len(saved)), 250), len(saved) - 1]
    for place in places:
        for change in (1, 0x2A, 0x80):  # 0x2A turns a blank into a line break, which JSON does not mind
            path.write_bytes(saved[:place] + bytes([saved[place] ^ change]) + saved[place + 1 :])
            refused(path)


def test_what_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "x.pan"
    assert "no such model file" in refused(path)
    path.mkdir()
    assert "not a model" in refused(path)
    for k, data in enumerate([b"", b"not a model", b"\xff" * 100, b"1\tHi\t_\n"]):
        path = tmp_path / f"{k}.pan"
        path.write_bytes(data)
        assert "not a model" in refused(path)
    safetensors.numpy.save_file({"a": np.zeros(3)}, path)
    assert "not a PanParser model" in refused(path)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "7", '"text"', "{}", '{"format": 1}', '{"format": "1", "header": {}}', '{"format": 1, "header": []}'],
)
def test_foreign_header(content: str, tmp_path: Path) -> None:
    path = tmp_path / "x.pan"
    safetensors.numpy.save_file({"a": np.zeros(3)}, path, metadata={"panparser": content})
    refused(path)


def test_newer_format(saved: bytes, parser: pp.Parser, tmp_path: Path) -> None:
    path = tmp_path / "newer.pan"
    content = json.dumps({"format": 99, "header": {"anything": "new"}})
    safetensors.numpy.save_file({"a": np.zeros(3)}, path, metadata={"panparser": content})
    assert "newer" in refused(path)
    assert "upgrade" in refused(path)


def test_older_format(tmp_path: Path) -> None:
    path = tmp_path / "older.pan"
    content = json.dumps({"format": 1, "header": {"anything": "old"}})
    safetensors.numpy.save_file({"a": np.zeros(3)}, path, metadata={"panparser": content})
    assert "written by an older PanParser (format 1" in refused(path)
    assert "train it again" in refused(path)


@pytest.mark.parametrize(
    "change",
    [
        {"system": "arc-lazy"},
        {"root": "middle"},
        {"templates": ["S0.q"]},
        {"templates": []},
        {"labels": ["root"]},
        {"labels": 5},
        {"at_root": []},
        {"labelling": "both"},
        {"data": None},
        {"seed": ...},  # left out
    ],
    ids=str,
)
def test_headers_that_do_not_fit(parser: pp.Parser, saved: bytes, change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "odd.pan"
    path.write_bytes(saved)
    header, arrays = load_model_file(path)
    header |= change
    save_model_file(path, {k: v for k, v in header.items() if v is not ...}, arrays)
    refused(path)


@pytest.mark.parametrize(
    "change",
    [
        {"buckets": np.zeros(0, np.uint32)},
        {"buckets": np.zeros(6, np.uint32)},
        {"buckets": np.full(64, 2**32 - 1, np.uint32)},
        {"buckets": np.zeros(64, np.float32)},
        {"buckets": np.zeros((4, 16), np.uint32)},
        {"pool": np.zeros(4, np.int32)},
        {"pool": None},
        {"buckets": None},
    ],
    ids=[*"abcdefgh"],
)
def test_arrays_that_do_not_fit(saved: bytes, change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "odd.pan"
    path.write_bytes(saved)
    header, arrays = load_model_file(path)
    arrays |= change
    save_model_file(path, header, {k: v for k, v in arrays.items() if v is not None})
    refused(path)


def test_a_checkpoint_is_no_parser(toy: Any, tmp_path: Path) -> None:
    pp.train(toy(3), epochs=1, checkpoint=tmp_path / "c")
    refused(tmp_path / "c")


def test_saving_is_atomic(parser: pp.Parser, saved: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pan"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(pp.PanParserError, match="No space left"):
        parser.save(path)
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.pan"]
    monkeypatch.undo()
    parser.save(path)
    assert path.read_bytes() == saved
    assert [p.name for p in tmp_path.iterdir()] == ["a.pan"]
    with pytest.raises(pp.UsageError, match="check the path"):
        parser.save(tmp_path / "no" / "such" / "folder.pan")


def test_a_device_is_never_replaced(parser: pp.Parser) -> None:
    with pytest.raises(pp.UsageError, match="cannot be replaced"):
        parser.save("/dev/null")
    assert Path("/dev/null").is_char_device()
