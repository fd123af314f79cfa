// Counts over sentences, for `panparser stats` and the like.
#pragma once
#include <map>
#include <string>

#include "data/sentence.hpp"

namespace pan {

struct Counts {
  using Values = std::map<std::string, std::size_t, std::less<>>;

  std::size_t sentences = 0, words = 0;
  std::size_t multiwords = 0, covered = 0;  // multiword tokens, and the words in them
  std::size_t empty_nodes = 0;
  std::size_t unknown_heads = 0;
  std::size_t nonprojective_arcs = 0, nonprojective_sentences = 0;
  std::size_t longest = 0;
  Values labels, upos;               // without '_'
  std::map<int, std::size_t> roots;  // sentences by their number of roots

  void add(const Sentence& sentence);
};

}  // namespace pan
