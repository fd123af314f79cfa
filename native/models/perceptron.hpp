// The averaged perceptron while it learns. Rows are sparse: a feature holds only the classes it was ever
// updated for.
//
// Averaging is lazy (Daumé 2006, Figure 2.3): beside each weight stands the sum of its changes, each times
// the moment of the change, and the average is weight - sum / now. Both are whole numbers, so results do not
// depend on the order of adding.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/decisions.hpp"
#include "models/linear.hpp"
#include "models/memory.hpp"
#include "models/scorer.hpp"

namespace pan {

class Perceptron final : public Scorer {
 public:
  // `vectors` word vectors of `dimension` numbers each beside the features.
  explicit Perceptron(const Decisions& decisions, int vectors = 0, int dimension = 0);

  void prefetch(const uint64_t* features, int count) const override;
  int find(const uint64_t* features, int count, uint32_t* rows) const override;
  size_t partial_size(int segment) const override;
  void sum(const uint32_t* rows, int count, int segment, void* partial) const override;
  void score(const uint32_t* rows, int count, const void* const* partials, int partial_count, int segment,
             float* scores) const override;

  // One example has been seen, whether or not an update follows.
  void tick() { ++now_; }
  void update(const uint64_t* features, int count, int segment, int cls, float change);
  void update(const float* const* vectors, int segment, int cls, float change);

  // From here on score() answers with the averaged weights (for evaluation between epochs), or with the
  // current ones.
  void use_average(bool average);
  const DenseWeights* dense() const override {
    return dense_.empty() ? nullptr : average_ ? &averaged_dense_ : &dense_;
  }
  WeightTable averaged() const;

  // Everything that learning needs to go on later, as plain arrays.
  struct State {
    WeightTable table;
    std::vector<double> sums;
    uint64_t now;
    std::vector<double> dense_sums = {};
  };
  State state() const;
  void restore(const State& state);

  // Forgets everything, and from here on learns of these features only.
  void start_over(std::span<const uint64_t> features);

  size_t features() const { return used_; }

 private:
  struct Block {  // weights [first, first + count), with room for 2^log_capacity; or DENSE: one for each class
    uint32_t first = 0;
    uint16_t count = 0;
    uint16_t log_capacity = 0;
  };
  static constexpr uint16_t DENSE = 31;
  struct Slot {
    uint64_t key = 0;  // 0: free
    Block blocks[2];   // segment 0, and all the others together
  };

  std::vector<float> averaged_dense() const;
  void add(const uint32_t* rows, int count, int segment, float* scores) const;
  Slot& insert(uint64_t key);
  Slot* look_up(uint64_t key);  // null if it is not there
  void grow();
  // Index of the weight of a class, which counts within the block; makes room for it.
  uint32_t weight_of(Block& block, int part, uint16_t cls);
  uint32_t allocate(uint32_t capacity);
  uint32_t reuse_or_allocate(uint16_t log_capacity);

  std::vector<int> offsets_;  // first class of each segment
  std::vector<int> widths_;
  BigVector<Slot> slots_;
  uint64_t mask_;
  size_t used_ = 0;
  int part_width_[2];  // classes in blocks[0] and blocks[1]
  BigVector<float> weights_;
  BigVector<uint16_t> classes_;              // parallel to weights_, within the block
  BigVector<double> sums_;                   // parallel to weights_
  std::vector<std::vector<uint32_t>> free_;  // abandoned blocks by log_capacity
  DenseWeights dense_, averaged_dense_;
  std::vector<double> dense_sums_;  // parallel to dense_
  uint64_t now_ = 0;
  bool average_ = false;
  bool is_closed_ = false;  // to features that are not there
};

}  // namespace pan
