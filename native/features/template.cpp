#include "features/template.hpp"

#include <algorithm>
#include <array>

#include "error.hpp"
#include "features/input.hpp"

namespace pan {

namespace {

const std::array<std::string, 7> STEPS{"h", "l", "l2", "ln", "r", "r2", "rn"};
constexpr int MAX_INDEX = 9;

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::vector<Atom> all() {
    std::vector<Atom> atoms;
    while (skip_blanks()) atoms.push_back(atom());
    if (atoms.empty()) fail("no value in it; write for example S0.w");
    return atoms;
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw UsageError("feature template '" + text_ + "', column " + std::to_string(at_ + 1) + ": " + problem);
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
    if (peek() != 'S' && peek() != 'B')
      fail("a node is S or B and a digit, such as S0 or B1, or CL, CR; or use A1, A2");
    NodePath node{text_[at_++], 0, {}};
    node.index = digit();
    return node;
  }

  Atom atom() {
    if (peek() == 'A') {
      ++at_;
      const int k = digit();
      if (k != 1 && k != 2) fail("the action history has A1 and A2");
      Atom a{Atom::History, {}, {}};
      a.index = k - 1;
      return a;
    }
    Atom a{Atom::Static, base(), {}};
    while (true) {
      if (peek() == '~') {
        ++at_;
        a.kind = Atom::Distance;
        a.other = base();
        return a;
      }
      if (peek() != '.') fail("'.' and a value, such as .w or .p, must follow a node");
      const size_t start = ++at_;
      while (!done() && peek() != '.' && peek() != ' ' && peek() != '~') ++at_;
      const std::string name = text_.substr(start, at_ - start);
      if (std::find(STEPS.begin(), STEPS.end(), name) != STEPS.end()) {
        a.node.steps.push_back(name);
        continue;
      }
      if (name == "d")
        a.kind = Atom::Label;
      else if (name == "vl")
        a.kind = Atom::LeftCount;
      else if (name == "vr")
        a.kind = Atom::RightCount;
      else if (name == "sl")
        a.kind = Atom::LeftSet;
      else if (name == "sr")
        a.kind = Atom::RightSet;
      else {
        std::string known;
        for (const auto& attribute : attributes()) {
          if (name.size() == 1 && attribute.letter == name[0]) a.letter = name[0];
          known += std::string(1, attribute.letter) + " ";
        }
        if (!a.letter) {
          at_ = start;
          fail("'" + name + "' is no value or step; values are " + known +
               "d vl vr sl sr, steps are h l l2 ln r r2 rn");
        }
      }
      if (!done() && peek() != ' ') fail("a blank must follow a value");
      return a;
    }
  }

  const std::string& text_;
  size_t at_ = 0;
};

}  // namespace

std::vector<Atom> parse_template(const std::string& text) { return Reader(text).all(); }

}  // namespace pan
