// Greedy search: the best decision in each configuration, to the end.
#pragma once
#include <vector>

#include "search/decider.hpp"

namespace pan {

struct Tree {
  std::vector<int> heads, labels;  // by word - 1; labels NONE where none is predicted
};

// Parses all sentences on `threads` threads; result i belongs to sentence i, whatever the number of threads.
std::vector<Tree> parse_greedily(const Design& design, const LinearModel& model, const std::vector<SentencePtr>& sentences,
                                 int threads);

}  // namespace pan
