// Templates compiled into flat arrays: find the nodes, read each value once, hash the combinations.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "configuration/configuration.hpp"
#include "features/input.hpp"
#include "features/template.hpp"

namespace pan {

// Templates stand in groups. Group 0 holds those that look at words; each other group holds templates over few values
// (tags, labels, counts) that look at the same part of the configuration, such as the left children of S0. The same
// values come back again and again, so that a search can remember what such a group adds to the scores
// (search/memo.hpp).
class Plan {
 public:
  // Throws UsageError for a template that cannot be understood, or is there twice, or too many of them, or clusters
  // that do not go with the templates. Where tags are predicted with the tree, .p is the tag that a word was given so
  // far.
  explicit Plan(const std::vector<std::string>& templates, Clusters clusters = {}, Vectors vectors = {},
                bool tags_are_predicted = false);

  const std::vector<std::string>& templates() const { return templates_; }
  void read(const Sentence& sentence, Input& input) const { input.read(sentence, attributes_, clusters_, vectors_); }
  int size() const { return static_cast<int>(templates_.size()); }
  int groups() const { return static_cast<int>(groups_.size()); }
  // All values that the templates look at, each once, in the order of first use.
  const std::vector<Atom>& atoms() const { return atoms_; }
  const std::vector<Attribute>& attributes() const { return attributes_; }
  // What read() can give for values that are not attributes of words: all of them, or none for sets of labels.
  static std::vector<uint64_t> closed_values(Atom::Kind kind, int labels, int actions);

  // The values of one configuration; scratch space of one thread.
  struct Values {
    std::vector<int> nodes;
    std::vector<uint64_t> atoms;
  };
  void read(const Configuration& c, const Input& input, Values& values) const;
  // Writes the hashes of a group's features, none of them 0, and returns how many: at most size(). A template with an
  // absent node is left out.
  int features(const Values& values, int group, uint64_t* out) const;
  // The hash of the feature that a template of this one value, the atom-th, makes of it.
  uint64_t feature(int atom, uint64_t value) const;
  // Word vectors: how many, of how many numbers, and where they are; null for one that is not there.
  int vectors() const { return static_cast<int>(vector_nodes_.size()); }
  int dimension() const { return vectors_.dimension(); }
  void vectors(const Values& values, const Input& input, const float** out) const {
    for (const int node : vector_nodes_) *out++ = input.vector(values.nodes[static_cast<size_t>(node)]);
  }
  // Equal for equal values of the group, absent ones included; never 0.
  uint64_t key(const Values& values, int group) const;

 private:
  struct Node {  // a base when parent < 0
    char base;
    int parent, index;
  };
  struct Value {
    int node, other, atom;
  };
  struct Combination {
    int atoms[MAX_ATOMS_PER_TEMPLATE];
    uint64_t factors[MAX_ATOMS_PER_TEMPLATE], seed;
  };
  struct Group {
    std::string topic;                                                  // what its templates look at; empty for group 0
    std::vector<int> atoms;                                             // all that it uses
    std::vector<Combination> combinations[MAX_ATOMS_PER_TEMPLATE + 1];  // by number of atoms
  };

  int node(const NodePath& path);
  int atom(const Atom& a);
  Group& group(const std::vector<Atom>& parsed);

  std::vector<std::string> templates_;
  std::vector<Attribute> attributes_;  // those that the templates use, each once
  Clusters clusters_;
  Vectors vectors_;
  std::vector<Node> nodes_;
  std::vector<NodePath> paths_;  // of nodes_
  std::vector<Atom> atoms_;
  bool tags_are_predicted_;
  std::vector<Value> values_[Atom::Tag + 1];  // by kind; `other` is the attribute for Static
  std::vector<Group> groups_;
  std::vector<int> vector_nodes_;
};

}  // namespace pan
