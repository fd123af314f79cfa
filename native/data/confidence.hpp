// What a parser says of a tree, written into the sentence: Conf and ConfHead in MISC, and comments.
#pragma once
#include <span>

#include "data/sentence.hpp"

namespace pan {

// The sentence without what was said of an earlier tree: its confidence, rank and score.
SentencePtr without_remarks(const Sentence& sentence);

// Probabilities, by word - 1, that its head and label are right, and that its head is; NaN for a word without head,
// which gets none; and the one that the whole tree is right. What the sentence said before is replaced, all else is
// kept.
SentencePtr with_confidence(const Sentence& sentence, std::span<const double> arcs, std::span<const double> heads,
                            double tree);

}  // namespace pan
