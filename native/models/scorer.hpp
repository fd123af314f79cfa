// The small interface behind which every classifier stands: from the features of a configuration to the scores of
// decisions. A model has a row for each feature that it knows, adds rows up, and makes scores of the sum, one segment
// of Decisions at a time. In a linear model the sum is the scores; in a network it goes through a hidden layer.
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/dense.hpp"

namespace pan {

constexpr int MAX_FEATURES = 512;  // of one configuration

class Scorer {
 public:
  virtual ~Scorer() = default;
  // Asks memory for what find() will read, to be called a little earlier.
  virtual void prefetch(const uint64_t* features, int count) const = 0;
  // What the model has for the features that it knows, in the order of the features; returns how many.
  virtual int find(const uint64_t* features, int count, uint32_t* rows) const = 0;

  // Part of a sum over rows, in a form of the model's own that can be kept and used again: partial_size() bytes, at a
  // multiple of 32.
  virtual size_t partial_size(int segment) const = 0;
  virtual void sum(const uint32_t* rows, int count, int segment, void* partial) const = 0;
  // scores[0 .. width of the segment) = what follows from the sum of the rows and of the partial sums.
  virtual void score(const uint32_t* rows, int count, const void* const* partials, int partial_count, int segment,
                     float* scores) const = 0;
  // Weights for word vectors, on the scale of the scores, or null.
  virtual const DenseWeights* dense() const { return nullptr; }
  // Whether partial sums are worth keeping: reading one must cost less than adding it up again.
  virtual bool keeps_partial_sums() const { return true; }
  // Whether scores are logarithms of probabilities, once they are normalised over what is possible. A search then adds
  // up those; otherwise it adds up scores as they are.
  virtual bool is_probabilistic() const { return false; }
};

}  // namespace pan
