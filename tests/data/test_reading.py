"""Where treebanks are read from, in which formats, and what filters leave out."""

from __future__ import annotations

import gzip
import io
import lzma
import subprocess
import sys
from pathlib import Path

import pytest

import panparser as pp

ROW = "{}\t{}\t_\t_\t_\t_\t{}\t_\t_\t_\n"
TEXT = ROW.format(1, "né", 0) + "\n"


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "a.conllu"
    path.write_bytes(TEXT.encode())
    return path


def test_paths_and_open_files(plain: Path) -> None:
    for source in (plain, str(plain), io.BytesIO(TEXT.encode()), io.StringIO(TEXT)):
        assert pp.read(source)[0].forms == ["né"]
    with plain.open("rb") as binary, plain.open(encoding="utf-8") as text:
        assert pp.read(binary) == pp.read(text)
    with plain.open("rb", buffering=0) as raw:
        assert len(pp.read(raw)) == 1


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_compression_is_known_by_its_bytes(pack, tmp_path: Path) -> None:
    path = tmp_path / "misnamed.conllu"
    path.write_bytes(pack(TEXT.encode()))
    assert pp.read(path)[0].forms == ["né"]
    path.write_bytes(pack(TEXT.encode()) + pack(TEXT.encode()))
    assert len(pp.read(path)) == 2
    assert len(pp.read(io.BytesIO(path.read_bytes()))) == 2


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_standard_input(pack) -> None:
    code = "import panparser as pp; print(pp.read('-')[0].forms == ['né'])"
    done = subprocess.run([sys.executable, "-c", code], input=pack(TEXT.encode()), capture_output=True, check=True)
    assert done.stdout.strip() == b"True"


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_damaged_compression(pack, tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    packed = pack((TEXT * 1000).encode())
    for cut in (7, len(packed) // 2, len(packed) - 1):
        path.write_bytes(packed[:cut])
        with pytest.raises(pp.InputError, match=r"x\.gz: the compressed file is (cut short|damaged)"):
            pp.read(path)
    path.write_bytes(packed[:30] + b"\xff" * 20 + packed[50:])
    with pytest.raises(pp.InputError):
        pp.read(path)


def test_files_that_cannot_be_read(tmp_path: Path, plain: Path) -> None:
    with pytest.raises(pp.InputError, match="nowhere: there is no such file; check the path"):
        pp.read(tmp_path / "nowhere")
    with pytest.raises(pp.InputError, match="this is a folder"):
        pp.read(tmp_path)
    for bad in ("a\0b", "", str(plain) + "/below"):
        with pytest.raises(pp.InputError):
            pp.read(bad)
    closed = io.BytesIO()
    closed.close()
    with pytest.raises(pp.InputError):
        pp.read(closed)
    latin = io.TextIOWrapper(io.BytesIO("é".encode("latin-1")), encoding="utf-8")
    with pytest.raises(pp.InputError, match="encoding"):
        pp.read(latin)
    with pytest.raises(pp.UsageError):
        pp.read(3)  # type: ignore[arg-type]
    with pytest.raises(pp.UsageError, match="conllu, conllx"):
        pp.read(plain, format="csv")  # type: ignore[arg-type]


def test_conllx_is_completed() -> None:
    eight, ten = "1\ta\t_\tN\tNN\t_\t0\troot\n2\tb\t_\t_\t_\t_\t1\tx\n", "1\tc\t_\t_\t_\t_\t0\troot\t_\t_\n"
    bank = pp.reads(eight + "\n" + ten, format="conllx")
    assert bank[0].raw == eight.replace("\n", "\t_\t_\n") + "\n"
    assert bank[0].misc == ["_", "_"]
    assert bank[1].forms == ["c"]
    assert pp.reads("1\ta\t_\t_\t_\t_\t_\t_\r\n", format="conllx")[0].raw.endswith("\t_\t_\r\n\r\n")


def test_filters_count_what_they_drop() -> None:
    two_roots = ROW.format(1, "a", 0) + ROW.format(2, "b", 0) + "\n"
    crossing = ROW.format(1, "a", 3) + ROW.format(2, "b", 0) + ROW.format(3, "c", 2) + "\n"
    file = (TEXT + two_roots + crossing).encode()
    everything = pp.read(io.BytesIO(file))
    assert (len(everything), everything.dropped) == (3, {})
    rooted = pp.read(io.BytesIO(file), multiroots=False)
    assert (len(rooted), rooted.dropped) == (2, {"several roots": 1})
    both = pp.read(io.BytesIO(file), multiroots=False, projective_only=True)
    assert (len(both), both.dropped) == (1, {"several roots": 1, "non-projective": 1})
    assert "1 dropped (non-projective)" in repr(both)
    none = pp.read(io.BytesIO(crossing.encode()), projective_only=True)
    assert (len(none), none.dropped) == (0, {"non-projective": 1})


def test_batches_are_bounded() -> None:
    file = io.BytesIO(TEXT.encode() * 2500)
    assert [len(part) for part in pp.stream(file, batch=1000)] == [1000, 1000, 500]
    with pytest.raises(pp.UsageError):
        pp.stream(file, batch=0)


def test_a_stream_reads_no_further_than_it_must() -> None:
    class Endless(io.RawIOBase):
        taken = 0

        def read(self, size: int = -1) -> bytes:
            self.taken += 1
            return TEXT.encode() * 1000

    source = Endless()
    parts = pp.stream(source, batch=1000)
    for _ in range(20):
        assert len(next(parts)) == 1000
    assert source.taken <= 22


def test_memory_does_not_grow_with_the_file() -> None:
    code = """
import io, resource, panparser as pp
class Long(io.RawIOBase):
    left = 120
    def read(self, size=-1):
        self.left -= 1
        return b"1\\ta\\t_\\t_\\t_\\t_\\t0\\t_\\t_\\t_\\n\\n" * 20000 if self.left >= 0 else b""
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
parts = pp.stream(Long(), batch=1000)
for _ in range(100): next(parts)
before = peak()
count = 100 + sum(1 for _ in parts)
print(count, peak() - before < 20000)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.split() == ["2400", "True"]
