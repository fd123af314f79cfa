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
  SystemPtr (*make)(Root root, bool single_root);
};

const std::vector<SystemInfo>& systems();
// Throws UsageError, naming the systems or root positions there are.
SystemPtr make_system(const std::string& name, const std::string& root, bool single_root);

std::string root_name(Root root);

}  // namespace pan
