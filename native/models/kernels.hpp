// The innermost loops: adding up rows of weights and finding the highest. Compiled for newer processors too and chosen
// when the program starts, so that one binary runs everywhere.
#pragma once
#include <cstdint>

namespace pan {

constexpr int VECTOR = 16;  // 8- and 16-bit weights that are added at once; their rows are padded to a multiple

// sum[k] = the sum of all rows at k, for k < vectors * VECTOR. Sums must fit 16 bits.
void add_rows(const int8_t* const* bytes, int byte_rows, const int16_t* const* words, int word_rows, int vectors,
              int16_t* sum);

// to[k] += from[k], for k < n.
void add_floats(const float* from, int n, float* to);

// sum[k] += the sum of all rows at k, for k < n, a multiple of 8. Always added in the order of the rows.
void add_rows(const float* const* rows, int count, int n, float* sum);

// out[k] += the sum over i < count of x[i] * weights[i * n + k], for k < n, a multiple of 8; where x[i] is 0, its
// weights are not read.
void multiply_add(const float* x, int count, const float* weights, int n, float* out);

// The first k < n with the highest scores[k] + penalties[k]; penalties are 0, or minus infinity where k is not
// possible. n must be positive, and one k possible.
int argmax(const float* scores, const float* penalties, int n);

}  // namespace pan
