#include "constraints/projective.hpp"

#include <algorithm>

namespace pan {

void ProjectiveSolver::Table::clear_row(int i) { std::fill(row(i), row(i) + stride_, uint64_t{0}); }

void ProjectiveSolver::Table::clear_before(int i, int j) {
  uint64_t* bits = row(i);
  std::fill(bits, bits + j / 64, uint64_t{0});
  bits[j / 64] &= ~uint64_t{0} << (j % 64);
}

ProjectiveSolver::Chart::Chart(int words)
    : right(words), right_at(words), left(words), left_at(words), right_arc(words), left_arc(words), late_arc(words) {}

ProjectiveSolver::ProjectiveSolver(const TransitionSystem& system, const Constraints& constraints)
    : system_(system),
      constraints_(constraints),
      words_(constraints.words()),
      stride_(NodeSet(words_).size()),
      // Without a ROOT node, what is left on the stack is the root.
      one_root_(system.single_root() || system.root() == Root::None),
      base_(words_),
      chart_(words_),
      bad_right_(words_),
      bad_left_(words_),
      bad_end_(words_),
      on_stack_(words_),
      ends_{NodeSet(words_), NodeSet(words_)} {
  // What is outside a span holds all of it or nothing: two parts of it would have two heads outside.
  for (const auto& span : constraints.spans) {
    for (int k = span.first; k < span.last; ++k) {
      bad_end_.add(k);
      for (int i = 1; i < span.first; ++i) bad_right_.add(i, k);
      for (int j = span.last + 1; j <= words_; ++j) bad_left_.add(j, k + 1);
    }
  }
  if (!system.is_partial()) return;
  span_mates_.assign(static_cast<size_t>(words_) + 1, NodeSet(words_));
  for (const auto& span : constraints.spans)
    for (int w = span.first; w <= span.last; ++w)
      for (int k = span.first; k <= span.last; ++k) span_mates_[static_cast<size_t>(w)].add(k);
}

std::vector<int> ProjectiveSolver::find(const HeadSets& sets, const Configuration& c, const std::vector<int>& like) {
  return solve(sets, c) ? tree(sets, like) : std::vector<int>{};
}

bool ProjectiveSolver::solve(const HeadSets& sets, const Configuration& c) {
  // Words that were never read keep all their ways of hanging together.
  int unread = words_ + 1;
  while (unread > 1 && c.in_buffer(unread - 1)) --unread;
  top_ = 0;
  if (system_.grows_from_top() && c.stack_size() > 1) {
    on_stack_ = NodeSet(words_);
    for (int k = 0; k < c.stack_size(); ++k) {
      if (c.stack(k) > 0) on_stack_.add(c.stack(k));
      top_ = std::max(top_, c.stack(k));
    }
  }
  if (unread == 1 || !has_base_) {
    stride_ == 1 ? fill<1>(sets, words_ + 1) : fill<0>(sets, words_ + 1);
    if (unread == 1) {
      base_ = chart_;
      has_base_ = true;
    }
  } else {
    chart_ = base_;
    stride_ == 1 ? fill<1>(sets, unread) : fill<0>(sets, unread);
  }
  return find_roots(sets);
}

bool ProjectiveSolver::must_rise(int i, int k) const {
  if (top_ == 0 || !on_stack_.has(k)) return false;
  for (int w = i; w < k; ++w)
    if (on_stack_.has(w)) return true;
  return false;
}

namespace {

bool share(const uint64_t* a, const uint64_t* b, size_t size) {
  for (size_t n = 0; n < size; ++n)
    if (a[n] & b[n]) return true;
  return false;
}

// The same with every bit of b moved down by one, from bit `first` of a on.
bool meet(const uint64_t* a, const uint64_t* b, size_t size, int first) {
  for (size_t n = static_cast<size_t>(first) / 64; n < size; ++n) {
    uint64_t both = a[n] & (b[n] >> 1 | (n + 1 < size ? b[n + 1] << 63 : 0));
    if (n == static_cast<size_t>(first) / 64) both &= ~uint64_t{0} << (first % 64);
    if (both) return true;
  }
  return false;
}

}  // namespace

// All items that begin before the word `before`; those that begin there or later are in the chart. STRIDE is stride_
// where it is known, since most sentences fit into one number.
template <size_t STRIDE>
void ProjectiveSolver::fill(const HeadSets& sets, int before) {
  const size_t stride = STRIDE ? STRIDE : stride_;
  Chart& t = chart_;
  for (int i = 1; i <= words_; ++i) {
    for (Table* table : {&t.right_at, &t.left_at, &t.left_arc, &t.late_arc}) table->clear_before(i, before);
    if (i < before)
      for (Table* table : {&t.right, &t.left, &t.right_arc}) table->clear_row(i);
  }
  for (int i = before - 1; i >= 1; --i) {
    t.right.add(i, i);
    t.right_at.add(i, i);
    t.left.add(i, i);
    t.left_at.add(i, i);
    for (int j = i + 1; j <= words_; ++j) {
      if (meet(t.right.row(i), t.left_at.row(j), stride, i)) {
        if (may_attach(sets, i, j)) t.right_arc.add(i, j);
        if (may_attach(sets, j, i)) {
          t.left_arc.add(j, i);
          if (top_ && j > top_ && meet(t.right.row(i), t.left_at.row(j), stride, top_)) t.late_arc.add(j, i);
        }
      }
      bool right = share(t.right_arc.row(i), t.right_at.row(j), stride);
      bool left = share(t.left.row(i), t.left_arc.row(j), stride);
      if (top_ && right) {
        right = false;
        for (int k = i + 1; k <= j && !right; ++k)
          right = t.right_arc.has(i, k) && t.right.has(k, j) && may_be_right_child(k, j);
      }
      if (top_ && left) {
        left = false;
        for (int k = i; k < j && !left; ++k)
          left = t.left.has(i, k) && (must_rise(i, k) ? t.late_arc : t.left_arc).has(j, k);
      }
      if (right && !bad_right_.has(i, j)) {
        t.right.add(i, j);
        t.right_at.add(j, i);
      }
      if (left && !bad_left_.has(j, i)) {
        t.left.add(i, j);
        t.left_at.add(j, i);
      }
    }
  }
}

// Whether word k can hang below ROOT with the words i … j: ROOT first takes right children, ROOT last takes left ones.
bool ProjectiveSolver::may_be_root(int i, int k, int j) const {
  if (!top_ || j >= top_ || !on_stack_.has(k)) return true;
  return system_.root() == Root::Last && !must_rise(i, k);
}

bool ProjectiveSolver::find_roots(const HeadSets& sets) {
  ends_[0] = ends_[1] = NodeSet(words_);
  ends_[0].add(0);
  const int most = one_root_ ? 1 : 0;
  if (most && !system_.is_partial()) {
    for (int r = 1; r <= words_ && !ends_[1].has(words_); ++r)
      if (sets.has(r, 0) && chart_.left.has(1, r) && chart_.right.has(r, words_)) ends_[1].add(words_);
    return ends_[1].has(words_);
  }
  for (int r = 1; r <= words_; ++r) {
    const bool loose = system_.is_partial() && sets.may_be_headless(r), root = sets.has(r, 0);
    if (!loose && !root) continue;
    for (int before = 0; before <= most; ++before) {
      for (int i = 1; i <= r; ++i) {
        if (!ends_[before].has(i - 1) || !chart_.left.has(i, r)) continue;
        for (int j = r; j <= words_; ++j) {
          if (!chart_.right.has(r, j) || bad_end_.has(j) || !may_be_root(i, r, j)) continue;
          if (loose) ends_[before].add(j);
          if (root && before + 1 <= most) ends_[before + 1].add(j);
          if (root && most == 0) ends_[0].add(j);
        }
        if (!top_) break;  // where words start makes no other difference
      }
    }
  }
  if (system_.is_partial()) return ends_[0].has(words_) || ends_[1].has(words_);
  return ends_[most].has(words_);
}

std::vector<int> ProjectiveSolver::tree(const HeadSets& sets, const std::vector<int>& like) {
  like_ = &like;
  found_.assign(static_cast<size_t>(words_), NONE);
  const int most = one_root_ ? 1 : 0;
  int end = words_, count = ends_[most].has(words_) ? most : 0;
  while (end > 0) {
    // The last root, its part from i to `end`, and how many children of ROOT come before it.
    int root = NONE, start = NONE, before = NONE;
    bool is_loose = false;
    for (int r = end; r >= 1 && (root == NONE || !is_liked(0, root)); --r) {
      if (!chart_.right.has(r, end) || (root != NONE && !is_liked(0, r))) continue;
      const bool loose = system_.is_partial() && sets.may_be_headless(r), is_root = sets.has(r, 0);
      for (int i = 1; i <= r; ++i) {
        if (!chart_.left.has(i, r) || !may_be_root(i, r, end)) continue;
        for (const bool as_root : {true, false}) {
          const int counted = count - (as_root && most ? 1 : 0);
          if (!(as_root ? is_root : loose) || counted < 0 || !ends_[counted].has(i - 1)) continue;
          root = r, start = i, before = counted, is_loose = !as_root;
          break;
        }
        if (root == r) break;
      }
    }
    found_[static_cast<size_t>(root) - 1] = is_loose ? NONE : 0;
    take_left(start, root);
    take_right(root, end);
    end = start - 1;
    count = before;
  }
  // Where an arc only stands for a word without head.
  for (int w = 1; w <= words_; ++w)
    if (int& head = found_[static_cast<size_t>(w) - 1]; head != NONE && !sets.has(w, head)) head = NONE;
  return found_;
}

void ProjectiveSolver::take_right(int i, int j) {
  while (i < j) {
    int taken = NONE;
    for (int k = j; k > i; --k) {
      if (!chart_.right_arc.has(i, k) || !chart_.right.has(k, j) || !may_be_right_child(k, j)) continue;
      if (taken == NONE || is_liked(i, k)) taken = k;
      if (is_liked(i, k)) break;
    }
    found_[static_cast<size_t>(taken) - 1] = i;
    take_between(i, taken, i);
    i = taken;
  }
}

void ProjectiveSolver::take_left(int i, int j) {
  while (i < j) {
    int taken = NONE;
    for (int k = i; k < j; ++k) {
      if (!chart_.left.has(i, k) || !(must_rise(i, k) ? chart_.late_arc : chart_.left_arc).has(j, k)) continue;
      if (taken == NONE || is_liked(j, k)) taken = k;
      if (is_liked(j, k)) break;
    }
    found_[static_cast<size_t>(taken) - 1] = j;
    take_between(taken, j, must_rise(i, taken) ? top_ : taken);
    j = taken;
  }
}

// The words between the two ends of an arc: up to some k, from `from` on, on the left one, the others on the right one.
void ProjectiveSolver::take_between(int i, int j, int from) {
  int taken = NONE;
  for (int k = from; k < j; ++k) {
    if (!chart_.right.has(i, k) || !chart_.left.has(k + 1, j)) continue;
    taken = k;
    // As far as the liked tree goes on the left.
    if (k + 1 < j && !is_liked(i, k + 1)) break;
  }
  take_right(i, taken);
  take_left(taken + 1, j);
}

}  // namespace pan
