"""From text to trees: a tokenizer, a tagger and a parser in one model."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from numpy.typing import NDArray

from panparser._native import Sentence
from panparser.data import Treebank
from panparser.data.document import Document
from panparser.errors import MAX_THREADS, ModelError, UsageError, require_whole
from panparser.models import Content, save_model_file
from panparser.tasks.parser import Parser, parser_from_file
from panparser.tasks.tagger import Tagger, tagger_from_file
from panparser.tasks.tokenizer import Tokenizer, tokenizer_from_file

Readable = str | Document | Sentence | Treebank | Sequence[Sentence] | Sequence[str] | Sequence[Sequence[str]]


class Pipeline:
    """Text in, trees out; made by `pp.train_pipeline` or `pp.load`.

    >>> import panparser as pp
    >>> nlp = pp.load("en")
    >>> doc = nlp("She sells sea shells.")
    >>> [(token.text, token.upos, token.deprel) for token in doc][:2]
    [('She', 'PRON', 'nsubj'), ('sells', 'VERB', 'root')]
    """

    def __init__(
        self, tokenizer: Tokenizer, tagger: Tagger | None, parser: Parser, card: Mapping[str, Any] | None = None
    ) -> None:
        self.tokenizer, self.tagger, self.parser = tokenizer, tagger, parser
        self.card = dict(card or {})  # what is known of it: language, licence, choices, scores

    def __call__(self, text: Readable, *, threads: int = 1) -> Document:
        """The trees of a text, or of what is known of one already.

        A layer that is given stays, each on its own: of a list of tokens or a list of such lists, tokens and sentences;
        of sentences, also their tags, features, lemmas, heads and relations. What is missing is predicted. The result
        does not depend on `threads`.
        """
        require_whole("threads", threads, 1, MAX_THREADS)
        if isinstance(text, str):
            return Document(self._fill(self.tokenizer.tokenize(text, threads=threads), threads), text)
        if isinstance(text, Document):
            return Document(self.annotate(text.treebank, threads=threads), text.text)
        return Document(self.annotate(self._sentences(text, threads), threads=threads))

    def _sentences(self, given: Any, threads: int) -> Treebank:
        if isinstance(given, Sentence):
            return Treebank([given])
        if isinstance(given, bytes) or not isinstance(given, Iterable):
            raise UsageError(f"there is no text in {type(given).__name__}; give a string, sentences or tokens")
        items: list[Any] = list(given)
        if all(isinstance(item, Sentence) for item in items):
            return Treebank(items)
        split = self.tokenizer.split(items, threads=threads)
        return split if isinstance(split, Treebank) else Treebank([split])

    def pipe(self, texts: Iterable[Readable], *, threads: int = 1, batch: int = 64) -> Iterator[Document]:
        """The documents of many texts, as they come; `batch` of them are worked on at a time.

        >>> import panparser as pp
        >>> [len(doc) for doc in pp.load("en").pipe(["One.", "And another one."])]
        [2, 4]
        """
        require_whole("threads", threads, 1, MAX_THREADS)
        require_whole("batch", batch, 1, 2**31)
        if isinstance(texts, str | bytes) or not isinstance(texts, Iterable):
            raise UsageError(f"pipe takes many texts, not {type(texts).__name__}; call the pipeline itself with one")
        return self._documents(iter(texts), threads, batch)

    def _documents(self, texts: Iterator[Readable], threads: int, batch: int) -> Iterator[Document]:
        while part := list(islice(texts, batch)):
            if not all(isinstance(text, str) for text in part):
                yield from (self(text, threads=threads) for text in part)
                continue
            found = [self.tokenizer.tokenize(str(text), threads=threads) for text in part]
            filled = self._fill(Treebank(sentence for bank in found for sentence in bank), threads)
            first = 0
            for text, bank in zip(part, found, strict=True):
                yield Document(filled[first : first + len(bank)], str(text))
                first += len(bank)

    def annotate(self, bank: Treebank | Sequence[Sentence], *, threads: int = 1) -> Treebank:
        """The sentences with what they miss: tags, features, lemmas, heads, relations. What is there stays."""
        sentences = list(bank)
        if self.tagger:
            sentences = list(self.tagger.tag(Treebank(sentences), keep=True, threads=threads))
        # Sentences without any head go the short way, those with all of them nowhere.
        wanted: dict[bool, list[int]] = {False: [], True: []}
        for number, sentence in enumerate(sentences):
            is_known = [head is not None for head in sentence.heads]
            if not all(is_known) or any(relation == "_" for relation in sentence.deprels):
                wanted[any(is_known)].append(number)
        for has_heads, numbers in wanted.items():
            constraints = "heads" if has_heads else None
            part = Treebank(sentences[number] for number in numbers)
            for number, tree in zip(
                numbers, self.parser.parse(part, constraints=constraints, threads=threads), strict=True
            ):
                sentences[number] = tree
        return Treebank(sentences)

    def _fill(self, bank: Treebank, threads: int) -> Treebank:
        """Sentences of which nothing but the words is known, with tags and trees."""
        if self.tagger:
            bank = self.tagger.tag(bank, threads=threads)
        return self.parser.parse(bank, threads=threads)

    def content(self) -> Content:
        """What a model file has of it: a header and arrays."""
        parts = {"tokenizer": self.tokenizer, "tagger": self.tagger, "parser": self.parser}
        contents = {name: part.content() for name, part in parts.items() if part is not None}
        header = {
            "task": "pipeline",
            "card": self.card,
            "parts": {name: content[0] for name, content in contents.items()},
        }
        return header, {f"{n}.{key}": array for n, content in contents.items() for key, array in content[1].items()}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model to one file, completely or not at all."""
        save_model_file(path, *self.content())

    def __repr__(self) -> str:
        h = self.parser.header
        return f"<Pipeline with {h.system}, {h.data['words']:,} training words>"


def pipeline_from_file(header: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Pipeline:
    """The pipeline that `Pipeline.save` wrote."""
    parts = header.get("parts")
    if not isinstance(parts, dict) or not {"tokenizer", "parser"} <= parts.keys():
        raise ModelError("the model's header has no tokenizer or no parser; train or fetch the model again")

    def own(name: str) -> dict[str, NDArray[Any]]:
        return {key.partition(".")[2]: array for key, array in arrays.items() if key.startswith(f"{name}.")}

    return Pipeline(
        tokenizer_from_file(parts["tokenizer"], own("tokenizer")),
        tagger_from_file(parts["tagger"], own("tagger")) if "tagger" in parts else None,
        parser_from_file(parts["parser"], own("parser"), None),
        header.get("card"),
    )
