"""The words of a derivation in a row, with ROOT among them where it has a place, and room for all arcs to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from panparser.show.arcs import TAG, WORD, Arc, Places, room, stacked
from panparser.show.width import printable, runs_leftwards, shortened

if TYPE_CHECKING:
    from panparser.show.derivation import Derivation

_LONGEST = 40  # columns of a word


class Row:
    """Where the words stand, the same in every step."""

    def __init__(self, derivation: Derivation) -> None:
        self.nodes = list(range(1, len(derivation.forms) + 1))
        shots = [derivation.initial, *(step.after for step in derivation.steps)]
        if any(0 in nodes for shot in shots for nodes in shot.lists.values()):
            self.nodes = [*self.nodes, 0] if derivation.root == "last" else [0, *self.nodes]
        forms = ["ROOT", *(shortened(printable(form), _LONGEST) for form in derivation.forms)]
        tags = ["", *(printable(tag) if tag != "_" else "" for tag in derivation.upos)]
        self.place = {node: place for place, node in enumerate(self.nodes, 1)}  # from 1, as in Arc
        self.forms, self.tags = [forms[n] for n in self.nodes], [tags[n] for n in self.nodes]
        self.widths = [
            max(room(form, WORD), room(tag, TAG) * 1.1) + 14 for form, tag in zip(self.forms, self.tags, strict=True)
        ]
        self.is_mirrored = runs_leftwards("".join(forms[1:]))
        self.places = self._places(derivation)

    def _places(self, derivation: Derivation) -> Places:
        edges = {edge for step in derivation.steps for edge in step.made} | {*derivation.result.arcs}
        arcs = {
            Arc(self.place[e.head], self.place[e.dependent], printable(e.label or ""))
            for e in edges
            if e.head in self.place
        }
        roots = {self.place[e.dependent] for e in edges if e.head not in self.place}
        return Places(self.forms, self.tags, stacked(arcs), sorted(roots), is_mirrored=self.is_mirrored)
