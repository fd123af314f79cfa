// The attributes of a sentence's words as hashes, computed once per sentence; templates only combine them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "data/sentence.hpp"

namespace pan {

// Attributes that do not change while a sentence is parsed, by the letter that templates use for them.
struct Attribute {
  char letter;
  Column column;
  const char* meaning;
  bool few_values;  // a closed set, such as tags
};
const std::vector<Attribute>& attributes();

class Input {
 public:
  // Keeps nothing of the sentence. `letters` are the attributes wanted, in the order of the first index of
  // value().
  void read(const Sentence& sentence, const std::string& letters);

  int words() const { return words_; }
  // Indices beyond the words: one past the end of the buffer, and a node that is not there.
  int end() const { return words_ + 1; }
  int absent() const { return words_ + 2; }
  const uint64_t* values(int attribute) const {
    return values_.data() + static_cast<size_t>(attribute) * (static_cast<size_t>(words_) + 3);
  }

 private:
  int words_ = 0;
  std::vector<uint64_t> values_;
};

}  // namespace pan
