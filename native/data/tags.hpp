// What a tagger predicts of a word: one column or several at once, as one text with tabs between them. A lemma stands
// there as the rule that makes it of the form.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "data/sentence.hpp"

namespace pan {

// Throws UsageError for a name other than upos, xpos, feats and lemma, or one that comes twice.
std::vector<Column> to_tag_columns(const std::vector<std::string>& names);

// Empty where the word is not annotated: no UPOS tag or lemma, if that is wanted; none of UPOS, XPOS and FEATS.
std::string tag_of(const Sentence& sentence, int word, const std::vector<Column>& columns);

// Whether a text is a value of these columns.
bool is_tag(std::string_view tag, const std::vector<Column>& columns);

// The sentence with these tags, one for each word, in the columns.
SentencePtr with_tags(const Sentence& sentence, const std::vector<Column>& columns,
                      const std::vector<std::string_view>& tags);

}  // namespace pan
