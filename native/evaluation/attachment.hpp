// Every score over words is defined here, once, over aligned pairs of words: for files cut into the same
// words the alignment is the identity; otherwise the caller brings one. Counts only: percentages are the
// caller's.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "data/sentence.hpp"

namespace pan::evaluation {

enum class Metric : int {
  Upos,
  Xpos,
  UFeats,
  AllTags,
  Lemmas,
  Uas,
  Labels,
  Las,
  Clas,
  Mlas,
  Blex,
  UnlabelledExact,  // these two count sentences
  LabelledExact,
  Coverage,  // words that were given a head, right or wrong
};
constexpr std::array<std::string_view, 14> METRIC_NAMES = {"UPOS", "XPOS", "UFeats", "AllTags", "Lemmas",
                                                           "UAS",  "LS",   "LAS",    "CLAS",    "MLAS",
                                                           "BLEX", "UEM",  "LEM",    "Coverage"};

struct Tally {
  int64_t correct = 0, gold = 0, predicted = 0, aligned = 0;
};
using Table = std::array<Tally, METRIC_NAMES.size()>;

// The same counts four ways: tables[without punctuation][with subtypes].
struct Counts {
  std::array<std::array<Table, 2>, 2> tables;
};

constexpr int32_t NOT_ALIGNED = -1;

// `alignment` has, for each gold word of the file, counted from 0 through all sentences, the predicted word
// counted in the same way, or NOT_ALIGNED. No predicted word may occur twice.
//
// Words whose gold head is unknown are left out of every score that looks at heads or labels, on both sides; those
// whose gold label is unknown, of every score that looks at labels. A word that was given no head is not among the
// predicted ones: it lowers recall, not precision. A word is punctuation when its gold UPOS is PUNCT, or its relation
// `punct` where there is no UPOS; a predicted word without a gold partner is judged by its own columns.
Counts count(const std::vector<SentencePtr>& gold, const std::vector<SentencePtr>& predicted,
             const std::vector<int32_t>& alignment);

// The alignment of files cut into the same words.
std::vector<int32_t> identity(const std::vector<SentencePtr>& gold);

// For each column, whether any word has something else than '_' in it.
std::array<bool, COLUMNS> filled_columns(const std::vector<SentencePtr>& sentences);

}  // namespace pan::evaluation
