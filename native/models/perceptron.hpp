// The averaged perceptron while it learns. Rows are sparse: a feature holds only the classes it was ever
// updated for.
//
// Averaging is lazy (Daumé 2006, Figure 2.3): beside each weight stands the sum of its changes, each times
// the moment of the change, and the average is weight - sum / now. Both are whole numbers, so results do not
// depend on the order of adding.
#pragma once
#include <cstdint>
#include <vector>

#include "models/decisions.hpp"
#include "models/linear.hpp"

namespace pan {

class Perceptron final : public LinearModel {
 public:
  explicit Perceptron(const Decisions& decisions);

  void prefetch(const uint64_t* features, int count) const override;
  int find(const uint64_t* features, int count, uint32_t* rows) const override;
  void score(const uint32_t* rows, int count, int segment, float* scores) const override;

  // One example has been seen, whether or not an update follows.
  void tick() { ++now_; }
  void update(const uint64_t* features, int count, int segment, int cls, float change);

  // From here on score() answers with the averaged weights (for evaluation between epochs), or with the
  // current ones.
  void use_average(bool average) { average_ = average; }
  WeightTable averaged() const;

  // Everything that learning needs to go on later, as plain arrays.
  struct State {
    WeightTable table;
    std::vector<double> sums;
    uint64_t now;
  };
  State state() const;
  void restore(const State& state);

  size_t features() const { return used_; }

 private:
  struct Entry {
    float weight;
    uint32_t cls;
  };
  struct Block {  // entries_[first, first + count), room for 2^log_capacity
    uint32_t first = 0;
    uint16_t count = 0;
    uint16_t log_capacity = 0;
  };
  struct Slot {
    uint64_t key = 0;  // 0: free
    Block blocks[2];   // segment 0, and all the others together
  };

  Slot& insert(uint64_t key);
  void grow();
  Entry& entry(Block& block, uint32_t cls);
  uint32_t allocate(int log_capacity);

  std::vector<int> offsets_;  // first class of each segment
  std::vector<int> widths_;
  std::vector<Slot> slots_;
  uint64_t mask_;
  size_t used_ = 0;
  std::vector<Entry> entries_;
  std::vector<double> sums_;                 // parallel to entries_
  std::vector<std::vector<uint32_t>> free_;  // abandoned blocks by log_capacity
  uint64_t now_ = 0;
  bool average_ = false;
};

}  // namespace pan
