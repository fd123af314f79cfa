// What a model decides between: actions, and the labels of those that make an arc. An action that gives a tag takes it
// as others take a label: tags are numbered after the labels of arcs.
//
// Joint: one class per action, then, beside it and on the same features, one class per label for each arc
// action (the JointClassifier of PanParser, 4.8). Product: one class per action and label together.
// Unlabelled: actions alone. Classes stand in segments that are scored one at a time: segment 0 decides on
// the action (or on the pair); segment 1 + k holds the labels of the k-th arc action when labelling is joint.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "systems/system.hpp"

namespace pan {

enum class Labelling { None, Joint, Product };

struct Decision {
  int action = NONE, label = NONE;
};

class Decisions {
 public:
  static constexpr int MAX_WIDTH = 4096;  // classes in a segment

  // Throws UsageError when there are too many labels.
  Decisions(const TransitionSystem& system, Labelling labelling, int labels, int tags = 0);

  Labelling labelling() const { return labelling_; }
  int labels() const { return labels_; }  // of arcs
  int tags() const { return tags_; }
  int segments() const { return static_cast<int>(widths_.size()); }
  int width(int segment) const { return widths_[static_cast<size_t>(segment)]; }
  int classes() const;
  int offset(int segment) const;  // classes before those of the segment

  // Whether the action takes a label or a tag, and which: `count` of them from `first` on.
  bool takes_label(int action) const { return arc_index_[static_cast<size_t>(action)] != NONE; }
  struct Range {
    int first, count;
  };
  const Range& range(int action) const { return ranges_[static_cast<size_t>(action)]; }
  int label_segment(int action) const { return 1 + arc_index_[static_cast<size_t>(action)]; }
  // In segment 0: the class of an action without label, the first of its classes when labels are part of the
  // class.
  int first_class(int action) const { return first_class_[static_cast<size_t>(action)]; }
  int class_of(const Decision& d) const {
    const bool labelled = labelling_ == Labelling::Product && d.label != NONE && takes_label(d.action);
    return first_class(d.action) + (labelled ? d.label - range(d.action).first : 0);
  }

  // For each class of another model of the same actions and labelling, the class here; label_numbers are the numbers
  // here of its labels. Throws UsageError if actions or labelling differ.
  std::vector<int> classes_of(const Decisions& other, const std::vector<int>& label_numbers) const;

 private:
  Labelling labelling_;
  int labels_, tags_;
  std::vector<int> widths_, first_class_, arc_index_;
  std::vector<Range> ranges_;  // by action
};

// Which decisions are right somewhere: the optimal actions, and the labels of gold arcs.
struct Verdict {
  ActionSet optimal = 0;
  int required[MAX_ACTIONS];  // by action: the label it must take, NONE for any

  Verdict() { std::fill_n(required, MAX_ACTIONS, NONE); }
  // `with_label`: whether the label is part of the decision.
  bool accepts(const Decision& d, bool with_label) const {
    return (optimal & bit(d.action)) && (!with_label || required[d.action] == NONE || d.label == required[d.action]);
  }
  // A label that is given by constraint is the right one, whatever the treebank says.
  void keep_to(const int* given, const Decisions& decisions) {
    for (ActionSet rest = optimal; rest; rest &= rest - 1) {
      const int action = std::countr_zero(rest);
      if (decisions.takes_label(action) && given[action] != NONE) required[action] = given[action];
    }
  }
};

// Which labels may stand on arcs from ROOT and which on others, learnt from the training data: 0 for those that may,
// minus infinity for the others.
class LabelPenalties {
 public:
  LabelPenalties(const std::vector<bool>& at_root, const std::vector<bool>& elsewhere, int tags = 0);
  const float* of(int head) const { return (head == 0 ? at_root_ : elsewhere_).data(); }
  const float* of_tags() const { return tags_.data(); }  // any word may have any tag

 private:
  std::vector<float> at_root_, elsewhere_, tags_;
};

}  // namespace pan
