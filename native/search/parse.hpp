// From sentences to trees: greedy search, which takes the best decision in each configuration, or beam search.
#pragma once
#include <functional>
#include <vector>

#include "constraints/constraints.hpp"
#include "search/margins.hpp"

namespace pan {

struct Tree {
  std::vector<int> heads, labels;  // by word - 1; labels NONE where none is predicted
  std::vector<int> tags{};         // by word - 1, of a system that gives them
  std::vector<Margins> margins{};  // by word - 1, where they are asked for
};

// The tree of a final configuration; the labels are those of words that got their head without a decision.
void read_tree(const TransitionSystem& system, const Configuration& c, int root_label, int loose_label, Tree& tree);

// Shares all sentences between `threads` threads. Each makes a function of its own that parses, and calls done(i, tree)
// for each sentence i: the trees do not depend on the number of threads, only the order of the calls does.
using Parse = std::function<const Tree&(size_t, const Sentence&)>;
using Done = std::function<void(size_t, const Tree&)>;
void share_out(const std::vector<SentencePtr>& sentences, int threads, const std::function<Parse()>& make_parse,
               const Done& done);

// `constraints` has one for each sentence, null for none, or is empty. They can all be satisfied. Margins are those of
// trees without constraints.
void parse_all(const Design& design, const Scorer& model, const std::vector<SentencePtr>& sentences,
               const std::vector<ConstraintsPtr>& constraints, int beam, int threads, const Done& done,
               bool with_margins = false);

// How a tree came about: every decision, in order.
struct Derivation {
  Tree tree;
  std::vector<Decision> decisions;
};
Derivation derive(const Design& design, const Scorer& model, const Sentence& sentence,
                  const ConstraintsPtr& constraints, int beam);

// Different trees, best first, with the scores of their best derivations: as many as there are, up to `count`, within a
// beam that is widened while it holds too many derivations of the same trees.
struct ScoredTree {
  Tree tree;
  double score;
};
std::vector<ScoredTree> best_trees(const Design& design, const Scorer& model, const Sentence& sentence,
                                   const ConstraintsPtr& constraints, int beam, int count);

}  // namespace pan
