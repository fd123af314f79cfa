"""A derivation as one picture: a panel per step, with the arcs so far over the words.

A word's colour says in which list it stands, and the mark below it where in that list: S0 is the top of the stack, B0
the front of the buffer, L0 and R0 the inner ends of the left and the right list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

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
    Ports,
    arrow,
    labels_at,
    outline,
    room,
    stacked,
    text,
)
from panparser.show.derivation_row import Row
from panparser.show.width import printable

if TYPE_CHECKING:
    from panparser.show.derivation import Arc as Edge
    from panparser.show.derivation import Derivation

MOST_WORDS = 20_000  # in all panels together; beyond that, pictures are too large for those who open them
_HEADING = 14  # size of a panel's heading, in pixels
_NEW, _OLD, _GONE = "new", "old", "gone"
_LEGEND = (("stack", "S0"), ("left", "L0"), ("right", "R0"), ("buffer", "B0"))

# Plain rules instead of variables: programs other than browsers know these.
_LIGHT = """
.page{fill:#ffffff}.rule{stroke:#e3e7eb}.ink{fill:#1d2733}.soft{fill:#66717d}.bad{fill:#b3261e}
.done{fill:#f1f3f5}.stack,.left{fill:#cfe3f7}.right{fill:#e6dcf5}.buffer{fill:#d5eedd}
.old{stroke:#8a94a0}.new{stroke:#1c6fb8}.gone{stroke:#b3261e}.label{stroke:#ffffff}
.old-text{fill:#66717d}.new-text{fill:#1c6fb8}.gone-text{fill:#b3261e}
"""
_DARK = """
.page{fill:#14191f}.rule{stroke:#2d3640}.ink{fill:#e8edf2}.soft{fill:#98a4b0}.bad{fill:#ff8a80}
.done{fill:#20272f}.stack,.left{fill:#1d4468}.right{fill:#46346a}.buffer{fill:#1f5036}
.old{stroke:#76828e}.new{stroke:#6db6f5}.gone{stroke:#ff8a80}.label{stroke:#14191f}
.old-text{fill:#98a4b0}.new-text{fill:#6db6f5}.gone-text{fill:#ff8a80}
"""
_STYLE = (
    f"{_LIGHT}.arc{{fill:none;stroke-width:1.4}}.new{{stroke-width:2.2}}.gone{{stroke-dasharray:5 3.5}}"
    f"@media(prefers-color-scheme:dark){{{_DARK}}}"
)


@dataclass(frozen=True)
class _Panel:
    """A configuration, how it came about, and the arcs that are to be seen in it."""

    heading: str
    warning: str
    lists: dict[str, tuple[int, ...]]
    arcs: list[Arc]
    roots: dict[int, tuple[str, str]]  # where ROOT has no place: label and style of the line from above, by place


def derivation_svg(derivation: Derivation) -> str:
    """See `Derivation.svg`."""
    if (len(derivation.steps) + 1) * len(derivation.forms) > MOST_WORDS:
        raise UsageError(
            f"a derivation of {len(derivation.steps):,} steps over {len(derivation.forms):,} words is too long for one "
            "picture; use HTML or text"
        )
    row = Row(derivation)
    panels = [*_panels(derivation, row)]
    head = [f"{derivation.title}: {derivation.summary}", *map(_headline, panels)]
    width = max(row.places.width, *(2 * MARGIN + room(line, _HEADING) for line in head))
    parts, y = [], _HEADING * 2 + MARGIN * 2.0
    for panel in panels:
        drawn, used = _draw(panel, row, y)
        parts += [f'<path class="rule" d="M0 {y:.1f}H{width:.0f}"/>', *drawn]
        y += used
    return (
        "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{y:.0f}" '
                f'viewBox="0 0 {width:.0f} {y:.0f}" font-family="{FONT}" text-anchor="middle">',
                f"<title>{escape(printable(' '.join(derivation.forms)))}</title>",
                f"<desc>{escape(printable(head[0]))}</desc>",
                f"<style>{_STYLE}</style>",
                f'<rect class="page" width="{width:.0f}" height="{y:.0f}" rx="10"/>',
                f'<g font-size="{_HEADING}">{_start(MARGIN + _HEADING, head[0], "ink")}</g>',
                *_legend(panels[0].lists, MARGIN + _HEADING * 2.3),
                *parts,
                "</svg>",
            ]
        )
        + "\n"
    )


def _panels(derivation: Derivation, row: Row) -> Iterator[_Panel]:
    yield _panel("0  start", "", derivation.initial.lists, [(a, _OLD) for a in derivation.initial.arcs], row)
    for number, step in enumerate(derivation.steps, 1):
        edges = [(a, _NEW if a in step.made else _OLD) for a in step.after.arcs] + [(a, _GONE) for a in step.removed]
        action = f"{step.action} ({step.label})" if step.label else step.action
        yield _panel(f"{number}  {action}", derivation.warning(step), step.after.lists, edges, row)
    if derivation.left_over:
        edges = [(a, _NEW if a in derivation.left_over else _OLD) for a in derivation.result.arcs]
        yield _panel("heads for the words that are left over", "", {}, edges, row)


def _panel(
    heading: str, warning: str, lists: dict[str, tuple[int, ...]], edges: list[tuple[Edge, str]], row: Row
) -> _Panel:
    arcs, roots = [], {}
    for edge, style in edges:
        label, place = printable(edge.label or ""), row.place[edge.dependent]
        if edge.head in row.place:
            arcs.append(Arc(row.place[edge.head], place, label, style=style))
        elif style != _GONE or place not in roots:
            roots[place] = (label or "root", style)
    return _Panel(printable(heading), printable(warning), lists, stacked(arcs), roots)


def _headline(panel: _Panel) -> str:
    return f"{panel.heading}   {panel.warning}"


def _draw(panel: _Panel, row: Row, top: float) -> tuple[list[str], float]:
    """What a panel consists of, and how high it is."""
    ports = row.places.ports(panel.arcs, panel.roots)
    sky = top + _HEADING * 2 + 8 + (LABEL + 4) * bool(panel.roots)
    levels = max((a.level for a in panel.arcs), default=1)
    line = sky + (BASE + LEVEL * (levels - 1) + 14 if panel.arcs or panel.roots else 0)
    has_tags = any(row.tags)
    foot = line + WORD + 6 + (TAG + 5) * has_tags
    marks = _marks(panel.lists)
    chips, words, below = [], [], []
    for place, (node, x) in enumerate(zip(row.nodes, row.places.centres, strict=True)):
        form, tag, wide = row.forms[place], row.tags[place], row.widths[place]
        name, mark = marks.get(node, ("done", ""))
        chips.append(
            f'<rect class="{name}" x="{x - wide / 2:.1f}" y="{line:.1f}" width="{wide:.1f}" '
            f'height="{foot - line:.1f}" rx="5"/>'
        )
        words.append(text(x, line + WORD - 1, form))
        below += [text(x, line + WORD + TAG + 3, tag)] * bool(tag) + [text(x, foot + TAG + 3, mark)] * bool(mark)
    warning = f'<tspan class="bad" dx="18">! {escape(panel.warning)}</tspan>' if panel.warning else ""
    drawn = [
        f'<g font-size="{_HEADING}">{_start(top + _HEADING + 8, panel.heading, "ink", warning)}</g>',
        *chips,
        f'<g class="ink" font-size="{WORD}">',
        *words,
        "</g>",
        f'<g class="soft" font-size="{TAG}">',
        *below,
        "</g>",
        *(_arc(arc, ports, line) for arc in sorted(panel.arcs, key=lambda a: (a.style != _OLD, -a.level))),
        *(_line(ports[place, None], sky, line, style) for place, (_, style) in panel.roots.items()),
        f'<g class="label" font-size="{LABEL}" paint-order="stroke" stroke-width="5" stroke-linejoin="round">',
        *(
            text(*place, a.label, f' class="{a.style}-text"')
            for a in panel.arcs
            if a.label
            for place in labels_at(a, ports, line)
        ),
        *(text(ports[p, None], sky - 4, label, f' class="{s}-text"') for p, (label, s) in panel.roots.items()),
        "</g>",
    ]
    return drawn, foot + TAG + MARGIN - top


def _marks(lists: dict[str, tuple[int, ...]]) -> dict[int, tuple[str, str]]:
    """By node: its list, and where it stands there, counted from the end at which the system works."""
    marks: dict[int, tuple[str, str]] = {}
    for name, nodes in lists.items():
        ordered = nodes[::-1] if name in ("stack", "left") else nodes
        marks.update({node: (name, f"{name[0].upper()}{k}") for k, node in enumerate(ordered)})
    return marks


def _arc(arc: Arc, ports: Ports, line: float) -> str:
    end = arrow(ports[arc.dependent, arc], line)
    return f'<path class="arc {arc.style}" d="{outline(arc, ports, line)}"/><path class="{arc.style}-text" d="{end}"/>'


def _line(x: float, top: float, line: float, style: str) -> str:
    return (
        f'<path class="arc {style}" d="M{x:.1f} {top:.1f}V{line - 8:.1f}"/>'
        f'<path class="{style}-text" d="{arrow(x, line)}"/>'
    )


def _legend(lists: dict[str, tuple[int, ...]], y: float) -> Iterator[str]:
    x = float(MARGIN)
    yield f'<g font-size="{LABEL}" text-anchor="start">'
    for name, mark in [(n, m) for n, m in _LEGEND if n in lists] + [("done", "")]:
        label = f"{name} ({mark} …)" if mark else name
        yield f'<rect class="{name}" x="{x:.1f}" y="{y - 9:.1f}" width="12" height="12" rx="3"/>'
        yield text(x + 17, y + 1, label, ' class="soft"')
        x += 34 + room(label, LABEL)
    yield "</g>"


def _start(y: float, content: str, style: str, more: str = "") -> str:
    """A line of text from the left margin."""
    return f'<text class="{style}" x="{MARGIN}" y="{y:.1f}" text-anchor="start">{escape(content)}{more}</text>'
