// The language of feature templates, e.g. "S0.w S0.h.p B0.w": values of nodes, combined by standing side by
// side.
//
//   node    S0 S1 S2 …  stack from the top      B0 B1 B2 …  buffer
//           CL CR       first and last word between S0 and B0 whose head is not there
//           then any of  .h head  .l .l2 .ln farthest, second farthest and nearest left child  .r .r2 .rn the same on
//           the right
//   value   .w form  .p UPOS  .x XPOS  .e lemma  .m morphology  .d dependency label
//           .vl .vr number of left, right children (up to 5)     .sl .sr set of their labels
//   other   S0~B0  distance between two nodes       A1 A2  last action, last but one
#pragma once
#include <string>
#include <vector>

namespace pan {

struct NodePath {
  char base;                       // 'S', 'B' or 'C'
  int index;                       // for 'C': 0 is the first, 1 the last
  std::vector<std::string> steps;  // "h", "l", "l2", "ln", "r", "r2", "rn"

  bool operator==(const NodePath&) const = default;
};

struct Atom {
  enum Kind { Static, Label, LeftCount, RightCount, LeftSet, RightSet, Distance, History } kind;
  NodePath node, other;  // `other` only for Distance
  char letter = 0;       // attribute, only for Static
  int index = 0;         // which action, only for History

  bool operator==(const Atom&) const = default;
};

// Throws UsageError naming the template and the column of what cannot be understood.
constexpr int MAX_ATOMS_PER_TEMPLATE = 6;

std::vector<Atom> parse_template(const std::string& text);

}  // namespace pan
