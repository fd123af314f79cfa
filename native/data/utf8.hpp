// Just enough UTF-8: is it valid, and how many characters is it.
#pragma once
#include <cstddef>
#include <string_view>

namespace pan {

// Bytes in the valid sequence that begins at i, 0 if there is none.
std::size_t sequence_length(std::string_view text, std::size_t i);

// Where the first invalid byte stands (overlong forms, surrogates and anything past U+10FFFF are invalid), or
// npos.
std::size_t invalid_utf8(std::string_view text);

// Characters in valid text; in invalid text every stray byte counts as one.
std::size_t count_characters(std::string_view text);

}  // namespace pan
