"""Small systems of the tests' own, which change their minds: nothing but what `pp.derive` may rely on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

Heads = tuple[int | None, ...]


@dataclass(frozen=True)
class State:
    stack: tuple[int, ...]
    buffer: tuple[int, ...]
    heads: Heads

    @property
    def is_final(self) -> bool:
        return not self.buffer


def with_head(heads: Heads, word: int, head: int | None) -> Heads:
    return (*heads[: word - 1], head, *heads[word:])


class Fickle:
    """Hangs each word below the one before it, then replaces or removes what is wrong. ROOT stands nowhere."""

    name = "fickle"

    def initial(self, words: int) -> State:
        return State((), tuple(range(1, words + 1)), (None,) * words)

    def legal(self, c: State) -> tuple[str, ...]:
        if c.is_final:
            return ()
        return ("push", "turn", "drop") if c.stack and c.heads[c.stack[-1] - 1] else ("push",)

    def apply(self, c: State, action: str) -> State:
        if action != "push":
            return replace(c, heads=with_head(c.heads, c.stack[-1], c.buffer[0] if action == "turn" else None))
        word, heads = c.buffer[0], c.heads
        if c.stack and heads[c.stack[-1] - 1] != word:
            heads = with_head(heads, word, c.stack[-1])
        return State((*c.stack, word), c.buffer[1:], heads)

    def costs(self, c: State, gold: Sequence[int | None]) -> dict[str, int]:
        best = "push"
        if len(self.legal(c)) > 1 and c.heads[c.stack[-1] - 1] != (wanted := gold[c.stack[-1] - 1]):
            best = "turn" if wanted == c.buffer[0] else "drop"
        return {action: int(action != best) for action in self.legal(c)}


@dataclass(frozen=True)
class Lists:
    left: tuple[int, ...]
    right: tuple[int, ...]
    buffer: tuple[int, ...]
    heads: Heads

    @property
    def is_final(self) -> bool:
        return not self.buffer


class Pairs:
    """All pairs of words, from near to far: lists instead of a stack, with ROOT in the left one."""

    name, root = "pairs", "first"

    def initial(self, words: int) -> Lists:
        return Lists((0,), (), tuple(range(1, words + 1)), (None,) * words)

    def legal(self, c: Lists) -> tuple[str, ...]:
        if c.is_final:
            return ()
        return (
            ("left", "right", "pass", "next") if c.left and c.left[-1] else ("right", "next") if c.left else ("next",)
        )

    def apply(self, c: Lists, action: str) -> Lists:
        if action == "next":
            return Lists(c.left + c.right + c.buffer[:1], (), c.buffer[1:], c.heads)
        i, j, heads = c.left[-1], c.buffer[0], c.heads
        if action == "left":
            heads = with_head(heads, i, j)
        if action == "right":
            heads = with_head(heads, j, i)
        return Lists(c.left[:-1], (i, *c.right), c.buffer, heads)

    def costs(self, c: Lists, gold: Sequence[int | None]) -> dict[str, int]:
        costs = dict.fromkeys(self.legal(c), 1)
        if not c.left:
            return {"next": 0}
        i, j = c.left[-1], c.buffer[0]
        best = "left" if i and gold[i - 1] == j else "right" if gold[j - 1] == i else "pass" if i else "next"
        return costs | {best: 0}
