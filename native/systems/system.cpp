#include "systems/system.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace pan {

namespace {

// Whether `head` (NONE: no head for good) is not what the annotation asks for.
bool is_wrong(const Configuration& c, const Gold& gold, int word, int head, bool is_partial) {
  if (gold.side(word) != Side::Unknown)
    return head == NONE || (c.order(head) < c.order(word)) != (gold.side(word) == Side::Left);
  return gold.head(word) == NONE ? is_partial && head != NONE : gold.head(word) != head;
}

}  // namespace

int TransitionSystem::tree_loss(const Configuration& c, const Gold& gold) const {
  int wrong = 0;
  for (int w = 1; w <= c.words(); ++w) wrong += is_wrong(c, gold, w, final_head(c, w), is_partial());
  return wrong;
}

int TransitionSystem::estimate(const Configuration& from, const Gold& gold) const {
  Configuration c = from;
  int costs[MAX_ACTIONS];
  while (!is_final(c)) {
    const ActionSet set = legal(c);
    this->costs(c, gold, set, costs);
    int best = std::countr_zero(set);
    for (ActionSet rest = set; rest; rest &= rest - 1)
      if (const int a = std::countr_zero(rest); costs[a] < costs[best]) best = a;
    apply(c, best);
  }
  return tree_loss(c, gold);
}

Places::Places(const Configuration& c) : stack(c.words()), buffer(c.words()), both(c.words()) {
  for (int node = 0; node <= c.words(); ++node) {
    if (c.on_stack(node)) stack.add(node);
    if (c.in_buffer(node)) buffer.add(node);
    if (c.on_stack(node) || c.in_buffer(node)) both.add(node);
  }
}

void TransitionSystem::narrow(const Configuration& c, HeadSets& heads) const {
  for (int w = 1; w <= c.words(); ++w)
    if (is_monotonic() && c.head(w) != NONE) heads.keep_only(w, c.head(w));
}

ActionSet TransitionSystem::keeping(const Configuration& c, const Gold& tree, ActionSet legal) const {
  int costs[MAX_ACTIONS], lowest = std::numeric_limits<int>::max();
  this->costs(c, tree, legal, costs);
  for (ActionSet rest = legal; rest; rest &= rest - 1)
    lowest = std::min(lowest, costs[std::countr_zero(rest)] / cost_unit());
  ActionSet set = 0;
  for (ActionSet rest = legal; rest; rest &= rest - 1)
    if (const int a = std::countr_zero(rest); costs[a] / cost_unit() == lowest) set |= bit(a);
  return set;
}

Bounds TransitionSystem::bounds(const Configuration& c, const Gold& gold) const {
  int wrong = 0;  // what no later action can undo
  if (is_monotonic())
    for (int w = 1; w <= c.words(); ++w) wrong += c.head(w) != NONE && is_wrong(c, gold, w, c.head(w), is_partial());
  return {wrong, std::numeric_limits<int>::max()};
}

}  // namespace pan
