// Many sentences side by side, each with a configuration of its own: what any learner needs to see of them, in flat
// arrays, and a step for all of them at once. All arrays have a row for each running sentence, in the order of
// running().
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "features/vocabulary.hpp"
#include "models/decisions.hpp"
#include "search/parse.hpp"
#include "training/gold_reader.hpp"

namespace pan {

class StepBatch {
 public:
  static constexpr int32_t ILLEGAL = std::numeric_limits<int32_t>::max();  // the cost of an illegal action

  // At most `at_once` sentences run; as one comes to its end, the next takes its place. `labels` are the names behind
  // the numbers of labels, `columns` what they stand for if the system is a tagger's. `plan` and `vocabulary` may be
  // null, if nobody asks for what they say.
  StepBatch(SystemPtr system, std::vector<SentencePtr> sentences, const std::vector<std::string>& labels,
            std::vector<Column> columns, std::shared_ptr<const Plan> plan, std::shared_ptr<const Vocabulary> vocabulary,
            size_t at_once);

  size_t size() const { return lanes_.size(); }
  size_t actions() const { return system_->actions().size(); }
  std::vector<int64_t> running() const;  // their places among all sentences, ascending
  const TransitionSystem& system() const { return *system_; }
  const std::vector<SentencePtr>& sentences() const { return sentences_; }
  const std::vector<std::string>& labels() const { return labels_; }
  const std::vector<Column>& columns() const { return columns_; }
  const Vocabulary* vocabulary() const { return vocabulary_.get(); }

  // For each running sentence and action.
  void legal(uint8_t* out) const;
  void costs(int32_t* out) const;
  // Which actions a teacher asks for, and the labels of those that make a gold arc: -1 for any.
  void optimal(bool only_one, uint8_t* out, int32_t* labels) const;

  // Hashes of features: those of row i are [first[i], first[i + 1]).
  void features(std::vector<int64_t>& first, std::vector<uint64_t>& hashes) const;
  // For each running sentence and template of the vocabulary.
  void addresses(int32_t* out) const;
  // For each running sentence and class of segment 0: whether it may be decided, and whether that would be right.
  void classes(const Design& design, bool only_one, uint8_t* allowed, uint8_t* right) const;

  // Takes an action for each running sentence, with its label (-1 for none). Throws UsageError, before anything is
  // done, for an action that is not legal or a label that does not exist.
  void advance(const int32_t* actions, const int32_t* labels);

  // The trees of sentences that have come to their end; null for others.
  const Tree* tree(size_t sentence) const;

 private:
  struct Lane {
    size_t sentence;
    Configuration c;
    mutable std::optional<Gold> gold;  // read when it is asked for: sentences to parse may have none
    Input plan_input, vocabulary_input;
  };
  const Gold& gold_of(const Lane& lane) const;
  void fill();

  SystemPtr system_;
  std::vector<SentencePtr> sentences_;
  std::vector<std::string> labels_;
  std::vector<Column> columns_;
  GoldReader reader_;
  std::shared_ptr<const Plan> plan_;
  std::shared_ptr<const Vocabulary> vocabulary_;
  Decisions arcs_;  // which actions make them
  size_t at_once_, next_ = 0;
  std::vector<Lane> lanes_;  // by sentence, ascending
  std::vector<Tree> trees_;  // by sentence; empty where not finished
};

}  // namespace pan
