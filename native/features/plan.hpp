// Templates compiled into flat arrays: find the nodes, read each value once, hash the combinations.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "configuration/configuration.hpp"
#include "features/input.hpp"
#include "features/template.hpp"

namespace pan {

class Plan {
 public:
  explicit Plan(const std::vector<std::string>& templates);

  const std::vector<std::string>& templates() const { return templates_; }
  const std::string& letters() const { return letters_; }  // static attributes used, for Input::read
  int size() const { return static_cast<int>(templates_.size()); }

  // Scratch space of one thread.
  struct Workspace {
    std::vector<int> nodes;
    std::vector<uint64_t> atoms;
  };
  // Writes at most size() hashes, none of them 0, and returns how many. A template with an absent node is
  // left out.
  int extract(const Configuration& c, const Input& input, Workspace& work, uint64_t* out) const;

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

  int node(const NodePath& path);
  int atom(const Atom& a);

  std::vector<std::string> templates_;
  std::string letters_;
  std::vector<Node> nodes_;
  std::vector<NodePath> paths_;  // of nodes_
  std::vector<Atom> atoms_;
  std::vector<Value> values_[Atom::History + 1];                       // by kind; `other` is the attribute for Static
  std::vector<Combination> combinations_[MAX_ATOMS_PER_TEMPLATE + 1];  // by number of atoms
};

}  // namespace pan
