// One thread's view of a model at work: looks at a configuration, then says which decision scores best.
#pragma once
#include <memory>
#include <vector>

#include "features/plan.hpp"
#include "models/decisions.hpp"
#include "models/linear.hpp"
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
};

class Decider {
 public:
  // `Parsing` expects a model that does not change and remembers partial scores; `Learning` looks up every feature of
  // each configuration and shows them: features(), rows().
  enum Purpose { Parsing, Learning };
  Decider(const Design& design, const LinearModel& model, Purpose purpose);

  void read(const Sentence& sentence) { input_.read(sentence, design_.plan->letters()); }
  // What follows is about c until the next look.
  void look(const Configuration& c);

  // Scores the decisions of segment 0; must come before best() and scores().
  void score_actions() { score(0, scores_.data()); }
  const float* scores() const { return scores_.data(); }
  // The best decision among the allowed actions. When labels are part of the decision, required[a] (if given) is the
  // only label that action a may take, NONE for any. When they are decided beside it, the label is left open. Ties: the
  // first.
  Decision best(const Configuration& c, ActionSet allowed, const int* required = nullptr) const;
  // The best label beside an arc action (joint labelling).
  int best_label(const Configuration& c, int action);
  // The label that an action notes for later: that of the arc which another action would make here.
  int noted_label(const Configuration& c, int action, ActionSet legal);

  // Whether the features of c are not needed: one legal action, and no label to choose.
  bool is_forced(ActionSet legal) const;
  // What a parser does in c: looks, if it must, and takes the best legal decision with its label.
  Decision decide(const Configuration& c, ActionSet legal);

  const uint64_t* features() const { return features_.data(); }
  int feature_count() const { return feature_count_; }
  const uint32_t* rows() const { return rows_.data(); }
  int row_count() const { return row_count_; }

 private:
  // A group whose part of the scores is not remembered: where it goes, and its features or rows.
  struct Fresh {
    void* entry;
    int first, count;
  };

  void score(int segment, float* scores);

  const Design& design_;
  const LinearModel& model_;
  Purpose purpose_;
  Input input_;
  Plan::Values values_;
  std::vector<uint64_t> features_, group_features_;
  std::vector<uint32_t> rows_, group_rows_;
  std::vector<float> scores_, label_scores_;
  std::vector<uint64_t> keys_;  // by group
  std::vector<const void*> partials_;
  std::vector<std::vector<Memo>> memo_;  // by segment and group
  std::vector<Fresh> fresh_;
  int feature_count_ = 0, row_count_ = 0;
};

}  // namespace pan
