// Trees of any shape within head sets: there is one if every word can be reached from ROOT.
#pragma once
#include "constraints/solver.hpp"

namespace pan {

class NonProjectiveSolver final : public Solver {
 public:
  NonProjectiveSolver(const TransitionSystem& system, const Constraints& constraints)
      : system_(system), constraints_(constraints) {}
  std::vector<int> find(const HeadSets& sets, const Configuration& c, const std::vector<int>& like) override;

 private:
  // Of a word: heads it may be given, and heads that it may get without a decision.
  struct Sets {
    HeadSets given, loose;
  };
  // With a head chosen for each span from the k-th on.
  bool choose(const Sets& sets, size_t k, const std::vector<int>& like);
  Sets with_top(Sets sets, const Constraints::Span& span, int top) const;  // of the span, this word hangs outside
  bool reach_all(const Sets& sets, const std::vector<int>& like);
  bool grow(const Sets& sets, int root, const std::vector<int>& like);
  bool may_be_left(int word, int root) const;

  const TransitionSystem& system_;
  const Constraints& constraints_;
  const Configuration* c_ = nullptr;
  std::vector<int> found_, left_;
  NodeSet reached_;
};

}  // namespace pan
