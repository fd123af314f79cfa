// Remembers what groups of features add to the scores, for the values seen last: a lookup instead of many. Scores do
// not change, because the same features always add the same whole numbers.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace pan {

class Memo {
 public:
  // Numbers per entry; nothing is allocated before it is used.
  explicit Memo(int width) : width_(static_cast<size_t>(width)) {}

  // The entry of a key (not 0), and whether its numbers are still to be filled in.
  struct Found {
    float* numbers;
    bool is_new;
  };
  Found find(uint64_t key) {
    if (!numbers_) {
      keys_.assign(ENTRIES, 0);
      numbers_.reset(new float[ENTRIES * width_]);
    }
    const size_t at = key % ENTRIES;
    const bool is_new = keys_[at] != key;
    keys_[at] = key;
    return {numbers_.get() + at * width_, is_new};
  }

 private:
  static constexpr size_t ENTRIES = 1024;  // what is pushed out is computed again

  size_t width_;
  std::vector<uint64_t> keys_;
  std::unique_ptr<float[]> numbers_;
};

}  // namespace pan
