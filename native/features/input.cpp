#include "features/input.hpp"

#include "features/hash.hpp"

namespace pan {

const std::vector<Attribute>& attributes() {
  static const std::vector<Attribute> all{
      {'w', FORM, "form", false},
      {'p', UPOS, "UPOS tag", true},
      {'x', XPOS, "XPOS tag", true},
      {'e', LEMMA, "lemma", false},
      {'m', FEATS, "morphological features", false},
  };
  return all;
}

void Input::read(const Sentence& sentence, const std::string& letters) {
  words_ = sentence.size();
  const size_t stride = static_cast<size_t>(words_) + 3;
  values_.assign(stride * letters.size(), 0);
  for (size_t k = 0; k < letters.size(); ++k) {
    const uint64_t seed = static_cast<unsigned char>(letters[k]);
    Column column = FORM;
    for (const auto& a : attributes())
      if (a.letter == letters[k]) column = a.column;
    uint64_t* row = values_.data() + k * stride;
    row[0] = hash_text("ROOT", seed + 256);
    for (int w = 1; w <= words_; ++w) row[w] = hash_text(sentence.field(w, column), seed);
    row[end()] = hash_text("END", seed + 256);
  }
}

}  // namespace pan
