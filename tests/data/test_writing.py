"""A file is complete or not there, and holds exactly the sentences."""

from __future__ import annotations

import gzip
import io
import lzma
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import panparser as pp

TEXT = (
    "# text = né\n1-2\tné\t_\t_\t_\t_\t_\t_\t_\t_\n1\tn\tx\tN\tNN\t_\t0\troot\t0:root\tA=1\n"
    "1.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n2\té\t_\t_\t_\t_\t1\tdep\t_\t_\r\n\n\n"
)
BANK = pp.reads(TEXT)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_paths_packing_and_open_files(tmp_path: Path) -> None:
    for name, unpack in {"a.conllu": bytes, "a.conllu.gz": gzip.decompress, "a.xz": lzma.decompress}.items():
        pp.write(BANK, tmp_path / name)
        assert unpack((tmp_path / name).read_bytes()) == TEXT.encode()
        assert pp.read(tmp_path / name) == BANK
    binary, text = io.BytesIO(), io.StringIO(newline="")
    pp.write(BANK, binary)
    pp.write(BANK[0], text)
    assert binary.getvalue().decode() == text.getvalue() == TEXT
    assert names(tmp_path) == ["a.conllu", "a.conllu.gz", "a.xz"]


def test_packed_output_is_the_same_every_time(tmp_path: Path) -> None:
    pp.write(BANK, tmp_path / "a.gz")
    pp.write(BANK, tmp_path / "b.gz")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


def test_conllx_is_words_alone() -> None:
    assert pp.writes(BANK, format="conllx") == "1\tn\tx\tN\tNN\t_\t0\troot\t_\t_\n2\té\t_\t_\t_\t_\t1\tdep\t_\t_\n\n"


def test_standard_output() -> None:
    code = f"import panparser as pp; print('first'); pp.write(pp.reads({TEXT!r}), '-')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"first\n" + TEXT.encode()


def test_nothing_is_left_behind_on_error(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("before")

    def failing() -> Iterator[pp.Sentence]:
        yield from BANK
        raise KeyError("stop")

    for target in (path, tmp_path / "b.gz", tmp_path / "c.xz"):
        with pytest.raises(KeyError):
            pp.write(failing(), target)
        with pytest.raises(pp.UsageError, match="only sentences can be written, not int"):
            pp.write([BANK[0], 3], target)  # type: ignore[list-item]
    assert path.read_text() == "before"
    assert names(tmp_path) == ["a.conllu"]


def test_the_file_appears_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    with pp.Writer(path) as out:
        out.write(BANK)
        assert not path.exists()
        out.write(BANK[0])
    assert path.read_bytes() == 2 * TEXT.encode()


def test_modes_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "a.conllu", tmp_path / "link"
    path.touch(0o640)
    path.chmod(0o640)
    link.symlink_to(path)
    pp.write(BANK, link)
    assert link.is_symlink()
    assert path.read_bytes() == TEXT.encode()
    assert path.stat().st_mode & 0o777 == 0o640


def test_targets_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(pp.UsageError, match="is a folder"):
        pp.write(BANK, tmp_path)
    with pytest.raises(pp.UsageError, match="cannot write"):
        pp.write(BANK, tmp_path / "no" / "where")
    with pytest.raises(pp.UsageError):
        pp.write(BANK, 3)  # type: ignore[arg-type]
    with pytest.raises(pp.UsageError, match="conllu, conllx"):
        pp.write(BANK, tmp_path / "a", format="csv")  # type: ignore[arg-type]
    with pytest.raises(pp.UsageError):
        pp.write(3, tmp_path / "a")  # type: ignore[arg-type]
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_devices_are_written_directly() -> None:
    pp.write(BANK, "/dev/null")
    with pytest.raises(pp.PanParserError, match="No space left"):
        pp.write(BANK, "/dev/full")
    assert Path("/dev/null").is_char_device()
