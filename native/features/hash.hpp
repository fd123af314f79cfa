// Hashing that is the same on every machine: features are stored in model files by their hash.
#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pan {

// Finaliser of MurmurHash3: a bijection of 64-bit words that spreads every bit.
constexpr uint64_t mix(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  return x ^ (x >> 33);
}

// Never 0, which means "absent" everywhere.
inline uint64_t hash_text(std::string_view text, uint64_t seed) {
  uint64_t h = mix(seed + text.size());
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t block = 0;
    for (size_t k = 0; k < 8; ++k) block |= uint64_t{static_cast<unsigned char>(text[i + k])} << (8 * k);
    h = mix(h ^ block) + 0x9e3779b97f4a7c15ULL;
  }
  uint64_t tail = 0;
  for (size_t k = 0; i + k < text.size(); ++k) tail |= uint64_t{static_cast<unsigned char>(text[i + k])} << (8 * k);
  h = mix(h ^ tail);
  return h ? h : 1;
}

}  // namespace pan
