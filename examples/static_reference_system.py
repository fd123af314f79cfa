"""A transition system without costs: arc-standard with SWAP, trained with a static reference.

    python examples/static_reference_system.py

Sometimes nobody knows what an action costs in every configuration, but a good derivation of a gold tree is easy to
write down. Then `reference` takes the place of `cost`: on that derivation its own actions cost nothing, all others 1
(Aufrant & Wisniewski 2017, A.1). Such a system learns nothing about what to do after an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import panparser as pp

TREEBANK = Path(__file__).parent / "treebank"


class ArcStandardSwap(pp.TransitionSystem):
    """Arc-standard with SWAP (Nivre 2009): words change places until the tree is projective, so any tree can be built.

    s is the top of the stack, t the node below it; 0 is ROOT, at the bottom of the stack.
    """

    actions = ("SHIFT", "LEFT", "RIGHT", "SWAP")
    arcs = ("LEFT", "RIGHT")
    roots = ("first",)
    offers_single_root = True
    features = "zn11-stack"

    def legal(self, c: pp.Configuration) -> tuple[str, ...]:
        """SHIFT: there is a buffer. LEFT: t is a word. RIGHT: t is there. SWAP: t is a word that stood before s."""
        found = ["SHIFT"] if c.buffer else []
        if len(c.stack) > 1:
            t, s = c.stack[-2:]
            if t:
                found.append("LEFT")
            if t or not (c.buffer and self.single_root):  # a single root is found at the end
                found.append("RIGHT")
            if 0 < t < s:  # no two words change places twice
                found.append("SWAP")
        return tuple(found)

    def apply(self, c: pp.Configuration, action: str) -> pp.Configuration:
        """LEFT: t becomes a child of s. RIGHT: s becomes a child of t. SWAP: t goes back to the buffer."""
        if action == "SHIFT":
            return c.push()
        t, s = c.stack[-2:]
        if action == "LEFT":
            return c.attach(s, t).pop_second()
        return c.attach(t, s).pop() if action == "RIGHT" else c.swap().unshift()

    def reference(self, gold: tuple[int | None, ...]) -> list[str] | None:
        """Arcs as soon as a word has all its children, and SWAP where words are not in projective order."""
        order = {node: place for place, node in enumerate(in_order(gold, 0))}
        if len(order) <= len(gold):
            return None  # some words hang below themselves: not a tree
        missing = {node: gold.count(node) for node in order}  # children
        stack, buffer, actions = [0], list(range(1, len(gold) + 1)), []
        while buffer or len(stack) > 1:
            s, t = stack[-1], stack[-2] if len(stack) > 1 else 0
            if t and gold[t - 1] == s and not missing[t]:
                actions.append("LEFT")
                missing[s] -= 1
                del stack[-2]
            elif s and gold[s - 1] == t and not missing[s]:
                actions.append("RIGHT")
                missing[t] -= 1
                stack.pop()
            elif t and order[t] > order[s]:
                actions.append("SWAP")
                buffer.insert(0, stack.pop(-2))
            else:
                actions.append("SHIFT")
                stack.append(buffer.pop(0))
        return actions

    def max_steps(self, words: int) -> int:
        """Each two words may change places once, which costs a SWAP and another SHIFT."""
        return words + words * words


def in_order(gold: tuple[int | None, ...], node: int) -> Iterator[int]:
    """The nodes of a tree, each between its left and its right children: the order that makes it projective."""
    children = [word for word, head in enumerate(gold, 1) if head == node]
    for child in children:
        if child < node:
            yield from in_order(gold, child)
    yield node
    for child in children:
        if child > node:
            yield from in_order(gold, child)


def main() -> None:
    system = ArcStandardSwap()
    print(f"verified: {pp.verify(system, 3)}")

    train, dev = pp.read(TREEBANK / "train.conllu"), pp.read(TREEBANK / "dev.conllu")
    parser = pp.train(train, dev=dev, system=system, strategy="greedy", epochs=5)
    scores = pp.evaluate(dev, parser.parse(dev))
    print(f"trained on {len(train)} sentences: UAS {scores.uas:.2f}, LAS {scores.las:.2f} on {len(dev)} others")

    crossing = (3, 4, 0, 3)  # 1 ← 3, 2 ← 4: no stack alone can build this
    print(f"heads {crossing}: {' '.join(system.reference(crossing) or ())}")


if __name__ == "__main__":
    main()
