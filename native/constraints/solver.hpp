// Finds a tree within head sets and spans, or says that there is none.
#pragma once
#include <memory>
#include <vector>

#include "constraints/constraints.hpp"

namespace pan {

class Solver {
 public:
  virtual ~Solver() = default;
  // Whether the sets, which are part of those of the constraints, leave a tree that a system can still build from c.
  virtual bool solve(const HeadSets& sets, const Configuration& c) = 0;
  // One of those trees, by word - 1, with 0 for a word that hangs in the end where ROOT's only child is: as much like
  // `like` as is easy (empty: any). After solve() has said that there is one, and before it is asked again.
  virtual std::vector<int> tree(const HeadSets& sets, const std::vector<int>& like) = 0;
};

std::unique_ptr<Solver> make_solver(const TransitionSystem& system, const Constraints& constraints);

}  // namespace pan
