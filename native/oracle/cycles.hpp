// Elementary cycles in the union of two sets of arcs, each with at most one arc into a word: the arcs built so far and
// the gold arcs still in reach. Johnson's algorithm (1975), walking from dependents to heads.
#pragma once
#include <cstddef>
#include <vector>

namespace pan {

// One cycle: the head of words[k] is words[k + 1], that of the last is the first; is_open[k] says whether the arc into
// words[k] is a gold arc still to be built.
struct Cycle {
  std::vector<int> words;
  std::vector<char> is_open;
};

class CycleFinder {
 public:
  // Beyond so many, no more are looked for: the time is bounded, and a loss that high says enough.
  static constexpr int MOST = 1000;

  // Heads by word, NONE or 0 where there is none.
  void reset(const std::vector<int>& built, const std::vector<int>& open);

  // Adds the cycles through a word to `found`; words of earlier calls count as removed.
  void through(int word, std::vector<Cycle>& found);
  // The same for cycles that enter the word by its built arc; no word is removed.
  void through_built_arc(int word, std::vector<Cycle>& found);

 private:
  void find(int word, bool only_built, std::vector<Cycle>& found);
  bool search(int word, std::vector<Cycle>& found);
  void unblock(int word);
  int head(int word, bool open) const { return (open ? *open_ : *built_)[static_cast<std::size_t>(word)]; }

  const std::vector<int>*built_ = nullptr, *open_ = nullptr;
  int start_ = 0;
  bool only_built_ = false;
  std::vector<char> blocked_, removed_;
  std::vector<std::vector<int>> waiting_;  // Johnson's B: unblocked together with the word
  std::vector<int> touched_;               // words to be reset
  Cycle path_;
};

}  // namespace pan
