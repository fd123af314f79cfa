#include "data/characters.hpp"

#include <algorithm>
#include <iterator>

#include "data/characters_table.hpp"
#include "data/utf8.hpp"

namespace pan {

namespace {

// The range that could hold a character, or null.
template <typename Range, std::size_t N>
const Range* find_range(const Range (&ranges)[N], uint32_t character) {
  const auto after = std::upper_bound(std::begin(ranges), std::end(ranges), character,
                                      [](uint32_t c, const Range& range) { return c < range.first; });
  if (after == std::begin(ranges) || std::prev(after)->last < character) return nullptr;
  return &*std::prev(after);
}

characters::Kind kind(uint32_t character) {
  if (character < 0x80) {
    if (character >= 'a' && character <= 'z') return characters::LOWER;
    if (character >= 'A' && character <= 'Z') return characters::UPPER;
    return character >= '0' && character <= '9' ? characters::DIGIT : characters::OTHER;
  }
  const auto* range = find_range(characters::KIND_RANGES, character);
  if (!range) return characters::OTHER;
  if (range->kind != characters::ALTERNATING) return range->kind;
  return (character - range->first) % 2 ? characters::LOWER : characters::UPPER;
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

void append_character(uint32_t c, std::string& out) {
  const auto byte = [&](uint32_t b) { out += static_cast<char>(b); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) return byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F));
  if (c < 0x10000) return byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F));
  byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F));
}

uint32_t next_character(std::string_view text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = std::max<std::size_t>(1, sequence_length(text, at));
  uint32_t c = length == 1 ? lead : lead & (0x7Fu >> length);
  for (std::size_t k = 1; k < length; ++k) c = c << 6 | (static_cast<unsigned char>(text[at + k]) & 0x3F);
  at += length;
  return c;
}

bool is_letter(uint32_t c) {
  const characters::Kind k = kind(c);
  return k == characters::UPPER || k == characters::LOWER || k == characters::LETTER;
}
bool is_digit(uint32_t c) { return kind(c) == characters::DIGIT; }
bool is_mark(uint32_t c) { return c >= 0x300 && kind(c) == characters::MARK; }

bool is_space(uint32_t c) {
  if (c < 0x80) return c <= 0x20 || c == 0x7F;
  // What else is there of controls is often a letter or a quote in an encoding that was not understood.
  if (c < 0x1680) return c == 0x85 || c == 0xA0;
  return c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

uint32_t to_lower(uint32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  const auto* range = find_range(characters::LOWER_RANGES, c);
  if (!range || (c - range->first) % range->step) return c;
  return static_cast<uint32_t>(static_cast<int64_t>(c) + range->distance);
}

void append_lower(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) append_character(to_lower(next_character(text, at)), out);
}

std::string_view first_characters(std::string_view text, int n) {
  std::size_t at = 0;
  for (int k = 0; k < n && at < text.size(); ++k) next_character(text, at);
  return text.substr(0, at);
}

std::string_view last_characters(std::string_view text, int n) {
  std::size_t at = text.size();
  for (int k = 0; k < n && at > 0; ++k) do
      --at;
    while (at > 0 && is_continuation(text[at]));
  return text.substr(at);
}

void append_shape(std::string_view text, std::string& out) {
  uint32_t last = 0;
  int run = 0;
  for (std::size_t at = 0; at < text.size();) {
    uint32_t c = next_character(text, at);
    switch (kind(c)) {
      case characters::UPPER:
        c = 'X';
        break;
      case characters::LOWER:
        c = 'x';
        break;
      case characters::LETTER:
      case characters::MARK:
        c = 'o';
        break;
      case characters::DIGIT:
        c = 'd';
        break;
      default:
        break;
    }
    run = c == last ? run + 1 : 1;
    last = c;
    if (run <= 2) append_character(c, out);
  }
}

const char* unicode_version() { return characters::UNICODE_VERSION; }

}  // namespace pan
