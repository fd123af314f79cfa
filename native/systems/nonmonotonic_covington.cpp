#include "systems/nonmonotonic_covington.hpp"

#include <algorithm>
#include <bit>

#include "oracle/cycles.hpp"
#include "oracle/exact.hpp"

namespace pan {

NonMonotonicCovington::NonMonotonicCovington(Options options)
    : CovingtonLists("nonmonotonic-covington", options),
      expression_(options.loss == "lower"      ? Expression::Lower
                  : options.loss == "pc-upper" ? Expression::PcUpper
                  : options.loss == "exact"    ? Expression::Exact
                                               : Expression::Upper) {
  if (expression_ != Expression::Exact) return;
  options.loss = "pc-upper";
  guide_ = std::make_unique<NonMonotonicCovington>(options);
}

// Legal: everything that two focus words allow; ROOT is nobody's dependent.
ActionSet NonMonotonicCovington::legal(const Configuration& c) const {
  const int i = c.stack(0);
  ActionSet set = bit(SHIFT);
  if (i == NONE) return set;
  set |= bit(NO_ARC);
  if (i > 0) set |= bit(LEFT);
  if (i > 0 || may_be_root(c, c.buffer(0))) set |= bit(RIGHT);
  return set;
}

// Figure 2.
void NonMonotonicCovington::effect(Configuration& c, int action, int label) const {
  if (action == SHIFT) return shift(c);
  if (const Arc a = arc(c, action); a.head != NONE) {
    if (c.dominates(a.dependent, a.head)) c.detach(a.head);
    c.attach(a.head, a.dependent, label);
  }
  c.set_aside();
}

namespace {

// Algorithm 2 for a configuration and the four that follow it. They differ in an arc or two, so that the cycles are
// looked for once; what an action removes takes cycles away, and only an arc that is not gold can add some.
class Losses {
 public:
  Losses(const Configuration& c, const Gold& gold)
      : c_(c), gold_(gold), focus_(c), built_(static_cast<size_t>(c.words()) + 1, NONE), open_(built_) {
    for (int w = 1; w <= c.words(); ++w) {
      const int head = c.head(w), x = gold.head(w);
      built_[static_cast<size_t>(w)] = head;
      if (is_lost(w, head, focus_))
        ++lost_;
      else if (x != head && x > 0)
        open_[static_cast<size_t>(w)] = x;
      if (head > 0 && x != head) off_gold_.push_back(w);
    }
  }

  // |U|
  int lower() const { return lost_; }
  // |U| without the arcs from ROOT that are lost only until a cycle is broken: never more than the exact loss.
  int floor() const {
    int freed = 0;
    for (const int w : off_gold_) {
      const bool has_pairs = focus_.right < c_.words() || (focus_.right == c_.words() && w <= focus_.left) ||
                             (w == focus_.right && focus_.left > 0);
      freed += gold_.head(w) == 0 && has_pairs && is_lost(w, c_.head(w), focus_);
    }
    return lost_ - freed;
  }
  // |U| + cycles, or problematic ones only.
  int upper(bool problematic) {
    find_cycles();
    int loss = lost_;
    for (const Cycle& cycle : cycles_) loss += !problematic || is_problematic(cycle, {});
    return loss;
  }

  int lower_after(int action, Arc made) {
    const Focus next = focus_.after(action);
    // Only words whose pair is passed, or whose head changes, can be lost or won.
    int loss = lost_;
    const auto change = [&](int w, int head) { loss += is_lost(w, head, next) - is_lost(w, c_.head(w), focus_); };
    const int i = focus_.left, j = focus_.right;
    if (action == CovingtonLists::SHIFT) {
      change(j, c_.head(j));
      for (const int w : gold_.children(j))
        if (w < j) change(w, c_.head(w));
      return loss;
    }
    const Arc broken = broken_by(made);
    const auto head_after = [&](int w) {
      return w == made.dependent ? made.head : w == broken.dependent ? NONE : c_.head(w);
    };
    if (i > 0) change(i, head_after(i));
    change(j, head_after(j));
    return loss;
  }

  int upper_after(int action, Arc made, bool problematic) {
    find_cycles();
    const Focus next = focus_.after(action);
    const Arc broken = broken_by(made);
    int loss = lower_after(action, made);
    for (const Cycle& cycle : cycles_)
      loss += survives(cycle, next, made, broken) && (!problematic || is_problematic(cycle, made));
    if (made.head > 0 && !gold_.is_arc(made.head, made.dependent)) {
      // New cycles, through the new arc.
      const auto d = static_cast<size_t>(made.dependent);
      const int old = built_[d], pair = open_[static_cast<size_t>(made.head)];
      built_[d] = made.head;
      // The pair is passed: a gold arc the other way round is out of reach.
      if (pair == made.dependent) open_[static_cast<size_t>(made.head)] = NONE;
      const int into_head = built_[static_cast<size_t>(made.head)];
      if (broken.head != NONE) built_[static_cast<size_t>(made.head)] = NONE;
      finder_.reset(built_, open_);
      added_.clear();
      finder_.through_built_arc(made.dependent, added_);
      for (const Cycle& cycle : added_) loss += !problematic || is_problematic(cycle, {});
      built_[d] = old;
      open_[static_cast<size_t>(made.head)] = pair;
      built_[static_cast<size_t>(made.head)] = into_head;
    }
    return loss;
  }

