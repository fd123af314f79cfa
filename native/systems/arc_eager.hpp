// Arc-eager (Nivre 2004), with ROOT first or last: Aufrant & Wisniewski 2017, Tables 2 to 4 and Figure 5.
#pragma once
#include "systems/system.hpp"

namespace pan {

class ArcEager final : public TransitionSystem {
 public:
  enum : int { SHIFT, LEFT, RIGHT, REDUCE };

  explicit ArcEager(Options options);

  bool knows_sides() const override { return true; }
  bool is_final(const Configuration& c) const override { return is_one_left(c); }
  ActionSet legal(const Configuration& c) const override;
  Arc arc(const Configuration& c, int action) const override;
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  long max_steps(int words) const override { return 2L * words; }

 protected:
  void effect(Configuration& c, int action, int label) const override;
};

}  // namespace pan
