// For each word the heads that it may have: bits for ROOT, for the words, and for no head at all.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pan {

// A set of nodes.
class NodeSet {
 public:
  explicit NodeSet(int words = 0) : bits_((static_cast<size_t>(words) + 2 + 63) / 64) {}
  void add(int node) { bits_[static_cast<size_t>(node) / 64] |= uint64_t{1} << (node % 64); }
  bool has(int node) const { return bits_[static_cast<size_t>(node) / 64] >> (node % 64) & 1; }
  // The first node that is here and in another set of nodes, -1 if there is none.
  int first_common(const uint64_t* other) const {
    for (size_t k = 0; k < bits_.size(); ++k)
      if (bits_[k] & other[k]) return static_cast<int>(64 * k) + std::countr_zero(bits_[k] & other[k]);
    return -1;
  }
  size_t size() const { return bits_.size(); }
  uint64_t* data() { return bits_.data(); }
  const uint64_t* data() const { return bits_.data(); }

 private:
  std::vector<uint64_t> bits_;
};

class HeadSets {
 public:
  // Every word may have every head but itself.
  explicit HeadSets(int words);

  int words() const { return words_; }
  bool has(int word, int head) const { return row(word)[head / 64] >> (head % 64) & 1; }
  bool may_be_headless(int word) const { return has(word, words_ + 1); }
  bool is_empty(int word) const {
    const uint64_t* bits = row(word);
    for (size_t k = 0; k < stride_; ++k)
      if (bits[k]) return false;
    return true;
  }

  void add(int word, int head) { row(word)[head / 64] |= uint64_t{1} << (head % 64); }
  void remove(int word, int head) { row(word)[head / 64] &= ~(uint64_t{1} << (head % 64)); }
  void forbid_headless(int word) { remove(word, words_ + 1); }
  void keep(int word, const NodeSet& heads);  // none but these, and no head at all if that is possible
  void keep_only(int word, int head);         // this one, if it is there; NONE for no head
  void keep_either(int word, const NodeSet& heads, int other);  // these, the other one, or none at all

  const uint64_t* row(int word) const { return bits_.data() + static_cast<size_t>(word) * stride_; }

 private:
  uint64_t* row(int word) { return bits_.data() + static_cast<size_t>(word) * stride_; }

  int words_;
  size_t stride_;  // numbers per row
  std::vector<uint64_t> bits_;
};

}  // namespace pan
