#include "oracle/cycles.hpp"

#include <algorithm>

namespace pan {

void CycleFinder::reset(const std::vector<int>& built, const std::vector<int>& open) {
  built_ = &built;
  open_ = &open;
  blocked_.assign(built.size(), 0);
  removed_.assign(built.size(), 0);
  if (waiting_.size() < built.size()) waiting_.resize(built.size());
  for (auto& w : waiting_) w.clear();
}

void CycleFinder::through(int word, std::vector<Cycle>& found) {
  find(word, false, found);
  removed_[static_cast<size_t>(word)] = 1;
}

void CycleFinder::through_built_arc(int word, std::vector<Cycle>& found) { find(word, true, found); }

void CycleFinder::find(int word, bool only_built, std::vector<Cycle>& found) {
  start_ = word;
  only_built_ = only_built;
  search(word, found);
  for (const int w : touched_) {
    blocked_[static_cast<size_t>(w)] = 0;
    waiting_[static_cast<size_t>(w)].clear();
  }
  touched_.clear();
}

// Whether a cycle through the start was found from here. A word from which there was none stays blocked until one of
// its heads is found to lead on: no path is tried twice in vain.
bool CycleFinder::search(int word, std::vector<Cycle>& found) {
  if (static_cast<int>(found.size()) >= MOST) return true;
  blocked_[static_cast<size_t>(word)] = 1;
  touched_.push_back(word);
  bool closed = false;
  path_.words.push_back(word);
  for (const bool open : {false, true}) {
    if (open && only_built_ && word == start_) continue;
    const int h = head(word, open);
    if (h <= 0 || removed_[static_cast<size_t>(h)]) continue;
    path_.is_open.push_back(open);
    if (h == start_) {
      if (static_cast<int>(found.size()) < MOST) found.push_back(path_);
      closed = true;
    } else if (!blocked_[static_cast<size_t>(h)]) {
      closed = search(h, found) || closed;
    }
    path_.is_open.pop_back();
  }
  path_.words.pop_back();
  if (closed) {
    unblock(word);
  } else {
    for (const bool open : {false, true}) {
      const int h = head(word, open);
      if (h <= 0 || removed_[static_cast<size_t>(h)]) continue;
      auto& list = waiting_[static_cast<size_t>(h)];
      if (std::find(list.begin(), list.end(), word) == list.end()) {
        list.push_back(word);
        touched_.push_back(h);
      }
    }
  }
  return closed;
}

void CycleFinder::unblock(int word) {
  blocked_[static_cast<size_t>(word)] = 0;
  std::vector<int> released;
  released.swap(waiting_[static_cast<size_t>(word)]);
  for (const int w : released)
    if (blocked_[static_cast<size_t>(w)]) unblock(w);
}

}  // namespace pan
