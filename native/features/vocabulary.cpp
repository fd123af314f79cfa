#include "features/vocabulary.hpp"

#include <algorithm>

#include "error.hpp"

namespace pan {

namespace {

// What values with a common vocabulary are called.
std::string kind_name(const Atom& atom) {
  switch (atom.kind) {
    case Atom::Static:
      return atom.attribute.name;
    case Atom::Label:
      return "d";
    case Atom::LeftCount:
      return "vl";
    case Atom::RightCount:
      return "vr";
    case Atom::Distance:
      return "~";
    case Atom::History:
      return "A";
    default:
      throw UsageError("the value '" + to_text(atom) + "' has no vocabulary; leave it out");
  }
}

}  // namespace

Vocabulary::Vocabulary(std::vector<std::string> templates, const std::vector<SentencePtr>& sentences, int labels,
                       int actions, uint64_t least)
    : plan_(templates) {
  find_kinds();
  values_.resize(names_.size());
  std::vector<int> attribute_of(names_.size(), NONE);
  for (size_t t = 0; t < kind_of_.size(); ++t) {
    const Atom& atom = plan_.atoms()[t];
    const auto kind = static_cast<size_t>(kind_of_[t]);
    if (atom.kind != Atom::Static) {
      values_[kind] = Plan::closed_values(atom.kind, labels, actions);
      continue;
    }
    const auto& all = plan_.attributes();
    attribute_of[kind] = static_cast<int>(std::find(all.begin(), all.end(), atom.attribute) - all.begin());
  }
  std::vector<std::unordered_map<uint64_t, uint64_t>> counts(names_.size());
  Input input;
  for (const SentencePtr& sentence : sentences) {
    plan_.read(*sentence, input);
    for (size_t kind = 0; kind < counts.size(); ++kind) {
      if (attribute_of[kind] == NONE) continue;
      const uint64_t* row = input.values(attribute_of[kind]);
      for (int w = 0; w <= input.edge(); ++w)  // with ROOT and what lies beyond the words
        if (row[w]) ++counts[kind][row[w]];
    }
  }
  for (size_t kind = 0; kind < counts.size(); ++kind) {
    if (attribute_of[kind] == NONE) continue;
    std::vector<std::pair<uint64_t, uint64_t>> found(counts[kind].begin(), counts[kind].end());
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    for (const auto& [value, count] : found)
      if (count >= least) values_[kind].push_back(value);
  }
  number_values();
}

Vocabulary::Vocabulary(std::vector<std::string> templates, std::vector<std::vector<uint64_t>> values)
    : plan_(templates), values_(std::move(values)) {
  find_kinds();
  if (values_.size() != names_.size())
    throw Error("the vocabularies do not go with the templates; train or fetch the model again");
  number_values();
}

void Vocabulary::find_kinds() {
  // Templates differ, so that each of them has an atom of its own, in the same order.
  for (const std::string& text : plan_.templates()) {
    const auto atoms = parse_template(text);
    if (atoms.size() != 1)
      throw UsageError("feature template '" + text + "' combines several values; use templates of one value each");
    const std::string name = kind_name(atoms[0]);
    const auto found = std::find(names_.begin(), names_.end(), name);
    kind_of_.push_back(static_cast<int>(found - names_.begin()));
    if (found == names_.end()) names_.push_back(name);
  }
}

void Vocabulary::number_values() {
  numbers_.resize(values_.size());
  for (size_t kind = 0; kind < values_.size(); ++kind)
    for (const uint64_t value : values_[kind])
      if (!numbers_[kind].emplace(value, static_cast<int32_t>(numbers_[kind].size()) + 1).second || value == 0)
        throw Error("a value is twice in a vocabulary, or is none; train or fetch the model again");
}

void Vocabulary::read(const Plan::Values& values, int32_t* out) const {
  for (size_t t = 0; t < kind_of_.size(); ++t) {
    const auto& numbers = numbers_[static_cast<size_t>(kind_of_[t])];
    const auto found = numbers.find(values.atoms[t]);
    out[t] = found == numbers.end() ? 0 : found->second;
  }
}

}  // namespace pan
