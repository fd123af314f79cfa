// Cutting text into lines without their ends: "\n" or "\r\n".
#pragma once
#include <cstring>
#include <string_view>

namespace pan {

// Takes the line that begins at `position` and moves `position` behind its end; false at the end of the text.
inline bool next_line(std::string_view text, std::size_t& position, std::string_view& line) {
  if (position >= text.size()) return false;
  const char* begin = text.data() + position;
  const std::size_t left = text.size() - position;
  const void* found = std::memchr(begin, '\n', left);
  std::size_t length = found ? static_cast<std::size_t>(static_cast<const char*>(found) - begin) : left;
  position += length + (found ? 1 : 0);
  if (length && begin[length - 1] == '\r') --length;
  line = std::string_view(begin, length);
  return true;
}

}  // namespace pan
