// What a configuration is measured against: the heads and labels of a sentence, any of them unknown. Of a word whose
// head is unknown, the side on which it stands may be known.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "configuration/configuration.hpp"

namespace pan {

enum class Side : int8_t { Unknown, Left, Right };

class Gold {
 public:
  // heads[i] belongs to word i + 1: 0 is ROOT, NONE is unknown. Labels, sides and tags may be empty; NONE where
  // unknown.
  explicit Gold(std::span<const int> heads, std::span<const int> labels = {}, std::span<const Side> sides = {},
                std::span<const int> tags = {});

  int words() const { return static_cast<int>(heads_.size()) - 1; }
  bool is_complete() const { return complete_; }  // every word has a head
  bool has_cycle() const { return cycle_; }       // no tree has all of these arcs
  int head(int word) const { return heads_[static_cast<size_t>(word)]; }
  int label(int word) const { return labels_.empty() ? NONE : labels_[static_cast<size_t>(word)]; }
  int tag(int word) const { return tags_.empty() || word == NONE ? NONE : tags_[static_cast<size_t>(word)]; }
  bool has_sides() const { return !sides_.empty(); }
  Side side(int word) const { return sides_.empty() ? Side::Unknown : sides_[static_cast<size_t>(word)]; }
  bool is_arc(int head, int dependent) const { return head != NONE && heads_[static_cast<size_t>(dependent)] == head; }
  // Children of a node from left to right.
  std::span<const int> children(int node) const {
    const auto i = static_cast<size_t>(node);
    return {children_.data() + first_[i], static_cast<size_t>(first_[i + 1] - first_[i])};
  }
  // The same, but the heads of words for which `keep(head, word)` does not hold are unknown.
  template <typename Keep>
  Gold filtered(Keep keep) const {
    std::vector<int> heads(heads_.begin() + 1, heads_.end());
    for (int w = 1; w <= words(); ++w)
      if (head(w) != NONE && !keep(head(w), w)) heads[static_cast<size_t>(w) - 1] = NONE;
    return Gold(heads, labels_.empty() ? std::span<const int>{} : std::span(labels_).subspan(1),
                sides_.empty() ? std::span<const Side>{} : std::span(sides_).subspan(1),
                tags_.empty() ? std::span<const int>{} : std::span(tags_).subspan(1));
  }

 private:
  std::vector<int> heads_, labels_, tags_;  // by node; NONE for ROOT
  std::vector<Side> sides_;                 // empty when none is known
  std::vector<int> children_, first_;
  bool complete_ = true, cycle_ = false;
};

}  // namespace pan
