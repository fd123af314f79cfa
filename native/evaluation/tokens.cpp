#include "evaluation/tokens.hpp"

#include <algorithm>

namespace pan::evaluation {
namespace {

bool same_tokens(const Sentence& gold, const Sentence& predicted) {
  if (gold.size() != predicted.size()) return false;
  for (int word = 1; word <= gold.size(); ++word)
    if (gold.field(word, FORM) != predicted.field(word, FORM)) return false;
  return std::ranges::equal(gold.multiwords(), predicted.multiwords(), [](const auto& one, const auto& other) {
    return one.first == other.first && one.last == other.last && one.form == other.form;
  });
}

}  // namespace

bool same_tokens(const std::vector<SentencePtr>& gold, const std::vector<SentencePtr>& predicted) {
  return std::ranges::equal(gold, predicted, [](const SentencePtr& one, const SentencePtr& other) {
    return one == other || same_tokens(*one, *other);
  });
}

int64_t count_tokens(const std::vector<SentencePtr>& sentences) {
  int64_t tokens = 0;
  for (const auto& sentence : sentences) {
    tokens += sentence->size();
    for (const auto& multiword : sentence->multiwords()) tokens -= multiword.last - multiword.first;
  }
  return tokens;
}

}  // namespace pan::evaluation
