#include "evaluation/tokens.hpp"

#include <charconv>

namespace pan::evaluation {
namespace {

// Reads "3-4\tform\t..." and adds it; other lines (comments, empty nodes) are left alone.
void read_line(std::string_view line, std::vector<MultiwordToken>& found) {
  MultiwordToken token{};
  const char* end = line.data() + line.size();
  const auto first = std::from_chars(line.data(), end, token.first);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') return;
  const auto last = std::from_chars(first.ptr + 1, end, token.last);
  if (last.ec != std::errc() || last.ptr == end || *last.ptr != '\t') return;
  const std::string_view rest(last.ptr + 1, static_cast<std::size_t>(end - last.ptr - 1));
  token.form = rest.substr(0, rest.find('\t'));
  found.push_back(token);
}

bool same_tokens(const Sentence& gold, const Sentence& predicted) {
  if (gold.size() != predicted.size()) return false;
  for (int word = 1; word <= gold.size(); ++word)
    if (gold.field(word, FORM) != predicted.field(word, FORM)) return false;
  return multiword_tokens(gold) == multiword_tokens(predicted);
}

}  // namespace

std::vector<MultiwordToken> multiword_tokens(const Sentence& sentence) {
  std::vector<MultiwordToken> found;
  const std::string_view raw = sentence.raw();
  const char* from = raw.data();
  // Only what stands between the lines of two words can hold one, and mostly nothing does.
  for (int word = 1; word <= sentence.size(); ++word) {
    const char* until = sentence.field(word, ID).data();
    while (from < until) {
      std::string_view line(from, static_cast<std::size_t>(until - from));
      line = line.substr(0, line.find('\n'));
      read_line(line, found);
      from += line.size() + 1;
    }
    const auto last = sentence.field(word, MISC);
    from = last.data() + last.size() + 1;
  }
  return found;
}

int64_t count_tokens(const std::vector<SentencePtr>& sentences) {
  int64_t tokens = 0;
  for (const auto& sentence : sentences) {
    tokens += sentence->size();
    for (const auto& token : multiword_tokens(*sentence)) tokens -= token.last - token.first;
  }
  return tokens;
}

bool same_tokens(const std::vector<SentencePtr>& gold, const std::vector<SentencePtr>& predicted) {
  if (gold.size() != predicted.size()) return false;
  for (std::size_t i = 0; i < gold.size(); ++i)
    if (gold[i] != predicted[i] && !same_tokens(*gold[i], *predicted[i])) return false;
  return true;
}

}  // namespace pan::evaluation
