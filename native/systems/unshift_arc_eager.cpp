#include "systems/unshift_arc_eager.hpp"

#include <algorithm>

namespace pan {

UnshiftArcEager::UnshiftArcEager(Options options)
    : TransitionSystem("unshift-arc-eager", std::move(options),
                       {{"SHIFT", false}, {"LEFT", true}, {"RIGHT", true}, {"REDUCE", false}}) {}

// Legal: Table 1 with two amendments, without which a word that came back can be left with nothing to do (3 words, 22
// of 99 configurations): SHIFT is always possible on an empty stack, and what goes back leaves a word behind.
ActionSet UnshiftArcEager::legal(const Configuration& c) const {
  const int s = c.stack(0), b = c.buffer(0);
  ActionSet set = 0;
  if (b != NONE && (s == NONE || !c.at(b).shifted)) set |= bit(SHIFT);
  if (s != NONE && b != NONE) set |= bit(LEFT) | bit(RIGHT);
  if (s != NONE && (c.head(s) != NONE || c.stack_size() > 1)) set |= bit(REDUCE);
  return set;
}

void UnshiftArcEager::effect(Configuration& c, int action, int label) const {
  if (action == REDUCE && c.head(c.stack(0)) == NONE) return c.unshift();
  if (action == SHIFT) c.mark_shifted(c.buffer(0));
  Eager::effect(c, action, label);
}

// Costs: gold arcs that the action makes unreachable (section 2.2: an arc between two stack words is in reach as long
// as the upper one is headless; a stack word can get any head in the buffer), and, between actions that lose the same,
// arcs that only a repair can reach afterwards. A repair of a word whose head is unknown costs nothing.
void UnshiftArcEager::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  const int s = c.stack(0), b = c.buffer(0);
  const auto in_buffer = [&](int node) { return node > 0 && c.in_buffer(node); };
  const auto on_stack = [&](int node) { return node > 0 && c.on_stack(node); };
  const auto cost = [](int lost, int repairs) { return lost * LOST + std::min(repairs, LOST - 1); };

  int b_children = 0;  // gold children of b on the stack
  bool b_from_stack = false, b_from_buffer = false;
  if (b != NONE) {
    for (const int child : gold.children(b)) b_children += c.on_stack(child);
    b_from_stack = on_stack(gold.head(b));
    b_from_buffer = in_buffer(gold.head(b));
  }
  int s_to_buffer = 0, s_to_stack = 0;  // gold children of s
  bool s_from_buffer = false, s_from_stack = false, s_is_headless = false;
  if (s != NONE) {
    for (const int child : gold.children(s)) {
      s_to_buffer += c.in_buffer(child);
      s_to_stack += c.on_stack(child);
    }
    s_from_buffer = in_buffer(gold.head(s));
    s_from_stack = on_stack(gold.head(s));
    s_is_headless = c.head(s) == NONE;
  }

  // When the last word is pushed, headless words above the bottom have to come back: no other will take them.
  const bool is_last = c.buffer_size() == 1;
  int left_behind = 0;
  for (int k = 0; is_last && k < c.stack_size(); ++k)
    left_behind += c.head(c.stack(k)) == NONE && gold.head(c.stack(k)) != NONE;
  const bool has_left_behind = left_behind > 1;
  if (legal & bit(SHIFT)) {
    const bool is_missed = is_last && s != NONE && gold.head(b) != NONE;
    costs[SHIFT] = cost(0, std::max<int>(b_from_stack + b_children, is_missed) + has_left_behind);
  }
  if (legal & bit(RIGHT))
    costs[RIGHT] = cost((b_from_stack && gold.head(b) != s) + (gold.head(b) == 0) + b_children,
                        std::max<int>(b_from_buffer, has_left_behind));
  if (legal & bit(LEFT)) {
    const int head = gold.head(s);
    const bool loses_head =
        (s_from_buffer && head != b) || (s_is_headless ? s_from_stack || head == 0 : head != NONE && head == c.head(s));
    costs[LEFT] =
        cost(loses_head + s_to_buffer + (s_is_headless ? s_to_stack : 0), !s_is_headless && head != NONE && head != b);
  }
  if (legal & bit(REDUCE))
    costs[REDUCE] = s_is_headless ? cost(0, gold.head(s) != NONE && !s_from_stack && s_to_stack == 0)
                                  : cost(s_from_buffer + s_to_buffer, 0);
}

void UnshiftArcEager::narrow(const Configuration& c, HeadSets& heads) const {
  Places places(c);
  places.both.add(0);
  for (int w = 1; w <= c.words(); ++w) {
    if (!c.on_stack(w) && !c.in_buffer(w))
      heads.keep_only(w, c.head(w));
    else if (c.head(w) != NONE)
      heads.keep_either(w, places.buffer, c.head(w));
    else
      heads.keep(w, places.both);
  }
}

}  // namespace pan
