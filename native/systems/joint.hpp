// Tagging and parsing at once (Bohnet & Nivre 2012): a system in which SHIFT is the only way off the buffer, and gives
// the word its tag. Nothing else changes: a wrong tag is a wrong label of SHIFT, and costs no arc.
#pragma once
#include "systems/system.hpp"

namespace pan {

template <typename System>
class Joint final : public System {
 public:
  explicit Joint(TransitionSystem::Options options) : System(std::move(options)) {
    this->give_tags("joint-" + this->name(), System::SHIFT);
  }

 protected:
  void effect(Configuration& c, int action, int label) const override {
    if (action == System::SHIFT && c.buffer(0) > 0) c.give_tag(c.buffer(0), label);
    System::effect(c, action, action == System::SHIFT ? NONE : label);
  }
};

}  // namespace pan
