#include "data/writer.hpp"

namespace pan {

std::string to_conllu(const std::vector<SentencePtr>& sentences) {
  std::size_t size = 0;
  for (const SentencePtr& sentence : sentences) size += sentence->raw().size();
  std::string text;
  text.reserve(size);
  for (const SentencePtr& sentence : sentences) text += sentence->raw();
  return text;
}

std::string to_conllx(const std::vector<SentencePtr>& sentences) {
  std::string text;
  for (const SentencePtr& sentence : sentences) {
    for (int word = 1; word <= sentence->size(); ++word) {
      const char* begin = sentence->field(word, ID).data();
      const std::string_view deprel = sentence->field(word, DEPREL);
      text.append(begin, deprel.data() + deprel.size());  // ID to DEPREL stand together
      text += "\t_\t_\n";
    }
    text += '\n';
  }
  return text;
}

}  // namespace pan
