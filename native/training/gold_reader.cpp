#include "training/gold_reader.hpp"

#include "data/tags.hpp"

namespace pan {

GoldReader::GoldReader(SystemPtr system, const std::vector<std::string>& labels, std::vector<Column> columns, int tags)
    : system_(std::move(system)), columns_(std::move(columns)) {
  for (size_t i = 0; i < labels.size(); ++i)
    (i + static_cast<size_t>(tags) < labels.size() ? labels_ : tags_).emplace(labels[i], static_cast<int>(i));
}

int GoldReader::number(const Numbers& numbers, std::string_view label) {
  const auto found = numbers.find(label);
  return found == numbers.end() ? NONE : found->second;
}

Gold GoldReader::read(const Sentence& sentence) const {
  std::vector<int> heads(sentence.heads().begin(), sentence.heads().end()), labels;
  if (!columns_.empty()) heads.assign(heads.size(), 0);
  for (int w = 1; w <= sentence.size(); ++w)
    labels.push_back(columns_.empty() ? number(labels_, sentence.field(w, DEPREL))
                                      : number(labels_, tag_of(sentence, w, columns_)));
  std::vector<int> tags;
  for (int w = 1; w <= sentence.size() && system_->gives_tags(); ++w)
    tags.push_back(number(tags_, sentence.field(w, UPOS)));
  return system_->reference(Gold(heads, labels, {}, tags));
}

}  // namespace pan
