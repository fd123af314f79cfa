#include "data/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace pan {

namespace {

unsigned char at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

bool is_continuation(std::string_view text, std::size_t i) { return i < text.size() && (at(text, i) & 0xC0) == 0x80; }

}  // namespace

std::size_t sequence_length(std::string_view text, std::size_t i) {
  const unsigned char lead = at(text, i);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || !is_continuation(text, i + 1)) return 0;
  const unsigned char second = at(text, i + 1);
  if (lead < 0xE0) return 2;
  if (!is_continuation(text, i + 2)) return 0;
  if (lead < 0xF0) {
    const bool overlong = lead == 0xE0 && second < 0xA0;
    const bool surrogate = lead == 0xED && second >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (!is_continuation(text, i + 3)) return 0;
  const bool overlong = lead == 0xF0 && second < 0x90;
  const bool too_large = lead > 0xF4 || (lead == 0xF4 && second >= 0x90);
  return overlong || too_large ? 0 : 4;
}

std::size_t invalid_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    // Eight bytes of ASCII at a time: most of a treebank is tabs, digits and tags in any language.
    uint64_t eight;
    while (i + sizeof eight <= text.size()) {
      std::memcpy(&eight, text.data() + i, sizeof eight);
      if (eight & 0x8080808080808080ULL) break;
      i += sizeof eight;
    }
    if (i >= text.size()) break;
    const std::size_t length = sequence_length(text, i);
    if (!length) return i;
    i += length;
  }
  return std::string_view::npos;
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++count) {
    const std::size_t length = sequence_length(text, i);
    i += length ? length : 1;
  }
  return count;
}

}  // namespace pan
