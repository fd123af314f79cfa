// Word vectors: for each word some real numbers, and for all others together as well.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "error.hpp"
#include "features/word_table.hpp"

namespace pan {

class Vectors {
 public:
  Vectors() = default;
  // Keys ascending; first the vector of unknown words, then that of each key. Throws Error if they do not fit together.
  Vectors(std::vector<uint64_t> keys, std::vector<float> values) : words_(std::move(keys)), values_(std::move(values)) {
    const size_t rows = words_.size() + 1;
    dimension_ = static_cast<int>(values_.size() / rows);
    bool good = values_.size() % rows == 0 && values_.empty() == (words_.size() == 0);
    for (const float value : values_) good &= std::isfinite(value);
    if (!good) throw Error("the word vectors are damaged; train or fetch the model again");
  }

  bool empty() const { return dimension_ == 0; }
  int dimension() const { return dimension_; }
  const float* of(std::string_view word, std::string& scratch) const {
    const auto row = static_cast<size_t>(words_.find(word, scratch) + 1);
    return values_.data() + row * static_cast<size_t>(dimension_);
  }

 private:
  WordTable words_;
  std::vector<float> values_;
  int dimension_ = 0;
};

}  // namespace pan
