// A transition system says which actions are legal in a configuration, what they do, and what they cost against a gold
// annotation. It knows nothing of search, features or training, and they know nothing else of it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "configuration/configuration.hpp"
#include "oracle/head_sets.hpp"
#include "systems/gold.hpp"

namespace pan {

using ActionSet = uint64_t;  // one bit per action, in the system's own order
constexpr ActionSet bit(int action) { return ActionSet{1} << action; }
constexpr int MAX_ACTIONS = 64;

struct Action {
  std::string name;
  bool makes_arc;  // and so takes a label
  // An action that makes no arc but keeps the label that this one would give, for an arc that may follow later.
  int notes = NONE;
  bool gives_tag = false;  // to the front of the buffer: it takes a tag as others take a label
};

struct Arc {
  int head = NONE, dependent = NONE;
  bool operator==(const Arc&) const = default;
};

// Where the nodes of a configuration are.
struct Places {
  NodeSet stack, buffer, both;
  explicit Places(const Configuration& c);
};

// What is known of a loss without searching.
struct Bounds {
  int lower, upper;
};

class TransitionSystem {
 public:
  // What can be chosen beside the name of a system.
  struct Options {
    Root root = Root::Last;
    bool single_root = false;  // whether legal() leaves ROOT exactly one child (partial systems: at most one)
    int max_length = NONE;     // of an arc
    std::string loss{};        // which loss expression costs are computed with
  };

  TransitionSystem(std::string name, Options options, std::vector<Action> actions)
      : name_(std::move(name)), options_(std::move(options)), actions_(std::move(actions)) {}
  virtual ~TransitionSystem() = default;

  const std::string& name() const { return name_; }
  const Options& options() const { return options_; }
  Root root() const { return options_.root; }
  bool single_root() const { return options_.single_root; }
  const std::vector<Action>& actions() const { return actions_; }
  // Tags are predicted with the tree: features see those that were given.
  bool gives_tags() const {
    return std::any_of(actions_.begin(), actions_.end(), [](const Action& a) { return a.gives_tag; });
  }

  // Only projective trees can be built.
  virtual bool is_projective() const { return true; }
  // Once attached, a word keeps its head: exact search may count its errors at once.
  virtual bool is_monotonic() const { return true; }
  // Words may be left without head for good, and a gold word without head means just that. In all other systems a word
  // that is headless at the end hangs below ROOT, and a gold word without head is one that nothing is known of.
  virtual bool is_partial() const { return false; }
  // Whether costs are defined for gold words of which only the side of the head is known.
  virtual bool knows_sides() const { return false; }
  // All derivations of a sentence have the same number of actions.
  virtual bool has_fixed_length() const { return true; }
  // An arc that is lost costs this much: more than 1 where costs also rank actions that lose the same.
  virtual int cost_unit() const { return 1; }

  virtual void start(Configuration& c, int words) const { c.reset(words, root()); }
  void apply(Configuration& c, int action, int label = NONE) const {
    effect(c, action, label);
    c.remember(action);
  }

  virtual bool is_final(const Configuration& c) const = 0;
  virtual ActionSet legal(const Configuration& c) const = 0;
  // The arc that the action would make and label; {NONE, NONE} for the others.
  virtual Arc arc(const Configuration& c, int action) const = 0;
  // Fills costs[a] for every legal a. Only differences between actions count (PanParser, A.2: relaxed cost).
  virtual void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const = 0;
  // Which of the actions of minimum cost a trainer asks for.
  virtual ActionSet taught(const Configuration&, const Gold&, ActionSet optimal) const { return optimal; }
  // What the gold annotation is for this system: without what it cannot build.
  virtual Gold reference(Gold gold) const { return gold; }
  // The loss that the costs are based on. Here: follow a cheapest action to the end, and count.
  virtual int estimate(const Configuration& c, const Gold& gold) const;
  // Between which bounds the exact loss must be.
  virtual Bounds bounds(const Configuration& c, const Gold& gold) const;

  // For parsing under constraints. Removes heads that a word cannot get any more.
  virtual void narrow(const Configuration& c, HeadSets& heads) const;
  // Whether every tree (projective, if only such trees can be built) within narrowed sets can be built; if not, they
  // may have heads that exclude each other.
  virtual bool narrows_exactly() const { return false; }
  // A word on the stack gets its children from the stack when it is the top (arc-standard).
  virtual bool grows_from_top() const { return false; }
  // Whether a complete tree can be built.
  virtual bool reaches(const Configuration& c, const Gold& tree) const { return estimate(c, tree) == 0; }
  // The actions after which it can still be built, if it can be now.
  virtual ActionSet keeping(const Configuration& c, const Gold& tree, ActionSet legal) const;

  // No derivation is longer than this.
  virtual long max_steps(int words) const = 0;

  // The head that the finished tree gives to a word: NONE only in partial systems.
  int final_head(const Configuration& c, int word) const {
    return c.head(word) == NONE && !is_partial() ? 0 : c.head(word);
  }
  // What is wrong in the tree of a final configuration.
  int tree_loss(const Configuration& c, const Gold& gold) const;

 protected:
  // Makes a system under another name of this one, in which an action gives a tag.
  void give_tags(std::string name, int action) {
    name_ = std::move(name);
    actions_[static_cast<size_t>(action)].gives_tag = true;
  }
  // Nothing is left but ROOT, or, without a ROOT node, the word that hangs below it.
  bool is_one_left(const Configuration& c) const {
    return root() == Root::Last ? c.stack_size() == 0 && c.buffer_size() == 1
                                : c.stack_size() == 1 && c.buffer_size() == 0;
  }
  virtual void effect(Configuration& c, int action, int label) const = 0;

 private:
  std::string name_;
  Options options_;
  std::vector<Action> actions_;
};

using SystemPtr = std::shared_ptr<const TransitionSystem>;

}  // namespace pan
