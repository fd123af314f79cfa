// Weights for word vectors: where the features of templates have a row of weights each, here every dimension of every
// vector has one. Small, and full.
#pragma once
#include <cstddef>
#include <vector>

namespace pan {

class DenseWeights {
 public:
  DenseWeights() = default;
  // `vectors` of them in a configuration.
  DenseWeights(int vectors, int dimension, int classes)
      : vectors_(vectors),
        dimension_(dimension),
        classes_(classes),
        weights(static_cast<size_t>(vectors) * static_cast<size_t>(dimension) * static_cast<size_t>(classes)) {}

  bool empty() const { return weights.empty(); }
  int vectors() const { return vectors_; }

  // Adds to scores[0 .. width) what the vectors say of the classes from `first` on; null for a vector that is not
  // there.
  void add(const float* const* vectors, int first, int width, float* scores) const {
    for (int v = 0; v < vectors_; ++v)
      for (int d = 0; vectors[v] && d < dimension_; ++d) {
        const float value = vectors[v][d];
        const float* row = weights.data() + at(v, d, first);
        for (int k = 0; k < width; ++k) scores[k] += value * row[k];
      }
  }

  // Place of a weight.
  size_t at(int vector, int d, int cls) const {
    return (static_cast<size_t>(vector) * static_cast<size_t>(dimension_) + static_cast<size_t>(d)) *
               static_cast<size_t>(classes_) +
           static_cast<size_t>(cls);
  }
  int dimension() const { return dimension_; }

 private:
  int vectors_ = 0, dimension_ = 0, classes_ = 0;

 public:
  std::vector<float> weights;
};

}  // namespace pan
