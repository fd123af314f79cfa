#include "training/gold_reader.hpp"

#include "data/tags.hpp"

namespace pan {

GoldReader::GoldReader(SystemPtr system, const std::vector<std::string>& labels, std::vector<Column> columns)
    : system_(std::move(system)), columns_(std::move(columns)) {
  for (const auto& label : labels) numbers_.emplace(label, static_cast<int>(numbers_.size()));
}

int GoldReader::number(std::string_view label) const {
  const auto found = numbers_.find(label);
  return found == numbers_.end() ? NONE : found->second;
}

Gold GoldReader::read(const Sentence& sentence) const {
  std::vector<int> heads(sentence.heads().begin(), sentence.heads().end()), labels;
  if (!columns_.empty()) heads.assign(heads.size(), 0);
  for (int w = 1; w <= sentence.size(); ++w)
    labels.push_back(columns_.empty() ? number(sentence.field(w, DEPREL)) : number(tag_of(sentence, w, columns_)));
  std::vector<int> tags;
  for (int w = 1; w <= sentence.size() && system_->gives_tags(); ++w) tags.push_back(number(sentence.field(w, UPOS)));
  return system_->reference(Gold(heads, labels, {}, tags));
}

}  // namespace pan
