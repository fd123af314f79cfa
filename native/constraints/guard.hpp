// Keeps a derivation within constraints: an action is allowed if a tree within them can still follow.
//
// A tree that does is always at hand, the witness. Actions that cost nothing against it are allowed without further
// ado; for any other, a new witness is looked for among the trees that can be built after it. So constraints that can
// be satisfied always are, whatever the system.
#pragma once
#include <memory>

#include "constraints/solver.hpp"

namespace pan {

using Witness = std::shared_ptr<const Gold>;

class Guard {
 public:
  Guard(const TransitionSystem& system, ConstraintsPtr constraints);

  const Constraints& constraints() const { return *constraints_; }
  // A witness for the initial configuration, as much like these heads as is easy (empty: any); nothing if there is
  // none.
  Witness start(const std::vector<int>& like = {});
  // Actions that a look at the given heads and at the arcs they make does not exclude; none in a dead end. All allowed
  // actions are among them, and nothing is known of the others.
  ActionSet promising(const Configuration& c, ActionSet legal) const;
  // The actions that keep a witness.
  ActionSet keeping(const Configuration& c, const Witness& witness, ActionSet legal) const {
    return system_.keeping(c, *witness, legal);
  }
  // A witness for what the action leads to, or nothing. For actions that do not keep the witness of c.
  Witness after(const Configuration& c, const Witness& witness, int action);
  // All allowed actions; if `witnesses` is given, it gets theirs, by action.
  ActionSet allowed(const Configuration& c, const Witness& witness, ActionSet legal, Witness* witnesses);
  // By action: the label that is given for its arc (or for the one that it notes a label for), NONE if there is none.
  void find_labels(const Configuration& c, ActionSet legal, int* labels) const;

 private:
  Witness find(const Configuration& c, const HeadSets& sets, const std::vector<int>& like);

  const TransitionSystem& system_;
  ConstraintsPtr constraints_;
  Gold fixed_;
  std::unique_ptr<Solver> solver_;  // made when it is needed
  HeadSets sets_;
  Configuration next_;
  std::vector<int> like_;
};

// Whether there is a tree within the constraints.
bool is_satisfiable(const TransitionSystem& system, const ConstraintsPtr& constraints);

}  // namespace pan
