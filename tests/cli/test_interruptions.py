"""Training that is killed goes on, and ends with the same model; pipes that close and signals end quietly."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "panparser"]


@pytest.fixture(scope="module")
def large(train_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Large enough for an epoch to take a while."""
    path = tmp_path_factory.mktemp("data") / "large.conllu"
    path.write_bytes(train_file.read_bytes() * 60)
    return path


def train_until(epoch: int, wait: float, how: signal.Signals, arguments: list[object]) -> tuple[int, str]:
    """Starts a training and sends it a signal some time after an epoch; status and what it said in the end."""
    command = [*PROGRAM, "train", *map(str, arguments)]

    def listen() -> None:  # a background job of a shell would pass on that it ignores Control-C
        signal.signal(signal.SIGINT, signal.default_int_handler)

    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=listen) as process:
        assert process.stderr
        for line in process.stderr:
            if line.split()[0] == str(epoch):
                time.sleep(wait)
                process.send_signal(how)
                break
        rest = process.stderr.read()
    return process.returncode, rest


def test_killed_and_resumed(run, large: Path, dev_file: Path, tmp_path: Path) -> None:
    options = ["--dev", dev_file, "--epochs", 12, "--seed", 5]
    whole, parts = tmp_path / "whole.pan", tmp_path / "parts.pan"
    assert run("train", large, "-o", whole, *options, "-q").returncode == 0
    for epoch, wait in ((1, 0.0), (2, 0.005), (4, 0.02), (7, 0.04)):
        status, _ = train_until(epoch, wait, signal.SIGKILL, [large, "-o", parts, "--resume", *options])
        assert status == -signal.SIGKILL
        assert not parts.exists()
        assert (tmp_path / "parts.pan.ckpt").exists()
    done = run("train", large, "-o", parts, "--resume", *options, "--curve", tmp_path / "curve.png")
    assert done.returncode == 0, done.stderr
    assert b"going on after epoch" in done.stderr
    assert parts.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "parts.pan.ckpt").exists()


def test_control_c(run, large: Path, train_file: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.pan"
    status, rest = train_until(2, 0.01, signal.SIGINT, [large, "-o", model, "--epochs", 500])
    said = [line for line in rest.splitlines() if not line.split()[0].isdigit()]
    assert (status, said) == (130, [f"panparser: interrupted; --resume goes on from {model}.ckpt"])
    assert [p.name for p in tmp_path.iterdir()] == ["m.pan.ckpt"]
    other = run("train", train_file, "-o", model, "--resume")
    assert other.returncode == 2
    assert b"is a checkpoint of a training with another" in other.stderr
    done = run("train", train_file, "-o", model, "--epochs", 1)
    assert done.returncode == 0
    assert b"m.pan.ckpt is of an earlier training and will be overwritten" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["m.pan"]


def test_termination_leaves_nothing_behind(model: Path, tmp_path: Path) -> None:
    command = [*PROGRAM, "parse", str(model), "-", "-o", str(tmp_path / "out.conllu")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not any(tmp_path.iterdir()):  # the unfinished file
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 143
        assert process.stderr
        assert process.stderr.read() == b""
    assert not any(tmp_path.iterdir())


def test_a_reader_that_has_enough(model: Path, large: Path) -> None:
    for arguments in (["parse", model, large], ["show", large]):
        command = [*PROGRAM, *map(str, arguments)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout
            assert process.stderr
            assert process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk(run, model: Path, large: Path) -> None:
    done = run("parse", model, large, "-o", "/dev/full")
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert b"No space left on device" in done.stderr


def test_words_are_passed_on_as_they_come(model: Path, dev_file: Path) -> None:
    command = [*PROGRAM, "parse", str(model), "--batch", "1", "-q"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        first = dev_file.read_bytes().partition(b"\n\n")[0] + b"\n\n"
        process.stdin.write(2 * first)  # a sentence ends where the next one begins
        process.stdin.flush()
        alarm = threading.Timer(20, process.kill)
        alarm.start()
        assert process.stdout.readline() == first.splitlines(keepends=True)[0]  # before the input has ended
        alarm.cancel()
        process.stdin.close()
        assert process.stdout.read().endswith(b"\n\n")
