// A transition system says which actions are legal in a configuration, what they do, and what they cost
// against a gold annotation. It knows nothing of search, features or training, and they know nothing else of
// it.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "configuration/configuration.hpp"
#include "systems/gold.hpp"

namespace pan {

using ActionSet = uint64_t;  // one bit per action, in the system's own order
constexpr ActionSet bit(int action) { return ActionSet{1} << action; }

struct Action {
  std::string name;
  bool makes_arc;  // and so takes a label
};

struct Arc {
  int head = NONE, dependent = NONE;
};

class TransitionSystem {
 public:
  TransitionSystem(std::string name, Root root, bool single_root, std::vector<Action> actions)
      : name_(std::move(name)), root_(root), single_root_(single_root), actions_(std::move(actions)) {}
  virtual ~TransitionSystem() = default;

  const std::string& name() const { return name_; }
  Root root() const { return root_; }
  bool single_root() const { return single_root_; }  // whether legal() leaves ROOT exactly one child
  const std::vector<Action>& actions() const { return actions_; }
  // Once attached, a word keeps its head: exact search may count its errors at once.
  virtual bool monotonic() const { return true; }

  void start(Configuration& c, int words) const { c.reset(words, root_); }
  void apply(Configuration& c, int action, int label = NONE) const {
    effect(c, action, label);
    c.remember(action);
  }

  virtual bool is_final(const Configuration& c) const = 0;
  virtual ActionSet legal(const Configuration& c) const = 0;
  // The arc that the action would make; {NONE, NONE} for the others.
  virtual Arc arc(const Configuration& c, int action) const = 0;
  // Fills costs[a] for every legal a. Only differences between actions count (PanParser, A.2: relaxed cost).
  virtual void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const = 0;
  // No derivation is longer than this.
  virtual long max_steps(int words) const = 0;

 protected:
  virtual void effect(Configuration& c, int action, int label) const = 0;

 private:
  std::string name_;
  Root root_;
  bool single_root_;
  std::vector<Action> actions_;
};

using SystemPtr = std::shared_ptr<const TransitionSystem>;

}  // namespace pan
