// Trains a perceptron on a treebank, one epoch a call.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "models/perceptron.hpp"
#include "search/decider.hpp"

namespace pan {

// How one epoch follows its examples.
// Which derivations an update tells apart: Local, one wrong decision and the best right one in its place; the others,
// two hypotheses of a beam search, where the first error is flagged (Early), where the wrong one is furthest ahead
// (MaxViolation), or at the end (Full).
enum class Update { Local, Early, MaxViolation, Full };

struct Policy {
  bool static_reference = false;  // one derivation per sentence, the first optimal action each time, always followed
  double exploration = 0;         // probability of going on from what was wrong (Goldberg & Nivre 2013)
  Update update = Update::Local;
  int beam = 1;
  bool restart = true;         // after an update the rest of the sentence is gone through as well
  bool error_at_top = false;   // an error is a wrong best hypothesis; otherwise a beam without a correct one
  int time_limit = 0;          // actions after which a beam begins anew; 0 for none
  bool remember_beam = false;  // the wrong hypotheses stay in the beam after an update
};

struct EpochStats {
  long sentences = 0, words = 0;
  long decisions = 0, errors = 0;     // where there was a choice of action; wrong ones
  long labels = 0, label_errors = 0;  // on gold arcs with a known label
};

class Trainer {
 public:
  // `labels` are the names behind the label numbers; a label of the treebank that is not among them counts as
  // unknown.
  Trainer(Design design, const std::vector<SentencePtr>& sentences, const std::vector<std::string>& labels);

  // Called a few times a second with the numbers so far; returning false stops the epoch.
  using Progress = std::function<bool(const EpochStats&)>;
  // Sentences come in an order drawn from `seed`, which must differ from epoch to epoch.
  EpochStats epoch(const Policy& policy, uint64_t seed, const Progress& progress);

  const Design& design() const { return design_; }
  Perceptron& model() { return model_; }

 private:
  void learn_locally(Configuration& c, Decider& decider, const Gold& gold, const Policy& policy, class Random& random,
                     EpochStats& stats);
  void learn_globally(const Configuration& start, Decider& decider, const Gold& gold, const Policy& policy,
                      class Random& random, EpochStats& stats);
  void update(const Configuration& start, Decider& decider, const std::vector<Decision>& good,
              const std::vector<Decision>& bad);
  void learn_labels(const Configuration& start, Decider& decider, const Gold& gold,
                    const std::vector<Decision>& decisions, size_t skip, EpochStats& stats);

  Design design_;
  Perceptron model_;
  std::vector<SentencePtr> sentences_;
  std::vector<Gold> golds_;
};

}  // namespace pan
