// The model that parses: averaged weights, quantised to 16 bits, in an open-addressing table laid out for the cache.
//
// Reading weights from main memory is the cost of parsing, so a slot holds everything that choosing an action needs: half of
// the feature's hash to recognise it, the weights of up to four actions, and where its other weights stand in the pool.
// The arrays are the ones in the model file; nothing is copied or rebuilt when a model is loaded.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "models/decisions.hpp"
#include "models/linear.hpp"

namespace pan {

class PackedModel final : public LinearModel {
 public:
  static constexpr int INLINE = 4;  // action weights in the slot
  struct Slot {
    uint32_t check = 0;  // high half of the hash; 0 and row 0 together: free
    uint32_t row = 0;    // 1 + offset into the pool, 0: no other weights
    int16_t actions[INLINE] = {};
  };
  static_assert(sizeof(Slot) == 16);

  struct Arrays {
    std::vector<Slot> slots;
    std::vector<uint16_t> pool;
  };
  // One scale for all weights, chosen so that the largest just fits; scores are whole numbers of that scale.
  static Arrays pack(const WeightTable& table, const Decisions& decisions);

  // Keeps `owner` alive as long as the model: the arrays are its memory. Throws Error if they are not well formed.
  PackedModel(const Decisions& decisions, std::span<const Slot> slots, std::span<const uint16_t> pool,
              std::shared_ptr<const void> owner);

  int find(const uint64_t* features, int count, uint32_t* rows) const override;
  void score(const uint32_t* rows, int count, int segment, float* scores) const override;

 private:
  int segment_width(int segment) const { return decisions_.width(segment); }

  Decisions decisions_;
  bool inline_actions_;  // segment 0 stands in the slots
  int pool_segments_;    // how many segments a row of the pool has
  std::span<const Slot> slots_;
  std::span<const uint16_t> pool_;
  std::shared_ptr<const void> owner_;
};

}  // namespace pan
