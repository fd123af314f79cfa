// Templates of one value each, as numbers: which value of its vocabulary each of them has in a configuration. Values of
// the same kind share a vocabulary: all forms, all tags, all labels, wherever in the configuration they stand.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "features/plan.hpp"

namespace pan {

class Vocabulary {
 public:
  // Counts what the words of the sentences have; closed kinds (labels, distances, …) have all their values. Of open
  // kinds those stay that are there `least` times. Throws UsageError for a template that has not exactly one value, or
  // a value without vocabulary.
  Vocabulary(std::vector<std::string> templates, const std::vector<SentencePtr>& sentences, int labels, int actions,
             uint64_t least);
  // With these values of each kind, as `values` gives them. Throws Error if they do not fit.
  Vocabulary(std::vector<std::string> templates, std::vector<std::vector<uint64_t>> values);

  const Plan& plan() const { return plan_; }
  int slots() const { return plan_.size(); }
  int kinds() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }  // of kinds, as templates write them
  const std::vector<int>& kind_of() const { return kind_of_; }      // by template
  const std::vector<uint64_t>& values(int kind) const { return values_[static_cast<size_t>(kind)]; }

  // For each template the place of its value in the vocabulary, from 1; 0 where it is absent or not known.
  void read(const Plan::Values& values, int32_t* out) const;

 private:
  void find_kinds();
  void number_values();

  Plan plan_;
  std::vector<std::string> names_;
  std::vector<int> kind_of_;
  std::vector<std::vector<uint64_t>> values_;  // by kind, the most frequent first
  std::vector<std::unordered_map<uint64_t, int32_t>> numbers_;
};

}  // namespace pan
