"""A dependency tree as a picture: arcs over words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from panparser._native import Sentence, nonprojective_words
from panparser.show.text import require_drawable
from panparser.show.width import columns, printable, runs_leftwards

_FONT = "'Source Sans 3','Noto Sans','Helvetica Neue',Arial,sans-serif"
_WORD, _TAG, _LABEL = 17, 10.5, 11  # sizes of the three kinds of text, in pixels
_LEVEL, _BASE, _CORNER = 25, 27, 9  # height of a level of arcs, of the lowest one, and radius of the corners
_GAP, _PORT, _MARGIN = 18, 8, 18  # between words, between the ends of two arcs at a word, around the picture
# Relations by what they do in a clause, so that its skeleton is seen at a glance.
_COLOURS = {
    "#1c6fb8": "nsubj obj iobj csubj ccomp xcomp nsubjpass csubjpass dobj",
    "#2b8a57": "obl advcl advmod nmod acl amod nummod appos vocative dislocated discourse",
    "#a8571c": "conj cc list parataxis",
    "#5b6673": "root",
}
_COLOUR_OF = {relation: colour for colour, relations in _COLOURS.items() for relation in relations.split()}
_OTHER = "#8a94a0"  # function words, punctuation, parts of names


@dataclass(frozen=True)
class _Arc:
    head: int
    dependent: int
    label: str
    level: int
    is_dashed: bool

    @property
    def colour(self) -> str:
        return _COLOUR_OF.get(self.label.partition(":")[0], _OTHER)

    @property
    def ends(self) -> tuple[int, int]:
        return min(self.head, self.dependent), max(self.head, self.dependent)


def draw_svg(sentence: Sentence) -> str:
    """The tree of a sentence as an SVG picture that needs nothing else; non-projective arcs are dashed.

    A sentence in a right-to-left script is laid out from right to left.

    >>> import panparser as pp
    >>> sentence = pp.Sentence.from_forms(["Fish", "&", "chips"]).replace(heads=[0, 3, 1])
    >>> picture = draw_svg(sentence)
    >>> picture.startswith("<svg") and "&amp;" in picture
    True
    """
    require_drawable(sentence)
    forms = [printable(form) for form in sentence.forms]
    tags = [printable(tag) if tag != "_" else "" for tag in sentence.upos]
    arcs = _arcs(sentence)
    labels = [printable(label) for label in sentence.deprels]
    roots = {word: labels[word - 1] for word, head in enumerate(sentence.heads, 1) if head == 0}
    is_mirrored = runs_leftwards("".join(forms))
    places = _Places(forms, tags, arcs, roots, is_mirrored)
    top = _MARGIN + _LABEL + 8
    line = top + _BASE + _LEVEL * max([a.level for a in arcs], default=0)
    height = line + _WORD + (_TAG + 10 if any(tags) else 0) + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{places.width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {places.width:.0f} {height:.0f}" font-family="{_FONT}" text-anchor="middle">',
        f"<title>{escape(printable(sentence.text or ' '.join(forms)))}</title>",
        f'<rect width="{places.width:.0f}" height="{height:.0f}" rx="10" fill="#ffffff"/>',
        f'<g fill="#1d2733" font-size="{_WORD}">',
        *(_text(x, line + _WORD, form) for x, form in zip(places.centres, forms, strict=True)),
        "</g>",
        f'<g fill="#77828e" font-size="{_TAG}" letter-spacing="0.6">',
        *(_text(x, line + _WORD + _TAG + 7, tag) for x, tag in zip(places.centres, tags, strict=True) if tag),
        "</g>",
        '<g fill="none" stroke-width="1.4">',
        # The highest first: where lines do cross, the shorter arc lies on top.
        *(_arc(arc, places, line) for arc in sorted(arcs, key=lambda a: -a.level)),
        *(_root(word, places, top, line) for word in roots),
        "</g>",
        f'<g font-size="{_LABEL}" paint-order="stroke" stroke="#ffffff" stroke-width="5" stroke-linejoin="round">',
        *(_label(arc, places, line) for arc in arcs),
        *(
            _text(places.ports[0, w], top - 5, label if label != "_" else "root", _COLOUR_OF["root"])
            for w, label in roots.items()
        ),
        "</g>",
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _arcs(sentence: Sentence) -> list[_Arc]:
    dashed = set(nonprojective_words(sentence.heads))
    arcs: list[_Arc] = []
    pairs = [(head, word) for word, head in enumerate(sentence.heads, 1) if head]
    # An arc lies above every shorter one that it shares a stretch with.
    for head, word in sorted(pairs, key=lambda p: (abs(p[0] - p[1]), p)):
        first, last = min(head, word), max(head, word)
        below = [a.level for a in arcs if a.ends[0] < last and first < a.ends[1]]
        label = printable(sentence.deprels[word - 1])
        arcs.append(_Arc(head, word, label if label != "_" else "", 1 + max(below, default=0), word in dashed))
    return arcs


class _Places:
    """Where words stand, and where the two ends of each arc meet them."""

    def __init__(
        self, forms: Sequence[str], tags: Sequence[str], arcs: Sequence[_Arc], roots: dict[int, str], is_mirrored: bool
    ) -> None:
        ports = [_ports(word, arcs, word in roots) for word in range(1, len(forms) + 1)]
        widths = [
            max(_room(form, _WORD), _room(tag, _TAG) * 1.1, _PORT * (len(p) + 1))
            for form, tag, p in zip(forms, tags, ports, strict=True)
        ]
        self.centres: list[float] = []
        right = float(_MARGIN)
        by_end: dict[int, list[_Arc]] = {}
        for arc in arcs:
            by_end.setdefault(arc.ends[1], []).append(arc)
        for word, width in enumerate(widths, 1):
            x = right + width / 2
            for arc in by_end.get(word, ()):  # a short arc needs room for its label
                left = self.centres[arc.ends[0] - 1] + _offset(ports[arc.ends[0] - 1], arc.dependent)
                need = _room(arc.label, _LABEL) + 2 * _CORNER + 8
                x = max(x, left + need - _offset(ports[word - 1], arc.dependent))
            self.centres.append(x)
            right = x + width / 2 + _GAP
        self.width = right - _GAP + _MARGIN if forms else 2.0 * _MARGIN
        # Word 0's port is where the root's line comes down; otherwise ports are known by head or dependent and arc.
        self.ports: dict[tuple[int, int], float] = {}
        for word, keys in enumerate(ports, 1):
            for key in keys:
                at = (0, word) if key == 0 else (word, key)
                self.ports[at] = self.centres[word - 1] + _offset(keys, key)
        if is_mirrored:
            self.centres = [self.width - x for x in self.centres]
            self.ports = {at: self.width - x for at, x in self.ports.items()}


def _ports(word: int, arcs: Sequence[_Arc], is_root: bool) -> list[int]:
    """The arcs at a word by their dependents, from left to right; 0 is the root's line. In this order none cross."""
    leftward = sorted((a for a in arcs if a.ends[1] == word), key=lambda a: a.level)
    rightward = sorted((a for a in arcs if a.ends[0] == word), key=lambda a: -a.level)
    return [a.dependent for a in leftward] + [0] * is_root + [a.dependent for a in rightward]


