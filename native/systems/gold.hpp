// What a configuration is measured against: the heads and labels of a sentence, any of them unknown.
#pragma once
#include <span>
#include <vector>

#include "configuration/configuration.hpp"

namespace pan {

class Gold {
 public:
  // heads[i] belongs to word i + 1: 0 is ROOT, NONE is unknown. Labels may be empty, or NONE where unknown.
  explicit Gold(std::span<const int> heads, std::span<const int> labels = {});

  int words() const { return static_cast<int>(heads_.size()) - 1; }
  bool is_complete() const { return complete_; }  // every word has a head
  int head(int word) const { return heads_[static_cast<size_t>(word)]; }
  int label(int word) const { return labels_.empty() ? NONE : labels_[static_cast<size_t>(word)]; }
  bool is_arc(int head, int dependent) const { return head != NONE && heads_[static_cast<size_t>(dependent)] == head; }
  // Children of a node from left to right.
  std::span<const int> children(int node) const {
    const auto i = static_cast<size_t>(node);
    return {children_.data() + first_[i], static_cast<size_t>(first_[i + 1] - first_[i])};
  }

 private:
  std::vector<int> heads_, labels_;  // by node; NONE for ROOT
  std::vector<int> children_, first_;
  bool complete_ = true;
};

}  // namespace pan
