#include "oracle/exact.hpp"

#include <algorithm>
#include <bit>
#include <unordered_set>
#include <vector>

#include "error.hpp"

namespace pan {

namespace {

struct Search {
  const TransitionSystem& system;
  const Gold& gold;
  size_t most;
  int best;   // loss of the best tree known to be within reach
  int floor;  // no tree can be better: the search is over when one is found
  std::unordered_set<std::string> seen{};

  bool is_over() const { return best <= floor || seen.size() > most; }

  void visit(const Configuration& c) {
    if (system.is_final(c)) {
      best = std::min(best, system.tree_loss(c, gold));
      return;
    }
    const Bounds bounds = system.bounds(c, gold);
    best = std::min(best, bounds.upper);
    if (is_over() || bounds.lower >= best || !seen.insert(c.key()).second) return;
    // The cheapest actions first, by the system's own costs: only a guess where to look, every other one is tried as
    // well.
    const ActionSet legal = system.legal(c);
    int costs[MAX_ACTIONS];
    system.costs(c, gold, legal, costs);
    std::vector<int> actions;
    for (ActionSet rest = legal; rest; rest &= rest - 1) actions.push_back(std::countr_zero(rest));
    std::stable_sort(actions.begin(), actions.end(), [&](int a, int b) { return costs[a] < costs[b]; });
    for (const int action : actions) {
      Configuration next = c;
      system.apply(next, action);
      visit(next);
      if (is_over()) return;
    }
  }
};

}  // namespace

std::optional<int> search_loss(const TransitionSystem& system, const Configuration& c, const Gold& gold, size_t most) {
  if (system.is_final(c)) return system.tree_loss(c, gold);
  const Bounds bounds = system.bounds(c, gold);
  if (bounds.lower == bounds.upper) return bounds.lower;
  Search search{system, gold, most, bounds.upper, bounds.lower};
  search.visit(c);
  if (search.best > search.floor && search.seen.size() > most) return {};
  return search.best;
}

int exact_loss(const TransitionSystem& system, const Configuration& c, const Gold& gold) {
  constexpr size_t MOST = 1'000'000;
  if (const auto loss = search_loss(system, c, gold, MOST)) return *loss;
  throw UsageError("the sentence is too long for exhaustive search (more than " + std::to_string(MOST) +
                   " configurations); use estimate(), or a shorter one");
}

}  // namespace pan
