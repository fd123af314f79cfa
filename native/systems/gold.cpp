#include "systems/gold.hpp"

#include <algorithm>

namespace pan {

Gold::Gold(std::span<const int> heads, std::span<const int> labels, std::span<const Side> sides,
           std::span<const int> tags) {
  const size_t n = heads.size();
  heads_.assign(1, NONE);
  heads_.insert(heads_.end(), heads.begin(), heads.end());
  if (!labels.empty()) {
    labels_.assign(1, NONE);
    labels_.insert(labels_.end(), labels.begin(), labels.end());
  }
  if (!tags.empty()) {
    tags_.assign(1, NONE);
    tags_.insert(tags_.end(), tags.begin(), tags.end());
  }
  if (std::any_of(sides.begin(), sides.end(), [](Side s) { return s != Side::Unknown; })) {
    sides_.assign(1, Side::Unknown);
    sides_.insert(sides_.end(), sides.begin(), sides.end());
  }
  first_.assign(n + 2, 0);
  for (const int h : heads) {
    if (h != NONE) ++first_[static_cast<size_t>(h) + 1];
    complete_ = complete_ && h != NONE;
  }
  for (size_t i = 0; i <= n; ++i) first_[i + 1] += first_[i];
  // From each word one comes to ROOT, to where nothing is known, to where another word has led, or in a circle.
  std::vector<int> met(n + 1, 0);
  for (int w = 1; w <= static_cast<int>(n); ++w) {
    int at = w;
    while (at > 0 && met[static_cast<size_t>(at)] == 0) {
      met[static_cast<size_t>(at)] = w;
      at = heads_[static_cast<size_t>(at)];
    }
    cycle_ = cycle_ || (at > 0 && met[static_cast<size_t>(at)] == w);
  }
  children_.resize(static_cast<size_t>(first_[n + 1]));
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (size_t d = 1; d <= n; ++d)
    if (heads_[d] != NONE) children_[static_cast<size_t>(next[static_cast<size_t>(heads_[d])]++)] = static_cast<int>(d);
}

}  // namespace pan
