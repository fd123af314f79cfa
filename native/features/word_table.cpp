#include "features/word_table.hpp"

#include <algorithm>
#include <functional>

#include "data/characters.hpp"
#include "error.hpp"
#include "features/hash.hpp"

namespace pan {

uint64_t WordTable::key(std::string_view word) { return hash_text(word, 'c'); }

WordTable::WordTable(std::vector<uint64_t> keys) : keys_(std::move(keys)) {
  if (std::adjacent_find(keys_.begin(), keys_.end(), std::greater_equal<>()) != keys_.end())
    throw Error("a list of words is damaged; train or fetch the model again");
}

int WordTable::find(uint64_t key) const {
  const auto found = std::lower_bound(keys_.begin(), keys_.end(), key);
  return found != keys_.end() && *found == key ? static_cast<int>(found - keys_.begin()) : -1;
}

int WordTable::find(std::string_view word, std::string& scratch) const {
  if (const int place = find(key(word)); place >= 0) return place;
  scratch.clear();
  append_lower(word, scratch);
  return find(key(scratch));
}

}  // namespace pan
