"""A dependency tree as a picture: arcs over words."""

from __future__ import annotations

from xml.sax.saxutils import escape

from panparser._native import Sentence, nonprojective_words
from panparser.show.arcs import (
    BASE,
    FONT,
    LABEL,
    LEVEL,
    MARGIN,
    TAG,
    WORD,
    Arc,
    Places,
    Ports,
    arrow,
    labels_at,
    outline,
    stacked,
    text,
)
from panparser.show.text import require_drawable
from panparser.show.width import printable, runs_leftwards

# Relations by what they do in a clause, so that its skeleton is seen at a glance.
_COLOURS = {
    "#1c6fb8": "nsubj obj iobj csubj ccomp xcomp nsubjpass csubjpass dobj",
    "#2b8a57": "obl advcl advmod nmod acl amod nummod appos vocative dislocated discourse",
    "#a8571c": "conj cc list parataxis",
    "#5b6673": "root",
}
_COLOUR_OF = {relation: colour for colour, relations in _COLOURS.items() for relation in relations.split()}
_OTHER = "#8a94a0"  # function words, punctuation, parts of names
_DASHED = "dashed"


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
    places = Places(forms, tags, arcs, roots, is_mirrored=runs_leftwards("".join(forms)))
    ports = places.ports(arcs, roots)
    top = MARGIN + LABEL + 8
    line = top + BASE + LEVEL * max([a.level for a in arcs], default=0)
    height = line + WORD + (TAG + 10 if any(tags) else 0) + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{places.width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {places.width:.0f} {height:.0f}" font-family="{FONT}" text-anchor="middle">',
        f"<title>{escape(printable(sentence.text or ' '.join(forms)))}</title>",
        f'<rect width="{places.width:.0f}" height="{height:.0f}" rx="10" fill="#ffffff"/>',
        f'<g fill="#1d2733" font-size="{WORD}">',
        *(text(x, line + WORD, form) for x, form in zip(places.centres, forms, strict=True)),
        "</g>",
        f'<g fill="#77828e" font-size="{TAG}" letter-spacing="0.6">',
        *(text(x, line + WORD + TAG + 7, tag) for x, tag in zip(places.centres, tags, strict=True) if tag),
        "</g>",
        '<g fill="none" stroke-width="1.4">',
        # The highest first: where lines do cross, the shorter arc lies on top.
        *(_arc(arc, ports, line) for arc in sorted(arcs, key=lambda a: -a.level)),
        *(_root(word, ports, top, line) for word in roots),
        "</g>",
        f'<g font-size="{LABEL}" paint-order="stroke" stroke="#ffffff" stroke-width="5" stroke-linejoin="round">',
        *(
            text(*place, arc.label, f' fill="{_colour(arc)}"')
            for arc in arcs
            if arc.label
            for place in labels_at(arc, ports, line)
        ),
        *(
            text(ports[word, None], top - 5, label if label != "_" else "root", f' fill="{_COLOUR_OF["root"]}"')
            for word, label in roots.items()
        ),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _arcs(sentence: Sentence) -> list[Arc]:
    dashed = set(nonprojective_words(sentence.heads))
    arcs = []
    for word, (head, relation) in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1):
        if head:
            label = printable(relation) if relation != "_" else ""
            arcs.append(Arc(head, word, label, style=_DASHED if word in dashed else ""))
    return stacked(arcs)


def _colour(arc: Arc) -> str:
    return _COLOUR_OF.get(arc.label.partition(":")[0], _OTHER)


def _arc(arc: Arc, ports: Ports, line: float) -> str:
    dash = ' stroke-dasharray="5 3.5"' if arc.style == _DASHED else ""
    body = f'<path d="{outline(arc, ports, line)}" stroke="{_colour(arc)}"{dash}/>'
    return body + _arrow(ports[arc.dependent, arc], line, _colour(arc))


def _root(word: int, ports: Ports, top: float, line: float) -> str:
    x, colour = ports[word, None], _COLOUR_OF["root"]
    return f'<path d="M{x:.1f} {top:.1f}V{line - 8:.1f}" stroke="{colour}"/>{_arrow(x, line, colour)}'


def _arrow(x: float, line: float, colour: str) -> str:
    return f'<path d="{arrow(x, line)}" fill="{colour}"/>'
