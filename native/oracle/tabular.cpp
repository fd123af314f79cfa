#include "oracle/tabular.hpp"

#include <algorithm>
#include <limits>

namespace pan {

namespace {

// What is left of the buffer when all gold arcs are built that concern nothing but the buffer: a node stays if its gold
// head is not in the buffer, or if it, or a word that depends on it, has a gold dependent on the stack.
std::vector<int> reduced_buffer(const Configuration& c, const Gold& gold, const std::vector<int>& left, int skipped) {
  const auto size = static_cast<size_t>(c.words()) + 1;
  std::vector<char> in_buffer(size), stays(size);
  std::vector<int> nodes;
  for (int k = skipped; k < c.buffer_size(); ++k) {
    nodes.push_back(c.buffer(k));
    in_buffer[static_cast<size_t>(nodes.back())] = 1;
  }
  const auto inside = [&](int node) { return node != NONE && in_buffer[static_cast<size_t>(node)]; };
  for (const int s : left) {
    if (s == 0) continue;
    // Gold heads of stack words wait for them, and so do the heads of those.
    int head = gold.head(s);
    while (inside(head) && !stays[static_cast<size_t>(head)]) {
      stays[static_cast<size_t>(head)] = 1;
      head = head == 0 ? NONE : gold.head(head);
    }
  }
  std::vector<int> kept;
  for (const int node : nodes)
    if (node == 0 || stays[static_cast<size_t>(node)] || !inside(gold.head(node))) kept.push_back(node);
  return kept;
}

}  // namespace

int tabular_loss(const Configuration& c, const Gold& gold, const std::vector<int>& left, int skipped) {
  const std::vector<int> right = reduced_buffer(c, gold, left, skipped);
  if (left.empty() && right.size() <= 1 && c.root() != Root::None) return 0;
  // Nodes by number: the stack from the top, then the buffer. table[i][j][h] is the least loss of a tree over the first
  // i of the stack and the first j of the buffer with head h; parts grow at one end or the other.
  std::vector<int> nodes(left);
  nodes.insert(nodes.end(), right.begin(), right.end());
  const size_t l = left.size(), r = right.size(), n = nodes.size();
  constexpr int FAR = std::numeric_limits<int>::max() / 2;
  const auto lost = [&](size_t head, size_t dependent) {
    if (nodes[dependent] == 0) return FAR;  // ROOT depends on nothing
    const int gold_head = gold.head(nodes[dependent]);
    return static_cast<int>(gold_head != NONE && gold_head != nodes[head]);
  };
  std::vector<int> table((l + 1) * (r + 1) * n, FAR);
  const auto at = [&](size_t i, size_t j, size_t h) -> int& { return table[(i * (r + 1) + j) * n + h]; };
  if (l > 0)
    at(1, 0, 0) = 0;
  else
    at(0, 1, l) = 0;
  for (size_t i = 0; i <= l; ++i)
    for (size_t j = 0; j <= r; ++j)
      for (size_t h = 0; h < n; ++h) {
        const int now = at(i, j, h);
        if (now >= FAR) continue;
        const auto grow = [&](size_t to_i, size_t to_j, size_t next) {
          at(to_i, to_j, h) = std::min(at(to_i, to_j, h), now + lost(h, next));
          at(to_i, to_j, next) = std::min(at(to_i, to_j, next), now + lost(next, h));
        };
        if (i < l && i > 0) grow(i + 1, j, i);
        if (j < r) grow(i, j + 1, l + j);
      }
  // The head of all is ROOT, or, without a ROOT node, the word that hangs below it.
  int best = FAR;
  for (size_t h = 0; h < n; ++h)
    if (nodes[h] == 0)
      return at(l, r, h);
    else if (c.root() == Root::None)
      best = std::min(best, at(l, r, h) + (gold.head(nodes[h]) > 0));
  return best;
}

}  // namespace pan
