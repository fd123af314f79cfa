// From text to sentences: pieces are labelled by the engine, as a tagger labels words, and put together; then tokens
// are labelled with the rules by which multiword tokens become words.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "search/parse.hpp"
#include "text/pieces.hpp"

namespace pan {

// A design and its weights, with the names of its labels. Those who use it keep them alive.
struct Labeller {
  const Design* design = nullptr;
  const Scorer* model = nullptr;
  std::vector<std::string> labels{};
};

// What the label of a piece says: the token goes on, ends here, or ends here with its sentence.
constexpr std::string_view INSIDE = "I", ENDS_TOKEN = "T", ENDS_SENTENCE = "S";

struct TokenizerOptions {
  bool lines = false;   // each line is a sentence; otherwise sentences are found, and only a blank line must end one
  bool ranges = false;  // TokenRange
  int threads = 1;
};

class Tokenizer {
 public:
  // `splitter` may have no design: then no token is a multiword token. Throws UsageError for labels that are none.
  Tokenizer(Labeller segmenter, Labeller splitter, Cuts cuts, WordTable words);

  // The result does not depend on the number of threads.
  std::vector<SentencePtr> tokenize(std::string_view text, const TokenizerOptions& options) const;
  // Sentences of tokens, some of them multiword tokens.
  std::vector<SentencePtr> split(const std::vector<std::vector<std::string>>& sentences, int threads) const;

 private:
  // The words of each token of each sentence.
  std::vector<std::vector<std::vector<std::string>>> split_all(const std::vector<std::vector<std::string>>& forms,
                                                               int threads) const;

  Labeller segmenter_, splitter_;
  Cuts cuts_;
  WordTable words_;
};

}  // namespace pan
