// From a sentence to what is learnt of it: its heads and relations by number (and its UPOS tags,
// where a system gives tags), or the tags that a tagger gives.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "data/sentence.hpp"
#include "systems/system.hpp"

namespace pan {

class GoldReader {
 public:
  // `labels` are the names behind the label numbers, the last `tags` of them those of tags; one that is not among them
  // counts as unknown. `columns` are those that a tagger fills in, and none for a parser.
  GoldReader(SystemPtr system, const std::vector<std::string>& labels, std::vector<Column> columns, int tags = 0);

  Gold read(const Sentence& sentence) const;

 private:
  using Numbers = std::map<std::string, int, std::less<>>;
  static int number(const Numbers& numbers, std::string_view label);

  SystemPtr system_;
  Numbers labels_, tags_;
  std::vector<Column> columns_;
};

}  // namespace pan
