#include "data/graph.hpp"

#include <algorithm>
#include <cstddef>

#include "data/sentence.hpp"

namespace pan {

std::vector<int> find_cycle(const std::vector<int32_t>& heads) {
  const int n = static_cast<int>(heads.size());
  std::vector<int> walk(heads.size() + 1, 0);  // the walk that met a word first
  for (int start = 1; start <= n; ++start) {
    int word = start;
    while (word > 0 && !walk[word]) {
      walk[word] = start;
      word = heads[word - 1];
    }
    if (word <= 0 || walk[word] != start) continue;
    std::vector<int> cycle{word};
    for (int next = heads[word - 1]; next != word; next = heads[next - 1]) cycle.push_back(next);
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    return cycle;
  }
  return {};
}

int count_roots(const std::vector<int32_t>& heads) {
  return static_cast<int>(std::count(heads.begin(), heads.end(), 0));
}

namespace {

// The forest of known heads: trees stand under ROOT (0) or under a word without head; words numbered in
// preorder.
struct Forest {
  std::vector<int> top;          // the word without head above each word, 0 where that is ROOT
  std::vector<int> first, last;  // preorder numbers of a word's subtree: [first, last)

  explicit Forest(const std::vector<int32_t>& heads)
      : top(heads.size() + 1, 0), first(heads.size() + 1, 0), last(heads.size() + 1, 0) {
    const int n = static_cast<int>(heads.size());
    std::vector<int> child(heads.size() + 1, 0), sibling(heads.size() + 1, 0);
    for (int word = n; word >= 1; --word) {
      const int head = heads[word - 1];
      if (head == UNKNOWN_HEAD) continue;
      sibling[word] = child[head];
      child[head] = word;
    }
    int clock = 0;
    for (int root = 0; root <= n; ++root) {
      if (root && heads[root - 1] != UNKNOWN_HEAD) continue;
      first[root] = clock++;
      top[root] = root;
      for (int word = root;;) {
        if (int down = child[word]) {
          child[word] = sibling[down];
          top[down] = root;
          first[down] = clock++;
          word = down;
        } else {
          last[word] = clock;
          if (word == root) break;
          word = heads[word - 1];
        }
      }
    }
  }

  bool descends(int word, int ancestor) const { return first[ancestor] <= first[word] && first[word] < last[ancestor]; }
};

// How far the unbroken run of descendants beside each element of one tree reaches, as an index in `words`.
// Runs are built from those of the descendants they swallow, each of which is swallowed once.
std::vector<int> reach(const Forest& forest, const std::vector<int>& words) {
  const int n = static_cast<int>(words.size());
  std::vector<int> far(words.size());
  for (int i = n - 1; i >= 0; --i) {
    far[i] = i;
    while (far[i] + 1 < n && forest.descends(words[far[i] + 1], words[i])) far[i] = far[far[i] + 1];
  }
  return far;
}

}  // namespace

std::vector<int> nonprojective_words(const std::vector<int32_t>& heads) {
  const int n = static_cast<int>(heads.size());
  const Forest forest(heads);
  std::vector<std::vector<int>> trees(heads.size() + 1);  // words by the top of their tree
  std::vector<int> place(heads.size() + 1, 0);            // index of a word in its tree
  std::vector<int> rooted(heads.size() + 1, 0);           // words under ROOT among the first k
  for (int word = 1; word <= n; ++word) {
    const int top = forest.top[word];
    place[word] = static_cast<int>(trees[top].size());
    trees[top].push_back(word);
    rooted[word] = rooted[word - 1] + (top == 0);
  }
  std::vector<int> found;
  for (int top = 0; top <= n; ++top) {
    std::vector<int>& words = trees[top];
    if (words.size() < 2) continue;
    const int size = static_cast<int>(words.size());
    const std::vector<int> right = reach(forest, words);
    std::reverse(words.begin(), words.end());
    const std::vector<int> left = reach(forest, words);  // mirrored indices
    for (const int word : words) {
      const int head = heads[word - 1];
      if (head <= 0) continue;  // every word descends from ROOT
      const int low = std::min(word, head), high = std::max(word, head);
      bool projective = head < word ? right[place[head]] >= place[word] - 1
                                    : left[size - 1 - place[head]] >= size - 1 - place[word] - 1;
      // In a tree that hangs in the air, a word under ROOT in between is never a descendant.
      if (top != 0 && rooted[high - 1] != rooted[low]) projective = false;
      if (!projective) found.push_back(word);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace pan
