// The loss that a bottom-up parser cannot avoid any more (Goldberg, Sartorio & Satta 2014, Algorithm 1).
#pragma once
#include <vector>

#include "configuration/configuration.hpp"
#include "systems/gold.hpp"

namespace pan {

// How many words that are still without head will miss their gold head, at least, if the stack is `left` (from the top)
// and the buffer is that of c without its first `skipped` nodes.
int tabular_loss(const Configuration& c, const Gold& gold, const std::vector<int>& left, int skipped);

}  // namespace pan
