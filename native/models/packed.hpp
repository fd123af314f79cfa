// The model that parses: averaged weights, quantised to 16 bits, in a hash table laid out for the cache.
//
// Reading weights from memory is the cost of parsing. Slots stand in buckets of four, one cache line each; a
// slot holds half of the feature's hash to recognise it, and what a rare feature needs: the weights of up to
// four actions, or two classes with their weights. The weights of other features stand in the pool, as those
// blocks of classes that are not all zero, so that adding a row is a few vector additions.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/decisions.hpp"
#include "models/linear.hpp"
#include "models/memory.hpp"

namespace pan {

class PackedModel final : public LinearModel {
 public:
  struct Slot {
    uint32_t check = 0;       // high half of the hash, never 0; 0: free
    uint32_t row = 0;         // 1 + offset into the pool, 0: all weights are here
    int16_t weights[4] = {};  // of segment 0: all of it where it is that narrow, else class, weight, class, weight
  };
  static_assert(sizeof(Slot) == 16);

  struct Arrays {
    std::vector<Slot> slots;
    std::vector<int16_t> pool;
  };
  // One scale for all weights, the largest for which no sum over `features` features can exceed 16 bits.
  static Arrays pack(const WeightTable& table, const Decisions& decisions, int features);

  // Copies the arrays. Throws Error if they are not well formed.
  PackedModel(const Decisions& decisions, std::span<const Slot> slots, std::span<const int16_t> pool);

  void prefetch(const uint64_t* features, int count) const override;
  int find(const uint64_t* features, int count, uint32_t* rows) const override;
  void score(const uint32_t* rows, int count, int segment, float* scores) const override;

 private:
  void check_arrays() const;

  Decisions decisions_;
  bool narrow_;                     // all of segment 0 stands in the slots
  int block_;                       // classes in a block of the pool
  std::vector<int> segment_block_;  // first block of each segment, and the end
  BigArray<Slot> slots_;
  BigArray<int16_t> pool_;
};

}  // namespace pan
