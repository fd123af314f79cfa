// The state of a derivation: a stack, a buffer and the arcs built so far. Derived facts (children, valency,
// what is on the stack) are kept by the operations here and never patched from outside.
//
// Nodes are numbered as in CoNLL-U: words 1..n, ROOT 0 wherever it stands. With ROOT last the buffer ends in
// ROOT.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace pan {

constexpr int NONE = -1;

enum class Root : uint8_t { First, Last };

class Configuration {
 public:
  struct Node {
    int32_t head = NONE, label = NONE;
    int32_t left[2] = {NONE, NONE};   // farthest and second farthest child on the left
    int32_t right[2] = {NONE, NONE};  // and on the right
    int32_t left_count = 0, right_count = 0;
    uint64_t left_labels = 0, right_labels = 0;  // sets of child labels, one bit per label modulo 64
    bool on_stack = false;
  };

  // All words in the buffer, ROOT on the stack (first) or at the end of the buffer (last).
  void reset(int words, Root root);

  int words() const { return words_; }
  Root root() const { return root_; }
  // Where a node stands in the order of the sentence: ROOT before word 1 or after word n.
  int order(int node) const { return node != 0 || root_ == Root::First ? node : words_ + 1; }

  int stack_size() const { return static_cast<int>(stack_.size()); }
  // The k-th node from the top of the stack, the k-th of the buffer; NONE where there is none.
  int stack(int k) const { return k < stack_size() ? stack_[stack_.size() - 1 - static_cast<size_t>(k)] : NONE; }
  int buffer(int k) const {
    const int place = front_ + k;
    if (place <= words_) return place;
    return place == words_ + 1 && root_ == Root::Last ? 0 : NONE;
  }
  int buffer_size() const { return words_ + (root_ == Root::Last ? 1 : 0) - front_ + 1; }
  bool in_buffer(int node) const { return order(node) >= front_ && !at(node).on_stack; }
  bool on_stack(int node) const { return at(node).on_stack; }
  int headless_on_stack() const { return headless_on_stack_; }  // words, not ROOT

  const Node& at(int node) const { return nodes_[static_cast<size_t>(node)]; }
  int head(int node) const { return at(node).head; }
  // The k-th last action, counted from 0; NONE before the first.
  int history(int k) const { return history_[k]; }

  void push_front();  // buffer front on to the stack
  void pop();
  void pop_second();  // the node below the top
  void attach(int head, int dependent, int label);
  void remember(int action) {
    history_[1] = history_[0];
    history_[0] = action;
  }

  // Configurations are values: equal when stack, buffer, heads and labels are (the way there does not count).
  bool operator==(const Configuration& other) const { return key() == other.key(); }
  std::string key() const;

 private:
  Node& node(int i) { return nodes_[static_cast<size_t>(i)]; }
  bool is_headless_word(int i) const { return i != 0 && at(i).head == NONE; }

  int words_ = 0;
  Root root_ = Root::Last;
  int front_ = 1;
  int headless_on_stack_ = 0;
  int history_[2] = {NONE, NONE};
  std::vector<int32_t> stack_;
  std::vector<Node> nodes_;
};

}  // namespace pan
