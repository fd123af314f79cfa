"""Arcs over a row of words: how high each lies, where it meets its words, and the shapes that it is drawn with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from panparser.show.width import columns

FONT = "'Source Sans 3','Noto Sans','Helvetica Neue',Arial,sans-serif"
WORD, TAG, LABEL = 17, 10.5, 11  # sizes of the three kinds of text, in pixels
LEVEL, BASE, CORNER = 25, 27, 9  # height of a level of arcs, of the lowest one, and radius of the corners
WINDOW = 1000  # what is seen of a wide picture at once
GAP, PORT, MARGIN = 18, 8, 18  # between words, between the ends of two arcs at a word, around the picture


@dataclass(frozen=True)
class Arc:
    """An arc between two places in the row, counted from 1."""

    head: int
    dependent: int
    label: str = ""
    level: int = 1
    style: str = ""  # whatever the picture tells apart

    @property
    def ends(self) -> tuple[int, int]:
        """From left to right."""
        return min(self.head, self.dependent), max(self.head, self.dependent)


Ports = dict[tuple[int, Arc | None], float]  # by place and arc, None is the line from above that marks a root


def stacked(arcs: Iterable[Arc]) -> list[Arc]:
    """The arcs with their levels: each lies above every shorter one that it shares a stretch with.

    >>> [arc.level for arc in stacked([Arc(3, 1), Arc(1, 2), Arc(3, 4)])]
    [1, 1, 2]
    """
    placed: list[Arc] = []
    for arc in sorted(arcs, key=lambda a: (a.ends[1] - a.ends[0], a.head, a.dependent)):
        first, last = arc.ends
        below = [a.level for a in placed if a.ends[0] < last and first < a.ends[1]]
        placed.append(Arc(arc.head, arc.dependent, arc.label, 1 + max(below, default=0), arc.style))
    return placed


class Places:
    """Where words stand, and where the two ends of each arc meet them."""

    def __init__(
        self,
        forms: Sequence[str],
        tags: Sequence[str],
        arcs: Sequence[Arc],
        roots: Iterable[int],
        *,
        is_mirrored: bool = False,
    ) -> None:
        self._is_mirrored = is_mirrored
        self._centres: list[float] = []
        keys = _keys(len(forms), arcs, roots)
        widths = [
            max(room(form, WORD), room(tag, TAG) * 1.1, PORT * (len(k) + 1))
            for form, tag, k in zip(forms, tags, keys, strict=True)
        ]
        by_end: dict[int, list[Arc]] = {}
        for arc in arcs:
            by_end.setdefault(arc.ends[1], []).append(arc)
        right = float(MARGIN)
        for word, width in enumerate(widths, 1):
            x = right + width / 2
            for arc in by_end.get(word, ()):  # a short arc needs room for its label
                left = self._centres[arc.ends[0] - 1] + _offset(keys[arc.ends[0] - 1], arc)
                need = room(arc.label, LABEL) + 2 * CORNER + 8
                x = max(x, left + need - _offset(keys[word - 1], arc))
            self._centres.append(x)
            right = x + width / 2 + GAP
        self.width = right - GAP + MARGIN if forms else 2.0 * MARGIN
        self.centres = [self._turned(x) for x in self._centres]

    def ports(self, arcs: Sequence[Arc], roots: Iterable[int]) -> Ports:
        """Where these arcs meet the words."""
        return {
            (word, key): self._turned(self._centres[word - 1] + _offset(keys, key))
            for word, keys in enumerate(_keys(len(self._centres), arcs, roots), 1)
            for key in keys
        }

    def _turned(self, x: float) -> float:
        return self.width - x if self._is_mirrored else x


def _keys(words: int, arcs: Sequence[Arc], roots: Iterable[int]) -> list[list[Arc | None]]:
    """By word, the arcs that end at it from left to right, None for the root's line. In this order none cross."""
    keys: list[list[Arc | None]] = [[] for _ in range(words)]
    for arc in sorted(arcs, key=lambda a: a.level):
        keys[arc.ends[1] - 1].append(arc)
    for word in roots:
        keys[word - 1].append(None)
    for arc in sorted(arcs, key=lambda a: -a.level):
        keys[arc.ends[0] - 1].append(arc)
    return keys


def _offset(keys: list[Arc | None], key: Arc | None) -> float:
    return (keys.index(key) - (len(keys) - 1) / 2) * PORT


def room(text: str, size: float) -> float:
    """A careful guess of a text's width in pixels: no font is at hand to measure it."""
    return sum(
        size * (0.36 if c in "iljtfrI.,;:'|!()[]" else 0.86 if c in "mwMW@%" else 0.58) * columns(c) for c in text
    )


def height(arc: Arc, line: float) -> float:
    """Where an arc's upper edge lies over words whose upper edge is `line`."""
    return line - 8 - BASE - LEVEL * (arc.level - 1)


def outline(arc: Arc, ports: Ports, line: float) -> str:
    """The path of an arc, without its arrow."""
    start, end = ports[arc.head, arc], ports[arc.dependent, arc]
    y, foot, turn = height(arc, line), line - 3, CORNER if end > start else -CORNER
    return (
        f"M{start:.1f} {foot:.1f}V{y + CORNER:.1f}Q{start:.1f} {y:.1f} {start + turn:.1f} {y:.1f}"
        f"H{end - turn:.1f}Q{end:.1f} {y:.1f} {end:.1f} {y + CORNER:.1f}V{foot - 5:.1f}"
    )


def arrow(x: float, line: float) -> str:
    """The path of an arrow down to a word."""
    return f"M{x:.1f} {line - 3:.1f}l-3.6 -7.5h7.2z"


def labels_at(arc: Arc, ports: Ports, line: float) -> list[tuple[float, float]]:
    """The middle and the base line of an arc's label; if the arc is wider than a window, it has several."""
    start, end = sorted((ports[arc.head, arc], ports[arc.dependent, arc]))
    times = 1 + int((end - start) / WINDOW)
    y = height(arc, line) + LABEL * 0.34
    return [(start + (end - start) * (time + 0.5) / times, y) for time in range(times)]


def text(x: float, y: float, content: str, attributes: str = "") -> str:
    """A text element; `attributes` begins with a space."""
    return f'<text x="{x:.1f}" y="{y:.1f}"{attributes}>{escape(content)}</text>'
