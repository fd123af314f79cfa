#include "text/split_rule.hpp"

#include <algorithm>

#include "data/characters.hpp"
#include "data/lemma_rule.hpp"
#include "data/number.hpp"
#include "data/utf8.hpp"

namespace pan {

namespace {

struct Slice {
  int from, to;  // characters from the front, or from the end
};

// The two numbers of "<0:2"; from is -1 if it is none.
Slice read_slice(std::string_view part) {
  const std::size_t colon = part.find(':');
  if (colon == part.npos || colon == 0) return {-1, -1};
  const int64_t from = parse_number(part.substr(1, colon - 1)), to = parse_number(part.substr(colon + 1));
  const bool forward = part[0] == '<';
  if (from < 0 || to < 0 || from >= HUGE_NUMBER || to >= HUGE_NUMBER || (forward ? from >= to : from <= to))
    return {-1, -1};
  return {static_cast<int>(from), static_cast<int>(to)};
}

bool is_slice(std::string_view part) { return part.starts_with('<') || part.starts_with('>'); }

int length(std::string_view text) { return static_cast<int>(count_characters(text)); }

std::string literal(std::string_view word) { return "a:" + std::string(word); }

// Like a lemma's, but in the case of the token wherever that is the same.
std::string stem_rule(std::string_view token, std::string_view word) {
  std::string rule = lemma_rule(token, word), lower;
  append_lower(token, lower);
  if (lower == token && rule[0] != 'a') rule[0] = 'k';
  return rule;
}

template <typename Use>
void for_each_part(std::string_view rule, Use use) {
  for (std::size_t at = 0; at <= rule.size();) {
    const std::size_t end = std::min(rule.find(' ', at), rule.size());
    use(rule.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace

std::string split_rule(std::string_view token, const std::vector<std::string_view>& words, std::size_t stem) {
  constexpr std::string_view NEVER(" \t\n\r\0", 5);
  for (const std::string_view word : words)
    if (word.empty() || word.find_first_of(NEVER) != word.npos) return {};
  std::string front, back;
  std::string_view rest = token;
  int taken = 0;
  for (std::size_t i = 0; i < stem; ++i) {
    const bool is_there = rest.starts_with(words[i]);
    const int n = length(words[i]);
    front += (is_there ? "<" + std::to_string(taken) + ":" + std::to_string(taken + n) : literal(words[i])) + " ";
    if (is_there) rest.remove_prefix(words[i].size()), taken += n;
  }
  int left = 0;
  for (std::size_t i = words.size() - 1; i > stem; --i) {
    const bool is_there = rest.ends_with(words[i]);
    const int n = length(words[i]);
    back = " " + (is_there ? ">" + std::to_string(left + n) + ":" + std::to_string(left) : literal(words[i])) + back;
    if (is_there) rest.remove_suffix(words[i].size()), left += n;
  }
  const bool is_rest = rest == words[stem];
  const std::string middle =
      is_rest ? "k:" + std::to_string(taken) + ":" + std::to_string(left) + ":0:" : stem_rule(token, words[stem]);
  const std::string rule = front + middle + back;
  const std::vector<std::string> made = apply_split_rule(rule, token);
  return std::equal(made.begin(), made.end(), words.begin(), words.end()) ? rule : std::string{};
}

bool is_split_rule(std::string_view rule) {
  if (rule == NO_SPLIT) return true;
  int parts = 0;
  bool good = true;
  for_each_part(rule, [&](std::string_view part) {
    ++parts;
    good = good && (is_slice(part) ? read_slice(part).from >= 0 : is_lemma_rule(part));
  });
  return good && parts > 1;
}

std::vector<std::string> apply_split_rule(std::string_view rule, std::string_view token) {
  std::vector<std::string> words;
  if (rule == NO_SPLIT) return words;
  const int size = length(token);
  bool fits = true;
  for_each_part(rule, [&](std::string_view part) {
    std::string& word = words.emplace_back();
    if (!is_slice(part)) {
      fits = fits && fits_lemma_rule(part, token);
      apply_lemma_rule(part, token, word);
      return;
    }
    const Slice slice = read_slice(part);
    const int from = part[0] == '<' ? slice.from : size - slice.from, to = part[0] == '<' ? slice.to : size - slice.to;
    fits = fits && from >= 0 && to <= size;
    if (!fits) return;
    const std::string_view until = first_characters(token, to);
    word = until.substr(first_characters(token, from).size());
  });
  if (!fits) words.clear();
  return words;
}

}  // namespace pan
