#include "models/lexicon.hpp"

#include <bit>

#include "error.hpp"
#include "features/hash.hpp"

namespace pan {

uint64_t Lexicon::key(const Sentence& sentence, int word, const std::vector<Column>& columns) {
  uint64_t h = hash_text(sentence.field(word, FORM), 0xd1c7);  // the form is always part of it
  for (const Column column : columns) h = hash_text(sentence.field(word, column), h);
  return h;
}

Lexicon::Lexicon(std::vector<Column> columns, std::span<const uint64_t> keys, std::span<const int32_t> labels,
                 int label_count)
    : columns_(std::move(columns)) {
  if (keys.size() != labels.size()) throw Error("the dictionary is damaged; train or fetch the model again");
  if (!keys.empty()) slots_.resize(std::bit_ceil(2 * keys.size()));
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == 0 || labels[i] < 0 || labels[i] >= label_count || find(keys[i]).key)
      throw Error("the dictionary is damaged; train or fetch the model again");
    find(keys[i]) = {keys[i], labels[i]};
  }
}

// Where a key is, or would be.
Lexicon::Slot& Lexicon::find(uint64_t key) {
  size_t at = key & (slots_.size() - 1);
  while (slots_[at].key && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
  return slots_[at];
}

int Lexicon::label(const Sentence& sentence, int word) const {
  return const_cast<Lexicon*>(this)->find(key(sentence, word, columns_)).label;
}

}  // namespace pan
