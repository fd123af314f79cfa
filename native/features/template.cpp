#include "features/template.hpp"

#include <algorithm>
#include <array>

#include "data/utf8.hpp"
#include "error.hpp"

namespace pan {

namespace {

const std::array<std::string, 7> STEPS{"h", "l", "l2", "ln", "r", "r2", "rn"};
const std::array<std::string, 5> DYNAMIC{"d", "vl", "vr", "sl", "sr"};  // in the order of Atom::Kind, from Label
constexpr int MAX_INDEX = 9;

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::vector<Atom> all() {
    std::vector<Atom> atoms;
    while (skip_blanks()) atoms.push_back(atom());
    if (atoms.empty()) fail("no value in it; write for example S0.w");
    for (const Atom& a : atoms)
      if (a.kind == Atom::Vector && atoms.size() > 1)
        throw UsageError("feature template '" + text_ + "' combines a word vector with other values; write " +
                         to_text(a) + " in a template of its own");
    if (atoms.size() > MAX_ATOMS_PER_TEMPLATE)
      throw UsageError("feature template '" + text_ + "' combines " + std::to_string(atoms.size()) +
                       " values; at most " + std::to_string(MAX_ATOMS_PER_TEMPLATE) + " are possible");
    return atoms;
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw UsageError("feature template '" + text_ + "', column " +
                     std::to_string(count_characters(std::string_view(text_).substr(0, at_)) + 1) + ": " + problem);
  }
  bool done() const { return at_ >= text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  bool skip_blanks() {
    while (peek() == ' ') ++at_;
    return !done();
  }
  int digit() {
    if (peek() < '0' || peek() > '0' + MAX_INDEX) fail("a digit from 0 to 9 must follow");
    return text_[at_++] - '0';
  }

  NodePath base() {
    if (peek() == 'C') {
      ++at_;
      if (peek() != 'L' && peek() != 'R') fail("L or R must follow: CL and CR are nodes");
      return {'C', text_[at_++] == 'R', {}};
    }
    const char letter = peek();
    const char base = letter == 'L' ? 'S' : letter == 'R' ? 'B' : letter;
    if (base != 'S' && base != 'B' && base != 'P')
      fail("a node is S, B or P and a digit, such as S0, B1 or P1, or CL, CR; or use A1, A2");
    ++at_;
    NodePath node{base, digit(), {}};
    if (base == 'P' && node.index == 0) {
      --at_;
      fail("words before the buffer count from P1; its first word is B0");
    }
    return node;
  }

  Atom atom() {
    if (peek() == 'A') {
      ++at_;
      const int k = digit();
      if (k != 1 && k != 2) {
        --at_;
        fail("the action history has A1 and A2");
      }
      Atom a{Atom::History, {}, {}, {}};
      a.index = k - 1;
      require_end("an action");
      return a;
    }
    Atom a{Atom::Static, base(), {}, {}};
    while (true) {
      if (peek() == '~') {
        ++at_;
        a.kind = Atom::Distance;
        a.other = path();
        require_end("a distance");
        return a;
      }
      if (peek() != '.') fail("'.' and a value, such as .w or .p, must follow a node");
      const size_t start = at_ + 1;
      const std::string name = word();
      if (is_step(name)) {
        a.node.steps.push_back(name);
        continue;
      }
      if (const auto dynamic = std::find(DYNAMIC.begin(), DYNAMIC.end(), name); dynamic != DYNAMIC.end()) {
        a.kind = static_cast<Atom::Kind>(Atom::Label + (dynamic - DYNAMIC.begin()));
      } else if (name == "vec") {
        a.kind = Atom::Vector;
      } else if (const auto attribute = find_attribute(name)) {
        a.attribute = *attribute;
      } else {
        at_ = start;
        fail("'" + name + "' is no value or step; values are " + known_values() + ", steps are h l l2 ln r r2 rn");
      }
      require_end("a value");
      return a;
    }
  }

  // A node for the right side of a distance: a base and steps.
  NodePath path() {
    NodePath node = base();
    while (peek() == '.') {
      const size_t start = at_ + 1;
      const std::string name = word();
      if (!is_step(name)) {
        at_ = start;
        fail("'" + name + "' is no step; a distance is between two nodes, such as S0~B0");
      }
      node.steps.push_back(name);
    }
    return node;
  }

  // What stands between a '.' and the next sign.
  std::string word() {
    const size_t start = ++at_;
    while (!done() && peek() != '.' && peek() != ' ' && peek() != '~') ++at_;
    return text_.substr(start, at_ - start);
  }

  void require_end(const char* what) const {
    if (!done() && peek() != ' ') fail(std::string("a blank must follow ") + what);
  }

  static bool is_step(const std::string& name) { return std::find(STEPS.begin(), STEPS.end(), name) != STEPS.end(); }

  static std::string known_values() {
    std::string known;
    for (const AttributeName& attribute : attribute_names()) known += std::string(attribute.name) + " ";
    for (const auto& name : DYNAMIC) known += name + " ";
    known += "vec";
    return known;
  }

  const std::string& text_;
  size_t at_ = 0;
};

}  // namespace

std::vector<Atom> parse_template(const std::string& text) { return Reader(text).all(); }

namespace {

std::string to_text(const NodePath& path) {
  std::string text(1, path.base);
  text += path.base == 'C' ? (path.index ? "R" : "L") : std::to_string(path.index);
  for (const std::string& step : path.steps) text += "." + step;
  return text;
}

bool is_third_order(const NodePath& path) {
  return path.steps.size() > 1 || (path.steps.size() == 1 && path.steps[0].back() == '2');
}

}  // namespace

std::string to_text(const Atom& a) {
  if (a.kind == Atom::History) return "A" + std::to_string(a.index + 1);
  if (a.kind == Atom::Distance) return to_text(a.node) + "~" + to_text(a.other);
  if (a.kind == Atom::Vector) return to_text(a.node) + ".vec";
  return to_text(a.node) + "." + (a.kind == Atom::Static ? a.attribute.name : DYNAMIC[a.kind - Atom::Label]);
}

std::string to_text(const std::vector<Atom>& atoms) {
  std::string text;
  for (const Atom& a : atoms) text += (text.empty() ? "" : " ") + to_text(a);
  return text;
}

std::vector<std::string> topics_of(const Atom& a) {
  static constexpr std::array<const char*, 10> BY_KIND{"",           "labels",   "valency", "valency", "label sets",
                                                       "label sets", "distance", "history", "vectors", "tags"};
  std::vector<std::string> all{a.kind == Atom::Static ? a.attribute.topic : BY_KIND[a.kind]};
  if (!a.node.steps.empty() || !a.other.steps.empty()) all.emplace_back("relatives");
  if (is_third_order(a.node) || is_third_order(a.other)) all.emplace_back("third-order");
  return all;
}

}  // namespace pan
