#include "constraints/nonprojective.hpp"

#include <algorithm>

namespace pan {

std::vector<int> NonProjectiveSolver::find(const HeadSets& sets, const Configuration& c, const std::vector<int>& like) {
  c_ = &c;
  Sets all{sets, constraints_.heads};
  if (!like.empty() && !constraints_.spans.empty()) {
    // Most often the words that hang outside of their spans can stay the same.
    Sets same = all;
    for (const auto& span : constraints_.spans)
      for (int w = span.first; w <= span.last; ++w)
        if (!span.has(like[static_cast<size_t>(w) - 1])) same = with_top(same, span, w);
    if (reach_all(same, like)) return found_;
  }
  return choose(all, 0, like) ? found_ : std::vector<int>{};
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
  return std::any_of(order.begin(), order.end(),
                     [&](int top) { return choose(with_top(sets, span, top), k + 1, like); });
}

NonProjectiveSolver::Sets NonProjectiveSolver::with_top(Sets sets, const Constraints::Span& span, int top) const {
  NodeSet inside(constraints_.words()), outside(inside);
  for (int node = 0; node <= constraints_.words(); ++node) (span.has(node) ? inside : outside).add(node);
  for (HeadSets* heads : {&sets.given, &sets.loose})
    for (int w = span.first; w <= span.last; ++w) {
      heads->keep(w, w == top ? outside : inside);
      if (w != top) heads->forbid_headless(w);
    }
  return sets;
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
  reached_ = NodeSet(words);  // and not ROOT, if it has no more children
  left_.clear();
  for (int w = 1; w <= words; ++w)
    if (w != root) left_.push_back(w);
  const auto reach = [&](int word, int head) {
    found_[static_cast<size_t>(word) - 1] = head;
    reached_.add(word);
  };
  if (root == NONE) reached_.add(0);
  if (root > 0) reach(root, 0);
  // Takes those words out of the list of what is left that `attach` can attach.
  const auto sweep = [&](auto attach) {
    const auto end = std::remove_if(left_.begin(), left_.end(), attach);
    const bool is_more = end != left_.end();
    left_.erase(end, left_.end());
    return is_more;
  };
  const auto as_liked = [&](int w) {
    const int head = like[static_cast<size_t>(w) - 1];
    if (head == NONE || !reached_.has(head) || !sets.given.has(w, head)) return false;
    reach(w, head);
    return true;
  };
  const auto anyhow = [&](int w) {
    const int head = reached_.first_common(sets.given.row(w));
    if (head == NONE) return false;
    reach(w, head);
    return true;
  };
  const auto loosely = [&](int w) {
    if (system_.is_partial() ? !sets.given.may_be_headless(w)
                             : root <= 0 || !sets.loose.has(w, root) || !may_be_left(w, root))
      return false;
    reach(w, system_.is_partial() ? NONE : 0);
    return true;
  };
  while (!left_.empty())
    if (!(!like.empty() && sweep(as_liked)) && !sweep(anyhow) && !sweep(loosely)) return false;
  return true;
}

}  // namespace pan
