// Characters of UTF-8 text: one after the other, in lower case, by kind. Each is looked at by itself, so that a result
// does not depend on language or context.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pan {

// The character that begins at `at`, which moves on to the next one. A stray byte, in text that is not valid, counts as
// a character of its own.
uint32_t next_character(std::string_view text, std::size_t& at);

void append_character(uint32_t character, std::string& out);

// Letters of any script; decimal digits; marks that stand on another character.
bool is_letter(uint32_t character);
bool is_digit(uint32_t character);
bool is_mark(uint32_t character);
// White space, and control characters of ASCII: what no token holds.
bool is_space(uint32_t character);

uint32_t to_lower(uint32_t character);
void append_lower(std::string_view text, std::string& out);

// The first or last n characters; all of a shorter text.
std::string_view first_characters(std::string_view text, int n);
std::string_view last_characters(std::string_view text, int n);

// What a word looks like: X for a capital, x for a small letter, o for another letter or a mark, d for a digit;
// anything else stays. Of more than two of the same in a row, two are kept: "Paris" is "Xxx", "3,000" is "d,dd".
void append_shape(std::string_view text, std::string& out);

// The version of Unicode that all this is from.
const char* unicode_version();

}  // namespace pan
