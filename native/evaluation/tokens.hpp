// Whether two files are cut into the same sentences, tokens and words: then word i of the one is word i of
// the other, and nothing needs to be aligned.
#pragma once
#include <cstdint>
#include <vector>

#include "data/sentence.hpp"

namespace pan::evaluation {

bool same_tokens(const std::vector<SentencePtr>& gold, const std::vector<SentencePtr>& predicted);

// A multiword token counts as one.
int64_t count_tokens(const std::vector<SentencePtr>& sentences);

}  // namespace pan::evaluation
