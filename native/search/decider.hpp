// One thread's view of a model at work: looks at a configuration, then says which decision scores best.
#pragma once
#include <deque>
#include <memory>
#include <vector>

#include "features/plan.hpp"
#include "models/decisions.hpp"
#include "models/lexicon.hpp"
#include "models/scorer.hpp"
#include "search/memo.hpp"
#include "systems/system.hpp"

namespace pan {

// What a parser is made of, beside its weights.
struct Design {
  SystemPtr system;
  std::shared_ptr<const Plan> plan;
  Decisions decisions;
  LabelPenalties label_penalties;
  int root_label = NONE;   // of words that a finished derivation leaves headless
  int loose_label = NONE;  // of words that it attaches without a decision
  // Of a tagger: the columns that a label stands for, and the words whose tag needs no decision.
  std::vector<Column> columns{};
  Lexicon lexicon{};

  // What stands against the labels that an action may take here, from the first of its range on.
  const float* penalties(const Configuration& c, int action) const {
    const bool gives_tag = system->actions()[static_cast<size_t>(action)].gives_tag;
    return gives_tag ? label_penalties.of_tags() : label_penalties.of(system->arc(c, action).head);
  }
  // Weights for the word vectors that the plan looks at. Throws Error if there are more or fewer.
  DenseWeights dense(std::vector<float> values) const;
};

class Decider {
 public:
  // `Parsing` expects a model that does not change, remembers partial scores if the model keeps them, and trusts the
  // dictionary; `Learning` looks up every feature of each configuration and shows them: features(), rows().
  enum Purpose { Parsing, Learning };
  Decider(const Design& design, const Scorer& model, Purpose purpose);
  Decider(const Decider&) = delete;  // now_ points into it

  void read(const Sentence& sentence);
  // What follows is about c until the next look. A decider can look at several configurations before it scores them:
  // what they need comes from memory meanwhile. Each has a lane of its own, and `use` says which one is meant.
  void look(const Configuration& c);
  void use(int lane);

  // Scores the decisions of segment 0; must come before best() and scores().
  void score_actions() { score(0, now_->scores.data()); }
  // Makes logarithms of probabilities of the scores, where the model is made for that; before scores are added up.
  void normalise(const Configuration& c, ActionSet legal);
  const float* scores() const { return now_->scores.data(); }
  // Takes an amount off the scores of these actions; of those with the required label, where there is one.
  void lower(ActionSet actions, const int* required, float amount);
  // The best decision among the allowed actions. When labels are part of the decision, required[a] (if given) is the
  // only label that action a may take, NONE for any. When they are decided beside it, the label is left open. Ties: the
  // first.
  Decision best(const Configuration& c, ActionSet allowed, const int* required = nullptr) const;
  // The best label beside an arc action (joint labelling).
  int best_label(const Configuration& c, int action);
  const float* label_scores() const { return label_scores_.data(); }  // that it found
  // The label that an action notes for later: that of the arc which another action would make here.
  int noted_label(const Configuration& c, int action, ActionSet legal);
  // The label that goes with an action and is not part of the decision: noted, or decided beside it.
  int label_beside(const Configuration& c, int action, ActionSet legal, const int* required = nullptr);

  // The label that the dictionary has for the next word; NONE for others, and while learning.
  int known_label(const Configuration& c) const {
    return known_.empty() ? NONE : known_[static_cast<size_t>(c.buffer(0)) - 1];
  }
  // Whether the features of c are not needed: one legal action, and no label to choose.
  bool is_forced(const Configuration& c, ActionSet legal) const;
  // What a parser does in c: looks, if it must, and takes the best legal decision with its label.
  Decision decide(const Configuration& c, ActionSet legal, const int* required = nullptr);

  const uint64_t* features() const { return now_->features.data(); }
  int feature_count() const { return now_->feature_count; }
  const uint32_t* rows() const { return now_->rows.data(); }
  int row_count() const { return now_->row_count; }
  // The word vectors of what was looked at; there are as many as the plan says.
  const float* const* vectors();

 private:
  // A group whose part of the scores is not remembered: where it goes, and its features or rows.
  struct Fresh {
    void* entry;
    int first, count;
  };

  struct Lane {
    Plan::Values values;
    std::vector<uint64_t> features;
    std::vector<uint32_t> rows;
    std::vector<float> scores;
    std::vector<uint64_t> keys;  // by group
    int feature_count = 0, row_count = 0;
  };
  Lane new_lane() const;
  void score(int segment, float* scores);

  const Design& design_;
  const Scorer& model_;
  bool trusts_dictionary_, remembers_;
  Input input_;
  std::vector<int> known_;  // labels of the words, from the dictionary
  std::deque<Lane> lanes_;  // grows without moving them
  Lane* now_;
  std::vector<uint64_t> group_features_;
  std::vector<uint32_t> group_rows_;
  std::vector<float> label_scores_;
  std::vector<const void*> partials_;
  std::vector<std::vector<Memo>> memo_;  // by segment and group
  std::vector<Fresh> fresh_;
  std::vector<const float*> vectors_;
};

}  // namespace pan
