// One block of CoNLL-U text (comments, token lines, blank lines) checked and turned into a Sentence.
#pragma once
#include <string>
#include <string_view>

#include "data/sentence.hpp"

namespace pan {

// Where a block comes from, and how it is to be read.
struct BlockSource {
  std::string_view file;
  std::size_t line = 1;     // of the block's first line
  std::size_t lines = 0;    // how many there are, if known
  bool conllx = false;      // eight columns are completed to ten
  bool opens_file = false;  // the first block tells whether this is CoNLL-U at all
};

// Throws InputError at the first thing that is wrong.
SentencePtr read_block(std::string raw, const BlockSource& source);

}  // namespace pan
