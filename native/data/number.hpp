// Numbers as CoNLL-U writes them, and the words of a cycle as people read them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pan {

constexpr int64_t NOT_A_NUMBER = -1;
constexpr int64_t HUGE_NUMBER = int64_t{1} << 40;  // stands for anything past the 32-bit range

// A natural number in plain digits, without sign or leading zeros.
inline int64_t parse_number(std::string_view text) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return NOT_A_NUMBER;
  int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return NOT_A_NUMBER;
    if (value < HUGE_NUMBER) value = value * 10 + (c - '0');
  }
  return value > INT32_MAX ? HUGE_NUMBER : value;
}

// "2, 5, 7": a long one is cut.
inline std::string describe_cycle(const std::vector<int>& cycle) {
  constexpr std::size_t SHOWN = 8;
  std::string text;
  for (std::size_t i = 0; i < cycle.size() && i < SHOWN; ++i) text += (i ? ", " : "") + std::to_string(cycle[i]);
  return cycle.size() > SHOWN ? text + ", …" : text;
}

}  // namespace pan
