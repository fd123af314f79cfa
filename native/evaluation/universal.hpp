// What the evaluation of Universal Dependencies takes from a label or a feature list: the relation without
// its subtype, whether it is a content or a function relation, and the features that every language shares
// (CoNLL 2018).
#pragma once
#include <string_view>

namespace pan::evaluation {

// "nsubj:pass" -> "nsubj"
inline std::string_view without_subtype(std::string_view relation) { return relation.substr(0, relation.find(':')); }

// Both take a relation without subtype; `punct` and relations that UD does not know are neither.
bool is_content(std::string_view relation);
bool is_functional(std::string_view relation);

// Equal in the universal features, in any order; language-specific and layered ones are ignored.
bool same_universal_features(std::string_view one, std::string_view other);

}  // namespace pan::evaluation
