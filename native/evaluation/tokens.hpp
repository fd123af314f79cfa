// The surface of a sentence: which words are written as one multiword token, and whether two files are cut
// into the same tokens and words, so that word i of the one is word i of the other and nothing needs to be
// aligned.
#pragma once
#include <string_view>
#include <vector>

#include "data/sentence.hpp"

namespace pan::evaluation {

// A line "first-last form" of CoNLL-U; words count from 1, the form is a view into the sentence.
struct MultiwordToken {
  int first, last;
  std::string_view form;
  bool operator==(const MultiwordToken&) const = default;
};

std::vector<MultiwordToken> multiword_tokens(const Sentence& sentence);

// Multiword tokens count as one.
int64_t count_tokens(const std::vector<SentencePtr>& sentences);

bool same_tokens(const std::vector<SentencePtr>& gold, const std::vector<SentencePtr>& predicted);

}  // namespace pan::evaluation
