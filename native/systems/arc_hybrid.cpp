#include "systems/arc_hybrid.hpp"

namespace pan {

ArcHybrid::ArcHybrid(Root root, bool single_root)
    : TransitionSystem("arc-hybrid", root, single_root, {{"SHIFT", false}, {"LEFT", true}, {"RIGHT", true}}) {}

bool ArcHybrid::is_final(const Configuration& c) const {
  return root() == Root::Last ? c.stack_size() == 0 && c.buffer_size() == 1
                              : c.stack_size() == 1 && c.buffer_size() == 0;
}

// Legal: Table 5; RIGHT needs a word as dependent. With a single root, ROOT takes its child last of all: when that
// child is the only word on the stack, and no other is left in the buffer.
ActionSet ArcHybrid::legal(const Configuration& c) const {
  const int s = c.stack(0), below = c.stack(1), b = c.buffer(0);
  ActionSet set = 0;
  if (b > 0) set |= bit(SHIFT);
  if (s > 0 && b != NONE && !(single_root() && b == 0 && c.stack_size() > 1)) set |= bit(LEFT);
  if (s > 0 && below != NONE && !(single_root() && below == 0 && b != NONE)) set |= bit(RIGHT);
  return set;
}

Arc ArcHybrid::arc(const Configuration& c, int action) const {
  if (action == LEFT) return {c.buffer(0), c.stack(0)};
  if (action == RIGHT) return {c.stack(1), c.stack(0)};
  return {};
}

void ArcHybrid::effect(Configuration& c, int action, int label) const {
  if (action == SHIFT) return c.push_front();
  const Arc a = arc(c, action);
  c.attach(a.head, a.dependent, label);
  c.pop();
}

// Costs: Table 6, row by row, counted in gold arcs that the action makes unreachable. Words on the stack have no head
// yet.
void ArcHybrid::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  const int s = c.stack(0), below = c.stack(1), b = c.buffer(0);
  if (legal & bit(SHIFT)) {
    const int head_of_b = gold.head(b);
    costs[SHIFT] = head_of_b != NONE && head_of_b != s && c.on_stack(head_of_b);
    for (const int child : gold.children(b)) costs[SHIFT] += c.on_stack(child);
  }
  if (!(legal & (bit(LEFT) | bit(RIGHT)))) return;
  int s_loses_children = 0;  // children of s that are in the buffer
  for (const int child : gold.children(s)) s_loses_children += c.in_buffer(child);
  const int head_of_s = gold.head(s);
  const bool in_buffer = head_of_s != NONE && c.in_buffer(head_of_s);
  if (legal & bit(LEFT))
    costs[LEFT] = (in_buffer && head_of_s != b) + (head_of_s != NONE && head_of_s == below) + s_loses_children;
  if (legal & bit(RIGHT)) costs[RIGHT] = in_buffer + s_loses_children;
}

}  // namespace pan
