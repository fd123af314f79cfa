"""`panparser derive` in all its forms."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import panparser as pp


def test_text_of_an_oracle(call, dev_file: Path) -> None:
    bank = pp.read(dev_file)
    expected = pp.derive(pp.system("arc-hybrid", root="first"), bank[2])
    options = ["--system", "arc-hybrid", "--root", "first"]
    done = call("derive", dev_file, *options, "-n", 3)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == f"{bank[2].text}\n{expected}\n"
    assert call("derive", dev_file, *options, "--id", "dev-03").stdout == done.stdout
    assert call("derive", dev_file, *options, "--sentence", "dev-03").stdout == done.stdout
    assert call("derive", dev_file, *options).stdout.decode().startswith(f"{bank[0].text}\n")
    narrow = call("derive", dev_file, *options, "-n", 3, "--width", 70).stdout.decode()
    assert narrow == f"{bank[2].text}\n{expected.text(width=70)}\n"


def test_options_reach_the_system(call, dev_file: Path) -> None:
    done = call("derive", dev_file, "--system", "arc-eager-span", "--max-arc", 1, "--format", "json")
    lengths = {abs(head - word) for word, head in enumerate(json.loads(done.stdout)["heads"], 1) if head}
    assert lengths == {1}


def test_forms_by_name_and_by_format(call, dev_file: Path, tmp_path: Path) -> None:
    derivation = pp.derive("arc-eager", pp.read(dev_file)[1])
    written = {"svg": derivation.svg(), "html": derivation.html(), "json": json.dumps(derivation.to_dict()) + "\n"}
    for form, expected in written.items():
        done = call("derive", dev_file, "--system", "arc-eager", "-n", 2, "--format", form)
        assert (done.returncode, done.stdout.decode()) == (0, expected)
        call("derive", dev_file, "--system", "arc-eager", "-n", 2, "-o", tmp_path / f"out.{form}")
        assert (tmp_path / f"out.{form}").read_text(encoding="utf-8") == expected
    call("derive", dev_file, "--system", "arc-eager", "-n", 2, "-o", tmp_path / "out.svg", "--format", "text")
    assert str(derivation) in (tmp_path / "out.svg").read_text(encoding="utf-8")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.html", "out.json", "out.svg"]


def test_a_model_predicts(run, model: Path, dev_file: Path, tmp_path: Path) -> None:
    parsed = pp.load(model).parse(pp.read(dev_file))
    done = run("derive", dev_file, "--model", model, "-n", 4, "--format", "json")
    values = json.loads(done.stdout)
    assert (done.returncode, values["predicted"]) == (0, True)
    assert (values["heads"], values["deprels"]) == (parsed[3].heads, parsed[3].deprels)
    assert all(step["costs"] for step in values["steps"])
    bare = b"1\tbirds\t_\tNOUN\t_\t_\t_\t_\t_\t_\n2\tsing\t_\tVERB\t_\t_\t_\t_\t_\t_\n\n"
    done = run("derive", "--model", model, "-o", tmp_path / "x.svg", stdin=bare)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    ElementTree.parse(tmp_path / "x.svg")
    values = json.loads(run("derive", "-", "--model", model, "--format", "json", stdin=bare).stdout)
    assert {step["costs"] for step in values["steps"]} == {None}
