#include "training/trainer.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <numeric>
#include <optional>

#include "error.hpp"
#include "training/random.hpp"
#include "training/teacher.hpp"
#include "training/violation.hpp"

namespace pan {

Trainer::Trainer(Design design, const std::vector<SentencePtr>& sentences, const std::vector<std::string>& labels,
                 const std::vector<ConstraintsPtr>& constraints)
    : design_(std::move(design)),
      model_(design_.decisions, design_.plan->vectors(), design_.plan->dimension()),
      labels_(labels),
      reader_(design_.system, labels, design_.columns, design_.decisions.tags()),
      sentences_(sentences),
      constraints_(constraints) {
  for (const auto& sentence : sentences_) golds_.push_back(reader_.read(*sentence));
}

EpochStats Trainer::epoch(const Policy& policy, uint64_t seed, const Hooks& hooks) {
  Random random(seed);
  std::vector<size_t> order(sentences_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  random.shuffle(order);

  EpochStats stats;
  Decider decider(design_, model_, Decider::Learning);
  Configuration c;
  hooks_ = &hooks;
  auto last = std::chrono::steady_clock::now();
  for (const size_t i : order) {
    sentence_ = i;
    SentencePtr sentence = sentences_[i];
    std::optional<Gold> other;  // in the place of what is known of it
    if (hooks.before_sentence) {
      sentence = hooks.before_sentence(i);
      if (!sentence) continue;
      if (sentence != sentences_[i]) other = reader_.read(*sentence);
    }
    const Gold& gold = other ? *other : golds_[i];
    decider.read(*sentence);
    design_.system->start(c, sentence->size());
    guard_.reset();
    if (!constraints_.empty() && constraints_[i]) {
      if (constraints_[i]->words() != sentence->size())
        throw UsageError("a listener put another sentence in the place of one with constraints; keep its words");
      guard_ = std::make_unique<Guard>(*design_.system, constraints_[i]);
      witness_ = guard_->start();
    }
    if (policy.update != Update::Local) learn_globally(c, decider, gold, policy, random, stats);
    while (policy.update == Update::Local && !design_.system->is_final(c))
      learn_locally(c, decider, gold, policy, random, stats);
    if (hooks.followed && policy.update == Update::Local) hooks.followed(i, *sentence, c);
    ++stats.sentences;
    stats.words += sentence->size();
    if (hooks.after_sentence) hooks.after_sentence(i, stats);
    if (const auto now = std::chrono::steady_clock::now();
        hooks.progress && now - last > std::chrono::milliseconds(200)) {
      last = now;
      hooks.progress(stats);
    }
  }
  return stats;
}

void Trainer::change(Decider& decider, int segment, int cls, int amount) {
  const auto by = static_cast<float>(amount);
  model_.update(decider.features(), decider.feature_count(), segment, cls, by);
  if (model_.dense()) model_.update(decider.vectors(), segment, cls, by);
}

template <typename Make>
void Trainer::revise(const UpdateReport& report, Make make) {
  if (hooks_->before_update && !hooks_->before_update(sentence_, report)) return;
  make();
  if (hooks_->after_update) hooks_->after_update(sentence_, report);
}

// One configuration: predict, compare with the optimal decisions, update, follow one of the two.
void Trainer::learn_locally(Configuration& c, Decider& decider, const Gold& gold, const Policy& policy, Random& random,
                            EpochStats& stats) {
  const TransitionSystem& system = *design_.system;
  const Decisions& decisions = design_.decisions;
  ActionSet legal = system.legal(c);
  int given[MAX_ACTIONS];  // labels, by constraint
  if (guard_) {
    guard_->find_labels(c, legal, given);
    witnesses_.resize(MAX_ACTIONS);
    legal = guard_->allowed(c, witness_, legal, witnesses_.data());
  }
  const bool forced = std::has_single_bit(legal);
  if (decider.is_forced(c, legal)) {
    if (guard_) witness_ = witnesses_[static_cast<size_t>(std::countr_zero(legal))];
    return system.apply(c, std::countr_zero(legal));
  }
  Verdict verdict = judge(system, decisions, c, gold, legal, policy.static_reference);
  if (guard_) verdict.keep_to(given, decisions);

  model_.tick();
  decider.look(c);
  const bool product = decisions.labelling() == Labelling::Product;

  // All scores first, then the updates: an update may move the rows that the decider found.
  Decision predicted{std::countr_zero(legal), NONE}, wanted = predicted;
  if (!forced || product) {
    decider.score_actions();
    predicted = wanted = decider.best(c, legal, guard_ ? given : nullptr);
    if (!verdict.accepts(predicted, product)) wanted = decider.best(c, verdict.optimal, verdict.required);
  }
  const bool wrong = !verdict.accepts(predicted, product);
  const bool explore = wrong && !policy.static_reference && random.uniform() < policy.exploration;
  Decision next = explore ? predicted : wanted;
  const int label = decisions.takes_label(next.action) ? verdict.required[next.action] : NONE;
  const int beside = decider.label_beside(c, next.action, legal, guard_ ? given : nullptr);
  const int guess = product ? predicted.label : beside;
  Decision rival = predicted;  // what the wanted one is told from
  if (!wrong && policy.margin > 0 && (!forced || product)) {
    decider.lower(verdict.optimal, verdict.required, static_cast<float>(policy.margin));
    rival = decider.best(c, legal, guard_ ? given : nullptr);
  }

  stats.decisions += !forced;
  stats.errors += !(verdict.optimal & bit(predicted.action));
  stats.labels += label != NONE;
  stats.label_errors += label != NONE && guess != label;
  if (!verdict.accepts(rival, product))
    revise({{&wanted, 1}, {&rival, 1}}, [&] {
      change(decider, 0, decisions.class_of(wanted), 1);
      change(decider, 0, decisions.class_of(rival), -1);
    });
  if (decisions.labelling() == Labelling::Joint && decisions.takes_label(next.action)) {
    if (label != NONE && guess != label) {
      const Decision right{next.action, label}, made{next.action, guess};
      revise({{&right, 1}, {&made, 1}}, [&] {
        const int segment = decisions.label_segment(next.action), first = decisions.range(next.action).first;
        change(decider, segment, label - first, 1);
        change(decider, segment, guess - first, -1);
      });
    }
    next.label = policy.static_reference && label != NONE ? label : guess;
  }
  if (!decisions.takes_label(next.action)) next.label = beside;
  if (guard_) witness_ = witnesses_[static_cast<size_t>(next.action)];
  system.apply(c, next.action, next.label);
}

// Search until something goes wrong, update, and go on from there (Algorithm 1).
void Trainer::learn_globally(const Configuration& start, Decider& decider, const Gold& gold, const Policy& policy,
                             Random& random, EpochStats& stats) {
  Beam beam(design_, decider, policy.beam);
  beam.start(start, guard_.get(), witness_);
  size_t done = 0;  // decisions that earlier parts of the sentence have seen
  while (true) {
    const Found found = find_violation(design_, beam, gold, policy);
    ++stats.decisions;
    model_.tick();
    if (!found.pair) {
      learn_labels(start, decider, gold, found.top_decisions, done, stats);
      done = found.top_decisions.size();
      if (design_.system->is_final(found.top.c)) return;
      Beam::Hypothesis next = found.top;  // the time was over
      next.score = 0;
      next.length = 0;
      beam.restart({std::move(next)});
      continue;
    }
    ++stats.errors;
    const UpdatePair& pair = *found.pair;
    update(start, decider, pair.good_decisions, pair.bad_decisions);
    learn_labels(start, decider, gold, pair.good_decisions, done, stats);
    if (!policy.restart) return;
    const bool explore = !policy.static_reference && random.uniform() < policy.exploration;
    const auto& decisions = explore ? pair.bad_decisions : pair.good_decisions;
    Beam::Hypothesis next = explore ? pair.bad : pair.good;
    next.chain = beam.record(decisions);
    done = decisions.size();
    next.correct = true;
    if (design_.system->is_final(next.c)) return;
    std::vector<Beam::Hypothesis> from;
    if (policy.remember_beam && !explore)
      for (Beam::Hypothesis h : found.beam) {
        if (h.correct || static_cast<int>(from.size()) + 1 >= policy.beam) continue;
        h.score -= next.score;
        h.length = 0;
        from.push_back(std::move(h));
      }
    next.score = 0;
    next.length = 0;
    from.insert(std::upper_bound(from.begin(), from.end(), next,
                                 [](const auto& a, const auto& b) { return a.score > b.score; }),
                std::move(next));
    beam.restart(std::move(from));
  }
}

// The sum over both derivations of what their decisions look at; where they are the same it is nothing.
void Trainer::update(const Configuration& start, Decider& decider, const std::vector<Decision>& good,
                     const std::vector<Decision>& bad) {
  size_t same = 0;
  while (same < good.size() && same < bad.size() && good[same].action == bad[same].action &&
         good[same].label == bad[same].label)
    ++same;
  if (same == good.size() && same == bad.size()) return;  // at the end, the correct one was in front again
  revise({std::span(good).subspan(same), std::span(bad).subspan(same)}, [&] {
    Configuration fork = start;
    for (size_t k = 0; k < same; ++k) design_.system->apply(fork, good[k].action, good[k].label);
    for (const auto& [decisions, amount] : {std::pair{&good, 1}, std::pair{&bad, -1}}) {
      Configuration c = fork;
      for (size_t k = same; k < decisions->size(); ++k) {
        const Decision& d = (*decisions)[k];
        decider.look(c);
        change(decider, 0, design_.decisions.class_of(d), amount);
        design_.system->apply(c, d.action, d.label);
      }
    }
  });
}

// Labels that are predicted beside the actions learn from the arcs of one derivation, but for its beginning.
void Trainer::learn_labels(const Configuration& start, Decider& decider, const Gold& gold,
                           const std::vector<Decision>& decisions, size_t skip, EpochStats& stats) {
  if (design_.decisions.labelling() != Labelling::Joint) return;
  Configuration c = start;
  int given[MAX_ACTIONS];
  for (size_t k = 0; k < decisions.size(); ++k) {
    const Decision& d = decisions[k];
    if (guard_) guard_->find_labels(c, bit(d.action), given);
    const bool is_open = !guard_ || given[d.action] == NONE;  // by constraint
    if (k >= skip && design_.decisions.takes_label(d.action) && is_open) {
      const int label = required_label(*design_.system, c, gold, d.action);
      if (label != NONE) {
        decider.look(c);
        const int guess = decider.best_label(c, d.action), segment = design_.decisions.label_segment(d.action);
        const int first = design_.decisions.range(d.action).first;
        ++stats.labels;
        if (guess != label) {
          ++stats.label_errors;
          const Decision right{d.action, label}, made{d.action, guess};
          revise({{&right, 1}, {&made, 1}}, [&] {
            change(decider, segment, label - first, 1);
            change(decider, segment, guess - first, -1);
          });
        }
      }
    }
    design_.system->apply(c, d.action, d.label);
  }
}

}  // namespace pan
