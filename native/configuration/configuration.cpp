#include "configuration/configuration.hpp"

#include <utility>

namespace pan {

void Configuration::reset(int words, Root root) {
  words_ = words;
  root_ = root;
  front_ = 1;
  aside_ = 0;
  headless_on_stack_ = 0;
  history_[0] = history_[1] = NONE;
  steps_ = 0;
  stack_.clear();
  returned_.clear();
  // Two nodes more than there are: features look up "beyond the end" and "absent" there without a branch.
  nodes_.assign(static_cast<size_t>(words) + 3, Node{});
  if (root == Root::First) {
    stack_.push_back(0);
    node(0).place = Place::Stack;
  } else if (root == Root::None) {
    node(0).place = Place::Gone;
  }
}

void Configuration::push_front() {
  const int word = buffer(0);
  if (returned_.empty())
    ++front_;
  else
    returned_.pop_back();
  aside_ = 0;
  stack_.push_back(word);
  node(word).place = Place::Stack;
  headless_on_stack_ += is_headless_word(word);
}

void Configuration::pop() {
  const int top = stack_.back();
  stack_.pop_back();
  node(top).place = Place::Gone;
  headless_on_stack_ -= is_headless_word(top);
}

void Configuration::swap() { std::swap(stack_[stack_.size() - 1], stack_[stack_.size() - 2]); }

void Configuration::pop_second() {
  swap();
  pop();
}

void Configuration::unshift() {
  const int top = stack_.back();
  pop();
  node(top).place = Place::Buffer;
  returned_.push_back(top);
}

void Configuration::forget_reading() {
  while (front_ > 1 && !returned_.empty() && order(returned_.front()) == front_ - 1) {
    returned_.erase(returned_.begin());
    --front_;
  }
}

void Configuration::add_child(Node& head, bool on_left, int dependent, int label) {
  int32_t* child = on_left ? head.left : head.right;
  const auto is_farther = [&](int a, int b) { return b == NONE || (on_left ? a < b : a > b); };
  if (is_farther(dependent, child[0])) {
    child[1] = child[0];
    child[0] = dependent;
  } else if (is_farther(dependent, child[1])) {
    child[1] = dependent;
  }
  if (child[NEAREST] == NONE || is_farther(child[NEAREST], dependent)) child[NEAREST] = dependent;
  ++(on_left ? head.left_count : head.right_count);
  (on_left ? head.left_labels : head.right_labels) |= label < 0 ? 0 : uint64_t{1} << (label & 63);
}

void Configuration::attach(int head, int dependent, int label) {
  detach(dependent);
  Node& d = node(dependent);
  if (d.place == Place::Stack) --headless_on_stack_;
  d.head = head;
  d.label = label;
  add_child(node(head), order(dependent) < order(head), dependent, label);
}

void Configuration::detach(int dependent) {
  Node& d = node(dependent);
  if (d.head == NONE) return;
  const int head = d.head;
  d.head = d.label = NONE;
  if (d.place == Place::Stack) ++headless_on_stack_;
  // What is known of the other children on that side has to be found again.
  Node& h = node(head);
  const bool on_left = order(dependent) < order(head);
  int32_t* child = on_left ? h.left : h.right;
  const int first = on_left ? child[0] : child[NEAREST], last = on_left ? child[NEAREST] : child[0];
  child[0] = child[1] = child[NEAREST] = NONE;
  (on_left ? h.left_count : h.right_count) = 0;
  (on_left ? h.left_labels : h.right_labels) = 0;
  for (int w = first; w <= last; ++w)
    if (at(w).head == head) add_child(h, on_left, w, at(w).label);
}

std::string Configuration::key(bool with_labels) const {
  std::vector<int32_t> parts{words_, static_cast<int32_t>(root_), front_, aside_, static_cast<int32_t>(stack_.size())};
  parts.insert(parts.end(), stack_.begin(), stack_.end());
  parts.insert(parts.end(), returned_.begin(), returned_.end());
  for (int i = 1; i <= words_; ++i) {
    parts.push_back(at(i).head);
    parts.push_back(with_labels ? at(i).label : NONE);
    parts.push_back(with_labels ? at(i).tag : NONE);
    parts.push_back(2 * (with_labels ? at(i).noted : NONE) + at(i).shifted);
  }
  return {reinterpret_cast<const char*>(parts.data()), parts.size() * sizeof(int32_t)};
}

}  // namespace pan
