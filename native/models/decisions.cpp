#include "models/decisions.hpp"

#include <limits>
#include <numeric>

#include "error.hpp"

namespace pan {

Decisions::Decisions(const TransitionSystem& system, Labelling labelling, int labels, int tags)
    : labelling_(labels > 0 ? labelling : Labelling::None),
      labels_(labelling == Labelling::None ? 0 : labels),
      tags_(labelling == Labelling::None ? 0 : tags) {
  widths_.push_back(0);
  int labelled = 0;
  std::vector<int> beside;  // widths of the segments of labels
  for (const Action& action : system.actions()) {
    const bool takes_label = action.makes_arc || (action.gives_tag && tags_ > 0);
    ranges_.push_back(action.gives_tag ? Range{labels_, tags_} : Range{0, labels_});
    first_class_.push_back(widths_[0]);
    arc_index_.push_back(takes_label ? labelled++ : NONE);
    widths_[0] += takes_label && labelling_ == Labelling::Product ? ranges_.back().count : 1;
    if (takes_label) beside.push_back(ranges_.back().count);
  }
  if (labelling_ == Labelling::Joint) widths_.insert(widths_.end(), beside.begin(), beside.end());
  for (const int width : widths_)
    if (width > MAX_WIDTH)
      throw UsageError("there are " + std::to_string(width) + " combinations of actions and labels; at most " +
                       std::to_string(MAX_WIDTH) +
                       " are possible: use fewer labels, or predict them beside the action");
}

int Decisions::offset(int segment) const { return std::accumulate(widths_.begin(), widths_.begin() + segment, 0); }

int Decisions::classes() const { return std::accumulate(widths_.begin(), widths_.end(), 0); }

std::vector<int> Decisions::classes_of(const Decisions& other, const std::vector<int>& label_numbers) const {
  if (tags_ || other.tags_) throw UsageError("a joint system cannot go on from an earlier training; leave out start");
  if (arc_index_ != other.arc_index_ || labelling_ != other.labelling_)
    throw UsageError("the first training had other actions or another labelling; use the same system and labels");
  std::vector<int> classes;
  for (size_t a = 0; a < arc_index_.size(); ++a) {
    if (labelling_ != Labelling::Product || arc_index_[a] == NONE)
      classes.push_back(first_class_[a]);
    else
      for (const int label : label_numbers) classes.push_back(first_class_[a] + label);
  }
  for (int segment = 1, first = widths_[0]; segment < segments(); first += width(segment++))
    for (const int label : label_numbers) classes.push_back(first + label);
  return classes;
}

LabelPenalties::LabelPenalties(const std::vector<bool>& at_root, const std::vector<bool>& elsewhere, int tags)
    : tags_(static_cast<size_t>(tags)) {
  constexpr float NEVER = -std::numeric_limits<float>::infinity();
  for (const bool may : at_root) at_root_.push_back(may ? 0 : NEVER);
  for (const bool may : elsewhere) elsewhere_.push_back(may ? 0 : NEVER);
}

}  // namespace pan
