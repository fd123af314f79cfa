// The exact loss of a configuration, by exhaustive search with pruning: what every cost table is checked
// against.
#pragma once
#include "systems/system.hpp"

namespace pan {

// Words of a finished configuration whose known gold head is not their head.
int hamming(const Configuration& c, const Gold& gold);

// The smallest hamming() of any final configuration that can be reached from c. Exponential; for short
// sentences.
int exact_loss(const TransitionSystem& system, const Configuration& c, const Gold& gold);

// The loss that the system's own costs promise: follow a cheapest action to the end and count.
int estimated_loss(const TransitionSystem& system, Configuration c, const Gold& gold);

}  // namespace pan
