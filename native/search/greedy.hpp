// Greedy search: the best decision in each configuration, to the end.
#pragma once
#include <functional>
#include <vector>

#include "search/decider.hpp"

namespace pan {

struct Tree {
  std::vector<int> heads, labels;  // by word - 1; labels NONE where none is predicted
};

// Parses all sentences on `threads` threads, and calls done(i, tree) on one of them for each sentence i: the
// trees do not depend on the number of threads, only the order of the calls does.
using Done = std::function<void(size_t, const Tree&)>;
void parse_greedily(const Design& design, const LinearModel& model, const std::vector<SentencePtr>& sentences,
                    int threads, const Done& done);

// How a tree came about: every decision, in order.
struct Derivation {
  Tree tree;
  std::vector<Decision> decisions;
};
Derivation derive_greedily(const Design& design, const LinearModel& model, const Sentence& sentence);

}  // namespace pan
