#include "data/statistics.hpp"

#include <algorithm>

#include "data/graph.hpp"

namespace pan {

namespace {

void count(Counts::Values& values, std::string_view value) {
  if (value == "_") return;
  const auto found = values.find(value);
  if (found != values.end())
    ++found->second;
  else
    values.emplace(value, 1);
}

}  // namespace

void Counts::add(const Sentence& sentence) {
  ++sentences;
  words += static_cast<std::size_t>(sentence.size());
  longest = std::max(longest, static_cast<std::size_t>(sentence.size()));
  for (const Sentence::Multiword& token : sentence.multiwords()) {
    ++multiwords;
    covered += static_cast<std::size_t>(token.last - token.first + 1);
  }
  empty_nodes += sentence.empty_nodes().size();
  for (int word = 1; word <= sentence.size(); ++word) {
    unknown_heads += sentence.head(word) == UNKNOWN_HEAD;
    count(labels, sentence.field(word, DEPREL));
    count(upos, sentence.field(word, UPOS));
  }
  ++roots[count_roots(sentence.heads())];
  const std::size_t arcs = nonprojective_words(sentence.heads()).size();
  nonprojective_arcs += arcs;
  nonprojective_sentences += arcs > 0;
}

}  // namespace pan
