"""`panparser train-tokenizer` and `panparser tokenize`."""

from __future__ import annotations

from pathlib import Path

import panparser as pp

from .conftest import Run


def test_from_text_to_conllu(call: Run, run: Run, train_file: Path, dev_file: Path, tmp_path: Path) -> None:
    model = tmp_path / "tokens.pan"
    done = call("train-tokenizer", train_file, "--dev", dev_file, "-o", model, "--epochs", 3)
    assert done.returncode == 0
    assert b"dev: tokens 100.00" in done.stderr
    text = tmp_path / "text.txt"
    text.write_text("The baker opens.  A cat sleeps.\n", encoding="utf-8")
    done = call("tokenize", model, text, "--ranges")
    assert (done.returncode, done.stderr.startswith(b"found 2 sentences, 8 words in ")) == (0, True)
    found = pp.reads(done.stdout.decode())
    assert pp.text_of(found) == text.read_text(encoding="utf-8")
    assert run("tokenize", model, "-", "--ranges", "-q", stdin=text.read_bytes()).stdout == done.stdout
    text.write_bytes(b"A cat\nsleeps \xff")
    done = call("tokenize", model, text)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.endswith(b"text.txt:2: this is not valid UTF-8; convert the file to UTF-8\n")
    assert call("tokenize", model, tmp_path / "none.txt").returncode == 2
    assert call("tokenize", train_file, text).returncode == 2
    assert call("tokenize", model, text, "-o", model).returncode == 2
