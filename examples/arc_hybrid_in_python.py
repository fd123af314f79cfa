"""A transition system written in Python: arc-hybrid, the same as PanParser's own.

    python examples/arc_hybrid_in_python.py

proves its costs, trains it and the native one on the small treebank, and compares the two. A system of your own is
written the same way: which actions there are, where they are legal, what they do and what they cost.
"""

from __future__ import annotations

import time
from pathlib import Path

import panparser as pp

TREEBANK = Path(__file__).parent / "treebank"


class ArcHybrid(pp.TransitionSystem):
    """Arc-hybrid (Kuhlmann, Gómez-Rodríguez & Satta 2011) as in Aufrant & Wisniewski 2017, Tables 5 and 6.

    s is the top of the stack, t the node below it, b the front of the buffer; 0 is ROOT.
    """

    actions = ("SHIFT", "LEFT", "RIGHT")
    arcs = ("LEFT", "RIGHT")
    roots = ("last", "first", "none")
    offers_single_root = True
    features = "zn11-stack"

    def legal(self, c: pp.Configuration) -> tuple[str, ...]:
        """SHIFT: b is a word. LEFT: s is a word, b is there. RIGHT: s is a word, t is there.

        With a single root, ROOT takes its child last of all.
        """
        s, t, b = nodes(c)
        last_for_left = b != 0 or len(c.stack) == 1
        last_for_right = t != 0 or b is None
        return tuple(
            action
            for action, is_legal in {
                "SHIFT": b,
                "LEFT": s and b is not None and (last_for_left or not self.single_root),
                "RIGHT": s and t is not None and (last_for_right or not self.single_root),
            }.items()
            if is_legal
        )

    def apply(self, c: pp.Configuration, action: str) -> pp.Configuration:
        """SHIFT: b goes on to the stack. LEFT: s becomes a child of b. RIGHT: s becomes a child of t."""
        if action == "SHIFT":
            return c.push()
        s, t, b = nodes(c)
        head = b if action == "LEFT" else t
        assert s is not None
        assert head is not None
        return c.attach(head, s).pop()

    def cost(self, c: pp.Configuration, action: str, gold: tuple[int | None, ...]) -> int:
        """The gold arcs that can no longer be made after the action, counted for s or b, the word that it moves."""
        s, t, b = nodes(c)
        if action == "SHIFT":  # b can no longer get a child or a head from the stack, but for the head s
            assert b is not None
            head = gold[b - 1]
            lost_head = head != s and head in c.stack
            # Without a ROOT node, the lowest word of the stack is what hangs below ROOT.
            lost_root = self.root == "none" and head == 0 and s is not None
            return sum(gold[w - 1] == b for w in c.stack if w) + lost_head + lost_root
        assert s is not None
        head = gold[s - 1]
        lost_children = sum(gold[w - 1] == s for w in c.buffer if w)
        if action == "RIGHT":  # s can no longer get a child or a head from the buffer
            return lost_children + (head in c.buffer)
        # LEFT: the same, but b is the right head for those who want it, and t is lost as a head
        lost_root = self.root == "none" and head == 0 and t is None
        return lost_children + (head in c.buffer and head != b) + (head is not None and head == t) + lost_root

    def max_steps(self, words: int) -> int:
        """Each word is shifted once, and taken from the stack once."""
        return 2 * words


def nodes(c: pp.Configuration) -> tuple[int | None, int | None, int | None]:
    """What the actions look at: s, t and b, None where there is none."""
    stack, buffer = c.stack, c.buffer
    return (
        stack[-1] if stack else None,
        stack[-2] if len(stack) > 1 else None,
        buffer[0] if buffer else None,
    )


def main() -> None:
    for root in ArcHybrid.roots:
        print(f"root {root}: {pp.verify(ArcHybrid(root=root), 3)}")

    train, dev = pp.read(TREEBANK / "train.conllu"), pp.read(TREEBANK / "dev.conllu")
    trees = []
    for title, system in (("in Python", ArcHybrid()), ("native", pp.system("arc-hybrid"))):
        start = time.perf_counter()
        parser = pp.train(train, dev=dev, system=system, epochs=5)
        trained = time.perf_counter()
        parsed = parser.parse(dev)
        speed = dev.words / (time.perf_counter() - trained)
        scores = pp.evaluate(dev, parsed)
        trees.append([(s.heads, s.deprels) for s in parsed])
        print(f"{title:>9}: LAS {scores.las:.2f}, trained in {trained - start:.2f} s, parses {speed:,.0f} words/s")
    print("the trees are the same" if trees[0] == trees[1] else "the trees differ")


if __name__ == "__main__":
    main()
