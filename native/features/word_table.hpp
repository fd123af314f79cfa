// Where the words of a list stand in it. Words are known by their hash.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pan {

class WordTable {
 public:
  static uint64_t key(std::string_view word);

  WordTable() = default;
  explicit WordTable(std::vector<uint64_t> keys);  // ascending; throws Error if they are not

  size_t size() const { return keys_.size(); }
  // The place of a word as it is written, or else in lower case; -1 if it is not there. `scratch` is overwritten.
  int find(std::string_view word, std::string& scratch) const;

 private:
  int find(uint64_t key) const;

  std::vector<uint64_t> keys_;
};

}  // namespace pan
