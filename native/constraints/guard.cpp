#include "constraints/guard.hpp"

#include <bit>

namespace pan {

Guard::Guard(const TransitionSystem& system, ConstraintsPtr constraints)
    : system_(system), constraints_(std::move(constraints)), fixed_(constraints_->fixed), sets_(constraints_->heads) {}

Witness Guard::start(const std::vector<int>& like) {
  system_.start(next_, constraints_->words());
  like_ = like;
  return find(next_, constraints_->heads, like_);
}

Witness Guard::find(const Configuration& c, const HeadSets& sets, const std::vector<int>& like) {
  sets_ = sets;
  system_.narrow(c, sets_);
  for (int w = 1; w <= sets_.words(); ++w) {
    if (!system_.is_partial()) sets_.forbid_headless(w);
    if (sets_.is_empty(w)) return nullptr;
  }
  if (!solver_) solver_ = make_solver(system_, *constraints_);
  const std::vector<int> tree = solver_->find(sets_, c, like);
  if (tree.empty()) return nullptr;
  auto found = std::make_shared<const Gold>(tree);
  if (!system_.narrows_exactly() && !system_.reaches(c, *found)) return nullptr;
  return found;
}

ActionSet Guard::promising(const Configuration& c, ActionSet legal) const {
  // In partial systems an unknown head counts as none.
  ActionSet open = system_.is_partial() ? legal : system_.keeping(c, fixed_, legal);
  for (ActionSet rest = system_.is_monotonic() ? open : 0; rest; rest &= rest - 1) {
    const int action = std::countr_zero(rest);
    const Arc arc = system_.arc(c, action);
    if (arc.dependent > 0 && !constraints_->heads.has(arc.dependent, arc.head)) open &= ~bit(action);
  }
  return open;
}

Witness Guard::after(const Configuration& c, const Witness& witness, int action) {
  if (const Arc arc = system_.arc(c, action);
      arc.dependent > 0 && system_.is_monotonic() && !constraints_->heads.has(arc.dependent, arc.head))
    return nullptr;
  next_ = c;
  system_.apply(next_, action);
  like_.clear();
  for (int w = 1; w <= c.words(); ++w) like_.push_back(witness->head(w));
  return find(next_, constraints_->heads, like_);
}

ActionSet Guard::allowed(const Configuration& c, const Witness& witness, ActionSet legal, Witness* witnesses) {
  ActionSet set = keeping(c, witness, legal);
  for (ActionSet rest = legal; rest; rest &= rest - 1) {
    const int action = std::countr_zero(rest);
    Witness found = set & bit(action) ? witness : after(c, witness, action);
    if (found) set |= bit(action);
    if (witnesses) witnesses[action] = std::move(found);
  }
  return set;
}

void Guard::find_labels(const Configuration& c, ActionSet legal, int* labels) const {
  for (ActionSet rest = legal; rest; rest &= rest - 1) {
    const int action = std::countr_zero(rest), noted = system_.actions()[static_cast<size_t>(action)].notes;
    const Arc arc = system_.arc(c, noted == NONE ? action : noted);
    labels[action] = arc.dependent > 0 ? constraints_->labels[static_cast<size_t>(arc.dependent) - 1] : NONE;
  }
}

bool is_satisfiable(const TransitionSystem& system, const ConstraintsPtr& constraints) {
  return Guard(system, constraints).start() != nullptr;
}

}  // namespace pan
