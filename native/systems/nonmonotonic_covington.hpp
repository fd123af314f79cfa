// Covington's algorithm with full non-monotonicity (Fernández-González & Gómez-Rodríguez 2017, Figure 2): every arc can
// be built at any time; it replaces the one into its dependent, and if it closes a cycle, the one into its head.
#pragma once
#include "systems/covington.hpp"

namespace pan {

class NonMonotonicCovington final : public CovingtonLists {
 public:
  // Costs are computed with options.loss: "lower" is |U|, "upper" adds the cycles of built and reachable gold arcs,
  // "pc-upper" only those that must break a gold arc; "exact" searches, and takes "pc-upper" where that would mean to
  // look at more than MOST configurations.
  static constexpr size_t MOST = 10'000;
  explicit NonMonotonicCovington(Options options);

  bool is_monotonic() const override { return false; }
  ActionSet legal(const Configuration& c) const override;
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  int estimate(const Configuration& c, const Gold& gold) const override;
  Bounds bounds(const Configuration& c, const Gold& gold) const override;
  void narrow(const Configuration& c, HeadSets& heads) const override;
  // By the upper bound, whatever costs are computed with: where it is 0, the tree can be built.
  bool reaches(const Configuration& c, const Gold& tree) const override;
  ActionSet keeping(const Configuration& c, const Gold& tree, ActionSet legal) const override;

 protected:
  void effect(Configuration& c, int action, int label) const override;

 private:
  enum class Expression { Lower, PcUpper, Upper, Exact };
  int searched_loss(const Configuration& c, const Gold& gold) const;

  Expression expression_;
  std::unique_ptr<NonMonotonicCovington> guide_;  // for "exact": the same with "pc-upper", which leads the search
};

}  // namespace pan
