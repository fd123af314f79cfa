// The language of feature templates, e.g. "S0.w S0.h.p B0.w": values of nodes, combined by standing side by
// side. docs/features.md explains it to users.
//
//   node    S0 S1 S2 …  stack from the top (L0 L1 … is the same: the left focus word of Covington's systems)
//           B0 B1 B2 …  buffer (R0 R1 … is the same)      P1 P2 …  words just before B0 in the text
//           CL CR       first and last word between S0 and B0 whose head is not in that interval
//           then any of  .h head  .l .l2 .ln farthest, second farthest and nearest left child  .r .r2 .rn the same on
//           the right
//   value   an attribute of the word (features/attribute.hpp), such as .w form or .p tag
//           .d dependency label   .vl .vr number of left, right children (up to 5)   .sl .sr set of their labels
//           .vec word vector, in a template of its own
//   other   S0~B0  distance between two nodes       A1 A2  last action, last but one
#pragma once
#include <string>
#include <vector>

#include "features/attribute.hpp"

namespace pan {

struct NodePath {
  char base;                       // 'S', 'B', 'P' or 'C'
  int index;                       // for 'C': 0 is the first, 1 the last
  std::vector<std::string> steps;  // "h", "l", "l2", "ln", "r", "r2", "rn"

  bool operator==(const NodePath&) const = default;
};

struct Atom {
  // Tag: what a plan makes of .p where tags are predicted with the tree.
  enum Kind { Static, Label, LeftCount, RightCount, LeftSet, RightSet, Distance, History, Vector, Tag } kind;
  NodePath node, other;  // `other` only for Distance
  Attribute attribute;   // only for Static
  int index = 0;         // which action, only for History

  bool operator==(const Atom&) const = default;
};

constexpr int MAX_ATOMS_PER_TEMPLATE = 6;

// Throws UsageError naming the template and the column of what cannot be understood.
std::vector<Atom> parse_template(const std::string& text);

// Each value has one way to be written, so that equal templates have equal texts.
std::string to_text(const Atom& atom);
std::string to_text(const std::vector<Atom>& atoms);

// What the value is about, one or several of: words, spelling, clusters, vectors, tags, morphology, labels, valency,
// label sets, distance, history; and with them relatives (heads and children), third-order (second children,
// grandparents).
std::vector<std::string> topics_of(const Atom& atom);

}  // namespace pan
