// The model that parses: averaged weights, pruned and quantised, in a hash table laid out for the cache.
//
// Reading weights from memory is the cost of parsing, and after that the branches that depend on what was read. So
// slots stand in buckets of four, one cache line each, and features are of three kinds, each added up in a loop of its
// own:
//   in the slot   the weights of up to four actions; or two classes with their weights
//   sparse        classes with their weights, in records of eight in the pool: where that takes half the bytes at most
//   dense         the weights of all classes as 8-bit numbers, in as many layers as the largest weight needs
// All sums are whole numbers of the same scale, so that they do not depend on the order of adding.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/decisions.hpp"
#include "models/linear.hpp"
#include "models/memory.hpp"
#include "models/scorer.hpp"

namespace pan {

class PackedModel final : public Scorer {
 public:
  struct Bucket {            // one cache line: four slots, filled from the first
    uint32_t check[4] = {};  // high half of the hash, never 0; 0: free
    uint32_t row[4] = {};    // where in the pool, in units of 16 bytes; the lowest four bits are the kind (see .cpp)
    int16_t weights[4][4] = {};  // of segment 0: all of it where it is that narrow, else class, weight, class, weight
  };
  static_assert(sizeof(Bucket) == 64);

  struct Arrays {
    std::vector<Bucket> buckets;
    std::vector<int8_t> pool;
    std::vector<float> dense;    // weights for word vectors, on the same scale
    std::vector<uint32_t> rows;  // of each row of the table: what find() gives for it; NOWHERE if all was rounded away
  };
  static constexpr uint32_t NOWHERE = UINT32_MAX;
  // The scale is the finest for which no sum over `features` features can leave 16 bits, and no row needs too many
  // layers.
  static Arrays pack(const WeightTable& table, const Decisions& decisions, int features);

  // Copies the arrays. Throws Error if they are not well formed.
  PackedModel(const Decisions& decisions, std::span<const Bucket> buckets, std::span<const int8_t> pool,
              DenseWeights dense = {});

  void prefetch(const uint64_t* features, int count) const override;
  int find(const uint64_t* features, int count, uint32_t* rows) const override;
  size_t partial_size(int segment) const override;
  void sum(const uint32_t* rows, int count, int segment, void* partial) const override;
  void score(const uint32_t* rows, int count, const void* const* partials, int partial_count, int segment,
             float* scores) const override;
  const DenseWeights* dense() const override { return dense_.empty() ? nullptr : &dense_; }

 private:
  void check_arrays() const;
  void add_up(const uint32_t* rows, int count, const void* const* partials, int partial_count, int segment,
              int16_t* sum) const;

  Decisions decisions_;
  bool narrow_;             // all of segment 0 stands in the slots
  std::vector<int> first_;  // place of each segment in a dense row, and the length of the row
  BigVector<Bucket> buckets_;
  BigVector<int8_t> pool_;
  DenseWeights dense_;
};

}  // namespace pan
