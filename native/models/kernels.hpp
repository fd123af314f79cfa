// The innermost loops: adding up rows of weights. Compiled for newer processors too and chosen when the
// program starts, so that one binary runs everywhere.
#pragma once
#include <cstdint>

namespace pan {

constexpr int VECTOR = 16;  // weights that are added at once; rows are padded to a multiple

// sum[k] = the sum of rows[0..count)[k], for k < vectors * VECTOR. Sums must fit 16 bits.
void add_rows(const int8_t* const* rows, int count, int vectors, int16_t* sum);

// to[k] += from[k], for k < n.
void add_floats(const float* from, int n, float* to);

}  // namespace pan
