// How a lemma is made from a form, as a rule that other forms can share: "took" → "take" is "l:0:2:0:ke", in the lower
// case, without 0 characters at the front and 2 at the end, and with "" and "ke" in their places.
#pragma once
#include <string>
#include <string_view>

namespace pan {

// The rule that makes `lemma` of `form`; one that names the whole lemma if they have nothing in common.
std::string lemma_rule(std::string_view form, std::string_view lemma);

// Whether apply_lemma_rule understands it.
bool is_lemma_rule(std::string_view rule);

// Whether the form has more characters than a rule takes away.
bool fits_lemma_rule(std::string_view rule, std::string_view form);

// What a rule makes of a form, appended to `lemma`; the form itself where it is too short for the rule, or nothing
// would be left.
void apply_lemma_rule(std::string_view rule, std::string_view form, std::string& lemma);

}  // namespace pan
