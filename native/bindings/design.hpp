// A design as Python sees it: with names for its labels.
#pragma once
#include "search/parse.hpp"

namespace pan {

// A design with the names of its labels, and the same with a single root: which of the two parses is chosen
// per call.
struct NamedDesign {
  Design free, single;
  std::vector<std::string> labels;
};

// The sentence with a tree, or with what stands in the columns of a tagger; `names` are those of the labels.
SentencePtr annotated(const std::vector<std::string>& names, const Sentence& sentence, const Tree& tree,
                      const std::vector<Column>& columns = {});

// Parses with one of the two; `constraints` has one for each sentence, or is empty.
std::vector<SentencePtr> parse(const NamedDesign& design, const Scorer& model,
                               const std::vector<SentencePtr>& sentences,
                               const std::vector<ConstraintsPtr>& constraints, int beam, int threads, bool single_root);

}  // namespace pan
