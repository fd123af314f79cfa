// Remembers what groups of features add to the scores, for the values seen last: a lookup instead of many. Scores do
// not change: the features of a group are always added up in the same order, before the groups are.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/memory.hpp"

namespace pan {

class Memo {
 public:
  // Bytes per entry; nothing is allocated before it is used.
  explicit Memo(size_t size) : size_((size + 31) / 32 * 32) {}

  // The entry of a key (not 0), and whether it is still to be filled in.
  struct Found {
    std::byte* entry;
    bool is_new;
  };
  Found find(uint64_t key) {
    if (keys_.empty()) {
      keys_.assign(ENTRIES, 0);
      entries_.resize(ENTRIES * size_);
    }
    const size_t at = key % ENTRIES;
    const bool is_new = keys_[at] != key;
    keys_[at] = key;
    return {entries_.data() + at * size_, is_new};
  }

  void prefetch(uint64_t key) const {
    if (keys_.empty()) return;
    __builtin_prefetch(&keys_[key % ENTRIES]);
    __builtin_prefetch(entries_.data() + (key % ENTRIES) * size_);
  }

 private:
  static constexpr size_t ENTRIES = 2048;  // what is pushed out is computed again

  size_t size_;
  std::vector<uint64_t> keys_;
  BigVector<std::byte> entries_;
};

}  // namespace pan
