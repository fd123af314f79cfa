#include "training/teacher.hpp"

#include <algorithm>
#include <bit>

namespace pan {

int required_label(const TransitionSystem& system, const Configuration& c, const Gold& gold, int action) {
  if (system.actions()[static_cast<size_t>(action)].gives_tag) return gold.tag(c.buffer(0));
  const Arc arc = system.arc(c, action);  // the label matters where the arc is gold
  return gold.is_arc(arc.head, arc.dependent) ? gold.label(arc.dependent) : NONE;
}

Verdict judge(const TransitionSystem& system, const Decisions& decisions, const Configuration& c, const Gold& gold,
              ActionSet legal, bool only_one) {
  Verdict verdict;
  int costs[MAX_ACTIONS];
  system.costs(c, gold, legal, costs);
  int lowest = costs[std::countr_zero(legal)];
  for (ActionSet rest = legal; rest; rest &= rest - 1) lowest = std::min(lowest, costs[std::countr_zero(rest)]);
  for (ActionSet rest = legal; rest; rest &= rest - 1) {
    const int action = std::countr_zero(rest);
    if (costs[action] == lowest) verdict.optimal |= bit(action);
    verdict.required[action] = decisions.takes_label(action) ? required_label(system, c, gold, action) : NONE;
  }
  verdict.optimal = system.taught(c, gold, verdict.optimal);
  // Where heads are unknown, many derivations fit: preferring one of them would be learning from nothing.
  if (only_one && (gold.is_complete() || system.is_partial())) verdict.optimal &= ~verdict.optimal + 1;
  return verdict;
}

}  // namespace pan
