#include "oracle/head_sets.hpp"

#include <algorithm>

namespace pan {

HeadSets::HeadSets(int words)
    : words_(words), stride_(NodeSet(words).size()), bits_(stride_ * static_cast<size_t>(words + 1)) {
  for (int w = 1; w <= words; ++w)
    for (int h = 0; h <= words + 1; ++h)
      if (h != w) add(w, h);
}

void HeadSets::keep(int word, const NodeSet& heads) {
  const bool headless = may_be_headless(word);
  uint64_t* bits = row(word);
  for (size_t k = 0; k < stride_; ++k) bits[k] &= heads.data()[k];
  if (headless) add(word, words_ + 1);
}

void HeadSets::keep_only(int word, int head) {
  const int node = head < 0 ? words_ + 1 : head;
  const bool had = has(word, node);
  uint64_t* bits = row(word);
  std::fill(bits, bits + stride_, uint64_t{0});
  if (had) add(word, node);
}

void HeadSets::keep_either(int word, const NodeSet& heads, int other) {
  const bool had = other >= 0 && has(word, other);
  keep(word, heads);
  if (had) add(word, other);
}

}  // namespace pan
