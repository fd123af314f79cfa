// Arc-eager and arc-hybrid that may leave words without head (Aufrant & Wisniewski 2017, Tables 11 to 14), with ROOT
// first or last; and, where a maximum is given, only build arcs of up to that length (A.5.7: the span systems). ROOT is
// as far away as it stands.
#pragma once
#include "systems/arc_eager.hpp"
#include "systems/arc_hybrid.hpp"

namespace pan {

class Partial : public TransitionSystem {
 public:
  enum : int { SHIFT, LEFT, RIGHT, REDUCE };

  bool is_partial() const override { return true; }
  bool is_final(const Configuration& c) const override { return is_one_left(c); }
  Gold reference(Gold gold) const override;
  void narrow(const Configuration& c, HeadSets& heads) const final;
  bool narrows_exactly() const override { return true; }
  long max_steps(int words) const override { return 2L * words; }

 protected:
  Partial(const std::string& name, Options options);
  // Short enough, and not a second child of ROOT where there may be only one.
  bool may_make(const Configuration& c, Arc arc) const;
  virtual void narrow_any(const Configuration& c, HeadSets& heads) const = 0;  // arcs of any length
};

class ArcEagerPartial final : public Partial {
 public:
  explicit ArcEagerPartial(Options options) : Partial("arc-eager", std::move(options)) {}
  ActionSet legal(const Configuration& c) const override;
  Arc arc(const Configuration& c, int action) const override { return Eager::arc(c, action); }
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;

 protected:
  void effect(Configuration& c, int action, int label) const override { Eager::effect(c, action, label); }
  void narrow_any(const Configuration& c, HeadSets& heads) const override { Eager::narrow(c, heads); }
};

class ArcHybridPartial final : public Partial {
 public:
  explicit ArcHybridPartial(Options options) : Partial("arc-hybrid", std::move(options)) {}
  ActionSet legal(const Configuration& c) const override;
  Arc arc(const Configuration& c, int action) const override { return Hybrid::arc(c, action); }
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;

 protected:
  void effect(Configuration& c, int action, int label) const override { Hybrid::effect(c, action, label); }
  void narrow_any(const Configuration& c, HeadSets& heads) const override { Hybrid::narrow(c, heads); }
};

}  // namespace pan
