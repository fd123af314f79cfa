#include "evaluation/universal.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace pan::evaluation {
namespace {

// Sorted, for binary search.
constexpr std::array<std::string_view, 29> CONTENT = {
    "acl",       "advcl",      "advmod", "amod",   "appos",     "ccomp",      "compound", "conj",     "csubj", "dep",
    "discourse", "dislocated", "expl",   "fixed",  "flat",      "goeswith",   "iobj",     "list",     "nmod",  "nsubj",
    "nummod",    "obj",        "obl",    "orphan", "parataxis", "reparandum", "root",     "vocative", "xcomp"};
constexpr std::array<std::string_view, 7> FUNCTIONAL = {"aux", "case", "cc", "clf", "cop", "det", "mark"};
constexpr std::array<std::string_view, 21> FEATURES = {"Abbr",    "Animacy",  "Aspect", "Case", "Definite", "Degree",
                                                       "Evident", "Foreign",  "Gender", "Mood", "NumType",  "Number",
                                                       "Person",  "Polarity", "Polite", "Poss", "PronType", "Reflex",
                                                       "Tense",   "VerbForm", "Voice"};
static_assert(std::is_sorted(CONTENT.begin(), CONTENT.end()));
static_assert(std::is_sorted(FUNCTIONAL.begin(), FUNCTIONAL.end()));
static_assert(std::is_sorted(FEATURES.begin(), FEATURES.end()));

template <typename Names>
bool among(const Names& names, std::string_view name) {
  return std::binary_search(names.begin(), names.end(), name);
}

std::vector<std::string_view> universal_features(std::string_view feats) {
  std::vector<std::string_view> kept;
  while (true) {
    const auto bar = feats.find('|');
    const auto feature = feats.substr(0, bar);
    if (among(FEATURES, feature.substr(0, feature.find('=')))) kept.push_back(feature);
    if (bar == std::string_view::npos) break;
    feats.remove_prefix(bar + 1);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace

bool is_content(std::string_view relation) { return among(CONTENT, relation); }
bool is_functional(std::string_view relation) { return among(FUNCTIONAL, relation); }

bool same_universal_features(std::string_view one, std::string_view other) {
  return one == other || universal_features(one) == universal_features(other);
}

}  // namespace pan::evaluation
