// How a multiword token becomes words, as a rule that other tokens can share. A rule has a part for each word, with a
// space between them: "<0:2" are the first two characters, ">3:0" the last three, and anything else is a rule that
// makes the word of the token as a lemma is made of a form ("k:0:3:0:", "a:le"). "don't" → "do" "n't" is "k:0:3:0:
// >3:0".
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace pan {

constexpr std::string_view NO_SPLIT = "=";

// The rule that makes these words, two or more, of a token; empty if there is none: words with spaces. `stem` is the
// word in whose place other tokens have another one.
std::string split_rule(std::string_view token, const std::vector<std::string_view>& words, std::size_t stem);

// Whether it is a rule, NO_SPLIT too.
bool is_split_rule(std::string_view rule);

// The words that a rule makes of a token; none where it is left whole, or is too short for the rule.
std::vector<std::string> apply_split_rule(std::string_view rule, std::string_view token);

}  // namespace pan
