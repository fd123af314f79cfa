// The state of a derivation: a stack, a buffer and the arcs built so far. Derived facts (children, valency, where a
// node is) are kept by the operations here and never patched from outside.
//
// Nodes are numbered as in CoNLL-U: words 1..n, ROOT 0 wherever it stands. With ROOT last the buffer ends in ROOT;
// without a ROOT node it stands nowhere, and words that are still headless at the end hang below it.
//
// Covington's two lists are one stack of all words read, whose top words can be set aside: the left list is what is not
// set aside, the right list is what is.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace pan {

constexpr int NONE = -1;

enum class Root : uint8_t { First, Last, None };

enum class Place : uint8_t { Buffer, Stack, Gone };

class Configuration {
 public:
  struct Node {
    int32_t head = NONE, label = NONE;
    int32_t left[3] = {NONE, NONE, NONE};   // child on the left: farthest, second farthest, nearest
    int32_t right[3] = {NONE, NONE, NONE};  // and on the right
    int32_t left_count = 0, right_count = 0;
    uint64_t left_labels = 0, right_labels = 0;  // sets of child labels, one bit per label modulo 64
    int32_t noted = NONE;                        // a label kept for an arc that may be made later
    int32_t tag = NONE;                          // where tags are part of what is predicted
    Place place = Place::Buffer;
    bool shifted = false;  // marked by systems that let a word be shifted only once
  };
  static constexpr int NEAREST = 2;

  // All words in the buffer, ROOT on the stack (first), at the end of the buffer (last) or nowhere.
  void reset(int words, Root root);

  int words() const { return words_; }
  Root root() const { return root_; }
  // Where a node stands in the order of the sentence: ROOT before word 1 or after word n.
  int order(int node) const { return node != 0 || root_ != Root::Last ? node : words_ + 1; }

  int stack_size() const { return static_cast<int>(stack_.size()) - aside_; }
  // The k-th node from the top of the stack, the k-th of the buffer; NONE where there is none.
  int stack(int k) const {
    const int place = stack_size() - 1 - k;
    return place >= 0 ? stack_[static_cast<size_t>(place)] : NONE;
  }
  int buffer(int k) const {
    const int returned = static_cast<int>(returned_.size());
    if (k < returned) return returned_[static_cast<size_t>(returned - 1 - k)];
    const int place = front_ + k - returned;
    if (place <= words_) return place;
    return place == words_ + 1 && root_ == Root::Last ? 0 : NONE;
  }
  int buffer_size() const {
    return static_cast<int>(returned_.size()) + words_ + (root_ == Root::Last ? 1 : 0) - front_ + 1;
  }
  bool has_read_all() const { return front_ > words_; }  // some words may be back in the buffer
  int aside_size() const { return aside_; }
  int aside(int k) const { return stack_[static_cast<size_t>(stack_size() + k)]; }  // from the left

  bool in_buffer(int node) const { return at(node).place == Place::Buffer; }
  bool on_stack(int node) const { return at(node).place == Place::Stack; }  // or set aside
  int headless_on_stack() const { return headless_on_stack_; }              // words, not ROOT

  const Node& at(int node) const { return nodes_[static_cast<size_t>(node)]; }
  int head(int node) const { return at(node).head; }
  // The k-th last action, counted from 0; NONE before the first.
  int history(int k) const { return history_[k]; }
  int steps() const { return steps_; }  // actions since the start
  // Is there a path of arcs, or nothing at all, from one node down to the other?
  bool dominates(int node, int descendant) const {
    while (descendant != node && descendant != NONE) descendant = head(descendant);
    return descendant == node;
  }

  void push_front();  // buffer front on to the stack; nothing stays set aside
  void pop();
  void pop_second();                                // the node below the top
  void swap();                                      // the two topmost nodes
  void unshift();                                   // the top back to the front of the buffer
  void forget_reading();                            // words back in their place in the buffer count as never read
  void set_aside() { ++aside_; }                    // the top
  void attach(int head, int dependent, int label);  // an arc into the dependent that was there is removed
  void detach(int dependent);
  void note(int node_, int label) { node(node_).noted = label; }
  void give_tag(int node_, int tag) { node(node_).tag = tag; }
  void mark_shifted(int node_) { node(node_).shifted = true; }
  void remember(int action) {
    history_[1] = history_[0];
    history_[0] = action;
    ++steps_;
  }
  // Takes over the way to another configuration, whose successor this one is.
  void follow(const Configuration& before) {
    history_[0] = before.history_[0];
    history_[1] = before.history_[1];
    steps_ = before.steps_;
  }

  // Configurations are values: equal when stack, buffer, heads, labels and tags are (the way there does not count).
  bool operator==(const Configuration& other) const { return key() == other.key(); }
  std::string key() const { return key(true); }
  std::string unlabelled_key() const { return key(false); }

 private:
  std::string key(bool with_labels) const;
  Node& node(int i) { return nodes_[static_cast<size_t>(i)]; }
  bool is_headless_word(int i) const { return i != 0 && at(i).head == NONE; }
  void add_child(Node& head, bool on_left, int dependent, int label);

  int words_ = 0;
  Root root_ = Root::Last;
  int front_ = 1;  // the first word that was never read
  int aside_ = 0;
  int headless_on_stack_ = 0;
  int history_[2] = {NONE, NONE};
  int steps_ = 0;
  std::vector<int32_t> stack_, returned_;  // returned: the buffer before front_, from its end
  std::vector<Node> nodes_;
};

}  // namespace pan
