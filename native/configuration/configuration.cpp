#include "configuration/configuration.hpp"

#include <utility>

namespace pan {

void Configuration::reset(int words, Root root) {
  words_ = words;
  root_ = root;
  front_ = 1;
  headless_on_stack_ = 0;
  history_[0] = history_[1] = NONE;
  stack_.clear();
  // Two nodes more than there are: features look up "beyond the end" and "absent" there without a branch.
  nodes_.assign(static_cast<size_t>(words) + 3, Node{});
  if (root == Root::First) {
    stack_.push_back(0);
    node(0).on_stack = true;
  }
}

void Configuration::push_front() {
  const int word = buffer(0);
  ++front_;
  stack_.push_back(word);
  node(word).on_stack = true;
  headless_on_stack_ += is_headless_word(word);
}

void Configuration::pop() {
  const int top = stack_.back();
  stack_.pop_back();
  node(top).on_stack = false;
  headless_on_stack_ -= is_headless_word(top);
}

void Configuration::pop_second() {
  std::swap(stack_[stack_.size() - 1], stack_[stack_.size() - 2]);
  pop();
}

void Configuration::attach(int head, int dependent, int label) {
  Node& d = node(dependent);
  if (d.on_stack && is_headless_word(dependent)) --headless_on_stack_;
  d.head = head;
  d.label = label;
  Node& h = node(head);
  const uint64_t bit = label < 0 ? 0 : uint64_t{1} << (label & 63);
  if (order(dependent) < order(head)) {
    if (h.left[0] == NONE || dependent < h.left[0]) {
      h.left[1] = h.left[0];
      h.left[0] = dependent;
    } else if (h.left[1] == NONE || dependent < h.left[1]) {
      h.left[1] = dependent;
    }
    ++h.left_count;
    h.left_labels |= bit;
  } else {
    if (h.right[0] == NONE || dependent > h.right[0]) {
      h.right[1] = h.right[0];
      h.right[0] = dependent;
    } else if (h.right[1] == NONE || dependent > h.right[1]) {
      h.right[1] = dependent;
    }
    ++h.right_count;
    h.right_labels |= bit;
  }
}

std::string Configuration::key() const {
  std::vector<int32_t> parts{words_, static_cast<int32_t>(root_), front_, stack_size()};
  parts.insert(parts.end(), stack_.begin(), stack_.end());
  for (int i = 1; i <= words_; ++i) {
    parts.push_back(at(i).head);
    parts.push_back(at(i).label);
  }
  return {reinterpret_cast<const char*>(parts.data()), parts.size() * sizeof(int32_t)};
}

}  // namespace pan
