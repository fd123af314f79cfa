#include "search/vote.hpp"

#include <algorithm>
#include <deque>
#include <memory>

namespace pan {

namespace {

// Counts votes; whoever came first wins a tie.
class Poll {
 public:
  void clear() { options_.clear(); }
  void add(const Decision& d, int64_t weight) {
    for (Option& option : options_)
      if (option.decision.action == d.action && option.decision.label == d.label) {
        option.votes += weight;
        return;
      }
    options_.push_back({d, weight});
  }
  // There must be a vote.
  const Decision& winner() const {
    return std::max_element(options_.begin(), options_.end(),
                            [](const Option& a, const Option& b) { return a.votes < b.votes; })
        ->decision;
  }

 private:
  struct Option {
    Decision decision;
    int64_t votes;
  };
  std::vector<Option> options_;
};

class Assembly {
 public:
  explicit Assembly(const std::vector<Voter>& voters) : system_(*voters[0].design->system) {
    for (const Voter& voter : voters) seats_.emplace_back(voter);
    const Design& first = *voters[0].design;
    root_label_ = seats_[0].to_common(first.root_label);
    loose_label_ = seats_[0].to_common(first.loose_label);
  }

  const Tree& parse(const Sentence& sentence) {
    system_.start(c_, sentence.size());
    for (Seat& seat : seats_) seat.start(sentence);
    while (!system_.is_final(c_)) {
      const Decision d = decide(system_.legal(c_));
      system_.apply(c_, d.action, d.label);
      for (Seat& seat : seats_) seat.apply(d);
    }
    read_tree(system_, c_, root_label_, loose_label_, tree_);
    return tree_;
  }

 private:
  // One voter at work. It sees the derivation with labels by its own numbers, which its features look at; a label that
  // it does not know is none.
  class Seat {
   public:
    explicit Seat(const Voter& voter) : voter_(voter), decider_(*voter.design, *voter.model, Decider::Parsing) {
      for (size_t own = 0; own < voter.common_label.size(); ++own) {
        const auto common = static_cast<size_t>(voter.common_label[own]);
        if (own_label_.size() <= common) own_label_.resize(common + 1, NONE);
        own_label_[common] = static_cast<int>(own);
      }
    }

    int64_t weight() const { return voter_.weight; }
    int to_common(int own) const { return own == NONE ? NONE : voter_.common_label[static_cast<size_t>(own)]; }

    void start(const Sentence& sentence) {
      decider_.read(sentence);
      voter_.design->system->start(c_, sentence.size());
    }
    Decision decide(ActionSet legal) {
      const Decision d = decider_.decide(c_, legal);
      return {d.action, to_common(d.label)};
    }
    void apply(const Decision& common) {
      const auto label = static_cast<size_t>(common.label);
      const bool is_known = common.label != NONE && label < own_label_.size();
      voter_.design->system->apply(c_, common.action, is_known ? own_label_[label] : NONE);
    }

   private:
    const Voter& voter_;
    Decider decider_;
    std::vector<int> own_label_;  // by common label
    Configuration c_;
  };

  Decision decide(ActionSet legal) {
    named_.clear();
    poll_.clear();
    for (Seat& seat : seats_) {
      named_.push_back(seat.decide(legal));
      poll_.add(on_ballot(named_.back()), seat.weight());
    }
    Decision winner = poll_.winner();
    if (makes_arc(winner.action)) return winner;
    poll_.clear();
    for (size_t i = 0; i < seats_.size(); ++i)
      if (named_[i].action == winner.action) poll_.add(named_[i], seats_[i].weight());
    return poll_.winner();
  }

  // A label that is only noted for later does not split the votes for an action: those who are for it vote on the label
  // afterwards.
  Decision on_ballot(const Decision& d) const { return makes_arc(d.action) ? d : Decision{d.action, NONE}; }
  bool makes_arc(int action) const { return system_.actions()[static_cast<size_t>(action)].makes_arc; }

  const TransitionSystem& system_;
  std::deque<Seat> seats_;  // a decider cannot move
  int root_label_, loose_label_;
  Configuration c_;
  std::vector<Decision> named_;
  Poll poll_;
  Tree tree_;
};

}  // namespace

void vote_all(const std::vector<Voter>& voters, const std::vector<SentencePtr>& sentences, int threads,
              const Done& done) {
  const auto make_parse = [&]() -> Parse {
    return [assembly = std::make_shared<Assembly>(voters)](size_t, const Sentence& sentence) -> const Tree& {
      return assembly->parse(sentence);
    };
  };
  share_out(sentences, threads, make_parse, done);
}

}  // namespace pan
