// Trains a perceptron on a treebank, one epoch a call.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "constraints/guard.hpp"
#include "models/perceptron.hpp"
#include "search/decider.hpp"
#include "training/gold_reader.hpp"

namespace pan {

// Which derivations an update tells apart: Local, one wrong decision and the best right one in its place; the others,
// two hypotheses of a beam search, where the first error is flagged (Early), where the wrong one is furthest ahead
// (MaxViolation), or at the end (Full).
enum class Update { Local, Early, MaxViolation, Full };

// How one epoch follows its examples.
struct Policy {
  bool static_reference = false;  // one derivation per sentence, the first optimal action each time, always followed
  double exploration = 0;         // probability of going on from what was wrong (Goldberg & Nivre 2013)
  Update update = Update::Local;
  int beam = 1;
  bool restart = true;         // after an update the rest of the sentence is gone through as well
  bool error_at_top = false;   // an error is a wrong best hypothesis; otherwise a beam without a correct one
  int time_limit = 0;          // actions after which a search ends, and another one goes on; 0 for none
  bool remember_beam = false;  // the wrong hypotheses stay in the beam after an update
  int margin = 0;              // by which a right decision has to be ahead of the wrong ones, or it is learnt from
};

struct EpochStats {
  long sentences = 0, words = 0;
  long decisions = 0, errors = 0;     // where there was a choice of action; wrong ones
  long labels = 0, label_errors = 0;  // on gold arcs with a known label
};

// Decisions that an update rewards and those that it punishes, from where the two derivations part. One each where a
// decision or a label is learnt by itself.
struct UpdateReport {
  std::span<const Decision> rewarded, punished;
};

// What is called on the way through an epoch; a hook that is empty costs nothing. Sentences go by their place in the
// treebank.
struct Hooks {
  // A few times a second, with the numbers so far.
  std::function<void(const EpochStats&)> progress;
  // What to learn from in the place of a sentence: itself, another, or null to leave it out.
  std::function<SentencePtr(size_t)> before_sentence;
  std::function<void(size_t, const EpochStats&)> after_sentence;
  // What was decided on the way through a sentence, errors included as far as they were followed: the final
  // configuration. Only of local updates.
  std::function<void(size_t, const Sentence&, const Configuration&)> followed;
  // Whether to make this update. What is searched next does not depend on the answer, other than by the weights.
  std::function<bool(size_t, const UpdateReport&)> before_update;
  std::function<void(size_t, const UpdateReport&)> after_update;
};

class Trainer {
 public:
  // `labels` are the names behind the label numbers; a label of the treebank that is not among them counts as
  // unknown. `constraints` has one for each sentence, null for none, or is empty: what a parser is given beside the
  // sentence, and so keeps to while it learns. They can all be satisfied.
  Trainer(Design design, const std::vector<SentencePtr>& sentences, const std::vector<std::string>& labels,
          const std::vector<ConstraintsPtr>& constraints);

  // Sentences come in an order drawn from `seed`, which must differ from epoch to epoch.
  EpochStats epoch(const Policy& policy, uint64_t seed, const Hooks& hooks);

  const Design& design() const { return design_; }
  const std::vector<std::string>& labels() const { return labels_; }
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

  // Adds to the weights of a class what the decider is looking at.
  void change(Decider& decider, int segment, int cls, int amount);
  // Makes an update, unless a hook is against it.
  template <typename Make>
  void revise(const UpdateReport& report, Make make);

  Design design_;
  Perceptron model_;
  std::vector<std::string> labels_;
  GoldReader reader_;
  std::vector<SentencePtr> sentences_;
  std::vector<Gold> golds_;
  std::vector<ConstraintsPtr> constraints_;
  // Of the epoch under way: its hooks, and the sentence it is at.
  const Hooks* hooks_ = nullptr;
  size_t sentence_ = 0;
  // Within the constraints of the sentence, if there are some.
  std::unique_ptr<Guard> guard_;
  Witness witness_;
  std::vector<Witness> witnesses_;  // by action
};

}  // namespace pan
