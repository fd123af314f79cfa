"""`panparser parse` with text, files and folders, and `train --pipeline`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import panparser as pp

from .conftest import Run


def test_text_on_the_command_line(call: Run, tmp_path: Path) -> None:
    done = call("parse", "Birds sing. We listen!")
    assert done.returncode == 0
    found = pp.reads(done.stdout)
    assert [sentence.text for sentence in found] == ["Birds sing.", "We listen!"]
    assert [sentence.roots for sentence in found] == [1, 1]
    assert b"parsed 2 sentences, 6 words" in done.stderr
    assert call("parse", "en", "Birds sing. We listen!", "-q").stdout == done.stdout
    tree = call("parse", "Birds sing.", "--to", "tree", "-q").stdout.decode()
    assert tree.startswith("Birds sing.\n")
    assert "nsubj" in tree


def test_streams_and_lines(run: Run) -> None:
    text = b"Birds sing\nWe listen\n"
    whole = pp.reads(run("parse", "-q", stdin=text).stdout)
    lines = pp.reads(run("parse", "-", "--input", "lines", "-q", stdin=text).stdout)
    assert [sentence.text for sentence in lines] == ["Birds sing", "We listen"]
    assert pp.text_of(whole) == pp.text_of(lines) == text.decode()
    tokens = pp.reads(run("parse", "-", "--input", "tokens", "-q", stdin=b"A U.S. -based firm\n").stdout)
    assert [sentence.forms for sentence in tokens] == [["A", "U.S.", "-based", "firm"]]
    assert run("parse", "-q", stdin=b"").stdout == b""
    assert b"not valid UTF-8" in run("parse", "-q", stdin=b"caf\xe9\n").stderr


def test_conllu_is_known_by_its_looks(run: Run, call: Run, dev_file: Path, tmp_path: Path) -> None:
    stripped = [s.replace(upos=["_"] * len(s), heads=[None] * len(s)) for s in pp.read(dev_file)]
    pp.write(stripped, tmp_path / "bare.conllu")
    done = call("parse", tmp_path / "bare.conllu", "-q")
    found = pp.reads(done.stdout)
    assert [s.forms for s in found] == [s.forms for s in stripped]
    assert all(tag != "_" for s in found for tag in s.upos)
    assert run("parse", "-q", stdin=(tmp_path / "bare.conllu").read_bytes()).stdout == done.stdout
    odd = [s.replace(upos=["X"] * len(s)) for s in stripped]
    pp.write(odd, tmp_path / "odd.conllu")
    assert {tag for s in pp.reads(call("parse", tmp_path / "odd.conllu", "-q").stdout) for tag in s.upos} == {"X"}
    retagged = pp.reads(call("parse", tmp_path / "odd.conllu", "-q", "--retag").stdout)
    assert [s.upos for s in retagged] == [s.upos for s in found]


def test_folders(call: Run, tmp_path: Path) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "a.txt").write_text("One text. It is short.")
    (tmp_path / "in" / "deep" / "b.txt").write_text("Another text.")
    (tmp_path / "in" / "c.bin").write_bytes(b"\xff")
    whole = pp.reads(call("parse", tmp_path / "in", "-q").stdout)
    names = [line for s in whole for line in s.comments if "sent_id" in line or "newdoc" in line]
    assert names == [
        "# newdoc id = a",
        "# sent_id = a-1",
        "# sent_id = a-2",
        "# newdoc id = deep/b",
        "# sent_id = deep/b-1",
    ]
    assert call("parse", tmp_path / "in", "-q", "-o", f"{tmp_path / 'out'}/").returncode == 0
    assert [s.text for s in pp.read(tmp_path / "out" / "deep" / "b.conllu")] == ["Another text."]
    assert sorted(p.name for p in (tmp_path / "out").rglob("*.conllu")) == ["a.conllu", "b.conllu"]
    assert call("parse", tmp_path / "in", "-q", "--to", "svg", "-o", f"{tmp_path / 'pictures'}/").returncode == 0
    assert (tmp_path / "pictures" / "a" / "0002.svg").read_text().startswith("<svg")


def test_other_outputs(call: Run, tmp_path: Path) -> None:
    lines = call("parse", "Birds sing. We listen!", "--to", "json", "-q").stdout.splitlines()
    assert [json.loads(line)["text"] for line in lines] == ["Birds sing.", "We listen!"]
    ranges = pp.reads(call("parse", "Birds sing.", "--ranges", "-q").stdout)[0]
    assert "TokenRange=6:10" in ranges.misc[1]
    best = call("parse", "Time flies like an arrow.", "--best", 2, "-q").stdout
    assert best.count(b"# panparser_rank") == 2
    sure = call("parse", "Time flies like an arrow.", "--confidence", "-q").stdout
    assert b"Conf=" in sure
    parquet = pytest.importorskip("pyarrow.parquet")
    assert call("parse", "Birds sing.", "--to", "parquet", "-o", tmp_path / "w.parquet", "-q").returncode == 0
    assert parquet.read_table(tmp_path / "w.parquet").to_pydict()["text"] == ["Birds", "sing", "."]
    # Whatever is held in memory at a time, and one document for each input.
    pp.write([pp.Sentence.from_forms([form, "!"]) for form in ("Go", "Stop", "Wait")], tmp_path / "three.conllu")
    files = [tmp_path / "three.conllu", tmp_path / "three.conllu"]
    for batch in (1, 10):
        call("parse", *files, "--to", "parquet", "-o", tmp_path / "w.parquet", "-q", "--batch", batch)
        found = parquet.read_table(tmp_path / "w.parquet").to_pydict()
        assert found["document"] == [1] * 6 + [2] * 6
        assert found["sentence"] == [1, 1, 2, 2, 3, 3] * 2
        assert found["start"] == [0, 3, 5, 10, 12, 17] * 2


def test_bad_inputs(call: Run, model: Path, dev_file: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for arguments, piece in (
        (["nothere.txt"], "nothere.txt: there is no such file"),
        (["some/where"], "there is no such file"),
        ([tmp_path / "empty"], "there is no file in this folder"),
        ([model, "some text"], "is no file; CoNLL-U comes from a file"),
        ([model, dev_file, "--input", "text"], "a parser alone, which takes CoNLL-U"),
        (["Some text.", "--to", "svg"], "give a folder"),
        (["Some text.", "--to", "parquet"], "give its name"),
        (["Some text.", "--json", "--to", "tree"], "exclude each other"),
        (["none.pan", "Some text."], "no such model file"),
    ):
        done = call("parse", *arguments)
        errors = done.stderr.decode()
        assert done.returncode == 2, (arguments, errors)
        assert piece in errors
        assert errors.count("\n") == 1


def test_train_a_pipeline(call: Run, train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.pan"
    done = call("train", "--pipeline", train_file, "--dev", dev_file, "-o", path, "--epochs", 3)
    assert done.returncode == 0, done.stderr
    errors = done.stderr.decode()
    assert "of the arcs are non-projective: a projective system, arc-eager" in errors
    assert "dev LAS with predicted tags" in errors
    assert [p.name for p in tmp_path.iterdir()] == ["own.pan"]
    parsed = call("parse", path, "The baker opens the shop.", "-q")
    assert len(pp.reads(parsed.stdout)[0]) == 6
    wrong = call("train", "--pipeline", train_file, "-o", path, "--labels", "joint", "--curve", "x.svg")
    assert wrong.returncode == 2
    assert "leave out --curve, --labels" in wrong.stderr.decode()
