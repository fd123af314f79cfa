#include "systems/arc_hybrid.hpp"

namespace pan {

ArcHybrid::ArcHybrid(Options options)
    : TransitionSystem("arc-hybrid", std::move(options), {{"SHIFT", false}, {"LEFT", true}, {"RIGHT", true}}) {}

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

Arc Hybrid::arc(const Configuration& c, int action) {
  if (action == LEFT) return {c.buffer(0), c.stack(0)};
  if (action == RIGHT) return {c.stack(1), c.stack(0)};
  return {};
}

void Hybrid::effect(Configuration& c, int action, int label) {
  if (action == SHIFT) return c.push_front();
  if (const Arc a = arc(c, action); a.head != NONE) c.attach(a.head, a.dependent, label);
  c.pop();
}

void Hybrid::narrow(const Configuration& c, HeadSets& heads) {
  Places places(c);
  for (int k = 0; k < c.stack_size(); ++k) {
    const int below = c.stack(k + 1);
    if (c.stack(k) > 0)
      heads.keep_either(c.stack(k), places.buffer, below == NONE && c.root() == Root::None ? 0 : below);
  }
  if (c.root() == Root::None) places.both.add(0);
  for (int w = 1; w <= c.words(); ++w) {
    if (c.in_buffer(w)) heads.keep(w, places.both);
    if (!c.in_buffer(w) && !c.on_stack(w)) heads.keep_only(w, c.head(w));
  }
}

// Table 6, row by row, counted in gold arcs that are made unreachable. Words on the stack have no head yet, or one that
// does not bind. Without a ROOT node, the word at the bottom of the stack is what hangs below ROOT: another word can
// only come there when it is taken away.
HybridCosts::HybridCosts(const Configuration& c, const Gold& gold) : push(0), left(0), right(0) {
  const int s = c.stack(0), below = c.stack(1), b = c.buffer(0);
  if (b > 0) {
    const int head_of_b = gold.head(b);
    push = head_of_b != NONE && head_of_b != s && c.on_stack(head_of_b);
    for (const int child : gold.children(b)) push += c.on_stack(child);
    push += head_of_b == 0 && c.root() == Root::None && s != NONE;
    // With ROOT first, the words on the stack have nothing to their right when the last word is pushed: a row that
    // Table 10 does not need, since it is written for ROOT last.
    if (gold.has_sides() && c.buffer_size() == 1)
      for (int k = 0; k < c.stack_size(); ++k) push += c.stack(k) > 0 && gold.side(c.stack(k)) == Side::Right;
  }
  if (s <= 0) return;
  int s_loses_children = 0;  // children of s that are in the buffer
  for (const int child : gold.children(s)) s_loses_children += c.in_buffer(child);
  const int head_of_s = gold.head(s);
  const bool in_buffer = head_of_s != NONE && c.in_buffer(head_of_s);
  const bool is_root = head_of_s == 0 && c.root() == Root::None && below == NONE;
  left = (in_buffer && head_of_s != b) + (head_of_s != NONE && head_of_s == below) + is_root + s_loses_children;
  right = in_buffer + s_loses_children;
  // Table 10, for words of which only the side of the head is known.
  if (gold.has_sides()) {
    left += gold.side(s) == Side::Left && below != NONE;
    left += b > 0 && gold.side(b) == Side::Left && below == NONE;
    right += gold.side(s) == Side::Right && b != NONE;
  }
}

void ArcHybrid::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  const HybridCosts h(c, gold);
  if (legal & bit(SHIFT)) costs[SHIFT] = h.push;
  if (legal & bit(LEFT)) costs[LEFT] = h.left;
  if (legal & bit(RIGHT)) costs[RIGHT] = h.right;
}

}  // namespace pan
