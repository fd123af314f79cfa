"""The text that sentences stand for."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from panparser import _native
from panparser._native import Sentence, surface_tokens
from panparser.data.opening import Source, blocks, name_of
from panparser.errors import InputError


def text_of(sentences: Iterable[Sentence]) -> str:
    r"""The text of sentences, by their forms and the white space that MISC tells of.

    `SpaceAfter=No` means that none follows a token; `SpacesAfter`, `SpacesBefore` and `SpacesInToken` tell of other
    than one space. Of what `Tokenizer.tokenize` makes, it is the text that was given, to the last character.

    >>> sentence = Sentence.from_forms(["Well", "?"]).replace(misc=["SpaceAfter=No", r"SpacesAfter=\n"])
    >>> text_of([sentence])
    'Well?\n'
    """
    return _native.text_of(sentences)


def read_text(source: Source) -> str:
    """The plain text in a file, gzip and xz too; '-' is standard input. A byte-order mark is dropped."""
    return "".join(decoded(blocks(source), name_of(source)))


def decoded(content: Iterable[bytes], name: str) -> Iterator[str]:
    """UTF-8 in blocks as text in blocks; an error that calls it `name` if it is something else."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    line = 1
    for block, is_last in chain(zip(content, repeat(False)), [(b"", True)]):
        try:
            text = decoder.decode(block, is_last)
        except UnicodeDecodeError as error:
            line += error.object.count(b"\n", 0, error.start)
            problem = "this is not valid UTF-8"
            raise InputError(problem, "convert the file to UTF-8", file=name, line=line) from None
        line += text.count("\n")
        yield text


@dataclass(frozen=True)
class Paragraph:
    """Sentences as one text; where tokens and sentences end in it, in characters."""

    text: str
    token_ends: tuple[int, ...]
    sentence_ends: frozenset[int]


def paragraphs(
    sentences: Iterable[Sentence], longest: int | None = None, *, breaks: int = 1, spaces: int = 1
) -> Iterator[Paragraph]:
    """The text of a treebank in paragraphs, as its comments `# newdoc` and `# newpar` tell them apart.

    With `longest`, a paragraph has at most so many sentences. Of the breaks that the comments tell of, only every
    `breaks`-th is made; of the spaces behind sentences, only every `spaces`-th is kept.

    >>> bank = [Sentence.from_forms(["Well", "!"]).replace(misc=["SpaceAfter=No", "_"]), Sentence.from_forms(["Go"])]
    >>> [paragraph.text for paragraph in paragraphs(bank)]
    ['Well! Go']
    """
    part: list[Sentence] = []
    begun = 0
    for sentence in sentences:
        begins = _opens_paragraph(sentence)
        begun += begins
        if part and ((begins and begun % breaks == 0) or len(part) == longest):
            yield _paragraph(part, spaces)
            part = []
        part.append(sentence)
    if part:
        yield _paragraph(part, spaces)


def _opens_paragraph(sentence: Sentence) -> bool:
    return any(line[1:].strip().startswith(("newdoc", "newpar")) for line in sentence.comments)


def raw_text(sentences: Iterable[Sentence]) -> str:
    """The text of a treebank with a blank line between its paragraphs, to compare a tokenizer with it.

    >>> raw_text([Sentence.from_forms(["Go", "on"]), Sentence("# newpar\\n1" + "\\tYes" + 8 * "\\t_" + "\\n\\n")])
    'Go on\\n\\nYes\\n'
    """
    return "\n\n".join(paragraph.text for paragraph in paragraphs(sentences)) + "\n"


def _paragraph(sentences: Sequence[Sentence], spaces: int) -> Paragraph:
    parts: list[str] = []
    ends: list[int] = []
    sentence_ends: list[int] = []
    length = 0
    for number, sentence in enumerate(sentences, 1):
        if parts and not parts[-1] and _opens_paragraph(sentence):
            parts.append(" ")
            length += 1
        for before, text, after, _, _ in surface_tokens(sentence):
            length += len(before) + len(text)
            ends.append(length)
            length += len(after)
            parts += (before, text, after)
        sentence_ends.append(ends[-1])
        if number % spaces and parts[-1] == " ":
            length -= len(parts.pop())
    text = "".join(parts).rstrip()
    return Paragraph(text, tuple(ends), frozenset(sentence_ends))
