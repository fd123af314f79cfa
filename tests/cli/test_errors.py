"""Every error is one line and a status; what was there before is still there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BAD = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n1\tb\t_\t_\t_\t_\t7\tx\t_\t_\n\n"
GOOD = "1\tc\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
# arguments, and a piece of the sentence
CASES = [
    ("frob", "no such command 'frob'"),
    ("parse none.pan", "none.pan: no such model file"),
    ("parse good.conllu none.conllu", "none.conllu: there is no such file"),
    ("parse m.pan none.conllu", "none.conllu: there is no such file"),
    ("parse m.pan bad.conllu", "bad.conllu:3:"),
    ("parse m.pan .", "bad.conllu:3:"),
    ("parse m.pan good.conllu -o no/out", "cannot write no/out"),
    ("parse m.pan good.conllu -o .", "would replace a file that is being read"),
    ("parse m.pan good.conllu -o m.pan", "would replace the model"),
    ("parse m.pan good.conllu --threads 0", "invalid value for '--threads'"),
    ("parse m.pan good.conllu --batch x", "invalid value for '--batch'"),
    ("parse m.pan good.conllu --frob", "no such option"),
    ("train good.conllu", "missing option '-o'"),
    ("train none.conllu -o x.pan", "there is no such file"),
    ("train bad.conllu -o x.pan", "bad.conllu:3:"),
    ("train empty.conllu -o x.pan", "empty.conllu: it has no sentences"),
    ("train bare.conllu -o x.pan", "no word has a head"),
    ("train good.conllu --dev empty.conllu -o x.pan", "empty.conllu: it has no sentences"),
    ("train good.conllu --dev none.conllu -o x.pan", "none.conllu: there is no such file"),
    ("train good.conllu -o no/x.pan", "cannot write no/x.pan"),
    ("train good.conllu -o .", "is a folder"),
    ("train good.conllu -o good.conllu", "would replace a file that is being read"),
    ("train good.conllu -o /dev/null", "not a regular file"),
    ("train good.conllu -o x.pan --log no/log.json", "cannot write no/log.json"),
    ("train good.conllu -o x.pan --curve curve.bmp", "a curve is drawn as"),
    ("train good.conllu -o x.pan --system frob", "no transition system named 'frob'"),
    ("train good.conllu -o x.pan --root middle", "no root position 'middle'"),
    ("train good.conllu -o x.pan --strategy frob", "no strategy named 'frob'"),
    ("train good.conllu -o x.pan --beam 0", "invalid value for '--beam'"),
    ("train good.conllu -o x.pan --beam 4", "does not learn with a beam of 4"),
    ("train good.conllu -o x.pan --patience 2", "give --dev too"),
    ("parse m.pan good.conllu --beam 0", "invalid value for '--beam'"),
    ("parse m.pan good.conllu --best 0", "invalid value for '--best'"),
    ("parse m.pan good.conllu --best 2 --threads 2", "leave out --threads"),
    ("parse m.pan good.conllu --best 2 --format conllx", "has no comments"),
    ("parse m.pan good.conllu --confidence", "was not calibrated"),
    ("parse m.pan good.conllu --confidence --best 2", "leave out --best"),
    ("parse m.pan good.conllu --confidence --format conllx", "CoNLL-X has none"),
    ("parse m.pan good.conllu --json --best 2 --threads 2", "leave out --threads"),
    ("parse m.pan good.conllu --json -o no/out", "cannot write no/out"),
    ("calibrate none.pan good.conllu", "none.pan: no such model file"),
    ("calibrate m.pan none.conllu", "there is no such file"),
    ("calibrate m.pan bad.conllu", "bad.conllu:3:"),
    ("calibrate m.pan empty.conllu", "empty.conllu: it has no sentences"),
    ("calibrate m.pan bare.conllu", "nothing to calibrate on"),
    ("calibrate m.pan good.conllu -o no/x.pan", "cannot write no/x.pan"),
    ("calibrate m.pan good.conllu -o good.conllu", "would replace a file that is being read"),
    ("calibrate m.pan good.conllu --beam 0", "invalid value for '--beam'"),
    ("evaluate good.conllu good.conllu --confidence", "has no confidence"),
    ("derive good.conllu --system arc-eager --beam 2", "an oracle does not search"),
    ("train good.conllu -o x.pan --labels frob", "invalid value for '--labels'"),
    ("train good.conllu -o x.pan --features frob", "neither a feature set nor a file"),
    ("train good.conllu -o x.pan --features empty.conllu", "there are no templates"),
    ("train good.conllu -o x.pan --features good.conllu", "feature template"),
    ("train good.conllu -o x.pan --epochs 0", "invalid value for '--epochs'"),
    ("train good.conllu -o -", "cannot go to standard output"),
    ("train good.conllu -o x.pan --log x.pan", "the same file"),
    ("train good.conllu -o x.pan --log x.pan.ckpt", "the same file"),
    ("train good.conllu -o x.pan --threads 99999999999", "invalid value for '--threads'"),
    ("train good.conllu --dev bare.conllu -o x.pan", "no head to compare with"),
    ("parse m.pan good.conllu --threads 2147483648", "invalid value for '--threads'"),
    ("tag . good.conllu", "a folder, not a model file"),
    ("verify frob", "no transition system named 'frob'"),
    ("show long.conllu", "too long to draw"),
    ("train good.conllu -o x.pan --seed -1", "invalid value for '--seed'"),
    ("train good.conllu -o x.pan --format frob", "invalid value for '--format'"),
    ("evaluate good.conllu none.conllu", "there is no such file"),
    ("evaluate good.conllu bare.conllu", "different texts"),
    ("evaluate empty.conllu empty.conllu", "it has no sentences"),
    ("evaluate - -", "only one of the files"),
    ("stats none.conllu", "there is no such file"),
    ("stats bad.conllu", "bad.conllu:3:"),
    ("show empty.conllu", "there are no sentences"),
    ("show good.conllu -n 9", "there is no sentence '9'"),
    ("show good.conllu -n 0", "count from 1"),
    ("show good.conllu -o no/x.svg", "cannot write no/x.svg"),
    ("derive good.conllu", "give one of --system and --model"),
    ("derive good.conllu --system arc-eager --model m.pan", "give one of --system and --model"),
    ("derive good.conllu --system frob", "no transition system named 'frob'"),
    ("derive good.conllu --system arc-eager --root middle", "no root position 'middle'"),
    ("derive good.conllu --system arc-eager --max-arc 2", "arc-eager builds arcs of any length"),
    ("derive good.conllu --system arc-eager-span", "give max_length, 1 or more"),
    ("derive good.conllu --system covington --loss upper", "covington has one loss only"),
    ("derive good.conllu --system nonmonotonic-covington --loss best", "has no loss named 'best'; use one of: upper"),
    ("derive good.conllu --system arc-eager --format pdf", "invalid value for '--format'"),
    ("derive good.conllu --system arc-eager -n 9", "there is no sentence '9'"),
    ("derive good.conllu --system arc-eager -n 0", "count from 1"),
    ("derive good.conllu --system arc-eager --id 1", "there is no sentence '1'"),
    ("derive good.conllu --system arc-eager --id 1 -n 1", "give one of them"),
    ("derive good.conllu --system arc-eager -o no/x.svg", "cannot write no/x.svg"),
    ("derive good.conllu --system arc-eager -o good.conllu", "would replace a file that is being read"),
    ("derive good.conllu --model m.pan -o m.pan", "would replace a file that is being read"),
    ("derive good.conllu --model m.pan --root last", "leave out --root"),
    ("derive good.conllu --model none.pan", "none.pan: no such model file"),
    ("derive none.conllu --system arc-eager", "there is no such file"),
    ("derive bad.conllu --system arc-eager -n 2", "bad.conllu:3:"),
    ("derive empty.conllu --system arc-eager", "there is no sentence '1'"),
    ("derive bare.conllu --system arc-eager", "no word of the sentence has a head"),
    ("derive long.conllu --system arc-eager", "too long to draw"),
]


@pytest.fixture
def folder(model: Path, tmp_path: Path) -> Path:
    shutil.copy(model, tmp_path / "m.pan")
    files = {"bad": BAD, "good": GOOD, "empty": "", "bare": "1\td\t_\t_\t_\t_\t_\t_\t_\t_\n\n"}
    files["long"] = "".join(f"{i}\td\t_\t_\t_\t_\t{i - 1}\tx\t_\t_\n" for i in range(1, 1102)) + "\n"
    for name, text in files.items():
        (tmp_path / f"{name}.conllu").write_text(text)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_every_error_is_one_line(call, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder)
    for arguments, piece in CASES:
        done = call(*arguments.split())
        errors = done.stderr.decode()
        assert done.returncode == 2, (arguments, errors)
        assert errors.startswith("panparser: "), arguments
        assert errors.count("\n") == 1, (arguments, errors)
        assert piece in errors, arguments
        assert contents(folder) == before, arguments


def test_the_program_itself(run, folder: Path) -> None:
    (folder / "out.conllu").write_text("before")
    before = contents(folder)
    done = run("parse", "m.pan", "bad.conllu", "-o", "out.conllu", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert b"Traceback" not in done.stderr
    assert contents(folder) == before


def test_names_cannot_steer_the_terminal(run, folder: Path) -> None:
    done = run("stats", "\x1b[31mred\nline", cwd=folder)
    assert (done.returncode, done.stderr.count(b"\n"), b"\x1b" in done.stderr) == (2, 1, False)


def test_lenient_names_what_it_skips(run, folder: Path) -> None:
    (folder / "mixed.conllu").write_text(BAD + GOOD)
    done = run("parse", "m.pan", "mixed.conllu", "--lenient", cwd=folder)
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 0
    assert lines[0].startswith("panparser: skipped mixed.conllu:3:")
    assert lines[1] == "panparser: skipped 1 bad sentence"
    assert done.stdout.count(b"\n\n") == 2
    for verb in (["stats"], ["train", "-o", "x.pan", "--epochs", "1", "-q"]):
        done = run(*verb, "mixed.conllu", "--lenient", cwd=folder)
        assert done.returncode == 0
        assert b"panparser: mixed.conllu: skipped 1 bad sentence\n" in done.stderr


def test_filters_say_what_they_drop(run, folder: Path) -> None:
    row = "{}\tw\t_\t_\t_\t_\t{}\tx\t_\t_\n"
    crossing = "".join(row.format(i, h) for i, h in enumerate([3, 4, 0, 3], 1))
    roots = row.format(1, 0) + row.format(2, 0)
    (folder / "odd.conllu").write_text(f"{GOOD}{crossing}\n{roots}\n")
    done = run("train", "odd.conllu", "-o", "x.pan", "--epochs", 1, "--projective-only", "--no-multiroots", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert b"odd.conllu: dropped 1 sentence (several roots)\n" in done.stderr
    assert b"odd.conllu: dropped 1 sentence (non-projective)\n" in done.stderr


def test_without_matplotlib(folder: Path) -> None:
    code = "import sys; sys.modules['matplotlib'] = None; from panparser.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "train", "good.conllu", "-o", "x.pan", "--curve", "c.png"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith("pip install panparser[plots]\n")
    assert done.stderr.count("\n") == 1
    assert not (folder / "x.pan").exists()
