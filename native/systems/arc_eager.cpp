#include "systems/arc_eager.hpp"

namespace pan {

ArcEager::ArcEager(Options options)
    : TransitionSystem("arc-eager", std::move(options),
                       {{"SHIFT", false}, {"LEFT", true}, {"RIGHT", true}, {"REDUCE", false}}) {}

// Legal. Beyond Table 2: RIGHT needs a word as dependent; ROOT is never popped. With ROOT first the last word
// must find its head at once and leave nobody behind (A.5.1); with ROOT last the same two rules are what a
// single root needs.
ActionSet ArcEager::legal(const Configuration& c) const {
  const int s = c.stack(0), b = c.buffer(0);
  const bool b_is_word = b > 0, b_is_last = b == c.words();
  const bool first = root() == Root::First;
  ActionSet set = 0;
  if (b_is_word && !(b_is_last && (first || (single_root() && s != NONE)))) set |= bit(SHIFT);
  if (s > 0 && c.head(s) == NONE && b != NONE) set |= bit(LEFT);
  if (s != NONE && b_is_word && !(b_is_last && c.headless_on_stack() > (first ? 0 : single_root() ? 1 : c.words())))
    set |= bit(RIGHT);
  // A single child of ROOT (first) must stay on the stack for the words to come.
  if (s > 0 && c.head(s) != NONE && !(first && single_root() && c.head(s) == 0 && b != NONE)) set |= bit(REDUCE);
  return set;
}

Arc Eager::arc(const Configuration& c, int action) {
  if (action == LEFT) return {c.buffer(0), c.stack(0)};
  if (action == RIGHT) return {c.stack(0), c.buffer(0)};
  return {};
}

void Eager::effect(Configuration& c, int action, int label) {
  if (const Arc a = arc(c, action); a.head != NONE) c.attach(a.head, a.dependent, label);
  if (action == SHIFT || action == RIGHT)
    c.push_front();
  else
    c.pop();
}

void Eager::narrow(const Configuration& c, HeadSets& heads) {
  const Places places(c);
  for (int w = 1; w <= c.words(); ++w) {
    if (c.head(w) != NONE || !(c.on_stack(w) || c.in_buffer(w)))
      heads.keep_only(w, c.head(w));
    else
      heads.keep(w, c.on_stack(w) ? places.buffer : places.both);
  }
}

namespace {

// Figure 5, for ROOT first: 1 if the gold ancestors of the last word run through the buffer into stack word
// `a`, and `a` or a word below it is headless: the last word will have to take that word as its child,
// through one of its ancestors. The stack is that of c without its `popped` top words, then `pushed` (NONE:
// nothing), which is headless or not.
//
// Smallest case: stack ROOT 1, buffer 2 3, gold 1 → 2 → 3. Both arcs can be built, but not together: word 1 must
// find a head before word 3 is attached, and only 2 or 3 can be it. No other term is needed: with this one, costs
// are loss differences in every configuration for every projective tree of up to 6 words, and of up to 5 words
// with any of the heads unknown (tests/systems/test_arc_eager.py).
int incompatible(const Configuration& c, const Gold& gold, int popped, int pushed, bool pushed_headless) {
  const int front = c.buffer(0) == NONE ? c.words() + 1 : c.buffer(0) + (pushed == NONE ? 0 : 1);
  if (front > c.words()) return 0;
  int a = c.words();
  for (int steps = 0; a >= front; ++steps) {
    a = gold.head(a);
    if (a == NONE || steps > c.words()) return 0;
  }
  bool below = a == pushed && pushed != NONE;  // are we at `a` or below it yet?
  if (below && pushed_headless) return 1;
  for (int k = popped; k < c.stack_size(); ++k) {
    const int node = c.stack(k);
    below = below || node == a;
    if (below && node != 0 && c.head(node) == NONE) return 1;
  }
  return 0;
}

}  // namespace

// Costs: Table 3, row by row, counted in gold arcs that the action makes unreachable.
void ArcEager::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  const int s = c.stack(0), b = c.buffer(0);
  int b_loses_children = 0;  // children of b that are on the stack and unattached
  int head_of_b = NONE;
  if (b > 0) {
    head_of_b = gold.head(b);
    for (const int child : gold.children(b)) b_loses_children += c.on_stack(child) && c.head(child) == NONE;
  }
  const bool head_of_b_on_stack = head_of_b != NONE && c.on_stack(head_of_b);
  int s_loses_children = 0;  // children of s that are in the buffer
  if (s != NONE)
    for (const int child : gold.children(s)) s_loses_children += c.in_buffer(child);

  if (legal & bit(SHIFT)) costs[SHIFT] = head_of_b_on_stack + b_loses_children;
  if (legal & bit(LEFT)) {
    const int head_of_s = gold.head(s);
    costs[LEFT] = (head_of_s != NONE && head_of_s != b && c.in_buffer(head_of_s)) + s_loses_children;
  }
  if (legal & bit(RIGHT)) {
    const bool elsewhere = head_of_b != NONE && head_of_b != s && (head_of_b_on_stack || c.in_buffer(head_of_b));
    costs[RIGHT] = elsewhere + b_loses_children;
  }
  if (legal & bit(REDUCE)) costs[REDUCE] = s_loses_children;

  if (root() == Root::First) {
    if (legal & bit(SHIFT)) costs[SHIFT] += incompatible(c, gold, 0, b, true);
    if (legal & bit(LEFT)) costs[LEFT] += incompatible(c, gold, 1, NONE, false);
    if (legal & bit(RIGHT)) costs[RIGHT] += incompatible(c, gold, 0, b, false);
    if (legal & bit(REDUCE)) costs[REDUCE] += incompatible(c, gold, 1, NONE, false);
  }
  // Table 4: words of which only the side of the head is known, and that cannot have it there any more.
  if (gold.has_sides() && b > 0) {
    const bool last_chance = gold.side(b) == Side::Left && c.stack_size() == 1;
    if (legal & bit(SHIFT)) costs[SHIFT] += gold.side(b) == Side::Left && s != NONE;
    if (legal & bit(LEFT)) costs[LEFT] += last_chance;
    if (legal & bit(RIGHT)) costs[RIGHT] += gold.side(b) == Side::Right && c.buffer_size() > 1;
    if (legal & bit(REDUCE)) costs[REDUCE] += last_chance;
  }
}

}  // namespace pan
