#include "features/clusters.hpp"

#include <algorithm>
#include <bit>

#include "data/characters.hpp"
#include "error.hpp"
#include "features/hash.hpp"

namespace pan {

uint64_t Clusters::key(std::string_view word) { return hash_text(word, 'c'); }

Clusters::Clusters(std::vector<uint64_t> keys, std::vector<uint64_t> paths)
    : keys_(std::move(keys)), paths_(std::move(paths)) {
  const bool ascending = std::adjacent_find(keys_.begin(), keys_.end(), std::greater_equal<>()) == keys_.end();
  if (!ascending || keys_.size() != paths_.size() || std::count(paths_.begin(), paths_.end(), uint64_t{0}))
    throw Error("the clusters are damaged; train or fetch the model again");
}

uint64_t Clusters::find(std::string_view word) const {
  const uint64_t wanted = key(word);
  const auto found = std::lower_bound(keys_.begin(), keys_.end(), wanted);
  return found != keys_.end() && *found == wanted ? paths_[static_cast<size_t>(found - keys_.begin())] : 0;
}

uint64_t Clusters::path(std::string_view word, std::string& scratch) const {
  if (const uint64_t path = find(word)) return path;
  scratch.clear();
  append_lower(word, scratch);
  return find(scratch);
}

uint64_t Clusters::prefix(uint64_t path, int bits) {
  const int length = static_cast<int>(std::bit_width(path)) - 1;
  return length > bits ? path >> (length - bits) : path;
}

}  // namespace pan
