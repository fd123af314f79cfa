#include "search/beam.hpp"

#include <algorithm>
#include <bit>

#include "models/kernels.hpp"

namespace pan {

Beam::Beam(const Design& design, Decider& decider, int width)
    : design_(design), decider_(decider), width_(width), mean_(!design.system->has_fixed_length()) {}

void Beam::start(const Configuration& c, Guard* guard, Witness witness) {
  links_.clear();
  guard_ = guard;
  now_.resize(1);
  now_[0] = {c, 0, 0, NONE, true, std::move(witness)};
}

Witness& Beam::witness_after(int parent, int action) {
  return witnesses_[static_cast<size_t>(parent) * design_.system->actions().size() + static_cast<size_t>(action)];
}

bool Beam::is_over() const {
  return std::all_of(now_.begin(), now_.end(), [&](const Hypothesis& h) { return design_.system->is_final(h.c); });
}

void Beam::keep(std::vector<Candidate>& best, const Candidate& candidate) const {
  if (!has_room(best, candidate.rank)) return;
  if (static_cast<int>(best.size()) == width_) best.pop_back();
  const auto is_behind = [](double rank, const Candidate& other) { return rank > other.rank; };
  best.insert(std::upper_bound(best.begin(), best.end(), candidate.rank, is_behind), candidate);
}

void Beam::expand(const Judge& judge) {
  const TransitionSystem& system = *design_.system;
  const Decisions& decisions = design_.decisions;
  const bool is_product = decisions.labelling() == Labelling::Product;
  ranked_.clear();
  correct_.clear();
  if (guard_) witnesses_.assign(now_.size() * system.actions().size(), nullptr);
  int given[MAX_ACTIONS];  // labels, by constraint
  for (int parent = 0; parent < static_cast<int>(now_.size()); ++parent) {
    decider_.use(parent);
    const auto& c = now_[static_cast<size_t>(parent)].c;
    if (!system.is_final(c) && decider_.known_label(c) == NONE) decider_.look(c);
  }
  for (int parent = 0; parent < static_cast<int>(now_.size()); ++parent) {
    const Hypothesis& h = now_[static_cast<size_t>(parent)];
    if (system.is_final(h.c)) {
      const Candidate same{rank(h, h.score, 0), h.score, parent, {}, h.correct};
      keep(ranked_, same);
      if (h.correct) keep(correct_, same);
      continue;
    }
    ActionSet legal = system.legal(h.c), unknown = 0;
    const bool is_hoping = guard_ && !h.witness;
    if (guard_) {
      guard_->find_labels(h.c, legal, given);
      if (is_hoping) {
        legal = guard_->promising(h.c, legal);
      } else if (judge) {
        legal = guard_->allowed(h.c, h.witness, legal, &witness_after(parent, 0));
      } else {  // whether an action is allowed is asked when it is good enough
        const ActionSet keeping = guard_->keeping(h.c, h.witness, legal);
        unknown = legal & ~keeping;
        for (ActionSet rest = keeping; rest; rest &= rest - 1)
          witness_after(parent, std::countr_zero(rest)) = h.witness;
      }
    }
    const bool is_judged = judge && h.correct;
    Verdict verdict;
    if (is_judged) verdict = judge(h, legal);
    if (is_judged && guard_) verdict.keep_to(given, decisions);
    const auto consider = [&](const Decision& d, float score) {
      const double sum = h.score + static_cast<double>(score), place = rank(h, sum, 1);
      const bool stays = has_room(ranked_, place);
      const bool correct = h.correct && (!is_judged || verdict.accepts(d, is_product));
      if (!stays && !(is_judged && correct)) return;
      if (guard_ && !is_hoping && stays) {
        Witness& witness = witness_after(parent, d.action);
        if (unknown & bit(d.action)) witness = guard_->after(h.c, h.witness, d.action);
        unknown &= ~bit(d.action);
        if (!witness) return;
      }
      const Candidate candidate{place, sum, parent, d, correct};
      keep(ranked_, candidate);
      if (is_judged && correct) keep(correct_, candidate);
    };
    if (const int label = decider_.known_label(h.c); label != NONE) {
      consider({std::countr_zero(legal), label}, 0);
      continue;
    }
    decider_.use(parent);
    decider_.score_actions();
    decider_.normalise(h.c, legal);
    const float* scores = decider_.scores();
    for (ActionSet rest = legal; rest; rest &= rest - 1) {
      const int action = std::countr_zero(rest), first = decisions.first_class(action);
      if (!is_product || !decisions.takes_label(action)) {
        consider({action, NONE}, scores[first]);
        continue;
      }
      if (guard_ && given[action] != NONE) {
        consider({action, given[action]}, scores[first + given[action]]);
        continue;
      }
      const float* penalties = design_.penalties(h.c, action);
      const auto& [first_label, count] = decisions.range(action);
      const int best = argmax(scores + first, penalties, count);
      consider({action, first_label + best}, scores[first + best]);
      // If the best label is not good enough, no other is; but a correct one is wanted in any case.
      if (!(verdict.optimal & bit(action)) &&
          !has_room(ranked_, rank(h, h.score + static_cast<double>(scores[first + best]), 1)))
        continue;
      for (int i = 0; i < count; ++i)
        if (i != best && (penalties[i] == 0 || first_label + i == verdict.required[action]))
          consider({action, first_label + i}, scores[first + i]);
    }
  }
}

void Beam::advance(const std::vector<Candidate>& chosen) {
  for (const Candidate& candidate : chosen) ++now_[static_cast<size_t>(candidate.parent)].children;
  next_.resize(chosen.size());
  for (size_t i = 0; i < chosen.size(); ++i) make(chosen[i], next_[i]);
  now_.swap(next_);
}

void Beam::make(const Candidate& candidate, Hypothesis& h) {
  Hypothesis& parent = now_[static_cast<size_t>(candidate.parent)];
  const Decision d{candidate.decision.action, label(candidate)};
  if (--parent.children == 0)
    std::swap(h, parent);  // nobody else needs it
  else
    h = parent;
  h.children = 0;
  h.correct = candidate.correct;
  if (d.action == NONE) return;
  if (guard_) h.witness = witness_after(candidate.parent, d.action);
  ++h.length;
  h.score = candidate.score;
  links_.push_back({h.chain, d});
  h.chain = static_cast<int>(links_.size()) - 1;
  design_.system->apply(h.c, d.action, d.label);
}

// That of the decision, or where it is not part of what was ranked, the one beside it.
int Beam::label(const Candidate& candidate) {
  const auto& [action, label] = candidate.decision;
  const Decisions& decisions = design_.decisions;
  if (action == NONE || label != NONE || decisions.labels() == 0 ||
      !(decisions.takes_label(action) || design_.system->actions()[static_cast<size_t>(action)].notes != NONE))
    return label;
  const Configuration& c = now_[static_cast<size_t>(candidate.parent)].c;
  const ActionSet legal = design_.system->legal(c);
  int given[MAX_ACTIONS];
  if (guard_) guard_->find_labels(c, legal, given);
  decider_.use(candidate.parent);
  return decider_.label_beside(c, action, legal, guard_ ? given : nullptr);
}

int Beam::record(const std::vector<Decision>& decisions) {
  int chain = NONE;
  for (const Decision& d : decisions) {
    links_.push_back({chain, d});
    chain = static_cast<int>(links_.size()) - 1;
  }
  return chain;
}

std::vector<Decision> Beam::decisions(const Hypothesis& h) const {
  std::vector<Decision> all;
  for (int at = h.chain; at != NONE; at = links_[static_cast<size_t>(at)].before)
    all.push_back(links_[static_cast<size_t>(at)].decision);
  std::reverse(all.begin(), all.end());
  return all;
}

}  // namespace pan
