#include "systems/partial.hpp"

#include <cstdlib>

namespace pan {

Partial::Partial(const std::string& name, Options options)
    : TransitionSystem(name + (options.max_length == NONE ? "-partial" : "-span"), options,
                       {{"SHIFT", false}, {"LEFT", true}, {"RIGHT", true}, {"REDUCE", false}}) {}

bool Partial::may_make(const Configuration& c, Arc arc) const {
  if (single_root() && arc.head == 0 && c.at(0).left_count + c.at(0).right_count > 0) return false;
  const int length = options().max_length;
  return length == NONE || std::abs(c.order(arc.head) - c.order(arc.dependent)) <= length;
}

Gold Partial::reference(Gold gold) const {
  const int length = options().max_length;
  if (length == NONE) return gold;
  return gold.filtered([&](int head, int word) {
    const int place = head == 0 && root() == Root::Last ? gold.words() + 1 : head;
    return std::abs(place - word) <= length;
  });
}

void Partial::narrow(const Configuration& c, HeadSets& heads) const {
  narrow_any(c, heads);
  const int length = options().max_length;
  for (int w = 1; w <= c.words() && length != NONE; ++w)
    for (int h = 0; h <= c.words(); ++h)
      if (std::abs(c.order(h) - c.order(w)) > length) heads.remove(w, h);
}

// Legal: Table 11; REDUCE pops any word.
ActionSet ArcEagerPartial::legal(const Configuration& c) const {
  const int s = c.stack(0), b = c.buffer(0);
  ActionSet set = 0;
  if (b > 0) set |= bit(SHIFT);
  if (s > 0 && c.head(s) == NONE && b != NONE && may_make(c, {b, s})) set |= bit(LEFT);
  if (s != NONE && b > 0 && may_make(c, {s, b})) set |= bit(RIGHT);
  if (s > 0) set |= bit(REDUCE);
  return set;
}

// Costs: Table 12, row by row.
void ArcEagerPartial::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  const int s = c.stack(0), b = c.buffer(0);
  const int head_of_s = s > 0 ? gold.head(s) : NONE, head_of_b = b > 0 ? gold.head(b) : NONE;
  int b_loses_children = 0;  // children of b that are on the stack and unattached
  if (b > 0)
    for (const int child : gold.children(b)) b_loses_children += c.on_stack(child) && c.head(child) == NONE;
  int s_loses_children = 0;  // children of s that are in the buffer
  if (s != NONE)
    for (const int child : gold.children(s)) s_loses_children += c.in_buffer(child);
  const bool head_of_b_on_stack = head_of_b != NONE && c.on_stack(head_of_b);
  const bool head_of_b_in_buffer = head_of_b != NONE && c.in_buffer(head_of_b);
  const bool head_of_s_in_buffer = head_of_s != NONE && c.in_buffer(head_of_s);

  if (legal & bit(SHIFT)) costs[SHIFT] = head_of_b_on_stack + b_loses_children;
  if (legal & bit(LEFT)) costs[LEFT] = (head_of_s == NONE) + (head_of_s_in_buffer && head_of_s != b) + s_loses_children;
  if (legal & bit(RIGHT))
    costs[RIGHT] =
        (head_of_b == NONE) + head_of_b_in_buffer + (head_of_b_on_stack && head_of_b != s) + b_loses_children;
  if (legal & bit(REDUCE)) costs[REDUCE] = (head_of_s_in_buffer && c.head(s) == NONE) + s_loses_children;
}

// Legal: Table 13.
ActionSet ArcHybridPartial::legal(const Configuration& c) const {
  const int s = c.stack(0), below = c.stack(1), b = c.buffer(0);
  ActionSet set = 0;
  if (b > 0) set |= bit(SHIFT);
  if (s > 0 && b != NONE && may_make(c, {b, s})) set |= bit(LEFT);
  if (s > 0 && below != NONE && may_make(c, {below, s})) set |= bit(RIGHT);
  if (s > 0) set |= bit(REDUCE);
  return set;
}

// Costs: Table 14, which is Table 6 with a cost for attaching a word that should stay without head, and for popping one
// whose head is below it.
void ArcHybridPartial::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  const HybridCosts h(c, gold);
  const int s = c.stack(0), below = c.stack(1);
  const int head_of_s = s > 0 ? gold.head(s) : NONE;
  if (legal & bit(SHIFT)) costs[SHIFT] = h.push;
  if (legal & bit(LEFT)) costs[LEFT] = h.left + (head_of_s == NONE);
  if (legal & bit(RIGHT)) costs[RIGHT] = h.right + (head_of_s == NONE);
  if (legal & bit(REDUCE)) costs[REDUCE] = h.right + (head_of_s != NONE && head_of_s == below);
}

}  // namespace pan
