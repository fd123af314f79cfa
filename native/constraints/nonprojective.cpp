#include "constraints/nonprojective.hpp"

#include <algorithm>

namespace pan {

bool NonProjectiveSolver::solve(const HeadSets& sets, const Configuration& c) {
  c_ = &c;
  return choose({sets, constraints_.heads}, 0, {});
}

std::vector<int> NonProjectiveSolver::tree(const HeadSets& sets, const std::vector<int>& like) {
  choose({sets, constraints_.heads}, 0, like);
  return found_;
}

// With a single root, Covington's systems hang words that are headless at the end below the first of them, or below the
// child of ROOT if it has one.
bool NonProjectiveSolver::may_be_left(int word, int root) const {
  if (!system_.single_root() || system_.is_partial() || c_->head(word) != NONE) return false;
  return c_->root() == Root::None ? word > root && c_->head(root) == NONE : c_->head(root) == 0;
}

// Which word of a span hangs outside is tried out: words that the liked tree has outside first.
bool NonProjectiveSolver::choose(const Sets& sets, size_t k, const std::vector<int>& like) {
  if (!reach_all(sets, like)) return false;  // nor with more restrictions
  if (k == constraints_.spans.size()) return true;
  const auto& span = constraints_.spans[k];
  std::vector<int> order;
  for (int w = span.first; w <= span.last; ++w) order.push_back(w);
  if (!like.empty())
    std::stable_partition(order.begin(), order.end(),
                          [&](int w) { return !span.has(like[static_cast<size_t>(w) - 1]); });
  NodeSet inside(constraints_.words()), outside(inside);
  for (int node = 0; node <= constraints_.words(); ++node) (span.has(node) ? inside : outside).add(node);
  for (const int top : order) {
    Sets narrower = sets;
    for (HeadSets* heads : {&narrower.given, &narrower.loose})
      for (int w = span.first; w <= span.last; ++w) {
        heads->keep(w, w == top ? outside : inside);
        if (w != top) heads->forbid_headless(w);
      }
    if (choose(narrower, k + 1, like)) return true;
  }
  return false;
}

bool NonProjectiveSolver::reach_all(const Sets& sets, const std::vector<int>& like) {
  if (!system_.single_root()) return grow(sets, NONE, like);
  std::vector<int> order;
  for (int w = 1; w <= constraints_.words(); ++w)
    if (sets.given.has(w, 0)) order.push_back(w);
  if (!like.empty())
    std::stable_partition(order.begin(), order.end(), [&](int w) { return like[static_cast<size_t>(w) - 1] == 0; });
  return std::any_of(order.begin(), order.end(), [&](int root) { return grow(sets, root, like); }) ||
         (system_.is_partial() && grow(sets, 0, like));
}

// From ROOT, whose only child is `root` (NONE: it may have several, 0: none); along the arcs of the liked tree as far
// as they go, and along another one when they do not.
bool NonProjectiveSolver::grow(const Sets& sets, int root, const std::vector<int>& like) {
  const int words = constraints_.words();
  found_.assign(static_cast<size_t>(words), NONE);
  std::vector<bool> reached(static_cast<size_t>(words) + 1);
  std::vector<int> queue;
  const auto add = [&](int word, int head) {
    found_[static_cast<size_t>(word) - 1] = head;
    reached[static_cast<size_t>(word)] = true;
    queue.push_back(word);
  };
  const auto may = [&](int word, int head) {
    return !reached[static_cast<size_t>(word)] && sets.given.has(word, head) && (head != 0 || root == NONE);
  };
  reached[0] = true;
  queue.push_back(0);
  if (root > 0) add(root, 0);
  for (size_t liked = 0, other = 0; static_cast<int>(queue.size()) <= words;) {
    if (liked < queue.size() && !like.empty()) {
      const int head = queue[liked++];
      for (int w = 1; w <= words; ++w)
        if (like[static_cast<size_t>(w) - 1] == head && may(w, head)) add(w, head);
    } else if (other < queue.size()) {
      const int head = queue[other];
      int found = NONE;
      for (int w = 1; w <= words && found == NONE; ++w)
        if (may(w, head)) found = w;
      if (found == NONE)
        ++other;
      else
        add(found, head);
    } else {
      const size_t before = queue.size();
      for (int w = 1; w <= words && queue.size() == before; ++w) {
        if (reached[static_cast<size_t>(w)]) continue;
        if (system_.is_partial() && sets.given.may_be_headless(w))
          add(w, NONE);
        else if (root > 0 && sets.loose.has(w, root) && may_be_left(w, root))
          add(w, 0);
      }
      if (queue.size() == before) return false;
    }
  }
  return true;
}

}  // namespace pan
