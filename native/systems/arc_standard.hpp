// Arc-standard (Nivre 2003), with ROOT first, last or nowhere: Aufrant & Wisniewski 2017, Table 7. Costs are
// differences of exact losses, by the tabular method of Goldberg, Sartorio & Satta (2014).
#pragma once
#include "systems/system.hpp"

namespace pan {

class ArcStandard : public TransitionSystem {
 public:
  enum : int { SHIFT, LEFT, RIGHT };

  explicit ArcStandard(Options options);

  bool is_final(const Configuration& c) const override {
    return c.stack_size() == 1 && c.buffer_size() == 0 && (c.stack(0) == 0 || root() == Root::None);
  }
  ActionSet legal(const Configuration& c) const override;
  Arc arc(const Configuration& c, int action) const override;
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  // A word on the stack or in the buffer can get any other of them as head, with what grows_from_top() says.
  void narrow(const Configuration& c, HeadSets& heads) const override;
  bool narrows_exactly() const override { return true; }
  bool grows_from_top() const override { return true; }
  long max_steps(int words) const override { return 2L * words + (root() == Root::Last ? 1 : 0); }

 protected:
  void effect(Configuration& c, int action, int label) const override;
};

}  // namespace pan
