"""The parts of a report: tables that can be sorted, heat maps, curves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, sqrt

from panparser.analysis.confusion import Confusion
from panparser.analysis.criteria import Key
from panparser.show.width import printable
from panparser.training.report import EpochReport

Cell = str  # a td element


def name_of(key: Key) -> str:
    """A type as text."""
    return printable(key if isinstance(key, str) else ", ".join(key))


def text(key: Key) -> Cell:
    """A cell with a type or a name.

    >>> text(("NOUN", "<b>"))
    '<td>NOUN, &lt;b&gt;</td>'
    """
    return f"<td>{escape(name_of(key))}</td>"


def number(value: float, digits: int = 0, *, sign: bool = False) -> Cell:
    """A cell with a number.

    >>> number(1200), number(0.5, 2, sign=True)
    ('<td data-v="1200">1,200</td>', '<td data-v="0.5">+0.50</td>')
    """
    return f'<td data-v="{value:g}">{value:{"+" if sign else ""},.{digits}f}</td>'


def bar(percentage: float) -> Cell:
    """A cell with a percentage, and a bar behind it.

    >>> bar(12.345)
    '<td class="bar" style="--v:12.35" data-v="12.345">12.35</td>'
    """
    return f'<td class="bar" style="--v:{percentage:.2f}" data-v="{percentage:g}">{percentage:.2f}</td>'


def share(percentage: float, of: int) -> Cell:
    """A cell with a percentage of so many; of none, it is without meaning.

    >>> share(0.0, 0)
    '<td data-v="-1">–</td>'
    """
    return bar(percentage) if of else '<td data-v="-1">–</td>'


def sortable(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """A table whose headings sort it."""
    titles = "".join(f'<th scope="col"><button>{escape(printable(title))}</button></th>' for title in head)
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    tall = " tall" if len(rows) > 20 else ""
    return (
        f'<div class="scroll{tall}"><table class="sortable"><thead><tr>{titles}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def heat_map(confusion: Confusion) -> str:
    """A confusion matrix in colours: by how much of its row a cell is."""
    names = [escape(name_of(name)) for name in confusion.names]
    heads = "".join(f'<th scope="col"><span>{name}</span></th>' for name in names)
    rows = []
    for i, counts in enumerate(confusion.matrix.tolist()):
        total = max(1, sum(counts))
        cells = "".join(_heated(f"{names[i]} → {names[j]}", n, total, i == j) for j, n in enumerate(counts))
        rows.append(f'<tr><th scope="row">{names[i]}</th>{cells}</tr>')
    head, body = f"<thead><tr><th></th>{heads}</tr></thead>", "\n".join(rows)
    return f'<div class="scroll"><table class="heat">{head}<tbody>{body}</tbody></table></div>'


def _heated(title: str, count: int, total: int, is_same: bool) -> Cell:
    if not count:
        return "<td></td>"
    kind = ' class="same"' if is_same else ""
    # The square root, so that rare errors can be seen too.
    heat = sqrt(count / total)
    return f'<td{kind} style="--v:{heat:.2f}" title="{title}: {count:,} of {total:,}">{count}</td>'


_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 260, 46, 120, 14, 34


def curve(name: str, reports: Sequence[EpochReport]) -> str:
    """Scores on the development data by epoch, as a picture; the training error where there are none."""
    named = {"tags": "all tags", "las": "LAS", "uas": "UAS"}
    lines = {
        title: [(r.epoch, float(getattr(r, key))) for r in reports if getattr(r, key) is not None]
        for key, title in named.items()
    }
    lines = {title: points for title, points in lines.items() if points}
    if not lines:
        lines = {"training error, %": [(r.epoch, 100 * r.error) for r in reports]}
    values = [y for points in lines.values() for _, y in points]
    epochs = [x for points in lines.values() for x, _ in points]
    low, high = floor(min(values)), ceil(max(values)) or 1
    high += high == low
    last = max(epochs)

    def x_of(epoch: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (epoch - 1) / max(1, last - 1)

    def y_of(value: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low)

    step = max(1, ceil((high - low) / 6))
    grid = [
        f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y_of(v):.1f}" y2="{y_of(v):.1f}"/>'
        f'<text x="{_LEFT - 8}" y="{y_of(v) + 4:.1f}" text-anchor="end">{v}</text>'
        for v in range(low, high + 1, step)
    ]
    ticks = [
        f'<text x="{x_of(e):.1f}" y="{_HEIGHT - 14}" text-anchor="middle">{e}</text>'
        for e in range(1, last + 1, max(1, ceil(last / 12)))
    ]
    drawn = []
    below = 0.0  # labels at the right end that would lie on each other are moved down
    for colour, (title, points) in zip(
        ("--one", "--two", "--three"), sorted(lines.items(), key=lambda item: -item[1][-1][1]), strict=False
    ):
        path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in points)
        at = max(y_of(points[-1][1]) + 4, below)
        below = at + 14
        drawn.append(f'<polyline fill="none" style="stroke:var({colour})" points="{path}"/>')
        drawn.append(
            f'<text x="{x_of(points[-1][0]) + 8:.1f}" y="{at:.1f}" style="fill:var({colour})">'
            f"{title} {points[-1][1]:.2f}</text>"
        )
    best = max((r for r in reports if r.is_best), key=lambda r: r.epoch, default=None)
    said = f"{len(reports)} epochs" + (f", the best is {best.epoch}" if best and best.score else "")
    return (
        f'<h3>{escape(printable(name))}</h3><p class="soft">{said}; development data, by epoch.</p>'
        f'<svg class="curve" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"><title>{escape(printable(name))}</title>'
        f"{''.join(grid + ticks + drawn)}</svg>"
    )
