#include "constraints/constraints.hpp"

namespace pan {

void Constraints::restrict_heads(int word, const std::vector<int>& allowed) {
  NodeSet set(words());
  for (const int head : allowed) set.add(head);
  heads.forbid_headless(word);
  heads.keep(word, set);
  if (allowed.size() == 1) fixed[static_cast<size_t>(word) - 1] = allowed[0];
}

void Constraints::add(Span span) {
  spans.push_back(span);
  if (!span.closed) return;
  for (int w = 1; w <= words(); ++w)
    if (!span.has(w))
      for (int h = span.first; h <= span.last; ++h) forbid(h, w);
}

bool Constraints::hold(const std::vector<int>& tree) const {
  for (int w = 1; w <= words(); ++w) {
    const int head = tree[static_cast<size_t>(w) - 1];
    if (!heads.has(w, head == NONE ? words() + 1 : head)) return false;
  }
  for (const Span& span : spans) {
    int outside = 0;
    for (int w = span.first; w <= span.last; ++w) outside += !span.has(tree[static_cast<size_t>(w) - 1]);
    if (outside != 1) return false;
  }
  return true;
}

}  // namespace pan
