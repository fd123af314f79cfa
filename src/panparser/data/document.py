"""A text with its trees: documents, their sentences and tokens, as people look at them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from panparser._native import Sentence, surface_tokens
from panparser.data.text import text_of
from panparser.data.treebank import Treebank
from panparser.data.writing import writes
from panparser.errors import UsageError

if TYPE_CHECKING:
    import pandas
    import spacy.tokens
    import spacy.vocab

MOST_DRAWN = 50  # sentences that a notebook shows


class Document:
    """A text and what was found in it; made by a pipeline, or of sentences.

    A document is a sequence of its tokens. In a notebook, it draws its trees.

    >>> sentence = Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
    >>> document = Document([sentence])
    >>> [(token.text, token.deprel, token.head and token.head.text) for token in document]
    [('Birds', 'nsubj', 'sing'), ('sing', 'root', None)]
    """

    def __init__(self, sentences: Iterable[Sentence], text: str | None = None) -> None:
        self.treebank = sentences if isinstance(sentences, Treebank) else Treebank(sentences)
        self._text = text
        self._sentences: tuple[Span, ...] | None = None
        self._tokens: tuple[Token, ...] | None = None

    @property
    def text(self) -> str:
        """The whole text."""
        if self._text is None:
            self._text = text_of(self.treebank)
        return self._text

    @property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences, each of them a sequence of tokens."""
        if self._sentences is None:
            spans, first, start = [], 0, 0
            for sentence in self.treebank:
                spans.append(Span(self, sentence, first, start))
                first, start = first + len(sentence), spans[-1].after
            self._sentences = tuple(spans)
        return self._sentences

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All words, in their order; those of a multiword token such as "don't" are two."""
        if self._tokens is None:
            self._tokens = tuple(token for sentence in self.sentences for token in sentence)
        return self._tokens

    def __len__(self) -> int:
        return self.treebank.words

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    @overload
    def __getitem__(self, index: int) -> Token: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Token, ...]: ...
    def __getitem__(self, index: int | slice) -> Token | tuple[Token, ...]:
        return self.tokens[index]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        count = f"{len(self.treebank)} sentence{'s' * (len(self.treebank) != 1)}"
        return f"<Document of {count}, {len(self)} word{'s' * (len(self) != 1)}>"

    def draw(self) -> str:
        """The trees as text, for a terminal."""
        return "\n\n".join(sentence.draw() for sentence in self.sentences)

    def draw_svg(self) -> list[str]:
        """The trees as pictures, one for each sentence."""
        return [sentence.draw_svg() for sentence in self.sentences]

    def _repr_html_(self) -> str:
        shown = [f"<div>{sentence.draw_svg()}</div>" for sentence in self.sentences[:MOST_DRAWN]]
        if (more := len(self.treebank) - MOST_DRAWN) > 0:
            shown.append(f"<p>… and {more} more sentence{'s' * (more != 1)}</p>")
        return f'<div style="overflow-x: auto">{"".join(shown)}</div>'

    def to_conllu(self) -> str:
        """In CoNLL-U."""
        return writes(self.treebank)

    def to_dict(self) -> dict[str, Any]:
        """As plain values: the text, and its sentences with their tokens."""
        return {"text": self.text, "sentences": [sentence.to_dict() for sentence in self.sentences]}

    def to_json(self) -> str:
        """As one line of JSON; offsets count characters of the text.

        >>> Document([Sentence.from_forms(["Hi"])]).to_json()[:42]
        '{"text": "Hi ", "sentences": [{"text": "Hi'
        """
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_rows(self) -> list[dict[str, Any]]:
        """One row of plain values for each word, for tables."""
        return [
            {"sentence": number} | token.to_dict()
            for number, sentence in enumerate(self.sentences, 1)
            for token in sentence
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a row for each word; needs pandas."""
        try:
            import pandas  # only this needs it
        except ImportError:
            raise UsageError("a data frame needs pandas, which is not installed; use pip install pandas") from None
        return pandas.DataFrame(self.to_rows(), columns=["sentence", *_FIELDS])

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes a Parquet file with a row for each word; needs PyArrow."""
        from panparser.data.parquet import write_parquet

        write_parquet([self], path)

    def to_spacy(self, vocab: spacy.vocab.Vocab | None = None) -> spacy.tokens.Doc:
        """A Doc of spaCy with tags, morphology, lemmas, trees and sentences; needs spaCy.

        White space other than one space becomes one space.
        """
        try:
            from panparser.tasks.spacy_component import to_spacy  # only this needs it
        except ImportError:
            raise UsageError("a Doc needs spaCy, which is not installed; use pip install 'panparser[spacy]'") from None
        doc: spacy.tokens.Doc = to_spacy(self, vocab)
        return doc


class Span(Sequence["Token"]):
    """A sentence of a document: a sequence of tokens.

    >>> Document([Sentence.from_forms(["Well", "done"])]).sentences[0].text
    'Well done'
    """

    def __init__(self, document: Document, sentence: Sentence, first: int, start: int) -> None:
        self.document, self.sentence = document, sentence
        self.first = first  # the place of its first token in the document
        places: list[tuple[int, int]] = []
        end, begin = start, None
        for before, text, after, low, high in surface_tokens(sentence):
            start += len(before)
            begin = start if begin is None else begin
            end = start + len(text)
            places += [(start, end)] * (high - low + 1)
            start = end + len(after)
        self.start = start if begin is None else begin
        self.end = end
        self.after = start  # where the next one begins, with its white space
        columns = zip(
            places,
            sentence.forms,
            sentence.lemmas,
            sentence.upos,
            sentence.xpos,
            sentence.feats,
            sentence.heads,
            sentence.deprels,
            strict=True,
        )
        self._tokens = tuple(Token(self, number, *values) for number, values in enumerate(columns, 1))

    @property
    def text(self) -> str:
        """What stands in the text, without white space around it."""
        return self.document.text[self.start : self.end]

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Its words."""
        return self._tokens

    @property
    def root(self) -> Token | None:
        """The first token that hangs from ROOT; None where there is no tree."""
        return next((token for token in self._tokens if token.is_root), None)

    def __len__(self) -> int:
        return len(self._tokens)

    @overload
    def __getitem__(self, index: int) -> Token: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Token, ...]: ...
    def __getitem__(self, index: int | slice) -> Token | tuple[Token, ...]:
        return self._tokens[index]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Span {self.text!r}>"

    def draw(self) -> str:
        """The tree as text."""
        from panparser.show.text import draw  # which needs the data that are here

        return draw(self.sentence)

    def draw_svg(self) -> str:
        """The tree as a picture."""
        from panparser.show.svg import draw_svg

        return draw_svg(self.sentence)

    def _repr_html_(self) -> str:
        return self.draw_svg()

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "text": self.text,
            "start": self.start,
            "end": self.end,
            "tokens": [token.to_dict() for token in self._tokens],
        }


