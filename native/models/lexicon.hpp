// A dictionary of words that have one tag only: what the training data say of them is taken as it is. Words are known
// by the hash of some of their columns.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "data/sentence.hpp"

namespace pan {

class Lexicon {
 public:
  static constexpr int UNKNOWN = -1;
  // Never 0.
  static uint64_t key(const Sentence& sentence, int word, const std::vector<Column>& columns);

  Lexicon() = default;
  // The label of each key. Throws Error if they are not well formed, or there is a label that is not below `labels`.
  Lexicon(std::vector<Column> columns, std::span<const uint64_t> keys, std::span<const int32_t> labels,
          int label_count);

  bool empty() const { return slots_.empty(); }
  // UNKNOWN for a word that is not there.
  int label(const Sentence& sentence, int word) const;

 private:
  struct Slot {
    uint64_t key = 0;  // 0: free
    int32_t label = UNKNOWN;
  };
  Slot& find(uint64_t key);

  std::vector<Column> columns_;
  std::vector<Slot> slots_;
};

}  // namespace pan
