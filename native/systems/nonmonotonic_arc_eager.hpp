// Non-monotonic arc-eager (Honnibal, Goldberg & Johnson 2013), with ROOT first, last or nowhere: Aufrant & Wisniewski
// 2017, Tables 8 to 10.
#pragma once
#include "systems/arc_eager.hpp"
#include "systems/arc_hybrid.hpp"

namespace pan {

class NonMonotonicArcEager final : public TransitionSystem {
 public:
  enum : int { SHIFT, LEFT, RIGHT, REDUCE };

  explicit NonMonotonicArcEager(Options options);

  bool is_monotonic() const override { return false; }
  bool knows_sides() const override { return root() != Root::None; }
  bool is_final(const Configuration& c) const override { return is_one_left(c); }
  ActionSet legal(const Configuration& c) const override;
  Arc arc(const Configuration& c, int action) const override { return Eager::arc(c, action); }
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  // As if there were no repairs, which are kept for mistakes (Honnibal et al. 2013).
  ActionSet taught(const Configuration& c, const Gold& gold, ActionSet optimal) const override;
  void narrow(const Configuration& c, HeadSets& heads) const override { Hybrid::narrow(c, heads); }
  bool narrows_exactly() const override { return true; }
  long max_steps(int words) const override { return 2L * words; }

 protected:
  void effect(Configuration& c, int action, int label) const override;
};

}  // namespace pan
