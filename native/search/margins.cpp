#include "search/margins.hpp"

#include <algorithm>
#include <bit>

#include "models/kernels.hpp"

namespace pan {

void Observer::start(int words) { seen_.assign(static_cast<size_t>(words), {}); }

void Observer::see(const Decider& decider, const Configuration& c, ActionSet legal, const Decision& d) {
  const TransitionSystem& system = *design_.system;
  const float margin = action_margin(decider, c, legal, d);
  for (const int node : {c.stack(0), c.buffer(0)})
    if (node > 0) seen(node).margins.focus = std::min(seen(node).margins.focus, margin);
  const bool makes_arc = system.actions()[static_cast<size_t>(d.action)].makes_arc;
  // An action without arc may decide on the label of one that comes later.
  const int labelled = makes_arc ? d.action : system.actions()[static_cast<size_t>(d.action)].notes;
  if (labelled == NONE || (!makes_arc && d.label == NONE)) return;
  const Arc arc = system.arc(c, labelled);
  if (arc.dependent <= 0) return;
  Seen& word = seen(arc.dependent);
  if (makes_arc) {
    word.margins.arc = margin;
    word.head = arc.head;
  }
  if (d.label != NONE) word.margins.label = label_margin(decider, labelled, arc.head, d.label);
}

void Observer::weigh(const Design& design, Decider& decider, const Configuration& c, ActionSet legal,
                     const Decision& d) {
  if (decider.is_forced(c, legal)) return;
  decider.look(c);
  decider.score_actions();
  if (design.decisions.labelling() != Labelling::Joint) return;
  if (design.decisions.takes_label(d.action))
    decider.best_label(c, d.action);
  else
    decider.noted_label(c, d.action, legal);
}

const std::vector<Margins>& Observer::finish(const std::vector<int>& heads) {
  finished_.clear();
  for (size_t i = 0; i < seen_.size(); ++i) {
    finished_.push_back(seen_[i].margins);
    if (seen_[i].head != heads[i] || heads[i] == NONE) finished_.back().arc = std::numeric_limits<float>::quiet_NaN();
  }
  return finished_;
}

float Observer::action_margin(const Decider& decider, const Configuration& c, ActionSet legal,
                              const Decision& d) const {
  const Decisions& decisions = design_.decisions;
  const float* scores = decider.scores();
  float margin = Margins::CLEAR;
  for (ActionSet rest = legal & ~bit(d.action); rest; rest &= rest - 1) {
    const int action = std::countr_zero(rest);
    const float* others = scores + decisions.first_class(action);
    if (decisions.labelling() == Labelling::Product && decisions.takes_label(action))
      others += argmax(others, design_.penalties(c, action), decisions.range(action).count);
    margin = std::min(margin, scores[decisions.class_of(d)] - *others);
  }
  return margin;
}

float Observer::label_margin(const Decider& decider, int action, int head, int label) const {
  const Decisions& decisions = design_.decisions;
  const float* scores = decisions.labelling() == Labelling::Joint ? decider.label_scores()
                                                                  : decider.scores() + decisions.first_class(action);
  const float* penalties = design_.label_penalties.of(head);
  float margin = Margins::CLEAR;
  const auto compare = [&](int first, int last) {  // with the best of these
    if (first >= last) return;
    const int other = first + argmax(scores + first, penalties + first, last - first);
    margin = std::min(margin, scores[label] - (scores[other] + penalties[other]));
  };
  compare(0, label);
  compare(label + 1, decisions.labels());
  return margin;
}

}  // namespace pan
