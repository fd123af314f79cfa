#include "search/decider.hpp"

#include <algorithm>
#include <bit>

namespace pan {

Decider::Decider(const Design& design, const LinearModel& model)
    : design_(&design),
      model_(&model),
      features_(static_cast<size_t>(design.plan->size()) + 1),
      rows_(static_cast<size_t>(design.plan->size()) + 1),
      scores_(static_cast<size_t>(design.decisions.width(0))),
      label_scores_(static_cast<size_t>(design.decisions.labels())) {}

void Decider::extract(const Configuration& c) {
  feature_count_ = design_->plan->extract(c, input_, work_, features_.data());
  model_->prefetch(features_.data(), feature_count_);
}

void Decider::find() { row_count_ = model_->find(features_.data(), feature_count_, rows_.data()); }

void Decider::score_actions() {
  std::fill(scores_.begin(), scores_.end(), 0.0f);
  model_->score(rows_.data(), row_count_, 0, scores_.data());
}

Decision Decider::best(const Configuration& c, ActionSet allowed, const int* required) const {
  const Decisions& decisions = design_->decisions;
  Decision found;
  float highest = 0;
  for (; allowed; allowed &= allowed - 1) {
    const int action = std::countr_zero(allowed);
    const auto first = static_cast<size_t>(decisions.first_class(action));
    if (decisions.labelling() != Labelling::Product || !decisions.makes_arc(action)) {
      if (found.action == NONE || scores_[first] > highest) {
        found = {action, NONE};
        highest = scores_[first];
      }
      continue;
    }
    const auto& possible = design_->label_sets.of(design_->system->arc(c, action).head);
    const int only = required ? required[action] : NONE;
    for (int label = only == NONE ? 0 : only; label < (only == NONE ? decisions.labels() : only + 1); ++label) {
      const float score = scores_[first + static_cast<size_t>(label)];
      if ((only == label || possible[static_cast<size_t>(label)]) && (found.action == NONE || score > highest)) {
        found = {action, label};
        highest = score;
      }
    }
  }
  return found;
}

int Decider::best_label(const Configuration& c, int action) {
  std::fill(label_scores_.begin(), label_scores_.end(), 0.0f);
  model_->score(rows_.data(), row_count_, design_->decisions.label_segment(action), label_scores_.data());
  const auto& possible = design_->label_sets.of(design_->system->arc(c, action).head);
  int found = NONE;
  for (int label = 0; label < design_->decisions.labels(); ++label)
    if (possible[static_cast<size_t>(label)] &&
        (found == NONE || label_scores_[static_cast<size_t>(label)] > label_scores_[static_cast<size_t>(found)]))
      found = label;
  return found;
}

bool Decider::is_forced(ActionSet legal) const {
  return std::has_single_bit(legal) &&
         (design_->decisions.labels() == 0 || !design_->decisions.makes_arc(std::countr_zero(legal)));
}

Decision Decider::decide(const Configuration& c, ActionSet legal) {
  const Decisions& decisions = design_->decisions;
  Decision decision{std::countr_zero(legal), NONE};
  if (is_forced(legal)) return decision;
  if (!std::has_single_bit(legal) || decisions.labelling() == Labelling::Product) {
    score_actions();
    decision = best(c, legal);
  }
  if (decisions.labelling() == Labelling::Joint && decisions.makes_arc(decision.action))
    decision.label = best_label(c, decision.action);
  return decision;
}

}  // namespace pan
