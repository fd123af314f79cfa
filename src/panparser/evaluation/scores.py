"""The scores of one file against another, with and without punctuation, with and without subtypes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from panparser.evaluation.metric import Metric

_PROPERTIES = {
    "tokens": "Tokens",
    "sentences": "Sentences",
    "words": "Words",
    "upos": "UPOS",
    "xpos": "XPOS",
    "ufeats": "UFeats",
    "all_tags": "AllTags",
    "lemmas": "Lemmas",
    "uas": "UAS",
    "las": "LAS",
    "clas": "CLAS",
    "mlas": "MLAS",
    "blex": "BLEX",
    "label_accuracy": "LS",
    "unlabelled_exact": "UEM",
    "labelled_exact": "LEM",
    "coverage": "Coverage",
}


@dataclass(frozen=True)
class Scores:
    """What `pp.evaluate` returns: percentages (F1) as properties, all counts behind `scores["LAS"]`.

    The scores follow the CoNLL 2018 shared task: relations are compared without their subtypes and
    punctuation counts, unless `evaluate` was asked otherwise. Words whose gold head is unknown (`_`) are left
    out of every score that looks at heads or labels, those whose gold relation is unknown out of all that look at
    labels. Words that were given no head count as not predicted: they lower recall and F1, not precision.

    A tag or lemma score is None when that column is empty in one of the files; UAS, LAS, CLAS and label accuracy are
    then 0, so that they can always be compared.

    >>> import panparser as pp
    >>> gold = [pp.Sentence.from_forms(["It", "works"]).replace(heads=[2, 0], deprels=["nsubj:pass", "root"])]
    >>> scores = pp.evaluate(gold, [gold[0].replace(deprels=["nsubj", "root"])])
    >>> scores.las, scores.full_las, scores["LAS"].gold
    (100.0, 50.0, 2)
    """

    tables: Mapping[tuple[bool, bool], Mapping[str, Metric]] = field(repr=False, hash=False)
    missing: frozenset[str] = frozenset()
    punctuation: bool = True
    subtypes: bool = False

    def __getitem__(self, name: str) -> Metric:
        """A metric by its official name ("UAS", "LAS", "UFeats", ...), with precision, recall and counts."""
        return self.tables[self.punctuation, self.subtypes][name]

    @property
    def metrics(self) -> Mapping[str, Metric]:
        """Every metric by its official name."""
        return self.tables[self.punctuation, self.subtypes]

    @property
    def without_punctuation(self) -> Scores:
        """The same scores over words that are not punctuation (gold UPOS is not PUNCT)."""
        return replace(self, punctuation=False)

    @property
    def with_punctuation(self) -> Scores:
        """The same scores over all words."""
        return replace(self, punctuation=True)

    @property
    def with_subtypes(self) -> Scores:
        """The same scores with relations compared in full, `nsubj:pass` against `nsubj`."""
        return replace(self, subtypes=True)

    @property
    def without_subtypes(self) -> Scores:
        """The same scores with relations compared up to their colon."""
        return replace(self, subtypes=False)

    @property
    def uas(self) -> float:
        """Words with the right head."""
        return self["UAS"].f1

    @property
    def las(self) -> float:
        """Words with the right head and relation."""
        return self["LAS"].f1

    @property
    def full_las(self) -> float:
        """Words with the right head and relation, subtype included."""
        return self.with_subtypes.las

    @property
    def label_accuracy(self) -> float:
        """Words with the right relation, whatever their head (LS)."""
        return self["LS"].f1

    @property
    def clas(self) -> float:
        """LAS over content words."""
        return self["CLAS"].f1

    @property
    def mlas(self) -> float | None:
        """CLAS that also asks for the tag, the universal features and the function words."""
        return self._known("MLAS")

    @property
    def blex(self) -> float | None:
        """CLAS that also asks for the lemma."""
        return self._known("BLEX")

    @property
    def unlabelled_exact(self) -> float:
        """Sentences with every head right, as a share of the gold sentences with any known head."""
        return self["UEM"].f1

    @property
    def labelled_exact(self) -> float:
        """Sentences with every head and relation right."""
        return self["LEM"].f1

    @property
    def coverage(self) -> float:
        """Words that were given a head, right or wrong, of those whose gold head is known.

        >>> import panparser as pp
        >>> gold = pp.Sentence.from_forms(["So", "it", "goes"]).replace(heads=[3, 3, 0])
        >>> scores = pp.evaluate([gold], [gold.replace(heads=[None, 1, 0])])
        >>> f"{scores.coverage:.1f}", scores["UAS"].precision, f"{scores['UAS'].recall:.1f}", scores.uas
        ('66.7', 50.0, '33.3', 40.0)
        """
        return self["Coverage"].f1

    @property
    def upos(self) -> float | None:
        """Words with the right universal part of speech."""
        return self._known("UPOS")

    @property
    def xpos(self) -> float | None:
        """Words with the right treebank-specific tag."""
        return self._known("XPOS")

    @property
    def ufeats(self) -> float | None:
        """Words with the right universal features."""
        return self._known("UFeats")

    @property
    def all_tags(self) -> float | None:
        """Words with UPOS, XPOS and universal features right together."""
        return self._known("AllTags")

    @property
    def lemmas(self) -> float | None:
        """Words with the right lemma; a gold lemma `_` is always right."""
        return self._known("Lemmas")

    @property
    def tokens(self) -> float:
        """Tokens over the same characters."""
        return self["Tokens"].f1

    @property
    def words(self) -> float:
        """Words that are aligned."""
        return self["Words"].f1

    @property
    def sentences(self) -> float:
        """Sentences over the same characters."""
        return self["Sentences"].f1

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON: the percentages by property name, then the counts of all four tables."""
        summary: dict[str, object] = {key: self._known(name) for key, name in _PROPERTIES.items()}
        summary["full_las"] = self.with_subtypes._known("LAS")
        details = {
            "with_punctuation" if punctuation else "without_punctuation": {
                "full" if subtypes else "universal": {
                    name: metric.to_dict() for name, metric in self.tables[punctuation, subtypes].items()
                }
                for subtypes in (False, True)
            }
            for punctuation in (True, False)
        }
        return summary | {"punctuation": self.punctuation, "subtypes": self.subtypes, "details": details}

    def __str__(self) -> str:
        from panparser.evaluation.table import render  # it reads Scores, so it comes after them

        return render(self)

    def _known(self, name: str) -> float | None:
        return None if name in self.missing else self[name].f1
