#include "constraints/solver.hpp"

#include "constraints/nonprojective.hpp"
#include "constraints/projective.hpp"

namespace pan {

std::unique_ptr<Solver> make_solver(const TransitionSystem& system, const Constraints& constraints) {
  if (system.is_projective()) return std::make_unique<ProjectiveSolver>(system, constraints);
  return std::make_unique<NonProjectiveSolver>(system, constraints);
}

}  // namespace pan
