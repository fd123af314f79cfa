// Arc-eager with the tree constraint (Nivre & Fernández-González 2014): no ROOT node; when all words are read and
// headless ones remain on the stack, UNSHIFT takes the topmost back to be attached. Read as in Honnibal & Johnson 2015.
#pragma once
#include "systems/arc_eager.hpp"

namespace pan {

class TreeConstrainedArcEager final : public TransitionSystem {
 public:
  enum : int { SHIFT, LEFT, RIGHT, REDUCE, UNSHIFT };

  explicit TreeConstrainedArcEager(Options options);

  bool has_fixed_length() const override { return false; }
  bool is_final(const Configuration& c) const override { return is_one_left(c); }
  ActionSet legal(const Configuration& c) const override;
  Arc arc(const Configuration& c, int action) const override { return Eager::arc(c, action); }
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  int estimate(const Configuration& c, const Gold& gold) const override;
  void narrow(const Configuration& c, HeadSets& heads) const override;
  long max_steps(int words) const override { return 4L * words; }

 protected:
  void effect(Configuration& c, int action, int label) const override;
};

}  // namespace pan
