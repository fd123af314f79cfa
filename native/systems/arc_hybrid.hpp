// Arc-hybrid (Kuhlmann, Gómez-Rodríguez & Satta 2011), with ROOT first, last or nowhere: Aufrant & Wisniewski 2017,
// Tables 5 and 6.
#pragma once
#include "systems/system.hpp"

namespace pan {

// What the three things that can happen in arc-hybrid cost (Table 6, with the sides of Table 10): the front of the
// buffer is pushed; the top of the stack becomes its left child; the top becomes the right child of the word below.
// Shared by the systems that have the same search space.
struct HybridCosts {
  int push, left, right;
  HybridCosts(const Configuration& c, const Gold& gold);
};

// And what they attach: LEFT the top of the stack to the front of the buffer, RIGHT to the word below it.
struct Hybrid {
  enum : int { SHIFT, LEFT, RIGHT };
  static Arc arc(const Configuration& c, int action);
  // SHIFT pushes, all others pop; the arc, if there is one, comes first.
  static void effect(Configuration& c, int action, int label);
  // Where arcs into words on the stack do not bind: such a word can get a head in the buffer, or the word below it.
  static void narrow(const Configuration& c, HeadSets& heads);
};

class ArcHybrid : public TransitionSystem {
 public:
  enum : int { SHIFT, LEFT, RIGHT };

  explicit ArcHybrid(Options options);

  bool knows_sides() const override { return root() != Root::None; }
  bool is_final(const Configuration& c) const override { return is_one_left(c); }
  ActionSet legal(const Configuration& c) const override;
  Arc arc(const Configuration& c, int action) const override { return Hybrid::arc(c, action); }
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  void narrow(const Configuration& c, HeadSets& heads) const override { Hybrid::narrow(c, heads); }
  bool narrows_exactly() const override { return true; }
  long max_steps(int words) const override { return 2L * words; }

 protected:
  void effect(Configuration& c, int action, int label) const override { Hybrid::effect(c, action, label); }
};

}  // namespace pan
