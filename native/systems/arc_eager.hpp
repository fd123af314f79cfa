// Arc-eager (Nivre 2004), with ROOT first or last: Aufrant & Wisniewski 2017, Tables 2 to 4 and Figure 5.
#pragma once
#include "systems/system.hpp"

namespace pan {

// What the systems have in common whose LEFT and RIGHT attach the top of the stack and the front of the buffer to each
// other; their first four actions are the same.
struct Eager {
  enum : int { SHIFT, LEFT, RIGHT, REDUCE };
  static Arc arc(const Configuration& c, int action);
  // SHIFT and RIGHT push, LEFT and REDUCE pop; the arc, if there is one, comes first.
  static void effect(Configuration& c, int action, int label);
  // Where arcs stay for good: a word on the stack can get a head in the buffer only.
  static void narrow(const Configuration& c, HeadSets& heads);
};

class ArcEager final : public TransitionSystem {
 public:
  enum : int { SHIFT, LEFT, RIGHT, REDUCE };

  explicit ArcEager(Options options);

  bool knows_sides() const override { return true; }
  bool is_final(const Configuration& c) const override { return is_one_left(c); }
  ActionSet legal(const Configuration& c) const override;
  Arc arc(const Configuration& c, int action) const override { return Eager::arc(c, action); }
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  void narrow(const Configuration& c, HeadSets& heads) const override { Eager::narrow(c, heads); }
  bool narrows_exactly() const override { return true; }
  long max_steps(int words) const override { return 2L * words; }

 protected:
  void effect(Configuration& c, int action, int label) const override { Eager::effect(c, action, label); }
};

}  // namespace pan
