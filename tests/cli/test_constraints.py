"""`--constraints` and `--relax`."""

from __future__ import annotations

from pathlib import Path

import panparser as pp


def test_constraints_from_columns(run, train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.pan"
    assert run("train", train_file, "-o", model, "--epochs", 2, "-q").returncode == 0
    dev = list(pp.read(dev_file))
    half = [s.replace(heads=[h if w % 2 else None for w, h in enumerate(s.heads)], deps=["_"] * len(s)) for s in dev]
    pp.write(half, tmp_path / "half.conllu")
    done = run("parse", model, tmp_path / "half.conllu", "--constraints", "heads", "-q")
    assert (done.returncode, done.stderr) == (0, b"")
    filled = pp.reads(done.stdout.decode())
    for before, after in zip(half, filled, strict=True):
        assert all(a in (None, b) for a, b in zip(before.heads, after.heads, strict=True))
        assert before.deprels == after.deprels

    size = len(half[0])
    told = [half[0].replace(misc=["Head=2", "Head=1", *["_"] * (size - 2)]), *half[1:]]
    pp.write(told, tmp_path / "told.conllu")
    line = pp.read(tmp_path / "told.conllu")[0].line
    done = run("parse", model, "told.conllu", "--constraints", "misc", "-q", "-o", "out.conllu", cwd=tmp_path)
    assert done.returncode == 2
    expected = (
        f"panparser: told.conllu: the sentence in line {line}: the constraints exclude each other (no tree has all"
    )
    assert done.stderr.decode().startswith(expected)
    assert not (tmp_path / "out.conllu").exists()
    done = run("parse", model, "told.conllu", "--constraints", "misc", "--relax", "-q", cwd=tmp_path)
    assert done.returncode == 0
    assert "left out: word 2" in done.stderr.decode()
    assert pp.reads(done.stdout.decode())[0].heads[0] == 2
    best = run("parse", model, "told.conllu", "--constraints", "misc", "--relax", "--best", 2, "-q", cwd=tmp_path)
    assert [s.heads[0] for s in pp.reads(best.stdout.decode())[:2]] == [2, 2]


def test_bad_constraints(run, train_file: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.pan"
    assert run("train", train_file, "-o", model, "--epochs", 1, "-q", "--constraints", "misc").returncode == 0
    (tmp_path / "bad.conllu").write_text("# here\n1\ta\t_\t_\t_\t_\t_\t_\t_\tHead=one\n\n")
    done = run("parse", model, "bad.conllu", "--constraints", "misc", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "panparser: bad.conllu:1: 'Head=one' in the MISC column of word 1 is not a constraint; write Head=3 or 3,5\n"
    )
    done = run("parse", model, "bad.conllu", "--relax", cwd=tmp_path)
    assert done.returncode == 2
    assert b"--relax is about constraints" in done.stderr
    done = run("train", "bad.conllu", "-o", "x.pan", "--constraints", "ninth-column", cwd=tmp_path)
    assert done.returncode == 2
