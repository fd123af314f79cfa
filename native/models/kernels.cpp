#include "models/kernels.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#if defined(__x86_64__) && defined(__GNUC__)
#define PANPARSER_AVX2 1
#include <immintrin.h>
#endif

namespace pan {

namespace {

constexpr int AT_ONCE = 8;  // vectors whose sums stay in registers

struct Rows {
  const int8_t* const* bytes;
  int byte_rows;
  const int16_t* const* words;
  int word_rows;
};
using AddRows = void (*)(const Rows& rows, int offset, int16_t* sum);

template <int V>
void add_rows_portable(const Rows& rows, int offset, int16_t* sum) {
  int16_t total[V * VECTOR] = {};
  for (int i = 0; i < rows.byte_rows; ++i)
    for (int k = 0; k < V * VECTOR; ++k) total[k] = static_cast<int16_t>(total[k] + rows.bytes[i][offset + k]);
  for (int i = 0; i < rows.word_rows; ++i)
    for (int k = 0; k < V * VECTOR; ++k) total[k] = static_cast<int16_t>(total[k] + rows.words[i][offset + k]);
  for (int k = 0; k < V * VECTOR; ++k) sum[offset + k] = total[k];
}

void add_floats_portable(const float* __restrict from, int n, float* __restrict to) {
  for (int k = 0; k < n; ++k) to[k] += from[k];
}

void add_float_rows_portable(const float* const* rows, int count, int n, float* __restrict sum) {
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < n; ++k) sum[k] += rows[i][k];
}

void multiply_add_portable(const float* x, int count, const float* weights, int n, float* __restrict out) {
  for (int i = 0; i < count; ++i) {
    const float* __restrict row = weights + static_cast<std::ptrdiff_t>(i) * n;
    if (x[i] == 0) continue;
    for (int k = 0; k < n; ++k) out[k] += x[i] * row[k];
  }
}

int argmax_portable(const float* scores, const float* penalties, int n) {
  int best = 0;
  for (int k = 1; k < n; ++k)
    if (scores[k] + penalties[k] > scores[best] + penalties[best]) best = k;
  return best;
}

#if PANPARSER_AVX2
template <int V>
__attribute__((target("avx2"))) void add_rows_avx2(const Rows& rows, int offset, int16_t* sum) {
  __m256i total[V];
  for (int v = 0; v < V; ++v) total[v] = _mm256_setzero_si256();
  for (int i = 0; i < rows.byte_rows; ++i) {
    const auto* row = reinterpret_cast<const __m128i*>(rows.bytes[i] + offset);
    for (int v = 0; v < V; ++v) total[v] = _mm256_add_epi16(total[v], _mm256_cvtepi8_epi16(_mm_loadu_si128(row + v)));
  }
  for (int i = 0; i < rows.word_rows; ++i) {
    const auto* row = reinterpret_cast<const __m256i*>(rows.words[i] + offset);
    for (int v = 0; v < V; ++v) total[v] = _mm256_add_epi16(total[v], _mm256_loadu_si256(row + v));
  }
  for (int v = 0; v < V; ++v) _mm256_storeu_si256(reinterpret_cast<__m256i*>(sum + offset) + v, total[v]);
}

__attribute__((target("avx2"))) void add_floats_avx2(const float* from, int n, float* to) {
  int k = 0;
  for (; k + 8 <= n; k += 8)
    _mm256_storeu_ps(to + k, _mm256_add_ps(_mm256_loadu_ps(to + k), _mm256_loadu_ps(from + k)));
  for (; k < n; ++k) to[k] += from[k];
}

// Eight sums at a time, V of them in registers.
template <int V>
__attribute__((target("avx2,fma"))) void add_block(const float* const* rows, int count, int offset, float* sum) {
  __m256 total[V];
  for (int v = 0; v < V; ++v) total[v] = _mm256_loadu_ps(sum + offset + 8 * v);
  for (int i = 0; i < count; ++i)
    for (int v = 0; v < V; ++v) total[v] = _mm256_add_ps(total[v], _mm256_loadu_ps(rows[i] + offset + 8 * v));
  for (int v = 0; v < V; ++v) _mm256_storeu_ps(sum + offset + 8 * v, total[v]);
}

void add_float_rows_avx2(const float* const* rows, int count, int n, float* sum) {
  int k = 0;
  for (; k + 64 <= n; k += 64) add_block<8>(rows, count, k, sum);
  for (; k < n; k += 8) add_block<1>(rows, count, k, sum);
}

template <int V>
__attribute__((target("avx2,fma"))) void multiply_block(const float* x, int count, const float* weights, int n,
                                                        float* out) {
  __m256 total[V];
  for (int v = 0; v < V; ++v) total[v] = _mm256_loadu_ps(out + 8 * v);
  for (int i = 0; i < count; ++i, weights += n) {
    if (x[i] == 0) continue;
    const __m256 factor = _mm256_set1_ps(x[i]);
    for (int v = 0; v < V; ++v) total[v] = _mm256_fmadd_ps(factor, _mm256_loadu_ps(weights + 8 * v), total[v]);
  }
  for (int v = 0; v < V; ++v) _mm256_storeu_ps(out + 8 * v, total[v]);
}

void multiply_add_avx2(const float* x, int count, const float* weights, int n, float* out) {
  int k = 0;
  for (; k + 96 <= n; k += 96) multiply_block<12>(x, count, weights + k, n, out + k);
  for (; k + 32 <= n; k += 32) multiply_block<4>(x, count, weights + k, n, out + k);
  for (; k < n; k += 8) multiply_block<1>(x, count, weights + k, n, out + k);
}

__attribute__((target("avx2"))) int argmax_avx2(const float* scores, const float* penalties, int n) {
  int k = 0;
  float highest = scores[0] + penalties[0];
  if (n >= 8) {
    __m256 most = _mm256_add_ps(_mm256_loadu_ps(scores), _mm256_loadu_ps(penalties));
    for (k = 8; k + 8 <= n; k += 8)
      most = _mm256_max_ps(most, _mm256_add_ps(_mm256_loadu_ps(scores + k), _mm256_loadu_ps(penalties + k)));
    float lanes[8];
    _mm256_storeu_ps(lanes, most);
    highest = *std::max_element(lanes, lanes + 8);
  }
  for (; k < n; ++k) highest = std::max(highest, scores[k] + penalties[k]);
  for (k = 0; k + 8 <= n; k += 8) {
    const __m256 sum = _mm256_add_ps(_mm256_loadu_ps(scores + k), _mm256_loadu_ps(penalties + k));
    const int hits = _mm256_movemask_ps(_mm256_cmp_ps(sum, _mm256_set1_ps(highest), _CMP_EQ_OQ));
    if (hits) return k + __builtin_ctz(static_cast<unsigned>(hits));
  }
  while (scores[k] + penalties[k] != highest) ++k;
  return k;
}
#endif

struct Kernels {
  AddRows add_rows[AT_ONCE + 1] = {nullptr,
                                   add_rows_portable<1>,
                                   add_rows_portable<2>,
                                   add_rows_portable<3>,
                                   add_rows_portable<4>,
                                   add_rows_portable<5>,
                                   add_rows_portable<6>,
                                   add_rows_portable<7>,
                                   add_rows_portable<8>};
  void (*add_floats)(const float* from, int n, float* to) = add_floats_portable;
  void (*add_float_rows)(const float* const* rows, int count, int n, float* sum) = add_float_rows_portable;
  void (*multiply_add)(const float* x, int count, const float* weights, int n, float* out) = multiply_add_portable;
  int (*argmax)(const float* scores, const float* penalties, int n) = argmax_portable;

