#include "training/step_batch.hpp"

#include <algorithm>
#include <bit>

#include "error.hpp"
#include "training/teacher.hpp"

namespace pan {

StepBatch::StepBatch(SystemPtr system, std::vector<SentencePtr> sentences, const std::vector<std::string>& labels,
                     std::vector<Column> columns, std::shared_ptr<const Plan> plan,
                     std::shared_ptr<const Vocabulary> vocabulary, size_t at_once)
    : system_(std::move(system)),
      sentences_(std::move(sentences)),
      labels_(labels),
      columns_(std::move(columns)),
      reader_(system_, labels_, columns_),
      plan_(std::move(plan)),
      vocabulary_(std::move(vocabulary)),
      arcs_(*system_, Labelling::None, 0),
      at_once_(at_once),
      trees_(sentences_.size()) {
  fill();
}

const Gold& StepBatch::gold_of(const Lane& lane) const {
  if (!lane.gold) lane.gold = reader_.read(*sentences_[lane.sentence]);
  return *lane.gold;
}

void StepBatch::fill() {
  while (lanes_.size() < at_once_ && next_ < sentences_.size()) {
    const Sentence& sentence = *sentences_[next_];
    Lane lane{next_, {}, {}, {}, {}};
    system_->start(lane.c, sentence.size());
    if (plan_) plan_->read(sentence, lane.plan_input);
    if (vocabulary_) vocabulary_->plan().read(sentence, lane.vocabulary_input);
    ++next_;
    if (system_->is_final(lane.c))
      read_tree(*system_, lane.c, NONE, NONE, trees_[lane.sentence]);
    else
      lanes_.push_back(std::move(lane));
  }
}

std::vector<int64_t> StepBatch::running() const {
  std::vector<int64_t> places;
  for (const auto& lane : lanes_) places.push_back(static_cast<int64_t>(lane.sentence));
  return places;
}

void StepBatch::legal(uint8_t* out) const {
  std::fill_n(out, size() * actions(), uint8_t{0});
  for (size_t i = 0; i < size(); ++i)
    for (ActionSet rest = system_->legal(lanes_[i].c); rest; rest &= rest - 1)
      out[i * actions() + static_cast<size_t>(std::countr_zero(rest))] = true;
}

void StepBatch::costs(int32_t* out) const {
  std::fill_n(out, size() * actions(), ILLEGAL);
  int costs[MAX_ACTIONS];
  for (size_t i = 0; i < size(); ++i) {
    const ActionSet legal = system_->legal(lanes_[i].c);
    system_->costs(lanes_[i].c, gold_of(lanes_[i]), legal, costs);
    for (ActionSet rest = legal; rest; rest &= rest - 1) {
      const auto a = static_cast<size_t>(std::countr_zero(rest));
      out[i * actions() + a] = costs[a];
    }
  }
}

void StepBatch::optimal(bool only_one, uint8_t* out, int32_t* labels) const {
  std::fill_n(out, size() * actions(), uint8_t{0});
  std::fill_n(labels, size() * actions(), NONE);
  for (size_t i = 0; i < size(); ++i) {
    const ActionSet legal = system_->legal(lanes_[i].c);
    const Verdict verdict = judge(*system_, arcs_, lanes_[i].c, gold_of(lanes_[i]), legal, only_one);
    for (ActionSet rest = legal; rest; rest &= rest - 1) {
      const auto a = static_cast<size_t>(std::countr_zero(rest));
      out[i * actions() + a] = (verdict.optimal & bit(static_cast<int>(a))) != 0;
      labels[i * actions() + a] = verdict.required[a];
    }
  }
}

void StepBatch::features(std::vector<int64_t>& first, std::vector<uint64_t>& hashes) const {
  if (!plan_) throw UsageError("this batch has no features; make it with features=");
  Plan::Values values;
  std::vector<uint64_t> some(static_cast<size_t>(plan_->size()) + 1);
  first.assign(1, 0);
  for (const auto& lane : lanes_) {
    plan_->read(lane.c, lane.plan_input, values);
    for (int g = 0; g < plan_->groups(); ++g) {
      const int found = plan_->features(values, g, some.data());
      hashes.insert(hashes.end(), some.begin(), some.begin() + found);
    }
    first.push_back(static_cast<int64_t>(hashes.size()));
  }
}

void StepBatch::addresses(int32_t* out) const {
  if (!vocabulary_) throw UsageError("this batch has no vocabulary; make it with vocabulary=");
  Plan::Values values;
  for (const auto& lane : lanes_) {
    vocabulary_->plan().read(lane.c, lane.vocabulary_input, values);
    vocabulary_->read(values, out);
    out += vocabulary_->slots();
  }
}

void StepBatch::classes(const Design& design, bool only_one, uint8_t* allowed, uint8_t* right) const {
  const Decisions& decisions = design.decisions;
  const auto width = static_cast<size_t>(decisions.width(0));
  std::fill_n(allowed, size() * width, uint8_t{0});
  std::fill_n(right, size() * width, uint8_t{0});
  for (const auto& lane : lanes_) {
    const ActionSet legal = system_->legal(lane.c);
    const Verdict verdict = judge(*system_, arcs_, lane.c, gold_of(lane), legal, only_one);
    for (ActionSet rest = legal; rest; rest &= rest - 1) {
      const int action = std::countr_zero(rest);
      const bool is_optimal = verdict.optimal & bit(action);
      const auto first = static_cast<size_t>(decisions.first_class(action));
      if (!decisions.takes_label(action) || decisions.labelling() != Labelling::Product) {
        allowed[first] = true;
        right[first] = is_optimal;
        continue;
      }
      const float* penalties = design.penalties(lane.c, action);
      const auto& [first_label, count] = decisions.range(action);
      const int required = verdict.required[action];
      for (int i = 0; i < count; ++i) {
        const int label = first_label + i;
        const size_t at = first + static_cast<size_t>(i);
        allowed[at] = penalties[i] == 0 || label == required;
        right[at] = is_optimal && allowed[at] && (required == NONE || label == required);
      }
    }
    allowed += width;
    right += width;
  }
}

void StepBatch::advance(const int32_t* taken, const int32_t* labels) {
  for (size_t i = 0; i < size(); ++i) {
    const auto number = static_cast<size_t>(taken[i]);
    if (taken[i] < 0 || number >= actions())
      throw UsageError("there is no action " + std::to_string(taken[i]) + "; actions count from 0 to " +
                       std::to_string(actions() - 1));
    if (!(system_->legal(lanes_[i].c) & bit(taken[i])))
      throw UsageError("action " + system_->actions()[number].name + " is not legal for sentence " +
                       std::to_string(lanes_[i].sentence) + "; choose among legal()");
    if (labels[i] < NONE || labels[i] >= static_cast<int>(labels_.size()))
      throw UsageError("there is no label " + std::to_string(labels[i]) + "; labels count from 0 to " +
                       std::to_string(static_cast<int>(labels_.size()) - 1) + ", and -1 is none");
  }
  for (size_t i = 0; i < size(); ++i) system_->apply(lanes_[i].c, taken[i], labels[i]);
  std::erase_if(lanes_, [&](const Lane& lane) {
    if (!system_->is_final(lane.c)) return false;
    read_tree(*system_, lane.c, NONE, NONE, trees_[lane.sentence]);
    return true;
  });
  fill();
}

const Tree* StepBatch::tree(size_t sentence) const {
  const Tree& found = trees_[sentence];
  return found.heads.size() == static_cast<size_t>(sentences_[sentence]->size()) ? &found : nullptr;
}

}  // namespace pan
