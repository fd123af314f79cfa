// How often features are used: those that hardly ever are can be left out of a model at next to no cost.
#pragma once
#include <cstdint>
#include <vector>

#include "models/linear.hpp"
#include "search/decider.hpp"

namespace pan {

// For each row of the table, in how many decisions it has a say when the sentences are parsed with it.
std::vector<uint32_t> count_uses(const Design& design, const WeightTable& table,
                                 const std::vector<SentencePtr>& sentences);

}  // namespace pan
