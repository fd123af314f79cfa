// Tagging as a transition system: one action that gives the next word its tag and moves on. The tag is the label of an
// arc from ROOT, so that search, training and features (`P1.d`) know nothing of tags.
#pragma once
#include "systems/system.hpp"

namespace pan {

class Tagging final : public TransitionSystem {
 public:
  enum : int { TAG };

  Tagging() : TransitionSystem("tagger", {.root = Root::None}, {{"TAG", true}}) {}

  bool is_final(const Configuration& c) const override { return c.has_read_all(); }
  ActionSet legal(const Configuration& c) const override { return c.has_read_all() ? 0 : bit(TAG); }
  Arc arc(const Configuration& c, int) const override { return {0, c.buffer(0)}; }
  // There is no other way.
  void costs(const Configuration&, const Gold&, ActionSet, int* costs) const override { costs[TAG] = 0; }
  long max_steps(int words) const override { return words; }

 protected:
  void effect(Configuration& c, int, int label) const override {
    c.attach(0, c.buffer(0), label);
    c.push_front();
  }
};

}  // namespace pan
