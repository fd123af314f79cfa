#include "training/trainer.hpp"

#include <bit>
#include <chrono>
#include <numeric>
#include <unordered_map>

#include "training/random.hpp"

namespace pan {

Trainer::Trainer(Design design, const std::vector<SentencePtr>& sentences, const std::vector<std::string>& labels)
    : design_(std::move(design)), model_(design_.decisions), sentences_(sentences) {
  std::unordered_map<std::string_view, int> numbers;
  for (const auto& label : labels) numbers.emplace(label, static_cast<int>(numbers.size()));
  std::vector<int> heads, gold_labels;
  for (const auto& sentence : sentences_) {
    heads.assign(sentence->heads().begin(), sentence->heads().end());
    gold_labels.clear();
    for (int w = 1; w <= sentence->size(); ++w) {
      const auto found = numbers.find(sentence->field(w, DEPREL));
      gold_labels.push_back(found == numbers.end() ? NONE : found->second);
    }
    golds_.push_back(design_.system->reference(Gold(heads, gold_labels)));
  }
}

EpochStats Trainer::epoch(const Policy& policy, uint64_t seed, const Progress& progress) {
  Random random(seed);
  std::vector<size_t> order(sentences_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  random.shuffle(order);

  EpochStats stats;
  Decider decider(design_, model_, Decider::Learning);
  Configuration c;
  auto last = std::chrono::steady_clock::now();
  for (const size_t i : order) {
    decider.read(*sentences_[i]);
    design_.system->start(c, sentences_[i]->size());
    while (!design_.system->is_final(c)) learn(c, decider, golds_[i], policy, random, stats);
    ++stats.sentences;
    stats.words += sentences_[i]->size();
    if (const auto now = std::chrono::steady_clock::now(); progress && now - last > std::chrono::milliseconds(200)) {
      last = now;
      if (!progress(stats)) break;
    }
  }
  return stats;
}

// One configuration: predict, compare with the optimal decisions, update, follow one of the two.
void Trainer::learn(Configuration& c, Decider& decider, const Gold& gold, const Policy& policy, Random& random,
                    EpochStats& stats) {
  const TransitionSystem& system = *design_.system;
  const Decisions& decisions = design_.decisions;
  const ActionSet legal = system.legal(c);
  const bool forced = std::has_single_bit(legal);
  if (decider.is_forced(legal)) return system.apply(c, std::countr_zero(legal));

  int costs[MAX_ACTIONS], required[MAX_ACTIONS];
  system.costs(c, gold, legal, costs);
  int lowest = costs[std::countr_zero(legal)];
  for (ActionSet rest = legal; rest; rest &= rest - 1) lowest = std::min(lowest, costs[std::countr_zero(rest)]);
  ActionSet optimal = 0;
  for (ActionSet rest = legal; rest; rest &= rest - 1) {
    const int action = std::countr_zero(rest);
    if (costs[action] == lowest) optimal |= bit(action);
    const Arc arc = system.arc(c, action);  // the label matters where the arc is gold
    required[action] =
        decisions.makes_arc(action) && gold.is_arc(arc.head, arc.dependent) ? gold.label(arc.dependent) : NONE;
  }
  optimal = system.taught(c, gold, optimal);
  // Where heads are unknown, many derivations fit: preferring one of them would be learning from nothing.
  if (policy.static_reference && (gold.is_complete() || system.is_partial())) optimal &= ~optimal + 1;

  model_.tick();
  decider.look(c);
  const uint64_t* features = decider.features();
  const int count = decider.feature_count();
  const bool product = decisions.labelling() == Labelling::Product;
  const auto is_optimal = [&](const Decision& d) {
    return (optimal & bit(d.action)) && (!product || required[d.action] == NONE || d.label == required[d.action]);
  };

  // All scores first, then the updates: an update may move the rows that the decider found.
  Decision predicted{std::countr_zero(legal), NONE}, wanted = predicted;
  if (!forced || product) {
    decider.score_actions();
    predicted = wanted = decider.best(c, legal);
    if (!is_optimal(predicted)) wanted = decider.best(c, optimal, required);
  }
  const bool wrong = !is_optimal(predicted);
  const bool explore = wrong && !policy.static_reference && random.uniform() < policy.exploration;
  Decision next = explore ? predicted : wanted;
  const int label = decisions.makes_arc(next.action) ? required[next.action] : NONE;
  const int guess = decisions.labelling() == Labelling::Joint && decisions.makes_arc(next.action)
                        ? decider.best_label(c, next.action)
                        : predicted.label;

  const int noted = decisions.makes_arc(next.action) ? NONE : decider.noted_label(c, next.action, legal);

  stats.decisions += !forced;
  stats.errors += !(optimal & bit(predicted.action));
  stats.labels += label != NONE;
  stats.label_errors += label != NONE && guess != label;
  if (wrong) {
    model_.update(features, count, 0, decisions.class_of(wanted), 1);
    model_.update(features, count, 0, decisions.class_of(predicted), -1);
  }
  if (decisions.labelling() == Labelling::Joint && decisions.makes_arc(next.action)) {
    if (label != NONE && guess != label) {
      const int segment = decisions.label_segment(next.action);
      model_.update(features, count, segment, label, 1);
      model_.update(features, count, segment, guess, -1);
    }
    next.label = policy.static_reference && label != NONE ? label : guess;
  }
  if (!decisions.makes_arc(next.action)) next.label = noted;
  system.apply(c, next.action, next.label);
}

}  // namespace pan
