// A configuration as Python sees it: it knows its system, so that it can say whether it is final.
#pragma once
#include <nanobind/nanobind.h>

#include "systems/system.hpp"

namespace pan {

struct State {
  SystemPtr system;
  Configuration c;
};

// Nodes as a tuple, the top of the stack last; heads have None for a word without.
nanobind::tuple stack_of(const Configuration& c);
nanobind::tuple heads_of(const Configuration& c);

}  // namespace pan
