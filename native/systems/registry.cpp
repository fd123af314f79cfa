#include "systems/registry.hpp"

#include <algorithm>

#include "error.hpp"
#include "systems/arc_eager.hpp"
#include "systems/arc_hybrid.hpp"
#include "systems/arc_standard.hpp"
#include "systems/covington.hpp"
#include "systems/joint.hpp"
#include "systems/nonmonotonic_arc_eager.hpp"
#include "systems/nonmonotonic_covington.hpp"
#include "systems/partial.hpp"
#include "systems/tree_constrained_arc_eager.hpp"
#include "systems/unshift_arc_eager.hpp"

namespace pan {

namespace {

template <typename System>
SystemPtr make(const TransitionSystem::Options& options) {
  return std::make_shared<System>(options);
}

std::string join(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& n : names) all += (all.empty() ? "" : ", ") + n;
  return all;
}

SystemPtr make_from(const SystemInfo& info, const std::string& root, bool single_root, int max_length,
                    const std::string& loss) {
  std::vector<std::string> roots;
  for (const Root r : info.roots) roots.push_back(root_name(r));
  const auto found = root.empty() ? roots.begin() : std::find(roots.begin(), roots.end(), root);
  if (found == roots.end())
    throw UsageError(info.name + " has no root position '" + root + "'; use one of: " + join(roots));
  if (info.needs_max_length && max_length < 1)
    throw UsageError(info.name + " builds short arcs only; give max_length, 1 or more");
  if (!info.needs_max_length && max_length != NONE)
    throw UsageError(info.name + " builds arcs of any length; max_length is for the systems named …-span");
  if (!loss.empty() && info.losses.empty())
    throw UsageError(info.name + " has one loss only; leave out loss='" + loss + "'");
  if (!loss.empty() && std::find(info.losses.begin(), info.losses.end(), loss) == info.losses.end())
    throw UsageError(info.name + " has no loss named '" + loss + "'; use one of: " + join(info.losses));
  return info.make({info.roots[static_cast<size_t>(found - roots.begin())], single_root, max_length,
                    loss.empty() && !info.losses.empty() ? info.losses[0] : loss});
}

}  // namespace

const std::vector<SystemInfo>& systems() {
  const std::vector<Root> both{Root::Last, Root::First}, all_three{Root::Last, Root::First, Root::None},
      without{Root::None}, without_or_first{Root::None, Root::First};
  const std::string pan = "Aufrant & Wisniewski 2017";
  static const std::vector<SystemInfo> all{
      {"arc-eager", "Nivre 2004; Goldberg & Nivre 2013", true, both, "exact", {}, false, make<ArcEager>},
      {"arc-hybrid",
       "Kuhlmann, Gómez-Rodríguez & Satta 2011; Goldberg & Nivre 2013",
       true,
       all_three,
       "exact",
       {},
       false,
       make<ArcHybrid>},
      {"arc-standard",
       "Nivre 2003; Goldberg, Sartorio & Satta 2014",
       true,
       all_three,
       "exact",
       {},
       false,
       make<ArcStandard>},
      {"joint-arc-standard", "Bohnet & Nivre 2012", true, all_three, "exact", {}, false, make<Joint<ArcStandard>>},
      {"joint-arc-hybrid", "after Bohnet & Nivre 2012", true, all_three, "exact", {}, false, make<Joint<ArcHybrid>>},
      {"nonmonotonic-arc-eager",
       "Honnibal, Goldberg & Johnson 2013",
       true,
       all_three,
       "exact",
       {},
       false,
       make<NonMonotonicArcEager>},
      {"arc-eager-partial", pan, true, both, "exact", {}, false, make<ArcEagerPartial>},
      {"arc-hybrid-partial", pan, true, both, "exact", {}, false, make<ArcHybridPartial>},
      {"arc-eager-span", pan, true, both, "exact", {}, true, make<ArcEagerPartial>},
      {"arc-hybrid-span", pan, true, both, "exact", {}, true, make<ArcHybridPartial>},
      {"tree-constrained-arc-eager",
       "Nivre & Fernández-González 2014",
       true,
       without,
       "exact",
       {},
       false,
       make<TreeConstrainedArcEager>},
      {"unshift-arc-eager",
       "Honnibal & Johnson 2015",
       true,
       without,
       "lost arcs, then repairs",
       {},
       false,
       make<UnshiftArcEager>},
      {"covington",
       "Covington 2001; Gómez-Rodríguez & Fernández-González 2015",
       false,
       without_or_first,
       "exact",
       {},
       false,
       make<Covington>},
      {"nonmonotonic-covington",
       "Fernández-González & Gómez-Rodríguez 2017",
       false,
       without_or_first,
       "bounds, or exact by search",
       {"upper", "pc-upper", "lower", "exact"},
       false,
       make<NonMonotonicCovington>},
  };
  return all;
}

std::string root_name(Root root) { return root == Root::First ? "first" : root == Root::Last ? "last" : "none"; }

SystemPtr make_system(const std::string& name, const std::string& root, bool single_root, int max_length,
                      const std::string& loss) {
  std::vector<std::string> names;
  for (const auto& info : systems()) {
    if (info.name == name) return make_from(info, root, single_root, max_length, loss);
    names.push_back(info.name);
  }
  throw UsageError("no transition system named '" + name + "'; use one of: " + join(names));
}

}  // namespace pan
