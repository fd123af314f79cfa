// Tokens of a text as sentences in CoNLL-U: forms, multiword tokens, and in MISC the white space around them.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/sentence.hpp"

namespace pan {

struct Token {
  std::size_t begin, end, next;  // bytes of the text; white space from end to next
};

class TokenLines {
 public:
  // `ranges` asks for TokenRange: where a token begins and ends, in characters.
  TokenLines(std::string_view text, bool ranges) : text_(text), ranges_(ranges) {}

  // Takes sentences in the order of the text. `words` has those of each token, none where it is a word itself; it may
  // be empty. The white space before the first sentence of the text belongs to it.
  SentencePtr write(const std::vector<Token>& tokens, const std::vector<std::vector<std::string>>& words,
                    bool opens_paragraph);

  // The form of a token: white space within it is one space.
  static void append_form(std::string_view text, const Token& token, std::string& out);

 private:
  std::size_t characters_before(std::size_t byte);

  std::string_view text_;
  bool ranges_;
  int number_ = 0;                            // sentences so far
  std::size_t counted_ = 0, characters_ = 0;  // bytes, and how many characters they are
};

}  // namespace pan
