#include "data/lemma_rule.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "data/characters.hpp"
#include "data/number.hpp"

namespace pan {

namespace {

constexpr std::string_view CASES = "lkt";  // lower case, kept, lower case but for the first character
constexpr char WHOLE = 'a';                // the rule is the lemma

void append_cased(std::string_view form, char which, std::string& out) {
  const size_t kept = which == 'k' ? form.size() : which == 't' ? first_characters(form, 1).size() : 0;
  out.append(form, 0, kept);
  append_lower(form.substr(kept), out);
}

// Where each character begins, and the end.
std::vector<size_t> starts(std::string_view text) {
  std::vector<size_t> found{0};
  for (size_t at = 0; at < text.size(); found.push_back(at)) next_character(text, at);
  return found;
}

struct Common {  // the longest stretch that two texts have in common, in characters
  size_t length = 0, in_form = 0, in_lemma = 0;
};

Common longest_common(std::string_view form, std::string_view lemma) {
  const auto a = starts(form), b = starts(lemma);
  Common best;
  std::vector<size_t> before(b.size()), now(b.size());  // length of the stretch that ends here
  for (size_t i = 0; i + 1 < a.size(); ++i) {
    for (size_t j = 0; j + 1 < b.size(); ++j) {
      const bool same = form.substr(a[i], a[i + 1] - a[i]) == lemma.substr(b[j], b[j + 1] - b[j]);
      now[j + 1] = same ? before[j] + 1 : 0;
      if (now[j + 1] > best.length) best = {now[j + 1], i + 1 - now[j + 1], j + 1 - now[j + 1]};
    }
    before.swap(now);
  }
  return best;
}

struct Rule {
  char which = 'l';
  int front = 0, back = 0;          // characters that go
  std::string_view before, behind;  // what comes in their places
};

std::optional<Rule> read(std::string_view text) {
  if (text.size() < 2 || text[1] != ':' || (text[0] != WHOLE && CASES.find(text[0]) == CASES.npos)) return {};
  Rule rule{text[0], 0, 0, {}, text.substr(2)};
  if (rule.which == WHOLE) return rule;
  int64_t numbers[3];
  for (int64_t& number : numbers) {
    const size_t end = rule.behind.find(':');
    if (end == rule.behind.npos) return {};
    number = parse_number(rule.behind.substr(0, end));
    if (number == NOT_A_NUMBER || number >= HUGE_NUMBER) return {};
    rule.behind.remove_prefix(end + 1);
  }
  const auto length = static_cast<size_t>(numbers[2]);
  if (length > rule.behind.size()) return {};
  rule.front = static_cast<int>(numbers[0]);
  rule.back = static_cast<int>(numbers[1]);
  rule.before = rule.behind.substr(0, length);
  rule.behind.remove_prefix(length);
  return rule;
}

}  // namespace

std::string lemma_rule(std::string_view form, std::string_view lemma) {
  const auto in_lemma = starts(lemma);
  Common best;
  char which = WHOLE;
  size_t length = 0;  // of the form in that case, in characters
  for (const char candidate : CASES) {
    std::string cased;
    append_cased(form, candidate, cased);
    const Common found = longest_common(cased, lemma);
    if (found.length <= best.length) continue;
    best = found;
    which = candidate;
    length = starts(cased).size() - 1;
  }
  if (which == WHOLE) return std::string{WHOLE, ':'} + std::string(lemma);
  const std::string_view before = lemma.substr(0, in_lemma[best.in_lemma]),
                         behind = lemma.substr(in_lemma[best.in_lemma + best.length]);
  return std::string{which, ':'} + std::to_string(best.in_form) + ':' +
         std::to_string(length - best.in_form - best.length) + ':' + std::to_string(before.size()) + ':' +
         std::string(before) + std::string(behind);
}

bool is_lemma_rule(std::string_view rule) { return read(rule).has_value(); }

bool fits_lemma_rule(std::string_view text, std::string_view form) {
  const Rule rule = *read(text);
  const auto size = static_cast<int64_t>(starts(form).size()) - 1;
  return int64_t{rule.front} + rule.back < size;
}

void apply_lemma_rule(std::string_view text, std::string_view form, std::string& lemma) {
  const Rule rule = *read(text);
  const size_t start = lemma.size();
  if (rule.which != WHOLE) {
    lemma += rule.before;
    append_cased(form, rule.which, lemma);
    const std::string_view made = std::string_view(lemma).substr(start + rule.before.size());
    const size_t front = first_characters(made, rule.front).size(), back = last_characters(made, rule.back).size();
    if (front + back > made.size()) {
      lemma.resize(start);
      lemma += form;
      return;
    }
    lemma.resize(lemma.size() - back);
    lemma.erase(start + rule.before.size(), front);
  }
  lemma += rule.behind;
  if (lemma.size() == start) lemma += form;
}

}  // namespace pan
