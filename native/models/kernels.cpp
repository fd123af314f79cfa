#include "models/kernels.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define PANPARSER_AVX2 1
#include <immintrin.h>
#endif

namespace pan {

namespace {

constexpr int AT_ONCE = 8;  // vectors whose sums stay in registers
using Kernel = void (*)(const int8_t* const* rows, int count, int offset, int16_t* sum);

template <int V>
void add_portable(const int8_t* const* rows, int count, int offset, int16_t* sum) {
  int16_t total[V * VECTOR] = {};
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < V * VECTOR; ++k) total[k] = static_cast<int16_t>(total[k] + rows[i][offset + k]);
  for (int k = 0; k < V * VECTOR; ++k) sum[offset + k] = total[k];
}

#if PANPARSER_AVX2
template <int V>
__attribute__((target("avx2"))) void add_avx2(const int8_t* const* rows, int count, int offset, int16_t* sum) {
  __m256i total[V];
  for (int v = 0; v < V; ++v) total[v] = _mm256_setzero_si256();
  for (int i = 0; i < count; ++i) {
    const auto* row = reinterpret_cast<const __m128i*>(rows[i] + offset);
    for (int v = 0; v < V; ++v) total[v] = _mm256_add_epi16(total[v], _mm256_cvtepi8_epi16(_mm_loadu_si128(row + v)));
  }
  for (int v = 0; v < V; ++v) _mm256_storeu_si256(reinterpret_cast<__m256i*>(sum + offset) + v, total[v]);
}
#endif

void add_floats_portable(const float* __restrict from, int n, float* __restrict to) {
  for (int k = 0; k < n; ++k) to[k] += from[k];
}

#if PANPARSER_AVX2
__attribute__((target("avx2"))) void add_floats_avx2(const float* from, int n, float* to) {
  int k = 0;
  for (; k + 8 <= n; k += 8)
    _mm256_storeu_ps(to + k, _mm256_add_ps(_mm256_loadu_ps(to + k), _mm256_loadu_ps(from + k)));
  for (; k < n; ++k) to[k] += from[k];
}
#endif

struct Kernels {
  void (*add_floats)(const float* from, int n, float* to) = add_floats_portable;
  Kernel of[AT_ONCE + 1] = {nullptr,         add_portable<1>, add_portable<2>, add_portable<3>, add_portable<4>,
                            add_portable<5>, add_portable<6>, add_portable<7>, add_portable<8>};
  Kernels() {
#if PANPARSER_AVX2
    if (__builtin_cpu_supports("avx2")) {
      const Kernel fast[] = {nullptr,     add_avx2<1>, add_avx2<2>, add_avx2<3>, add_avx2<4>,
                             add_avx2<5>, add_avx2<6>, add_avx2<7>, add_avx2<8>};
      for (int v = 1; v <= AT_ONCE; ++v) of[v] = fast[v];
      add_floats = add_floats_avx2;
    }
#endif
  }
};
const Kernels KERNELS;

}  // namespace

void add_floats(const float* from, int n, float* to) { KERNELS.add_floats(from, n, to); }

void add_rows(const int8_t* const* rows, int count, int vectors, int16_t* sum) {
  int done = 0;
  for (; vectors - done >= AT_ONCE; done += AT_ONCE) KERNELS.of[AT_ONCE](rows, count, done * VECTOR, sum);
  if (done < vectors) KERNELS.of[vectors - done](rows, count, done * VECTOR, sum);
}

}  // namespace pan
