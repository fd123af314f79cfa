// Beam search over any transition system: the k best hypotheses go on, one action at a time. Those that are final wait.
//
// A configuration is flat. Successors are scored before anything is made, and only the k that go on are: as copies of
// their parent, but for the last one, which takes it over. How they came about is kept as a chain of decisions.
#pragma once
#include <functional>
#include <vector>

#include "constraints/guard.hpp"
#include "search/decider.hpp"

namespace pan {

class Beam {
 public:
  struct Hypothesis {
    Configuration c;
    double score = 0;
    int length = 0;       // actions that the score is the sum of
    int chain = NONE;     // the last of its decisions
    bool correct = true;  // as far as a judge has said
    Witness witness{};    // where there is a guard
    int children = 0;     // that are still to be made
  };
  // A successor that is not made yet.
  struct Candidate {
    double rank;   // what candidates are ordered by
    double score;  // the sum so far
    int parent;
    Decision decision;  // {NONE, NONE}: the parent is final and stays as it is
    bool correct = true;
  };

  Beam(const Design& design, Decider& decider, int width);

  // With a guard, which must live as long as the search: within constraints, from a configuration with this witness.
  // Without a witness, only where the guard finds actions promising: there may be no hypothesis left in the end.
  void start(const Configuration& c, Guard* guard = nullptr, Witness witness = {});
  // Goes on from these, best first, whose chains are this beam's.
  void restart(std::vector<Hypothesis> from) { now_ = std::move(from); }
  // A chain of these decisions.
  int record(const std::vector<Decision>& decisions);
  bool is_over() const;  // all hypotheses are final

  // Scores all successors. A judge, if given, says which decisions keep a correct hypothesis correct; `legal` are the
  // actions that a guard allows, if there is one.
  using Judge = std::function<Verdict(const Hypothesis&, ActionSet legal)>;
  void expand(const Judge& judge = {});
  // The best candidates that `expand` found, as many as the beam is wide; and the best of the correct ones.
  const std::vector<Candidate>& ranked() const { return ranked_; }
  const std::vector<Candidate>& correct() const { return correct_; }
  // Makes the hypotheses of these candidates the beam. The decider must not have looked elsewhere since.
  void advance(const std::vector<Candidate>& chosen);

  const std::vector<Hypothesis>& hypotheses() const { return now_; }  // best first
  int width() const { return width_; }
  // What hypotheses are ordered by: the score, or where derivations differ in length, its mean over their actions.
  double rank(const Hypothesis& h) const { return rank(h, h.score, 0); }
  // The decisions of a hypothesis, from the start.
  std::vector<Decision> decisions(const Hypothesis& h) const;

 private:
  struct Link {
    int before;
    Decision decision;
  };
  void make(const Candidate& candidate, Hypothesis& h);
  int label(const Candidate& candidate);
  // Of equals the first stays in front, so that the order is the same on every machine: by parent, then by decision.
  bool has_room(const std::vector<Candidate>& best, double rank) const {
    return static_cast<int>(best.size()) < width_ || rank > best.back().rank;
  }
  void keep(std::vector<Candidate>& best, const Candidate& candidate) const;
  Witness& witness_after(int parent, int action);
  double rank(const Hypothesis& h, double score, int more) const {
    return mean_ && h.length + more > 0 ? score / (h.length + more) : score;
  }

  const Design& design_;
  Decider& decider_;
  int width_;
  bool mean_;  // whether hypotheses are ranked by their mean score: where derivations differ in length
  std::vector<Hypothesis> now_, next_;
  std::vector<Candidate> ranked_, correct_;
  std::vector<Link> links_;
  Guard* guard_ = nullptr;
  std::vector<Witness> witnesses_;  // of successors, by parent and action
};

}  // namespace pan
