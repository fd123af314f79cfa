// A feed-forward network with one hidden layer at work (Chen & Manning 2014): each template of one value is an address
// whose value has an embedding; the embeddings of all addresses, one after the other, go through a layer of rectified
// linear units, and from there to the scores of all classes.
//
// What the first layer makes of an embedding depends on address and value alone. It is the row of that feature,
// computed when it is first needed and kept if the value is frequent, so that most of the first layer is adding up
// rows.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "features/vocabulary.hpp"
#include "models/decisions.hpp"
#include "models/memory.hpp"
#include "models/scorer.hpp"

namespace pan {

class Network final : public Scorer {
 public:
  static constexpr int UNITS = 8;  // of the hidden layer, which has a multiple of them
  static constexpr int MAX_HIDDEN = 4096;
  static constexpr size_t KEPT = size_t{256} << 20;  // bytes of rows that are kept, at most

  struct Weights {
    std::vector<std::span<const float>> embeddings;  // by kind of value: a row for each value of the vocabulary
    std::span<const float> input;                    // for each number of all embeddings in order, a weight per unit
    std::span<const float> input_bias;
    std::span<const float> output;  // for each unit, a weight per class
    std::span<const float> output_bias;
  };
  // Copies the weights. Throws Error if they do not fit together.
  Network(const Vocabulary& vocabulary, const Decisions& decisions, const Weights& weights);

  void prefetch(const uint64_t* features, int count) const override;
  int find(const uint64_t* features, int count, uint32_t* rows) const override;
  size_t partial_size(int segment) const override;
  void sum(const uint32_t* rows, int count, int segment, void* partial) const override;
  void score(const uint32_t* rows, int count, const void* const* partials, int partial_count, int segment,
             float* scores) const override;
  bool keeps_partial_sums() const override { return false; }  // they would take much memory and save no time
  bool is_probabilistic() const override { return true; }

 private:
  struct Slot {
    uint64_t key = 0;  // 0: free
    uint32_t row = 0;
  };
  struct Address {
    uint32_t first_row;   // of its values
    size_t first_kept;    // of those that are kept
    uint32_t kept;        // how many are
    const float* values;  // embeddings
    int size;             // of one of them
    const float* weights;
  };

  void insert(uint64_t key, uint32_t row);
  void multiply(const Address& address, uint32_t value, float* out) const;
  // The first layer's sum over rows and partial sums, from `sum` on.
  void add_up(const uint32_t* rows, int count, const void* const* partials, int partial_count, float* sum) const;

  int hidden_, classes_, padded_;  // classes, and how long their rows are
  std::vector<BigVector<float>> embeddings_;
  BigVector<float> input_, input_bias_, output_, output_bias_;
  std::vector<Address> addresses_;
  BigVector<Slot> slots_;
  uint64_t mask_;
  enum State : uint8_t { Empty, Claimed, There };
  mutable std::unique_ptr<float[]> kept_;  // not touched before it is needed
  mutable std::unique_ptr<std::atomic<uint8_t>[]> states_;
};

}  // namespace pan
