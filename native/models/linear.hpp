// The weights of a linear model over hashed features: a row per feature, cut into the segments of Decisions.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pan {

// Weights as plain arrays, rows sorted by key: what is averaged, pruned, compared and written to disk.
struct WeightTable {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> first;    // entries of row i: [first[i], first[i + 1])
  std::vector<uint16_t> classes;  // numbered through all segments, ascending within a row
  std::vector<float> weights;
  std::vector<float> dense;  // for word vectors, as DenseWeights has them

  // The `rows` rows whose weights differ most between classes, where no weight is 0: the others tell them apart least.
  // Of those that differ as much, the first.
  WeightTable pruned(size_t rows) const;
};

}  // namespace pan
