#include "systems/tree_constrained_arc_eager.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace pan {

TreeConstrainedArcEager::TreeConstrainedArcEager(Options options)
    : TransitionSystem("tree-constrained-arc-eager", std::move(options),
                       {{"SHIFT", false}, {"LEFT", true}, {"RIGHT", true}, {"REDUCE", false}, {"UNSHIFT", false}}) {}

// Legal: arc-eager while there is a word in the buffer; then REDUCE or UNSHIFT, whichever the top asks for. What comes
// back from the stack is not shifted again, unless there is nothing else it could do.
ActionSet TreeConstrainedArcEager::legal(const Configuration& c) const {
  const int s = c.stack(0), b = c.buffer(0);
  if (b == NONE) return bit(c.head(s) == NONE ? UNSHIFT : REDUCE);
  ActionSet set = 0;
  if (!c.has_read_all() || s == NONE) set |= bit(SHIFT);
  if (s != NONE) set |= bit(RIGHT) | bit(c.head(s) == NONE ? LEFT : REDUCE);
  return set;
}

void TreeConstrainedArcEager::effect(Configuration& c, int action, int label) const {
  if (action == UNSHIFT) return c.unshift();
  Eager::effect(c, action, label);
}

namespace {

// The loss of a configuration: arc-eager's reachable arcs do not hold together here. Two gold siblings that were
// shifted instead of attached can each still get their head, but not both: the one below is headless, and can only be
// the child or the head of the one above (smallest case: stack 1 2 3, empty buffer, gold 1 → 2 and 1 → 3).
//
// Let y1 … ym be the headless words of the stack from the bottom, each with the chain of attached words above it. Words
// in the buffer take ym, ym-1, … as left children, down to some y(t+1); y1 … yt stay until all words are read. Then
// UNSHIFT lets yt take some of its neighbours, y(t-1) … y(j+1), as children and become the child of a word in the chain
// of yj; and so on with yj. The loss is the least over all t and over all such groupings.
struct Loss {
  const Configuration& c;
  const Gold& gold;
  std::vector<int> y{NONE};      // headless words, from 1
  std::vector<int> place{NONE};  // and their places on the stack, from the bottom
  std::vector<int> among{0};     // among[t]: least loss of y1 … yt when they are left to themselves

  bool lost(int word, bool in_reach) const { return gold.head(word) != NONE && !in_reach; }

  void add_headless(int word, int at) {
    const int t = static_cast<int>(y.size());
    y.push_back(word);
    place.push_back(at);
    // yt as the root of all, or below the chain of yj.
    int taken = 0, best = std::numeric_limits<int>::max();
    for (int j = t - 1; j >= 0; --j) {
      const int head = gold.head(word);
      const bool fits = j == 0 ? head == 0 : head > 0 && is_in_chain(head, j);
      best = std::min(best, taken + among[static_cast<size_t>(j)] + lost(word, fits));
      if (j > 0) taken += lost(y[static_cast<size_t>(j)], gold.head(y[static_cast<size_t>(j)]) == word);
    }
    among.push_back(best);
  }

  // Is the node yj or one of the attached words between it and the next headless one?
  bool is_in_chain(int node, int j) const {
    if (!c.on_stack(node)) return false;
    const int at = place_of(node);
    return at >= place[static_cast<size_t>(j)] && at < place[static_cast<size_t>(j) + 1];
  }
  int place_of(int node) const {
    for (int k = 0; k < c.stack_size(); ++k)
      if (c.stack(k) == node) return c.stack_size() - 1 - k;
    return NONE;
  }

  int operator()() {
    int wrong = 0;
    for (int w = 1; w <= c.words(); ++w) wrong += c.head(w) != NONE && lost(w, gold.head(w) == c.head(w));
    for (int k = c.stack_size() - 1; k >= 0; --k)
      if (c.head(c.stack(k)) == NONE) add_headless(c.stack(k), c.stack_size() - 1 - k);
    if (c.has_read_all()) {
      if (c.buffer_size() > 0) add_headless(c.buffer(0), c.stack_size());
      return wrong + among.back();
    }
    const int m = static_cast<int>(y.size()) - 1;
    int best = std::numeric_limits<int>::max(), taken = 0;
    for (int t = m; t >= 0; --t) {
      // y(t+1) … ym get heads in the buffer, the buffer gets heads in itself or in what stands on the stack from yt up.
      int loss = taken + among[static_cast<size_t>(t)];
      for (int k = 0; k < c.buffer_size(); ++k) {
        const int b = c.buffer(k), head = gold.head(b);
        if (head == NONE) continue;
        const bool fits = head == 0
                              ? t == 0
                              : c.in_buffer(head) ||
                                    (c.on_stack(head) && (t == 0 || place_of(head) >= place[static_cast<size_t>(t)]));
        loss += !fits;
      }
      best = std::min(best, loss);
      if (t > 0) {
        const int word = y[static_cast<size_t>(t)], head = gold.head(word);
        taken += lost(word, head > 0 && c.in_buffer(head));
      }
    }
    return wrong + best;
  }
};

}  // namespace

int TreeConstrainedArcEager::estimate(const Configuration& c, const Gold& gold) const { return Loss{c, gold}(); }

void TreeConstrainedArcEager::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  for (ActionSet rest = legal; rest; rest &= rest - 1) {
    const int action = std::countr_zero(rest);
    Configuration next = c;
    effect(next, action, NONE);
    costs[action] = Loss{next, gold}();
  }
}

void TreeConstrainedArcEager::narrow(const Configuration& c, HeadSets& heads) const {
  Places places(c);
  places.both.add(0);
  for (int w = 1; w <= c.words(); ++w) {
    if (c.head(w) != NONE)
      heads.keep_only(w, c.head(w));
    else
      heads.keep(w, places.both);
  }
}

}  // namespace pan
