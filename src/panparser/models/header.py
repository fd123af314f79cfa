"""What a model file says of itself."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from panparser._native import Sentence, TransitionSystem, tagging_system
from panparser.errors import ModelError
from panparser.systems import python
from panparser.systems.registry import system

_KINDS: dict[str, type | tuple[type, ...]] = {
    "str": str,
    "tuple": tuple,
    "int": int,
    "float": (int, float),
    "dict": dict,
}


@dataclass(frozen=True)
class ModelHeader:
    """Everything about a parser but its weights; stored as JSON in the model file.

    `labels` are the dependency relations by number; `at_root` and `elsewhere` say which of them were seen on arcs from
    ROOT and on others, and so may be predicted there.
    """

    system: str
    root: str
    features: str  # name of the set, "custom" for a list of the user's own
    templates: tuple[str, ...]
    labelling: str
    labels: tuple[str, ...]
    at_root: tuple[bool, ...]
    elsewhere: tuple[bool, ...]
    strategy: dict[str, Any]
    seed: int
    epochs: int  # epochs trained
    best_epoch: int  # the one whose weights these are
    prune: float  # the share of features that were left out
    data: dict[str, Any]  # fingerprint of the training data
    beam: int = 1  # width of the search it was trained with
    options: dict[str, Any] = field(default_factory=dict)  # of the system, beside its root position; see python_options
    root_label: str = ""  # of words that a derivation leaves headless
    loose_label: str = ""  # of words that a single root forces below another word
    scores: dict[str, Any] = field(default_factory=dict)  # on the development data
    calibration: dict[str, Any] = field(default_factory=dict)  # by width of the beam; see Calibration
    licence: str = ""
    clusters: dict[str, Any] = field(default_factory=dict)  # fingerprint of the Brown clusters
    vectors: dict[str, Any] = field(default_factory=dict)  # fingerprint of the word vectors
    start: dict[str, Any] = field(default_factory=dict)  # fingerprint of the data of an earlier training, gone on from
    model: str = "perceptron"
    network: dict[str, Any] = field(default_factory=dict)  # of a network: see FeedForward
    task: str = "parser"
    columns: tuple[str, ...] = ()  # of a tagger: what a label stands for; `labels` have tabs between them
    tags: tuple[str, ...] = ()  # of a joint system: the UPOS tags that it gives
    known_by: tuple[str, ...] = ()  # what the dictionary looks at beside the form

    def make_systems(self, given: TransitionSystem | None = None) -> tuple[TransitionSystem, TransitionSystem]:
        """The system that the model was trained with, and the same with a single root.

        One that is written in Python is `given`, or has been imported: a model file never imports anything.
        """
        if self.task == "tagger":
            return tagging_system(), tagging_system()
        if given is not None and given.single_root:
            raise ModelError("a model is loaded with its system as it was trained; leave out single_root")
        if given is not None and (given.name, given.root) != (self.system, self.root):
            raise ModelError(
                f"the model is for {self.system} with root {self.root}, "
                f"not for {given.name} with root {given.root}; pass that system"
            )
        if python.is_native(self.system):
            try:
                free = system(self.system, root=self.root, **self.options)
                return free, system(self.system, root=self.root, single_root=True, **self.options)
            except TypeError:
                raise ModelError("the model's system has options unknown here; use a newer PanParser") from None
        if given is None:
            own = python.find(self.system)
            if own is None:
                raise ModelError(
                    f"the model's system {self.system} does not come with PanParser; "
                    "import the module that defines it, or pass system= to pp.load"
                )
            given = python.make(own, self.root, single_root=False)
        if python_options(given) != self.options:
            raise ModelError(
                f"{self.system} does not have the actions that the model was trained with; "
                "use that version of it, or train again"
            )
        return given, python.with_single_root(given)

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> ModelHeader:
        """The header that `to_dict` wrote."""
        known = {f.name for f in fields(cls)}
        try:
            kept: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items() if k in known}
            header = cls(**kept)
        except TypeError as error:
            raise ModelError(f"the model's header is incomplete ({error}); train or fetch the model again") from None
        for f in fields(cls):
            if not isinstance(getattr(header, f.name), _KINDS[str(f.type).split("[")[0]]):
                raise ModelError(f"the model's header has no good value for {f.name}; train or fetch the model again")
        return header


def python_options(system: TransitionSystem) -> dict[str, Any]:
    """What the header says of a system written in Python, to see whether it is still the same."""
    return {"actions": list(system.actions), "arcs": list(system.arcs)}


def fingerprint(sentences: Sequence[Sentence]) -> dict[str, Any]:
    """Size and digest of training data, to know later what a model was trained on."""
    digest = hashlib.sha256()
    for sentence in sentences:
        digest.update(sentence.raw.encode())
    return {
        "sentences": len(sentences),
        "words": sum(len(s) for s in sentences),
        "sha256": digest.hexdigest(),
    }
