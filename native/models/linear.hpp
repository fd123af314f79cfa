// A linear model over hashed features: a row of weights per feature, cut into the segments of Decisions.
#pragma once
#include <cstdint>
#include <vector>

namespace pan {

constexpr int MAX_FEATURES = 512;  // of one configuration

class LinearModel {
 public:
  virtual ~LinearModel() = default;
  // Asks memory for what find() will read, to be called a little earlier.
  virtual void prefetch(const uint64_t* features, int count) const = 0;
  // Rows of the features that the model knows, in the order of the features; returns how many.
  virtual int find(const uint64_t* features, int count, uint32_t* rows) const = 0;
  // Adds the rows' weights to scores[0 .. width of the segment).
  virtual void score(const uint32_t* rows, int count, int segment, float* scores) const = 0;
};

// Weights as plain arrays, rows sorted by key: what is averaged, pruned, compared and written to disk.
struct WeightTable {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> first;    // entries of row i: [first[i], first[i + 1])
  std::vector<uint16_t> classes;  // numbered through all segments, ascending within a row
  std::vector<float> weights;

  // Leaves out weights smaller than `threshold` in absolute value, and rows that are then empty.
  WeightTable pruned(float threshold) const;
};

}  // namespace pan
