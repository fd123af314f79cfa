"""Two trees of the same words in one picture: the gold one above them, and what was predicted instead below."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from panparser._native import Sentence, nonprojective_words
from panparser.errors import UsageError
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

_RIGHT, _MISSED, _WRONG = "right", "missed", "wrong"
_DASHED = " dashed"
# Whoever shows the picture, on a page or by itself, in the light or in the dark.
_STYLE = f"""<style>
.difference {{ font-family: {FONT}; text-anchor: middle }}
.difference .page {{ fill: #ffffff }}
.difference .word {{ fill: #1d2733; font-size: {WORD}px }}
.difference .tag {{ fill: #77828e; font-size: {TAG}px; letter-spacing: .6px }}
.difference .arc {{ fill: none; stroke: #aab3bc; stroke-width: 1.4px }}
.difference .tip {{ fill: #aab3bc }}
.difference .label {{ fill: #77828e; font-size: {LABEL}px; stroke: #ffffff; stroke-width: 5px; paint-order: stroke }}
.difference .dashed {{ stroke-dasharray: 5 3.5 }}
.difference .arc.missed {{ stroke: #1f7a4a; stroke-width: 2px }}
.difference .tip.missed, .difference .label.missed {{ fill: #1f7a4a }}
.difference .arc.wrong {{ stroke: #c0281f; stroke-width: 2px }}
.difference .tip.wrong, .difference .label.wrong {{ fill: #c0281f }}
@media (prefers-color-scheme: dark) {{
.difference .page {{ fill: #14191f }}
.difference .word {{ fill: #e8edf2 }}
.difference .tag, .difference .label {{ fill: #98a4b0 }}
.difference .label {{ stroke: #14191f }}
.difference .arc {{ stroke: #5d6873 }}
.difference .tip {{ fill: #5d6873 }}
.difference .arc.missed {{ stroke: #5fd39a }}
.difference .tip.missed, .difference .label.missed {{ fill: #5fd39a }}
.difference .arc.wrong {{ stroke: #ff8a80 }}
.difference .tip.wrong, .difference .label.wrong {{ fill: #ff8a80 }}
}}
</style>"""


def draw_difference(gold: Sentence, predicted: Sentence, *, subtypes: bool = False) -> str:
    """A predicted tree against the gold one as an SVG picture that needs nothing else.

    The gold tree stands above the words: green is what the predicted tree misses. What that has instead, a wrong head
    or a wrong relation, stands below in red. Non-projective arcs are dashed. Relations are compared up to their
    colon, unless `subtypes`.

    >>> import panparser as pp
    >>> gold = pp.Sentence.from_forms(["Fish", "&", "chips"]).replace(heads=[0, 3, 1], deprels=["root", "cc", "conj"])
    >>> picture = draw_difference(gold, gold.replace(heads=[0, 1, 1]))
    >>> picture.count('class="arc missed"'), picture.count('class="arc wrong"'), picture.count('class="arc right"')
    (1, 1, 2)
    """
    require_drawable(gold)
    require_drawable(predicted)
    if gold.forms != predicted.forms:
        raise UsageError("the two trees are of other words; draw two annotations of the same sentence")
    is_right = [
        head is None or (head == guess and (label == "_" or _compared(label, subtypes) == _compared(said, subtypes)))
        for head, guess, label, said in zip(gold.heads, predicted.heads, gold.deprels, predicted.deprels, strict=True)
    ]
    above = _arcs(gold, [_RIGHT if right else _MISSED for right in is_right])
    below = _arcs(predicted, ["" if right else _WRONG for right in is_right])
    forms = [printable(form) for form in gold.forms]
    tags = [printable(tag) if tag != "_" else "" for tag in gold.upos]
    roots = [[a for a in arcs if not a.head] for arcs in (above, below)]
    above, below = (stacked(a for a in arcs if a.head) for arcs in (above, below))
    starts = [{a.dependent for a in found} for found in roots]
    mirrored = runs_leftwards("".join(forms))
    places = Places(forms, tags, [*above, *below], starts[0] | starts[1], is_mirrored=mirrored)
    line = MARGIN + LABEL + 8 + _room(above)
    foot = line + WORD + (TAG + 10 if any(tags) else 0) + 5
    depth = _room(below) + LABEL + 8 if roots[1] else _room(below) - 8 if below else 0
    height = foot + depth + MARGIN
    upper, lower = places.ports(above, starts[0]), places.ports(below, starts[1])
    size = f'width="{places.width:.0f}" height="{height:.0f}"'
    centres = places.centres
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" class="difference" {size} '
        f'viewBox="0 0 {places.width:.0f} {height:.0f}">',
        f"<title>{escape(printable(gold.text or ' '.join(forms)))}</title>",
        _STYLE,
        f'<rect class="page" {size} rx="10"/>',
        *(text(x, line + WORD, form, ' class="word"') for x, form in zip(centres, forms, strict=True)),
        *(text(x, line + WORD + TAG + 7, tag, ' class="tag"') for x, tag in zip(centres, tags, strict=True) if tag),
        *_paths(above, roots[0], upper, line, _room(above)),
        # The arcs below are those above, turned upside down.
        f'<g transform="translate(0 {foot:.1f}) scale(1 -1)">',
        *_paths(below, roots[1], lower, 0, _room(below)),
        "</g>",
        *(_label(arc, *place) for arc in above for place in labels_at(arc, upper, line)),
        *(_label(arc, upper[arc.dependent, None], line - _room(above) - 5) for arc in roots[0]),
        *(_label(arc, x, foot - y + 0.68 * LABEL) for arc in below for x, y in labels_at(arc, lower, 0)),
        *(_label(arc, lower[arc.dependent, None], foot + _room(below) + LABEL + 2) for arc in roots[1]),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _compared(relation: str, subtypes: bool) -> str:
    return relation if subtypes else relation.partition(":")[0]


def _arcs(sentence: Sentence, styles: Iterable[str]) -> list[Arc]:
    """The arcs that have a style, those from ROOT among them."""
    dashed = set(nonprojective_words(sentence.heads))
    found = zip(sentence.heads, sentence.deprels, styles, strict=True)
    return [
        Arc(head, word, printable(label) if label != "_" else "", style=style + _DASHED * (word in dashed))
        for word, (head, label, style) in enumerate(found, 1)
        if head is not None and style
    ]


def _room(arcs: list[Arc]) -> float:
    return BASE + LEVEL * max([arc.level for arc in arcs], default=0)


def _paths(arcs: list[Arc], roots: list[Arc], ports: Ports, line: float, room: float) -> list[str]:
    # The highest first: where lines do cross, the shorter arc lies on top.
    found = [
        (arc, outline(arc, ports, line), ports[arc.dependent, arc]) for arc in sorted(arcs, key=lambda a: -a.level)
    ]
    for arc in roots:
        x = ports[arc.dependent, None]
        found.append((arc, f"M{x:.1f} {line - room:.1f}V{line - 8:.1f}", x))
    return [
        f'<path class="arc {arc.style}" d="{path}"/><path class="tip {arc.style.split()[0]}" d="{arrow(x, line)}"/>'
        for arc, path, x in found
    ]


def _label(arc: Arc, x: float, y: float) -> str:
    label = arc.label or ("" if arc.head else "root")
    return text(x, y, label, f' class="label {arc.style.split()[0]}"') if label else ""
