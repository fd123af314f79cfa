"""PanParser and spaCy: documents as Docs, and a component for spaCy's pipelines. Imported only where spaCy is used."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np
from spacy.attrs import DEP, HEAD
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from panparser._native import Sentence
from panparser.data import Treebank
from panparser.data.document import Document
from panparser.tasks.loading import load
from panparser.tasks.pipeline import Pipeline


def to_spacy(document: Document, vocab: Any = None) -> Any:
    """A Doc with the words of a document; see `Document.to_spacy`."""
    tokens = document.tokens
    text = document.text
    # Words of one multiword token stand together, whatever the text has there.
    starts = [token.start for token in tokens[1:]] + [len(text)]
    spaces = [token.end < start for token, start in zip(tokens, starts, strict=True)]
    doc = Doc(vocab or Vocab(), words=[token.text for token in tokens], spaces=spaces)
    return annotate(doc, list(doc), document)


def annotate(doc: Any, words: list[Any], document: Document) -> Any:
    """Writes what a document knows into the tokens of a Doc; `words` are those of them that are words."""
    for word, token in zip(words, document.tokens, strict=True):
        word.pos_ = "" if token.upos == "_" else token.upos
        word.tag_ = "" if token.xpos == "_" else token.xpos
        word.lemma_ = "" if token.lemma == "_" else token.lemma
        word.set_morph("|".join(f"{name}={value}" for name, value in token.feats.items()))
    # Heads and sentences at once: a Doc allows no head across the end of a sentence. White space hangs from what is
    # before it, or from the first word.
    numbers = [word.i for word in words]
    heads, relations = list(range(len(doc))), [""] * len(doc)
    for place, token in zip(numbers, document.tokens, strict=True):
        heads[place] = numbers[token.head.index] if token.head else place
        relations[place] = "ROOT" if token.is_root else token.deprel
    known = set(numbers)
    for place in range(len(doc)):
        if place not in known and numbers:
            heads[place] = numbers[max(bisect_right(numbers, place) - 1, 0)]
            relations[place] = "dep"
    values = np.zeros((len(doc), 2), np.uint64)
    for place in range(len(doc)):
        values[place, 0] = (heads[place] - place) % 2**64
        values[place, 1] = doc.vocab.strings.add(relations[place])
    return doc.from_array([HEAD, DEP], values) if len(doc) else doc


class Component:
    """Tags and parses the Docs that spaCy's tokenizer made."""

    def __init__(self, pipeline: Pipeline, threads: int) -> None:
        self.pipeline, self.threads = pipeline, threads

    def __call__(self, doc: Any) -> Any:
        """The Doc with tags, lemmas, morphology and trees. Sentences that it has already are kept."""
        words = [token for token in doc if not token.is_space]
        sentences = [Sentence.from_forms([_form(word) for word in part]) for part in self._sentences(doc, words)]
        document = Document(self.pipeline.annotate(Treebank(sentences), threads=self.threads))
        return annotate(doc, words, document)

    def _sentences(self, doc: Any, words: list[Any]) -> list[list[Any]]:
        if doc.has_annotation("SENT_START"):
            begins = {word.i for word in words if word.is_sent_start}
        else:
            starts = [s.start for s in Document(self.pipeline.tokenizer.tokenize(doc.text), doc.text).sentences]
            places = [word.idx for word in words]
            # The first word at or after the place where a sentence begins.
            begins = {words[k].i for start in starts if (k := bisect_right(places, start - 1)) < len(words)}
        parts: list[list[Any]] = []
        for word in words:
            if not parts or word.i in begins:
                parts.append([])
            parts[-1].append(word)
        return parts


def _form(word: Any) -> str:
    return " ".join(word.text.split())


@Language.factory("panparser", default_config={"model": "en", "threads": 1})
def make_component(nlp: Any, name: str, model: str, threads: int) -> Component:
    """What `nlp.add_pipe("panparser", config={"model": "en"})` makes."""
    return Component(load(model, Pipeline), threads)
