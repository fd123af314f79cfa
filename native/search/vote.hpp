// Several parsers decide together: in each configuration every one names its best decision, the votes for each are
// added up, and the one with most is taken (PanParser, 4.6).
#pragma once
#include <cstdint>
#include <vector>

#include "search/parse.hpp"

namespace pan {

// A parser with a vote. All must have the same transition system, but each its own features and its own numbers for
// labels.
struct Voter {
  const Design* design;
  const Scorer* model;
  int64_t weight;                 // a whole number, so that a tie is a tie
  std::vector<int> common_label;  // by its own label: the number that all use for it
};

// Of decisions with as many votes, the one wins that was named first. Labels of trees are common ones.
void vote_all(const std::vector<Voter>& voters, const std::vector<SentencePtr>& sentences, int threads,
              const Done& done);

}  // namespace pan
