#include "search/decider.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "error.hpp"
#include "models/kernels.hpp"

namespace pan {

DenseWeights Design::dense(std::vector<float> values) const {
  DenseWeights out(plan->vectors(), plan->dimension(), decisions.classes());
  bool good = values.size() == out.weights.size();
  for (const float value : values) good &= std::isfinite(value);
  if (!good) throw Error("the weights of the word vectors are damaged; train or fetch the model again");
  out.weights = std::move(values);
  return out;
}

Decider::Decider(const Design& design, const Scorer& model, Purpose purpose)
    : design_(design),
      model_(model),
      trusts_dictionary_(purpose == Parsing),
      remembers_(purpose == Parsing && model.keeps_partial_sums()),
      group_features_(static_cast<size_t>(design.plan->size()) + 1),
      group_rows_(group_features_.size()),
      label_scores_(static_cast<size_t>(design.decisions.labels() + design.decisions.tags())),
      partials_(static_cast<size_t>(design.plan->groups())),
      vectors_(static_cast<size_t>(design.plan->vectors())) {
  for (int s = 0; s < design.decisions.segments(); ++s) {
    auto& groups = memo_.emplace_back();
    for (size_t g = 0; g < partials_.size(); ++g) groups.emplace_back(model.partial_size(s));
  }
  use(0);
}

void Decider::read(const Sentence& sentence) {
  design_.plan->read(sentence, input_);
  known_.clear();
  if (design_.lexicon.empty() || !trusts_dictionary_) return;
  for (int w = 1; w <= sentence.size(); ++w) known_.push_back(design_.lexicon.label(sentence, w));
}

void Decider::use(int lane) {
  while (static_cast<int>(lanes_.size()) <= lane) lanes_.push_back(new_lane());
  now_ = &lanes_[static_cast<size_t>(lane)];
}

Decider::Lane Decider::new_lane() const {
  Lane lane;
  lane.features.resize(static_cast<size_t>(design_.plan->size()) + 1);
  lane.rows.resize(lane.features.size());
  lane.scores.resize(static_cast<size_t>(design_.decisions.width(0)));
  lane.keys.resize(static_cast<size_t>(design_.plan->groups()));
  return lane;
}

void Decider::look(const Configuration& c) {
  const Plan& plan = *design_.plan;
  plan.read(c, input_, now_->values);
  now_->feature_count = plan.features(now_->values, 0, now_->features.data());
  for (int g = 1; g < plan.groups() && !remembers_; ++g)
    now_->feature_count += plan.features(now_->values, g, now_->features.data() + now_->feature_count);
  model_.prefetch(now_->features.data(), now_->feature_count);
  now_->row_count = NONE;
  if (!remembers_) {
    now_->row_count = model_.find(now_->features.data(), now_->feature_count, now_->rows.data());
    return;
  }
  for (int g = 1; g < plan.groups(); ++g) {
    now_->keys[static_cast<size_t>(g)] = plan.key(now_->values, g);
    memo_[0][static_cast<size_t>(g)].prefetch(now_->keys[static_cast<size_t>(g)]);
  }
}

void Decider::score(int segment, float* scores) {
  // Everything is asked for well before it is used: first the features of groups not remembered, then all rows, then
  // sums.
  const int groups = remembers_ ? design_.plan->groups() : 1;
  fresh_.clear();
  int asked = 0;
  for (int g = 1; g < groups; ++g) {
    auto& memo = memo_[static_cast<size_t>(segment)][static_cast<size_t>(g)];
    const auto [entry, is_new] = memo.find(now_->keys[static_cast<size_t>(g)]);
    partials_[static_cast<size_t>(g) - 1] = entry;
    if (!is_new) continue;
    const int count = design_.plan->features(now_->values, g, group_features_.data() + asked);
    model_.prefetch(group_features_.data() + asked, count);
    fresh_.push_back({entry, asked, count});
    asked += count;
  }
  if (now_->row_count == NONE)
    now_->row_count = model_.find(now_->features.data(), now_->feature_count, now_->rows.data());
  for (Fresh& f : fresh_)
    f.count = model_.find(group_features_.data() + f.first, f.count, group_rows_.data() + f.first);
  for (const Fresh& f : fresh_) model_.sum(group_rows_.data() + f.first, f.count, segment, f.entry);
  model_.score(now_->rows.data(), now_->row_count, partials_.data(), groups - 1, segment, scores);
  if (const DenseWeights* dense = model_.dense())
    dense->add(vectors(), design_.decisions.offset(segment), design_.decisions.width(segment), scores);
}

const float* const* Decider::vectors() {
  design_.plan->vectors(now_->values, input_, vectors_.data());
  return vectors_.data();
}

void Decider::normalise(const Configuration& c, ActionSet legal) {
  if (!model_.is_probabilistic()) return;
  const Decisions& decisions = design_.decisions;
  float* scores = now_->scores.data();
  const auto for_each_possible = [&](auto visit) {
    for (ActionSet rest = legal; rest; rest &= rest - 1) {
      const int action = std::countr_zero(rest);
      float* first = scores + decisions.first_class(action);
      if (decisions.labelling() != Labelling::Product || !decisions.takes_label(action)) {
        visit(*first);
        continue;
      }
      const float* penalties = design_.penalties(c, action);
      for (int i = 0; i < decisions.range(action).count; ++i)
        if (penalties[i] == 0) visit(first[i]);
    }
  };
  float highest = -std::numeric_limits<float>::infinity(), sum = 0;
  for_each_possible([&](float& score) { highest = std::max(highest, score); });
  for_each_possible([&](float& score) { sum += std::exp(score - highest); });
  const float all = highest + std::log(sum);
  for (float& score : now_->scores) score -= all;
}

Decision Decider::best(const Configuration& c, ActionSet allowed, const int* required) const {
  const Decisions& decisions = design_.decisions;
  Decision found;
  float highest = 0;
  for (; allowed; allowed &= allowed - 1) {
    Decision d{std::countr_zero(allowed), NONE};
    if (decisions.labelling() == Labelling::Product && decisions.takes_label(d.action)) {
      const auto& [first, count] = decisions.range(d.action);
      d.label = required && required[d.action] != NONE
                    ? required[d.action]
                    : first + argmax(now_->scores.data() + decisions.first_class(d.action),
                                     design_.penalties(c, d.action), count);
    }
    const float score = now_->scores[static_cast<size_t>(decisions.class_of(d))];
    if (found.action == NONE || score > highest) {
      found = d;
      highest = score;
    }
  }
  return found;
}

void Decider::lower(ActionSet actions, const int* required, float amount) {
  const Decisions& decisions = design_.decisions;
  for (; actions; actions &= actions - 1) {
    const int action = std::countr_zero(actions);
    const bool labelled = decisions.labelling() == Labelling::Product && decisions.takes_label(action);
    const int label = labelled ? required[action] : NONE;
    float* first = now_->scores.data() + decisions.class_of({action, label});
    std::for_each_n(first, labelled && label == NONE ? decisions.range(action).count : 1,
                    [&](float& score) { score -= amount; });
  }
}

int Decider::best_label(const Configuration& c, int action) {
  score(design_.decisions.label_segment(action), label_scores_.data());
  const auto& [first, count] = design_.decisions.range(action);
  return first + argmax(label_scores_.data(), design_.penalties(c, action), count);
}

int Decider::noted_label(const Configuration& c, int action, ActionSet legal) {
  const int other = design_.system->actions()[static_cast<size_t>(action)].notes;
  if (other == NONE || design_.decisions.labels() == 0 || !(legal & bit(other))) return NONE;
  return design_.decisions.labelling() == Labelling::Joint ? best_label(c, other) : best(c, bit(other)).label;
}

bool Decider::is_forced(const Configuration& c, ActionSet legal) const {
  return std::has_single_bit(legal) &&
         (design_.decisions.labels() == 0 || !design_.decisions.takes_label(std::countr_zero(legal)) ||
          known_label(c) != NONE);
}

int Decider::label_beside(const Configuration& c, int action, ActionSet legal, const int* required) {
  const bool is_arc = design_.decisions.takes_label(action);
  if (design_.decisions.labels() == 0 || (is_arc && design_.decisions.labelling() != Labelling::Joint)) return NONE;
  if (required && required[action] != NONE) return required[action];
  return is_arc ? best_label(c, action) : noted_label(c, action, legal);
}

Decision Decider::decide(const Configuration& c, ActionSet legal, const int* required) {
  const Decisions& decisions = design_.decisions;
  Decision decision{std::countr_zero(legal), NONE};
  if (is_forced(c, legal)) return {decision.action, known_label(c)};
  look(c);
  if (!std::has_single_bit(legal) || decisions.labelling() == Labelling::Product) {
    score_actions();
    decision = best(c, legal, required);
  }
  if (const int label = label_beside(c, decision.action, legal, required); label != NONE) decision.label = label;
  return decision;
}

}  // namespace pan