_FIELDS = ("id", "text", "lemma", "upos", "xpos", "feats", "head", "deprel", "start", "end")


class Token:
    """A word in its tree.

    >>> sentence = Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
    >>> sing = Document([sentence])[1]
    >>> [child.text for child in sing.children], sing.is_root, (sing.start, sing.end)
    (['Birds'], True, (6, 10))
    """

    __slots__ = ("_feats", "_head", "deprel", "end", "id", "lemma", "sentence", "start", "text", "upos", "xpos")

    def __init__(
        self,
        sentence: Span,
        number: int,
        place: tuple[int, int],
        text: str,
        lemma: str,
        upos: str,
        xpos: str,
        feats: str,
        head: int | None,
        deprel: str,
    ) -> None:
        self.sentence = sentence
        self.id = number  # in the sentence, from 1
        self.start, self.end = place  # of its token in the text, in characters
        self.text, self.lemma, self.upos, self.xpos, self.deprel = text, lemma, upos, xpos, deprel
        self._feats, self._head = feats, head

    @property
    def index(self) -> int:
        """Its place among the tokens of the document, from 0."""
        return self.sentence.first + self.id - 1

    @property
    def feats(self) -> dict[str, str]:
        """Morphological features: `{"Number": "Plur"}`."""
        pairs = (pair.partition("=") for pair in self._feats.split("|") if pair != "_")
        return {name: value for name, _, value in pairs}

    @property
    def is_root(self) -> bool:
        """Whether it hangs from ROOT."""
        return self._head == 0

    @property
    def head(self) -> Token | None:
        """The token that it hangs from; None for a root, or where there is no tree."""
        return self.sentence[self._head - 1] if self._head else None

    @property
    def children(self) -> tuple[Token, ...]:
        """The tokens that hang from it, in their order."""
        return tuple(token for token in self.sentence if token._head == self.id)

    @property
    def ancestors(self) -> Iterator[Token]:
        """Its head, the head of that, and so on."""
        seen, token = {self.id}, self.head
        while token is not None and token.id not in seen:
            seen.add(token.id)
            yield token
            token = token.head

    @property
    def subtree(self) -> tuple[Token, ...]:
        """It and all tokens below it, in their order."""
        below: dict[int | None, list[Token]] = {}
        for token in self.sentence:
            below.setdefault(token._head, []).append(token)
        found, todo = {self.id: self}, [self]
        while todo:
            new = [child for child in below.get(todo.pop().id, ()) if child.id not in found]
            found |= {child.id: child for child in new}
            todo += new
        return tuple(found[number] for number in sorted(found))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Token {self.text}/{self.upos} {self.deprel}>"

    def to_dict(self) -> dict[str, Any]:
        """As plain values; `head` is a number, 0 for ROOT."""
        values = {name: getattr(self, name) for name in _FIELDS if name not in ("feats", "head")}
        values |= {"feats": self._feats, "head": self._head}
        return {name: values[name] for name in _FIELDS}
