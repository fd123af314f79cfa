#include "models/decisions.hpp"

#include <limits>
#include <numeric>

#include "error.hpp"

namespace pan {

Decisions::Decisions(const TransitionSystem& system, Labelling labelling, int labels)
    : labelling_(labels > 0 ? labelling : Labelling::None), labels_(labelling == Labelling::None ? 0 : labels) {
  widths_.push_back(0);
  int arcs = 0;
  for (const Action& action : system.actions()) {
    first_class_.push_back(widths_[0]);
    arc_index_.push_back(action.makes_arc ? arcs++ : NONE);
    widths_[0] += action.makes_arc && labelling_ == Labelling::Product ? labels_ : 1;
  }
  if (labelling_ == Labelling::Joint) widths_.insert(widths_.end(), static_cast<size_t>(arcs), labels_);
  for (const int width : widths_)
    if (width > MAX_WIDTH)
      throw UsageError("there are " + std::to_string(width) + " combinations of actions and labels; at most " +
                       std::to_string(MAX_WIDTH) +
                       " are possible: use fewer labels, or predict them beside the action");
}

int Decisions::classes() const { return std::accumulate(widths_.begin(), widths_.end(), 0); }

LabelPenalties::LabelPenalties(const std::vector<bool>& at_root, const std::vector<bool>& elsewhere) {
  constexpr float NEVER = -std::numeric_limits<float>::infinity();
  for (const bool may : at_root) at_root_.push_back(may ? 0 : NEVER);
  for (const bool may : elsewhere) elsewhere_.push_back(may ? 0 : NEVER);
}

}  // namespace pan
