// One thread's view of a model at work: looks at a configuration, then says which decision scores best.
#pragma once
#include <memory>
#include <vector>

#include "features/plan.hpp"
#include "models/decisions.hpp"
#include "models/linear.hpp"
#include "systems/system.hpp"

namespace pan {

// What a parser is made of, beside its weights.
struct Design {
  SystemPtr system;
  std::shared_ptr<const Plan> plan;
  Decisions decisions;
  LabelSets label_sets;
};

class Decider {
 public:
  Decider(const Design& design, const LinearModel& model);

  void read(const Sentence& sentence) { input_.read(sentence, design_->plan->letters()); }
  // In this order, and what follows is about c until the next extract(). Between the steps memory is busy: a
  // search that runs several sentences side by side uses that time.
  void extract(const Configuration& c);
  void find();
  void look(const Configuration& c) {
    extract(c);
    find();
  }

  // Scores the decisions of segment 0; must come before best().
  void score_actions();
  // The best decision among the allowed actions. When labels are part of the decision, required[a] (if given)
  // is the only label that action a may take, NONE for any. When they are decided beside it, the label is
  // left open. Ties: the first.
  Decision best(const Configuration& c, ActionSet allowed, const int* required = nullptr) const;
  // The best label beside an arc action (joint labelling).
  int best_label(const Configuration& c, int action);
  // Whether the features of c are not needed: one legal action, and no label to choose.
  bool is_forced(ActionSet legal) const;
  // What a parser does in c: the best legal decision, with its label. Unless it is forced, look() must come
  // before.
  Decision decide(const Configuration& c, ActionSet legal);

  const uint64_t* features() const { return features_.data(); }
  int feature_count() const { return feature_count_; }

 private:
  const Design* design_;
  const LinearModel* model_;
  Input input_;
  Plan::Workspace work_;
  std::vector<uint64_t> features_;
  std::vector<uint32_t> rows_;
  std::vector<float> scores_, label_scores_;
  int feature_count_ = 0, row_count_ = 0;
};

}  // namespace pan