  Kernels() {
#if PANPARSER_AVX2
    // PANPARSER_PORTABLE=1 shows what a processor without AVX2 would do: the same, more slowly.
    if (!__builtin_cpu_supports("avx2") || std::getenv("PANPARSER_PORTABLE")) return;
    const AddRows fast[] = {nullptr,          add_rows_avx2<1>, add_rows_avx2<2>, add_rows_avx2<3>, add_rows_avx2<4>,
                            add_rows_avx2<5>, add_rows_avx2<6>, add_rows_avx2<7>, add_rows_avx2<8>};
    std::copy(std::begin(fast), std::end(fast), add_rows);
    add_floats = add_floats_avx2;
    argmax = argmax_avx2;
    if (!__builtin_cpu_supports("fma")) return;
    add_float_rows = add_float_rows_avx2;
    multiply_add = multiply_add_avx2;
#endif
  }
};
const Kernels KERNELS;

}  // namespace

void add_rows(const int8_t* const* bytes, int byte_rows, const int16_t* const* words, int word_rows, int vectors,
              int16_t* sum) {
  const Rows rows{bytes, byte_rows, words, word_rows};
  int done = 0;
  for (; vectors - done >= AT_ONCE; done += AT_ONCE) KERNELS.add_rows[AT_ONCE](rows, done * VECTOR, sum);
  if (done < vectors) KERNELS.add_rows[vectors - done](rows, done * VECTOR, sum);
}

void add_floats(const float* from, int n, float* to) { KERNELS.add_floats(from, n, to); }

void add_rows(const float* const* rows, int count, int n, float* sum) { KERNELS.add_float_rows(rows, count, n, sum); }

void multiply_add(const float* x, int count, const float* weights, int n, float* out) {
  KERNELS.multiply_add(x, count, weights, n, out);
}

int argmax(const float* scores, const float* penalties, int n) { return KERNELS.argmax(scores, penalties, n); }

}  // namespace pan
