#include "search/decider.hpp"

#include <algorithm>
#include <bit>

#include "models/kernels.hpp"

namespace pan {

Decider::Decider(const Design& design, const LinearModel& model, Purpose purpose)
    : design_(design),
      model_(model),
      purpose_(purpose),
      features_(static_cast<size_t>(design.plan->size()) + 1),
      group_features_(features_.size()),
      rows_(features_.size()),
      group_rows_(features_.size()),
      scores_(static_cast<size_t>(design.decisions.width(0))),
      label_scores_(static_cast<size_t>(design.decisions.labels())),
      keys_(static_cast<size_t>(design.plan->groups())) {
  for (int s = 0; s < design.decisions.segments(); ++s) {
    auto& groups = memo_.emplace_back();
    for (size_t g = 0; g < keys_.size(); ++g) groups.emplace_back(design.decisions.width(s));
  }
}

void Decider::look(const Configuration& c) {
  const Plan& plan = *design_.plan;
  plan.read(c, input_, values_);
  feature_count_ = plan.features(values_, 0, features_.data());
  for (int g = 1; g < plan.groups() && purpose_ == Learning; ++g)
    feature_count_ += plan.features(values_, g, features_.data() + feature_count_);
  model_.prefetch(features_.data(), feature_count_);
  for (int g = 1; g < plan.groups() && purpose_ == Parsing; ++g) keys_[static_cast<size_t>(g)] = plan.key(values_, g);
  row_count_ = model_.find(features_.data(), feature_count_, rows_.data());
}

void Decider::score(int segment, float* scores) {
  const int width = design_.decisions.width(segment);
  std::fill_n(scores, width, 0.0f);
  for (int g = 1; g < design_.plan->groups() && purpose_ == Parsing; ++g) {
    const auto [numbers, is_new] =
        memo_[static_cast<size_t>(segment)][static_cast<size_t>(g)].find(keys_[static_cast<size_t>(g)]);
    if (is_new) {
      const int count = design_.plan->features(values_, g, group_features_.data());
      model_.prefetch(group_features_.data(), count);
      const int found = model_.find(group_features_.data(), count, group_rows_.data());
      std::fill_n(numbers, width, 0.0f);
      model_.score(group_rows_.data(), found, segment, numbers);
    }
    add_floats(numbers, width, scores);
  }
  model_.score(rows_.data(), row_count_, segment, scores);
}

Decision Decider::best(const Configuration& c, ActionSet allowed, const int* required) const {
  const Decisions& decisions = design_.decisions;
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
    const auto& possible = design_.label_sets.of(design_.system->arc(c, action).head);
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
  score(design_.decisions.label_segment(action), label_scores_.data());
  const auto& possible = design_.label_sets.of(design_.system->arc(c, action).head);
  int found = NONE;
  for (int label = 0; label < design_.decisions.labels(); ++label)
    if (possible[static_cast<size_t>(label)] &&
        (found == NONE || label_scores_[static_cast<size_t>(label)] > label_scores_[static_cast<size_t>(found)]))
      found = label;
  return found;
}

bool Decider::is_forced(ActionSet legal) const {
  return std::has_single_bit(legal) &&
         (design_.decisions.labels() == 0 || !design_.decisions.makes_arc(std::countr_zero(legal)));
}

Decision Decider::decide(const Configuration& c, ActionSet legal) {
  const Decisions& decisions = design_.decisions;
  Decision decision{std::countr_zero(legal), NONE};
  if (is_forced(legal)) return decision;
  look(c);
  if (!std::has_single_bit(legal) || decisions.labelling() == Labelling::Product) {
    score_actions();
    decision = best(c, legal);
  }
  if (decisions.labelling() == Labelling::Joint && decisions.makes_arc(decision.action))
    decision.label = best_label(c, decision.action);
  return decision;
}

}  // namespace pan
