// What a trainer asks for in a configuration: the optimal actions, and the labels of gold arcs.
#pragma once
#include "models/decisions.hpp"
#include "systems/system.hpp"

namespace pan {

// The label that an action must take to be right, or the tag; NONE for any.
int required_label(const TransitionSystem& system, const Configuration& c, const Gold& gold, int action);

// With `only_one`, the first of the optimal actions alone: a static reference.
Verdict judge(const TransitionSystem& system, const Decisions& decisions, const Configuration& c, const Gold& gold,
              ActionSet legal, bool only_one);

}  // namespace pan