def _offset(keys: list[int], key: int) -> float:
    return (keys.index(key) - (len(keys) - 1) / 2) * _PORT


def _room(text: str, size: float) -> float:
    """A careful guess of a text's width in pixels: no font is at hand to measure it."""
    return sum(
        size * (0.36 if c in "iljtfrI.,;:'|!()[]" else 0.86 if c in "mwMW@%" else 0.58) * columns(c) for c in text
    )


def _height(arc: _Arc, line: float) -> float:
    return line - 8 - _BASE - _LEVEL * (arc.level - 1)


def _arc(arc: _Arc, places: _Places, line: float) -> str:
    start, end = places.ports[arc.head, arc.dependent], places.ports[arc.dependent, arc.dependent]
    y, foot, turn = _height(arc, line), line - 3, _CORNER if end > start else -_CORNER
    path = (
        f"M{start:.1f} {foot:.1f}V{y + _CORNER:.1f}Q{start:.1f} {y:.1f} {start + turn:.1f} {y:.1f}"
        f"H{end - turn:.1f}Q{end:.1f} {y:.1f} {end:.1f} {y + _CORNER:.1f}V{foot - 5:.1f}"
    )
    dash = ' stroke-dasharray="5 3.5"' if arc.is_dashed else ""
    return f'<path d="{path}" stroke="{arc.colour}"{dash}/>{_arrow(end, foot, arc.colour)}'


def _root(word: int, places: _Places, top: float, line: float) -> str:
    x, colour = places.ports[0, word], _COLOUR_OF["root"]
    return f'<path d="M{x:.1f} {top:.1f}V{line - 8:.1f}" stroke="{colour}"/>{_arrow(x, line - 3, colour)}'


def _arrow(x: float, y: float, colour: str) -> str:
    return f'<path d="M{x:.1f} {y:.1f}l-3.6 -7.5h7.2z" fill="{colour}"/>'


def _label(arc: _Arc, places: _Places, line: float) -> str:
    if not arc.label:
        return ""
    x = (places.ports[arc.head, arc.dependent] + places.ports[arc.dependent, arc.dependent]) / 2
    return _text(x, _height(arc, line) + _LABEL * 0.34, arc.label, arc.colour)


def _text(x: float, y: float, text: str, colour: str = "") -> str:
    fill = f' fill="{colour}"' if colour else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{fill}>{escape(text)}</text>'
