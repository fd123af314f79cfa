// The text that a sentence stands for: its tokens, and the white space around them as MISC writes it. In the manner of
// UDPipe, SpaceAfter=No means none, SpacesAfter, SpacesBefore and SpacesInToken give other than one space, escaped.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "data/sentence.hpp"

namespace pan {

// White space as MISC holds it: \s \t \n \r, \p for |, \\ for \, and \uXXXX for other characters that no column may
// hold.
void append_escaped(std::string_view text, std::string& out);
// What does not come from append_escaped stays as it is.
void append_unescaped(std::string_view text, std::string& out);

struct SurfaceToken {
  std::string before, text, after;  // white space, the token, white space
  int first, last;                  // words
};
std::vector<SurfaceToken> surface_tokens(const Sentence& sentence);

void append_text(const Sentence& sentence, std::string& out);

}  // namespace pan
