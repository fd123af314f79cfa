// Arc-eager that repairs itself (Honnibal & Johnson 2015, Table 1): LEFT replaces an arc that is there, and a word that
// was shifted too early goes back to the buffer. No ROOT node.
#pragma once
#include "systems/arc_eager.hpp"

namespace pan {

class UnshiftArcEager final : public TransitionSystem {
 public:
  // REDUCE pops the top if it has a head, and puts it back into the buffer if it has none: one class for the two, as
  // the paper's section 3.1 advises.
  enum : int { SHIFT, LEFT, RIGHT, REDUCE };

  explicit UnshiftArcEager(Options options);

  bool is_monotonic() const override { return false; }
  int cost_unit() const override { return LOST; }
  bool has_fixed_length() const override { return false; }
  bool is_final(const Configuration& c) const override { return is_one_left(c); }
  ActionSet legal(const Configuration& c) const override;
  Arc arc(const Configuration& c, int action) const override { return Eager::arc(c, action); }
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  void narrow(const Configuration& c, HeadSets& heads) const override;
  long max_steps(int words) const override { return 4L * words; }

 protected:
  void effect(Configuration& c, int action, int label) const override;

 private:
  static constexpr int LOST = 1000;  // one lost arc outweighs any number of repairs
};

}  // namespace pan
