// The attributes of a sentence's words as hashes, computed once per sentence; templates only combine them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "features/attribute.hpp"
#include "features/clusters.hpp"
#include "features/vectors.hpp"

namespace pan {

class Input {
 public:
  // Keeps nothing of the sentence. `attributes` are those wanted, in the order of the argument of values(). The vectors
  // must live as long as they are used.
  void read(const Sentence& sentence, const std::vector<Attribute>& attributes, const Clusters& clusters,
            const Vectors& vectors);

  int words() const { return words_; }
  // Indices beyond the words: what lies before the first or after the last of them, and a node that is not there.
  int edge() const { return words_ + 1; }
  int absent() const { return words_ + 2; }
  // 0 where a word does not have the attribute.
  const uint64_t* values(int attribute) const {
    return values_.data() + static_cast<size_t>(attribute) * (static_cast<size_t>(words_) + 3);
  }
  // The vector of a word; null for what is none. Only where there are vectors.
  const float* vector(int node) const { return vectors_[static_cast<size_t>(node)]; }

 private:
  uint64_t value(const Attribute& attribute, std::string_view field, const Clusters& clusters, uint64_t seed);

  int words_ = 0;
  std::vector<uint64_t> values_;
  std::vector<const float*> vectors_;
  std::string scratch_;
};

}  // namespace pan
