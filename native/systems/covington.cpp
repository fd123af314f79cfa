#include "systems/covington.hpp"

#include <bit>
#include <vector>

namespace pan {

CovingtonLists::CovingtonLists(std::string name, Options options)
    : TransitionSystem(std::move(name), std::move(options),
                       {{"SHIFT", false}, {"NO-ARC", false}, {"LEFT", true}, {"RIGHT", true}}) {}

Arc CovingtonLists::arc(const Configuration& c, int action) const {
  if (action == LEFT) return {c.buffer(0), c.stack(0)};
  if (action == RIGHT) return {c.stack(0), c.buffer(0)};
  return {};
}

long CovingtonLists::max_steps(int words) const {
  const long n = words;
  return n + n * (n - 1) / 2 + (root() == Root::First ? n : 0);
}

bool CovingtonLists::may_be_root(const Configuration& c, int word) const {
  return !single_root() || c.at(0).right_count == (c.head(word) == 0);
}

void CovingtonLists::shift(Configuration& c) const {
  c.push_front();
  if (!single_root() || c.buffer_size() > 0) return;
  int top = c.at(0).right[0];
  for (int w = 1; w <= c.words(); ++w) {
    if (c.head(w) != NONE) continue;
    if (top == NONE)
      top = w;
    else
      c.attach(top, w, NONE);
  }
}

// Legal: Figure 1 of Fernández-González & Gómez-Rodríguez 2017: one head per word, no cycle.
ActionSet Covington::legal(const Configuration& c) const {
  const int i = c.stack(0), j = c.buffer(0);
  ActionSet set = bit(SHIFT);
  if (i == NONE) return set;
  set |= bit(NO_ARC);
  if (i > 0 && c.head(i) == NONE && !c.dominates(i, j)) set |= bit(LEFT);
  if (c.head(j) == NONE && !c.dominates(j, i) && (i > 0 || may_be_root(c, j))) set |= bit(RIGHT);
  return set;
}

void Covington::effect(Configuration& c, int action, int label) const {
  if (action == SHIFT) return shift(c);
  if (const Arc a = arc(c, action); a.head != NONE) c.attach(a.head, a.dependent, label);
  c.set_aside();
}

namespace {

// |U| + cycles (Algorithm 1). An arc x → y that is not built is in reach while its pair has not been passed, y is
// headless and x is not below y. Arcs from ROOT are in reach while y is headless, whether ROOT is a node or not.
//
// What is built is a forest: `top` is the headless word, or the child of ROOT, above a word. A cycle of built and
// reachable gold arcs leads from the top of one tree to a word in another, up to its top, and so on: it is a cycle
// among tops.
class Loss {
 public:
  Loss(const Configuration& c, const Gold& gold) : c_(c), gold_(gold), top_(static_cast<size_t>(c.words()) + 1, NONE) {
    top_[0] = 0;
    for (int w = 1; w <= c.words(); ++w) {
      find_top(w);
      const int head = c.head(w);
      if (head == NONE)
        headless_.push_back(w);
      else
        wrong_ += gold.head(w) != NONE && gold.head(w) != head;
    }
  }

  // With one more arc, or none.
  int operator()(Focus focus, Arc extra) {
    int loss = wrong_;
    next_.assign(top_.size(), 0);
    for (const int y : headless_) {
      const int x = gold_.head(y);
      if (x == NONE) continue;
      if (y == extra.dependent) {
        loss += x != extra.head;
        continue;
      }
      if (x == 0) continue;
      const int above = top(x, extra);
      if (focus.has_passed(x, y) || above == y)
        ++loss;
      else
        next(y) = above;
    }
    // Follow the tops; one that was met on the same walk closes a cycle.
    walk_.assign(top_.size(), 0);
    int number = 0;
    for (const int y : headless_) {
      ++number;
      int at = y;
      while (at != 0 && walk(at) == 0) {
        walk(at) = number;
        at = top(next(at), extra);
      }
      loss += at != 0 && walk(at) == number && next(at) != 0;
    }
    return loss;
  }

 private:
  int find_top(int w) {
    int& top = top_[static_cast<size_t>(w)];
    if (top == NONE) top = c_.head(w) == NONE ? w : c_.head(w) == 0 ? 0 : find_top(c_.head(w));
    return top;
  }
  int top(int w, Arc extra) const {
    const int t = top_[static_cast<size_t>(w)];
    return t == extra.dependent && t != NONE ? top_[static_cast<size_t>(extra.head)] : t;
  }
  int& next(int w) { return next_[static_cast<size_t>(w)]; }
  int& walk(int w) { return walk_[static_cast<size_t>(w)]; }

  const Configuration& c_;
  const Gold& gold_;
  std::vector<int> top_, headless_, next_, walk_;
  int wrong_ = 0;
};

}  // namespace

ActionSet Covington::taught(const Configuration& c, const Gold& gold, ActionSet optimal) const {
  if (!(optimal & bit(SHIFT)) || !(optimal & bit(NO_ARC))) return optimal;
  bool is_known = gold.is_complete() || gold.head(c.buffer(0)) != NONE;
  for (int k = 0; is_known && !gold.is_complete() && k < c.stack_size(); ++k)
    is_known = c.stack(k) == 0 || gold.head(c.stack(k)) != NONE;
  return is_known ? optimal & ~bit(NO_ARC) : optimal;
}

int Covington::estimate(const Configuration& c, const Gold& gold) const { return Loss(c, gold)(Focus(c), {}); }

void Covington::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  Loss loss(c, gold);
  const Focus focus(c);
  for (ActionSet rest = legal; rest; rest &= rest - 1) {
    const int action = std::countr_zero(rest);
    costs[action] = loss(focus.after(action), arc(c, action));
  }
}

void Covington::narrow(const Configuration& c, HeadSets& heads) const {
  const Focus focus(c);
  for (int w = 1; w <= c.words(); ++w) {
    if (c.head(w) != NONE) {
      heads.keep_only(w, c.head(w));
      continue;
    }
    for (int h = 1; h <= c.words(); ++h)  // ROOT is what headless words end at
      if (h != w && focus.has_passed(h, w)) heads.remove(w, h);
  }
}

}  // namespace pan
