// Finds a tree within head sets and spans, or says that there is none.
#pragma once
#include <memory>
#include <vector>

#include "constraints/constraints.hpp"

namespace pan {

class Solver {
 public:
  virtual ~Solver() = default;
  // One of the trees within the sets, which are part of those of the constraints, that the system can still build from
  // c; by word - 1, with 0 for a word that hangs in the end where ROOT's only child is. As much like `like` as is easy
  // (empty: any). Empty if there is none.
  virtual std::vector<int> find(const HeadSets& sets, const Configuration& c, const std::vector<int>& like) = 0;
};

std::unique_ptr<Solver> make_solver(const TransitionSystem& system, const Constraints& constraints);

}  // namespace pan
