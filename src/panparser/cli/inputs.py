"""What `panparser parse` is given: text, files, folders, streams, with the model before them or not."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import panparser as pp
from panparser.data.opening import blocks
from panparser.data.text import decoded
from panparser.errors import InputError, UsageError

DEFAULT_MODEL = "en"
PACKED = (".gz", ".xz")
SENTENCES = (".conllu", ".conllx", ".conll", ".cupt")
TEXTS = (".txt", ".text", ".md")
PIECE = 1 << 22  # characters of a text that are worked on at a time


class Kind(StrEnum):
    """What an input is made of."""

    auto = "auto"
    text = "text"
    lines = "lines"
    tokens = "tokens"
    conllu = "conllu"


@dataclass(frozen=True)
class Input:
    """One text or file."""

    name: str  # of a document: the file's, without its suffixes; empty for text from the command line and streams
    source: str  # a path, or - for standard input; empty for text from the command line
    text: str
    kind: Kind


def split_arguments(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The model and the inputs: a model comes first, or is the one that ships.

    >>> split_arguments(["Good morning!"])
    ('en', ['Good morning!'])
    >>> split_arguments(["my.pan"])
    ('my.pan', ['-'])
    """
    given = list(arguments)
    model = given.pop(0) if given and _is_model(given[0]) else DEFAULT_MODEL
    if not arguments and sys.stdin.isatty():
        raise UsageError('there is nothing to parse; give a text in quotes, a file or a folder, as in parse "Hello!"')
    return model, given or ["-"]


def _is_model(name: str) -> bool:
    path = Path(name)
    if ".pan" in path.suffixes or name in pp.shipped_models():
        return True
    try:
        with path.open("rb") as file:  # whatever it is called
            return b'"panparser"' in file.read(64)
    except (OSError, ValueError):
        return False


def find_inputs(names: Sequence[str], kind: Kind) -> list[Input]:
    """The texts and files that are meant; a folder stands for all files in it, in the order of their names."""
    found: list[Input] = []
    for name in names:
        try:
            is_there = name == "-" or Path(name).exists()
        except (OSError, ValueError):  # too long for a name, or with a NUL: a text
            is_there = False
        if not is_there:
            if _looks_like_a_file(name):
                raise InputError("there is no such file", "check the path", file=name)
            if kind is Kind.conllu:
                raise UsageError(f"{name!r} is no file; CoNLL-U comes from a file or standard input")
            found.append(Input("", "", name, Kind.text if kind is Kind.auto else kind))
        elif name != "-" and Path(name).is_dir():
            known = (path for path in Path(name).rglob("*") if _suffix(path) in SENTENCES + TEXTS)
            files = sorted(path for path in known if path.is_file())
            if not files:
                kinds = " or ".join((", ".join(TEXTS), ", ".join(SENTENCES)))
                raise InputError(f"there is no file in this folder that ends in {kinds}", "check the path", file=name)
            found += [_file(str(path), str(path.relative_to(name)), kind) for path in files]
        else:
            found.append(_file(name, "" if name == "-" else Path(name).name, kind))
    return found


def _looks_like_a_file(name: str) -> bool:
    is_one_word = not any(c.isspace() for c in name)
    return is_one_word and ("/" in name or _suffix(Path(name)) in SENTENCES + TEXTS or name.endswith(PACKED))


def _suffix(path: Path) -> str:
    """What comes before .gz and .xz."""
    return path.with_suffix("").suffix if path.suffix in PACKED else path.suffix


def _file(source: str, name: str, kind: Kind) -> Input:
    for _ in range(2):
        path = Path(name)
        if path.suffix in PACKED + SENTENCES + TEXTS:
            if kind is Kind.auto and path.suffix in SENTENCES:
                kind = Kind.conllu
            if kind is Kind.auto and path.suffix in TEXTS:
                kind = Kind.text
            name = str(path.with_suffix(""))
    return Input(name, source, "", kind)


class Blocks(io.RawIOBase):
    """Blocks of bytes as an open file."""

    def __init__(self, content: Iterator[bytes], source: str) -> None:
        self._content = content
        self.name = "<stdin>" if source == "-" else source

    def readable(self) -> bool:
        """It can be read."""
        return True

    def read1(self, size: int = -1) -> bytes:
        """The next block, whatever its size."""
        return next(self._content, b"")


def recognised(given: Input) -> tuple[Input, Iterator[bytes]]:
    """With its kind: CoNLL-U if it begins like that, else text. And what is in it."""
    if not given.source:
        return given, iter([given.text.encode("utf-8", "surrogatepass")])
    content = blocks(given.source)
    if given.kind is not Kind.auto:
        return given, content
    start = b""
    for block in content:
        start += block
        if len(start) > 4096 or b"\n\n" in start:
            break
    lines = start.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    line = next((line for line in lines if line.strip() and not line.startswith(b"#")), b"")
    is_conllu = line.count(b"\t") >= 7 and line[:1].isdigit()

    def whole() -> Iterator[bytes]:
        yield start
        yield from content

    return Input(given.name, given.source, "", Kind.conllu if is_conllu else Kind.text), whole()


def texts(content: Iterator[bytes], name: str) -> Iterator[str]:
    """The text in pieces of a bounded size, which end between paragraphs if they can, else between words."""
    rest = ""
    for piece in decoded(content, name):
        rest += piece
        while len(rest) >= 2 * PIECE:
            places = (rest.rfind(end, PIECE, 2 * PIECE) + len(end) for end in ("\n\n", "\n", " "))
            cut = next((place for place in places if place > PIECE), 2 * PIECE)
            yield rest[:cut]
            rest = rest[cut:]
    if rest:
        yield rest


def sentences_of(
    given: Input, nlp: pp.Pipeline, content: Iterator[bytes], ranges: bool, threads: int
) -> Iterator[pp.Treebank]:
    """The tokenized sentences of a text, with names that no other input has."""
    number = 0
    name = given.source or "the text"
    for text in ["".join(decoded(content, name))] if ranges else texts(content, name):
        if given.kind is Kind.tokens:
            split = nlp.tokenizer.split([line.split() for line in text.splitlines() if line.strip()], threads=threads)
            bank = split if isinstance(split, pp.Treebank) else pp.Treebank([split])
        else:
            bank = nlp.tokenizer.tokenize(text, lines=given.kind is Kind.lines, ranges=ranges, threads=threads)
        yield pp.Treebank(renamed(bank, given.name, number)) if given.name or number else bank
        number += len(bank)


def renamed(bank: pp.Treebank, name: str, number: int) -> Iterator[pp.Sentence]:
    """Sentences with the name of their document in their own."""
    prefix = f"{name}-" if name else ""
    for i, sentence in enumerate(bank, 1):
        raw = sentence.raw.replace(f"# sent_id = {i}\n", f"# sent_id = {prefix}{number + i}\n", 1)
        if name and i == 1 and not number:
            raw = raw.replace("# newdoc\n", f"# newdoc id = {name}\n", 1)
        yield pp.Sentence(raw)
