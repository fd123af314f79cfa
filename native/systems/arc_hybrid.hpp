// Arc-hybrid (Kuhlmann, Gómez-Rodríguez & Satta 2011), with ROOT first or last: Aufrant & Wisniewski 2017, Tables 5
// and 6.
#pragma once
#include "systems/system.hpp"

namespace pan {

class ArcHybrid final : public TransitionSystem {
 public:
  enum : int { SHIFT, LEFT, RIGHT };

  ArcHybrid(Root root, bool single_root);

  bool is_final(const Configuration& c) const override;
  ActionSet legal(const Configuration& c) const override;
  Arc arc(const Configuration& c, int action) const override;
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  long max_steps(int words) const override { return 2L * words; }

 protected:
  void effect(Configuration& c, int action, int label) const override;
};

}  // namespace pan
