// Projective trees within head sets: Eisner's (1996) chart with yes and no for scores, 64 cells at a time.
#pragma once
#include "constraints/solver.hpp"

namespace pan {

class ProjectiveSolver final : public Solver {
 public:
  ProjectiveSolver(const TransitionSystem& system, const Constraints& constraints);
  std::vector<int> find(const HeadSets& sets, const Configuration& c, const std::vector<int>& like) override;

 private:
  bool solve(const HeadSets& sets, const Configuration& c);
  std::vector<int> tree(const HeadSets& sets, const std::vector<int>& like);
  // One bit for each pair of words.
  class Table {
   public:
    explicit Table(int words) : stride_(NodeSet(words).size()), bits_(stride_ * static_cast<size_t>(words + 2)) {}
    uint64_t* row(int i) { return bits_.data() + static_cast<size_t>(i) * stride_; }
    const uint64_t* row(int i) const { return bits_.data() + static_cast<size_t>(i) * stride_; }
    bool has(int i, int j) const { return row(i)[j / 64] >> (j % 64) & 1; }
    void add(int i, int j) { row(i)[j / 64] |= uint64_t{1} << (j % 64); }
    void clear_row(int i);
    void clear_before(int i, int j);  // the cells of row i before j

   private:
    size_t stride_;
    std::vector<uint64_t> bits_;
  };
  // Items over the words i … j (Eisner's triangles and trapezoids).
  struct Chart {
    explicit Chart(int words);
    Table right, right_at;      // word i with all its dependents up to j: by i, and by j
    Table left, left_at;        // word j with all its dependents down to i: by i, and by j
    Table right_arc, left_arc;  // an arc from i to j, by i; from j to i, by j; the words between are complete
    Table late_arc;             // the left arcs of whose dependents must_rise() can be true
  };

  // In partial systems a word without head stands where any other could have taken it.
  bool may_attach(const HeadSets& sets, int head, int word) const {
    return sets.has(word, head) ||
           (!span_mates_.empty() && sets.may_be_headless(word) && !span_mates_[static_cast<size_t>(word)].has(head));
  }
  template <size_t STRIDE>
  void fill(const HeadSets& sets, int before);
  bool find_roots(const HeadSets& sets);
  // Whether a word in the stack, with a left child in it, must become its top first.
  bool must_rise(int i, int k) const;
  bool may_be_right_child(int k, int j) const { return j >= top_ || !on_stack_.has(k); }
  bool may_be_root(int i, int k, int j) const;

  void take_right(int i, int j);
  void take_left(int i, int j);
  void take_between(int i, int j, int from);
  bool is_liked(int head, int word) const { return !like_->empty() && (*like_)[static_cast<size_t>(word) - 1] == head; }

  const TransitionSystem& system_;
  const Constraints& constraints_;
  int words_;
  size_t stride_;
  bool one_root_;
  Chart base_, chart_;  // while all words are in the buffer; now
  bool has_base_ = false;
  Table bad_right_, bad_left_;       // items that end within a span: by i; by j
  NodeSet bad_end_;                  // words after which no root's part may end
  std::vector<NodeSet> span_mates_;  // by word, in partial systems: the words of all spans that it is in

  // Arc-standard only (0 in the others). A word on the stack can become a right child, or take a left child from the
  // stack, when it is the top: all words above it are its descendants then.
  int top_ = 0;
  NodeSet on_stack_;

  // ends_[k] has j: the words 1 … j can be complete, with k children of ROOT (counted only if there may be one).
  NodeSet ends_[2];
  const std::vector<int>* like_ = nullptr;
  std::vector<int> found_;
};

}  // namespace pan
