// How clear the decisions about each word were: the raw material of confidence, which is calibrated elsewhere.
#pragma once
#include <limits>
#include <vector>

#include "search/decider.hpp"

namespace pan {

// Differences between scores, infinite where there was no alternative. With a beam they can be negative: what was
// chosen in the end need not have been the best at the time.
struct Margins {
  static constexpr float CLEAR = std::numeric_limits<float>::infinity();

  float arc = CLEAR;    // of the action that made the word's arc, against every other action; NaN if none made it
  float label = CLEAR;  // of its label, against every other label of the same arc
  float focus = CLEAR;  // the smallest of an action with the word on top of the stack or in front of the buffer
  // Of the best hypothesis, against the best one of the final beam with another head, and with another head or label.
  float other_head = CLEAR, other_arc = CLEAR;
};

// Follows one derivation, decision by decision.
class Observer {
 public:
  explicit Observer(const Design& design) : design_(design) {}

  void start(int words);
  // To be called before a decision is carried out; the decider has just made it, or weighed it.
  void see(const Decider& decider, const Configuration& c, ActionSet legal, const Decision& d);
  // Looks at c and scores what `see` wants to know of a decision that was made long before.
  static void weigh(const Design& design, Decider& decider, const Configuration& c, ActionSet legal, const Decision& d);
  // The margins of the words, given the heads of the finished tree; those of the beam are still open.
  const std::vector<Margins>& finish(const std::vector<int>& heads);

 private:
  struct Seen {
    Margins margins;
    int head = NONE;  // of the last arc that a decision made
  };
  Seen& seen(int word) { return seen_[static_cast<size_t>(word) - 1]; }
  float action_margin(const Decider& decider, const Configuration& c, ActionSet legal, const Decision& d) const;
  float label_margin(const Decider& decider, int action, int head, int label) const;

  const Design& design_;
  std::vector<Seen> seen_;
  std::vector<Margins> finished_;
};

}  // namespace pan
