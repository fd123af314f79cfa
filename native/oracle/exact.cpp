#include "oracle/exact.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_set>
#include <vector>

#include "error.hpp"

namespace pan {

int hamming(const Configuration& c, const Gold& gold) {
  int wrong = 0;
  for (int w = 1; w <= c.words(); ++w) wrong += gold.head(w) != NONE && c.head(w) != gold.head(w);
  return wrong;
}

namespace {

// Errors that no later action can undo: in a monotonic system, wrong heads that are already there.
int lower_bound(const TransitionSystem& system, const Configuration& c, const Gold& gold) {
  if (!system.monotonic()) return 0;
  int wrong = 0;
  for (int w = 1; w <= c.words(); ++w) wrong += gold.head(w) != NONE && c.head(w) != NONE && c.head(w) != gold.head(w);
  return wrong;
}

constexpr size_t MOST = 1'000'000;  // configurations held in memory

struct Search {
  const TransitionSystem& system;
  const Gold& gold;
  int best = std::numeric_limits<int>::max();
  std::unordered_set<std::string> seen{};

  void visit(const Configuration& c) {
    if (best == 0) return;
    if (system.is_final(c)) {
      best = std::min(best, hamming(c, gold));
      return;
    }
    if (lower_bound(system, c, gold) >= best || !seen.insert(c.key()).second) return;
    if (seen.size() > MOST)
      throw UsageError("the sentence is too long for exhaustive search (more than " + std::to_string(MOST) +
                       " configurations); use estimate(), or a shorter one");
    // The cheapest actions first, by the system's own costs: only a guess where to look, every other one is tried as
    // well.
    const ActionSet legal = system.legal(c);
    int costs[64];
    system.costs(c, gold, legal, costs);
    std::vector<int> actions;
    for (ActionSet rest = legal; rest; rest &= rest - 1) actions.push_back(std::countr_zero(rest));
    std::stable_sort(actions.begin(), actions.end(), [&](int a, int b) { return costs[a] < costs[b]; });
    for (const int action : actions) {
      Configuration next = c;
      system.apply(next, action);
      visit(next);
    }
  }
};

}  // namespace

int exact_loss(const TransitionSystem& system, const Configuration& c, const Gold& gold) {
  Search search{system, gold};
  search.visit(c);
  return search.best;
}

int estimated_loss(const TransitionSystem& system, Configuration c, const Gold& gold) {
  int costs[64];
  while (!system.is_final(c)) {
    const ActionSet legal = system.legal(c);
    system.costs(c, gold, legal, costs);
    int best = std::countr_zero(legal);
    for (ActionSet rest = legal; rest; rest &= rest - 1)
      if (const int a = std::countr_zero(rest); costs[a] < costs[best]) best = a;
    system.apply(c, best);
  }
  return hamming(c, gold);
}

}  // namespace pan
