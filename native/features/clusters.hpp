// Brown clusters: for each word a path of bits in a binary tree. Words are known by their hash.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pan {

class Clusters {
 public:
  static constexpr int MAX_BITS = 63;
  static uint64_t key(std::string_view word);

  Clusters() = default;
  // Keys ascending, and the path of each: its bits behind a 1. Throws Error if they are not well formed.
  Clusters(std::vector<uint64_t> keys, std::vector<uint64_t> paths);

  bool empty() const { return keys_.empty(); }
  // The path of a word, as it is written or else in lower case; 0 if it is not known. `scratch` is overwritten.
  uint64_t path(std::string_view word, std::string& scratch) const;
  // The first bits of a path; all of a shorter one.
  static uint64_t prefix(uint64_t path, int bits);

 private:
  uint64_t find(std::string_view word) const;

  std::vector<uint64_t> keys_, paths_;
};

}  // namespace pan
