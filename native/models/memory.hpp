// Large arrays that are read at random: on huge pages where the system has them, for fewer TLB misses.
#pragma once
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace pan {

template <typename T>
struct HugeAllocator {
  using value_type = T;
  HugeAllocator() = default;
  template <typename U>
  HugeAllocator(const HugeAllocator<U>&) {}  // NOLINT: allocators convert

  T* allocate(size_t n) {
#if defined(__linux__)
    if (is_large(n)) {
      // More than needed, cut to begin at a huge page. The heap would give pages that are small already.
      const size_t bytes = rounded(n);
      void* base = mmap(nullptr, bytes + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (base == MAP_FAILED) throw std::bad_alloc();
      const auto address = reinterpret_cast<uintptr_t>(base);
      const uintptr_t begin = (address + PAGE - 1) / PAGE * PAGE;
      if (begin > address) munmap(base, begin - address);
      if (const size_t after = address + PAGE - begin) munmap(reinterpret_cast<void*>(begin + bytes), after);
      madvise(reinterpret_cast<void*>(begin), bytes, MADV_HUGEPAGE);  // only a wish: without it all is slower
      return reinterpret_cast<T*>(begin);
    }
#endif
    return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{CACHE_LINE}));
  }
  void deallocate(T* p, size_t n) {
#if defined(__linux__)
    if (is_large(n)) {
      munmap(p, rounded(n));
      return;
    }
#endif
    ::operator delete(p, std::align_val_t{CACHE_LINE});
  }
  bool operator==(const HugeAllocator&) const { return true; }

 private:
  static constexpr size_t PAGE = size_t{2} << 20, CACHE_LINE = 64;
  static bool is_large(size_t n) { return n * sizeof(T) >= PAGE; }
  static size_t rounded(size_t n) { return (n * sizeof(T) + PAGE - 1) / PAGE * PAGE; }
};

// Begins at a cache line.
template <typename T>
using BigVector = std::vector<T, HugeAllocator<T>>;

}  // namespace pan