 private:
  // In U: not built, and passed. Without a ROOT node an arc from ROOT is built while the word is headless; with one it
  // can also be built as any other.
  bool is_lost(int w, int head, Focus focus) const {
    const int x = gold_.head(w);
    if (x == NONE || x == head) return false;
    if (x == 0) return head != NONE && (c_.root() == Root::None || focus.has_passed(0, w));
    return focus.has_passed(x, w);
  }
  // The arc that is removed because a new one closes a cycle.
  Arc broken_by(Arc made) const {
    if (made.head <= 0 || !c_.dominates(made.dependent, made.head)) return {};
    return {c_.head(made.head), made.head};
  }

  void find_cycles() {
    if (found_) return;
    found_ = true;
    if (off_gold_.empty() && !gold_.has_cycle()) return;  // all arcs are gold: no cycle
    finder_.reset(built_, open_);
    for (const int w : off_gold_) finder_.through(w, cycles_);
    for (int w = 1; w <= c_.words() && gold_.has_cycle(); ++w) finder_.through(w, cycles_);
  }

  bool survives(const Cycle& cycle, Focus next, Arc made, Arc broken) const {
    for (size_t k = 0; k < cycle.words.size(); ++k) {
      const int w = cycle.words[k], h = cycle.words[(k + 1) % cycle.words.size()];
      if (cycle.is_open[k]) {
        if (next.has_passed(h, w) && Arc{h, w} != made) return false;
      } else if ((w == made.dependent && h != made.head) || w == broken.dependent) {
        return false;
      }
    }
    return true;
  }

  // Of the arcs still to be built, the one that comes last closes the cycle, and takes the arc into its head away: is
  // that a gold one?
  bool is_problematic(const Cycle& cycle, Arc made) const {
    size_t last = cycle.words.size();
    int last_low = 0, last_high = 0;
    const auto head_at = [&](size_t k) { return cycle.words[(k + 1) % cycle.words.size()]; };
    for (size_t k = 0; k < cycle.words.size(); ++k) {
      const int w = cycle.words[k], h = head_at(k);
      if (!cycle.is_open[k] || Arc{h, w} == made) continue;
      const int low = std::min(w, h), high = std::max(w, h);
      if (last == cycle.words.size() || high > last_high || (high == last_high && low < last_low)) {
        last = k;
        last_low = low;
        last_high = high;
      }
    }
    if (last == cycle.words.size()) return false;  // all built: it cannot be
    const size_t into_head = (last + 1) % cycle.words.size();
    return gold_.is_arc(head_at(into_head), cycle.words[into_head]);
  }

  const Configuration& c_;
  const Gold& gold_;
  Focus focus_;
  std::vector<int> built_, open_, off_gold_;
  int lost_ = 0;
  bool found_ = false;
  CycleFinder finder_;
  std::vector<Cycle> cycles_, added_;
};

}  // namespace

Bounds NonMonotonicCovington::bounds(const Configuration& c, const Gold& gold) const {
  Losses losses(c, gold);
  return {losses.floor(), losses.upper(true)};
}

int NonMonotonicCovington::estimate(const Configuration& c, const Gold& gold) const {
  Losses losses(c, gold);
  switch (expression_) {
    case Expression::Lower:
      return losses.lower();
    case Expression::PcUpper:
    case Expression::Upper:
      return losses.upper(expression_ == Expression::PcUpper);
    case Expression::Exact:
      return searched_loss(c, gold);
  }
  return NONE;
}

int NonMonotonicCovington::searched_loss(const Configuration& c, const Gold& gold) const {
  return search_loss(*guide_, c, gold, MOST).value_or(guide_->estimate(c, gold));
}

void NonMonotonicCovington::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  if (expression_ == Expression::Exact) {
    for (ActionSet rest = legal; rest; rest &= rest - 1) {
      const int action = std::countr_zero(rest);
      Configuration next = c;
      effect(next, action, NONE);
      costs[action] = searched_loss(next, gold);
    }
    return;
  }
  Losses losses(c, gold);
  for (ActionSet rest = legal; rest; rest &= rest - 1) {
    const int action = std::countr_zero(rest);
    const Arc made = arc(c, action);
    costs[action] = expression_ == Expression::Lower
                        ? losses.lower_after(action, made)
                        : losses.upper_after(action, made, expression_ == Expression::PcUpper);
  }
}

void NonMonotonicCovington::narrow(const Configuration& c, HeadSets& heads) const {
  const Focus focus(c);
  for (int w = 1; w <= c.words(); ++w)
    for (int h = 0; h <= c.words(); ++h)
      if (h != w && h != c.head(w) && (h > 0 || c.head(w) != NONE) && focus.has_passed(h, w)) heads.remove(w, h);
}

bool NonMonotonicCovington::reaches(const Configuration& c, const Gold& tree) const {
  if (Losses(c, tree).upper(false) > 0) return false;
  if (!single_root() || root() != Root::First || c.at(0).right_count == 0) return true;
  // Another child of ROOT must have found its head before ROOT and the root of the tree are looked at.
  const int now = c.at(0).right[0];
  for (int w = 1; w <= c.words(); ++w) {
    if (tree.head(w) != 0 || w == now) continue;
    // If ROOT keeps its child, such a word is to be left over, and must stay headless.
    if (tree.head(now) != 0) return std::max(now, tree.head(now)) <= w;
    if (c.head(w) != NONE) return false;
  }
  return tree.head(now) == 0;
}

ActionSet NonMonotonicCovington::keeping(const Configuration& c, const Gold& tree, ActionSet legal) const {
  ActionSet set = 0;
  for (ActionSet rest = legal; rest; rest &= rest - 1) {
    Configuration next = c;
    effect(next, std::countr_zero(rest), NONE);
    if (reaches(next, tree)) set |= bit(std::countr_zero(rest));
  }
  return set;
}

}  // namespace pan
