// Every transition system by its name.
#pragma once
#include <string>
#include <vector>

#include "systems/system.hpp"

namespace pan {

struct SystemInfo {
  std::string name;
  std::string paper;
  bool projective;
  std::vector<Root> roots;  // the default first
  std::string oracle;
  std::vector<std::string> losses;  // the default first; empty where there is no choice
  bool needs_max_length;
  SystemPtr (*make)(const TransitionSystem::Options& options);
};

const std::vector<SystemInfo>& systems();
// `root` and `loss` may be empty for the default, `max_length` NONE. Throws UsageError, naming what there is.
SystemPtr make_system(const std::string& name, const std::string& root, bool single_root, int max_length,
                      const std::string& loss);

std::string root_name(Root root);

}  // namespace pan
