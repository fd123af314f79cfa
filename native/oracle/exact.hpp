// The exact loss of a configuration, by exhaustive search with pruning: what every cost table is checked against.
#pragma once
#include <optional>

#include "systems/system.hpp"

namespace pan {

// The smallest loss of any tree that can still be reached from c. The system's bounds prune the search (as Fernández-
// González & Gómez-Rodríguez 2017, section 5, do for Covington); without tight ones it is for short sentences. Nothing
// is returned when more than `most` configurations would have to be looked at.
std::optional<int> search_loss(const TransitionSystem& system, const Configuration& c, const Gold& gold, size_t most);

// The same with as many configurations as memory allows; throws UsageError beyond.
int exact_loss(const TransitionSystem& system, const Configuration& c, const Gold& gold);

}  // namespace pan
