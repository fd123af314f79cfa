// What can be said of a vector of heads alone: cycles, roots, projectivity. Everything here is linear in the
// number of words and keeps its own stack, so that a sentence of a million words is no different from one of
// ten.
#pragma once
#include <cstdint>
#include <vector>

namespace pan {

// heads[i] is the head of word i + 1: 0 for ROOT, UNKNOWN_HEAD for none; all in range.

// The words of one cycle, each before its head, from the leftmost one; empty if there is none.
std::vector<int> find_cycle(const std::vector<int32_t>& heads);

// How many words hang from ROOT.
int count_roots(const std::vector<int32_t>& heads);

// The words, in order, whose arc h -> d is non-projective: some word strictly between h and d cannot descend
// from h. A word above which some head is unknown can still descend from anything that is not below it. No
// cycles allowed.
std::vector<int> nonprojective_words(const std::vector<int32_t>& heads);

}  // namespace pan
