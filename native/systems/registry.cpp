#include "systems/registry.hpp"

#include <algorithm>

#include "error.hpp"
#include "systems/arc_eager.hpp"
#include "systems/arc_hybrid.hpp"
#include "systems/arc_standard.hpp"

namespace pan {

namespace {

template <typename System>
SystemPtr make(Root root, bool single_root) {
  return std::make_shared<System>(root, single_root);
}

}  // namespace

const std::vector<SystemInfo>& systems() {
  static const std::vector<SystemInfo> all{
      {"arc-eager", "Nivre 2004; Goldberg & Nivre 2013", true, {Root::Last, Root::First}, "exact", make<ArcEager>},
      {"arc-hybrid",
       "Kuhlmann, Gómez-Rodríguez & Satta 2011; Goldberg & Nivre 2013",
       true,
       {Root::Last, Root::First},
       "exact",
       make<ArcHybrid>},
      {"arc-standard",
       "Nivre 2003; Goldberg, Sartorio & Satta 2014",
       true,
       {Root::Last, Root::First},
       "exact",
       make<ArcStandard>},
  };
  return all;
}

std::string root_name(Root root) { return root == Root::First ? "first" : "last"; }

SystemPtr make_system(const std::string& name, const std::string& root, bool single_root) {
  const auto join = [](const std::vector<std::string>& names) {
    std::string all;
    for (const auto& n : names) all += (all.empty() ? "" : ", ") + n;
    return all;
  };
  std::vector<std::string> names;
  for (const auto& info : systems()) {
    names.push_back(info.name);
    if (info.name != name) continue;
    std::vector<std::string> roots;
    for (const Root r : info.roots) roots.push_back(root_name(r));
    const auto found = root.empty() ? roots.begin() : std::find(roots.begin(), roots.end(), root);
    if (found == roots.end())
      throw UsageError(name + " has no root position '" + root + "'; use one of: " + join(roots));
    return info.make(info.roots[static_cast<size_t>(found - roots.begin())], single_root);
  }
  throw UsageError("no transition system named '" + name + "'; use one of: " + join(names));
}

}  // namespace pan
