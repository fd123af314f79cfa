// Brown clusters: for each word a path of bits in a binary tree.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "features/word_table.hpp"

namespace pan {

class Clusters {
 public:
  Clusters() = default;
  // Keys ascending, and the path of each: its bits behind a 1. Throws Error if they are not well formed.
  Clusters(std::vector<uint64_t> keys, std::vector<uint64_t> paths);

  bool empty() const { return paths_.empty(); }
  // 0 if the word is not known.
  uint64_t path(std::string_view word, std::string& scratch) const {
    const int place = words_.find(word, scratch);
    return place < 0 ? 0 : paths_[static_cast<size_t>(place)];
  }
  // The first bits of a path; all of a shorter one.
  static uint64_t prefix(uint64_t path, int bits);

 private:
  WordTable words_;
  std::vector<uint64_t> paths_;
};

}  // namespace pan
