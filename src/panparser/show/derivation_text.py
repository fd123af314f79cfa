"""A derivation as text for the terminal: a row per step, and the tree that comes out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from panparser.show.text import draw
from panparser.show.width import columns, padded, printable, runs_leftwards, shortened

if TYPE_CHECKING:
    from panparser.show.derivation import Arc, Derivation, Snapshot, Step

WIDTH = 120  # columns of a terminal that a table is fitted into
_WORD, _NAMED = 20, 14  # columns of the longest word in a list, and in an arc
_LEAST = 9  # columns that a list has, however narrow the terminal is
_MORE, _BETWEEN = "…", " │ "
_LEFT_TO_RIGHT = "\u200e"  # invisible: what follows stands to the right of what came before


def derivation_text(derivation: Derivation, width: int = WIDTH) -> str:
    """See `Derivation.text`."""
    names = _Names(derivation)
    actions = ["action", "", *(_action(step) for step in derivation.steps)]
    notes = ["arcs", "", *(names.notes(step, derivation.warning(step)) for step in derivation.steps)]
    numbers = ["#", *map(str, range(len(derivation.steps) + 1))]
    shots = [derivation.initial, *(step.after for step in derivation.steps)]
    rest = [("left over" if k == 0 else "", names.arc(arc)) for k, arc in enumerate(derivation.left_over)]
    actions += [action for action, _ in rest]
    notes += [note for _, note in rest]
    numbers += [""] * len(rest)
    fixed = sum(max(map(columns, column)) + 2 for column in (numbers, actions, notes))
    lists = _lists(shots, names, width - fixed)
    lists += [" " * columns(lists[0])] * len(rest)
    number_width, action_width = max(map(columns, numbers)), max(map(columns, actions))
    rows = []
    for number, action, cells, note in zip(numbers, actions, lists, notes, strict=True):
        row = f"{number.rjust(number_width)}  {padded(action, action_width)}  {cells}  {note}".rstrip()
        rows.append(_LEFT_TO_RIGHT * names.is_leftward + row)
    head = f"{derivation.title}: {derivation.summary}"
    return "\n".join([head, "", *rows, "", draw(derivation.sentence)])


class _Names:
    """Words as they stand in the table."""

    def __init__(self, derivation: Derivation) -> None:
        forms = ["ROOT", *map(printable, derivation.forms)]
        self.is_leftward = any(map(runs_leftwards, forms))
        self.in_lists = [self._shown(form, _WORD) for form in forms]
        self.in_arcs = [self._shown(form, _NAMED) for form in forms]

    def _shown(self, form: str, most: int) -> str:
        # Words of a script that runs leftwards must not join into one run, in which their order would be reversed.
        return shortened(form, most) + _LEFT_TO_RIGHT * runs_leftwards(form)

    def arc(self, arc: Arc, *, is_labelled: bool = True) -> str:
        """Head, dependent and label."""
        label = f" ({printable(arc.label)})" if arc.label and is_labelled else ""
        return f"{self.in_arcs[arc.head]} → {self.in_arcs[arc.dependent]}{label}"

    def notes(self, step: Step, warning: str) -> str:
        """The arcs that a step made and took back, and what it cost."""
        parts = [self.arc(arc) for arc in step.made] + [f"✗ {self.arc(arc, is_labelled=False)}" for arc in step.removed]
        return "  ".join(parts + [f"! {printable(warning)}"] * bool(warning))


def _action(step: Step) -> str:
    return printable(f"{step.action}({step.label})" if step.label else step.action)


def _lists(shots: Sequence[Snapshot], names: _Names, room: int) -> list[str]:
    """A cell per row with all lists, fitted into that many columns: the ends that act on each other stay visible."""
    kinds = list(shots[0].lists)
    sizes = [columns(word) for word in names.in_lists]
    needs = {
        kind: max(columns(kind), *(sum(sizes[n] + 1 for n in shot.lists[kind]) - 1 for shot in shots)) for kind in kinds
    }
    room -= columns(_BETWEEN) * (len(kinds) - 1)
    widths: dict[str, int] = {}
    for kind in sorted(kinds, key=lambda k: needs[k]):  # what one list does not need goes to the longer ones
        share = max(_LEAST, (room - sum(widths.values())) // (len(kinds) - len(widths)))
        widths[kind] = min(needs[kind], share)
    cells = []
    for shot in (None, *shots):
        parts = []
        for kind in kinds:
            width = widths[kind]
            words = [names.in_lists[node] for node in shot.lists[kind]] if shot else []
            # The top of the stack, or the end of the left list, meets what stands to the right of it.
            is_first = kind == kinds[0] and len(kinds) > 1
            text = elided(words, width, keeps_end=is_first) if shot else kind
            space = " " * (width - columns(text))
            parts.append(space + text if is_first else text + space)
        cells.append(_BETWEEN.join(parts))
    return cells


def elided(words: Sequence[str], width: int, *, keeps_end: bool) -> str:
    """The words in that many columns: some are left out if need be, but never the one at the end that is kept.

    >>> elided(["the", "quick", "brown", "fox"], 15, keeps_end=True)
    'the … brown fox'
    >>> elided(["the", "quick", "brown", "fox"], 15, keeps_end=False)
    'the quick … fox'
    """
    near = list(reversed(words)) if keeps_end else list(words)
    sizes = [columns(word) + 1 for word in near]
    if sum(sizes) - 1 <= width:
        return " ".join(words)
    far = near[-1:] if sizes[0] + 2 + sizes[-1] - 1 <= width else []
    left = width - 1 - sum(columns(word) + 1 for word in far)
    kept = 0
    while sizes[kept] <= left:
        left -= sizes[kept]
        kept += 1
    parts = [*(near[:kept] or [shortened(near[0], width - 2)]), _MORE, *far]
    return " ".join(reversed(parts) if keeps_end else parts)
