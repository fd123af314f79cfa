// Sentences back to text. CoNLL-U is the very bytes that were read; CoNLL-X is the words alone.
#pragma once
#include <string>
#include <vector>

#include "data/sentence.hpp"

namespace pan {

std::string to_conllu(const std::vector<SentencePtr>& sentences);

// Without comments, multiword tokens and empty nodes; the last two columns are '_'.
std::string to_conllx(const std::vector<SentencePtr>& sentences);

}  // namespace pan
