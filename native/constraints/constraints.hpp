// What the tree of a sentence must be like: which heads a word may have, which words form a subtree, which labels are
// given.
#pragma once
#include <memory>
#include <vector>

#include "oracle/head_sets.hpp"
#include "systems/system.hpp"

namespace pan {

struct Constraints {
  // All but one of its words hang on words of the span, and that one does not. If it is closed, no other word hangs on
  // a word of the span: it is a word with all that is below it.
  struct Span {
    int first, last;
    bool closed;
    bool has(int node) const { return first <= node && node <= last; }
  };

  explicit Constraints(int words) : heads(words), fixed(static_cast<size_t>(words), NONE), labels(fixed) {}

  int words() const { return heads.words(); }
  void restrict_heads(int word, const std::vector<int>& allowed);  // and it must have one
  void forbid(int head, int word) { heads.remove(word, head); }
  void add(Span span);

  // Whether these heads (NONE: no head) are within the constraints.
  bool hold(const std::vector<int>& tree) const;

  HeadSets heads;
  std::vector<Span> spans;
  std::vector<int> fixed;   // by word - 1: the only head it may have, where there is just one
  std::vector<int> labels;  // by word - 1: the label that is given
};

using ConstraintsPtr = std::shared_ptr<const Constraints>;

}  // namespace pan
