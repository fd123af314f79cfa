#include "systems/nonmonotonic_arc_eager.hpp"

namespace pan {

// The word below the top never changes while the top is there: the arc that REDUCE may have to insert is the one that
// RIGHT would have made instead of SHIFT, so that SHIFT notes the label RIGHT would have given.
NonMonotonicArcEager::NonMonotonicArcEager(Options options)
    : TransitionSystem("nonmonotonic-arc-eager", std::move(options),
                       {{"SHIFT", false, RIGHT}, {"LEFT", true}, {"RIGHT", true}, {"REDUCE", false}}) {}

// Legal: Table 8; nothing asks whether the top is attached. A single root as in arc-hybrid: ROOT gets its child for
// good when no other word is left.
ActionSet NonMonotonicArcEager::legal(const Configuration& c) const {
  const int s = c.stack(0), below = c.stack(1), b = c.buffer(0);
  ActionSet set = 0;
  if (b > 0) set |= bit(SHIFT);
  if (s > 0 && b != NONE && !(single_root() && b == 0 && c.stack_size() > 1)) set |= bit(LEFT);
  if (s != NONE && b > 0) set |= bit(RIGHT);
  if (s > 0 && below != NONE && !(single_root() && below == 0 && b != NONE)) set |= bit(REDUCE);
  return set;
}

void NonMonotonicArcEager::effect(Configuration& c, int action, int label) const {
  if (action == SHIFT) c.note(c.buffer(0), label);
  // LEFT replaces the arc that RIGHT made, if it did; REDUCE inserts it, if it did not.
  if (const int s = c.stack(0); action == REDUCE && c.head(s) == NONE) c.attach(c.stack(1), s, c.at(s).noted);
  Eager::effect(c, action, label);
}

// Costs: Table 9. Whether a word was pushed by SHIFT or by RIGHT is only a note for the features: the search space is
// that of arc-hybrid.
void NonMonotonicArcEager::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  const HybridCosts h(c, gold);
  if (legal & bit(SHIFT)) costs[SHIFT] = h.push;
  if (legal & bit(LEFT)) costs[LEFT] = h.left;
  if (legal & bit(RIGHT)) costs[RIGHT] = h.push;
  if (legal & bit(REDUCE)) costs[REDUCE] = h.right;
}

ActionSet NonMonotonicArcEager::taught(const Configuration& c, const Gold& gold, ActionSet optimal) const {
  if (!(optimal & bit(SHIFT)) || !(optimal & bit(RIGHT))) return optimal;
  const int head = gold.head(c.buffer(0));
  if (head == NONE) return optimal;
  return optimal & ~bit(head == c.stack(0) ? SHIFT : RIGHT);
}

}  // namespace pan
