// A linear model over hashed features: a row of weights per feature, cut into the segments of Decisions.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/dense.hpp"

namespace pan {

constexpr int MAX_FEATURES = 512;  // of one configuration

class LinearModel {
 public:
  virtual ~LinearModel() = default;
  // Asks memory for what find() will read, to be called a little earlier.
  virtual void prefetch(const uint64_t* features, int count) const = 0;
  // Rows of the features that the model knows, in the order of the features; returns how many.
  virtual int find(const uint64_t* features, int count, uint32_t* rows) const = 0;

  // Part of a sum over rows, in a form of the model's own that can be kept and used again: partial_size() bytes, at a
  // multiple of 32.
  virtual size_t partial_size(int segment) const = 0;
  virtual void sum(const uint32_t* rows, int count, int segment, void* partial) const = 0;
  // scores[0 .. width of the segment) = the sum of the rows' weights and of the partial sums.
  virtual void score(const uint32_t* rows, int count, const void* const* partials, int partial_count, int segment,
                     float* scores) const = 0;
  // Weights for word vectors, on the scale of the scores, or null.
  virtual const DenseWeights* dense() const { return nullptr; }
};

// Weights as plain arrays, rows sorted by key: what is averaged, pruned, compared and written to disk.
struct WeightTable {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> first;    // entries of row i: [first[i], first[i + 1])
  std::vector<uint16_t> classes;  // numbered through all segments, ascending within a row
  std::vector<float> weights;
  std::vector<float> dense;  // for word vectors, as DenseWeights has them

  // Without the rows that uses[i] says are used less than `least` times.
  WeightTable pruned(const std::vector<uint32_t>& uses, uint32_t least) const;
};

}  // namespace pan
