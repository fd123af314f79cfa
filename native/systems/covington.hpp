// Covington's algorithm (Covington 2001; Nivre 2008): every pair of words is looked at once, from right to left for
// each new word, so that any tree can be built. Here: what the monotonic and the non-monotonic system share, and the
// monotonic one, with the exact loss of Gómez-Rodríguez & Fernández-González (2015).
//
// The focus words are the end of the left list (stack(0), ROOT included where it is a node) and the front of the
// buffer. A word that is headless at the end hangs below ROOT.
#pragma once
#include "systems/system.hpp"

namespace pan {

class CovingtonLists : public TransitionSystem {
 public:
  enum : int { SHIFT, NO_ARC, LEFT, RIGHT };

  bool is_projective() const override { return false; }
  bool has_fixed_length() const override { return false; }
  bool is_final(const Configuration& c) const override { return c.buffer_size() == 0; }
  Arc arc(const Configuration& c, int action) const override;
  long max_steps(int words) const override;

 protected:
  CovingtonLists(std::string name, Options options);

  // ROOT has no other child, or may have several.
  bool may_be_root(const Configuration& c, int word) const;
  // The next word is read. With a single root, the last one to be read makes a tree of what was built: all headless
  // words but the first hang below the first, or below the child of ROOT if it is a node and has one.
  void shift(Configuration& c) const;
};

// How far the pairs have been looked at: those of words before `right`, and with `right` those after `left`.
struct Focus {
  int left, right;

  explicit Focus(const Configuration& c) : left(c.stack(0)), right(c.buffer(0) == NONE ? c.words() + 1 : c.buffer(0)) {}
  // Where an action takes it; NONE is before ROOT.
  Focus after(int action) const {
    Focus next = *this;
    next.left = action == CovingtonLists::SHIFT ? right : left - 1;
    next.right += action == CovingtonLists::SHIFT;
    return next;
  }
  bool has_passed(int a, int b) const {
    const int low = a < b ? a : b, high = a < b ? b : a;
    return right > high || (right == high && left < low);
  }
};

class Covington final : public CovingtonLists {
 public:
  explicit Covington(Options options) : CovingtonLists("covington", std::move(options)) {}

  ActionSet legal(const Configuration& c) const override;
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  // Where SHIFT is as good as NO-ARC, there is nothing left to be built for the right focus word: asking for SHIFT
  // keeps the parser from looking at all pairs. Only where all heads that matter are known.
  ActionSet taught(const Configuration& c, const Gold& gold, ActionSet optimal) const override;
  int estimate(const Configuration& c, const Gold& gold) const override;
  void narrow(const Configuration& c, HeadSets& heads) const override;
  bool narrows_exactly() const override { return true; }

 protected:
  void effect(Configuration& c, int action, int label) const override;
};

}  // namespace pan
