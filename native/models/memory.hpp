// Large arrays that are read at random: on huge pages where the system has them, for fewer TLB misses;
// aligned to cache lines.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <utility>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace pan {

template <typename T>
class BigArray {
 public:
  explicit BigArray(std::span<const T> values) : size_(values.size()) {
    constexpr size_t HUGE = size_t{2} << 20;
    bytes_ = (values.size_bytes() / HUGE + 1) * HUGE;
#if defined(__linux__)
    // Room to align by hand: the heap would give pages that are small already.
    mapped_ = bytes_ + HUGE;
    base_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base_ == MAP_FAILED) throw std::bad_alloc();
    const auto address = reinterpret_cast<uintptr_t>(base_);
    data_ = reinterpret_cast<T*>((address + HUGE - 1) / HUGE * HUGE);
    madvise(data_, bytes_, MADV_HUGEPAGE);  // only a wish: without it the array is slower, nothing else
#else
    base_ = std::aligned_alloc(64, bytes_);
    if (!base_) throw std::bad_alloc();
    data_ = static_cast<T*>(base_);
#endif
    if (!values.empty()) std::memcpy(static_cast<void*>(data_), values.data(), values.size_bytes());
  }
  ~BigArray() {
#if defined(__linux__)
    munmap(base_, mapped_);
#else
    std::free(base_);
#endif
  }
  BigArray(const BigArray&) = delete;
  BigArray& operator=(const BigArray&) = delete;

  size_t size() const { return size_; }
  const T* data() const { return data_; }
  const T& operator[](size_t i) const { return data_[i]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  size_t size_, bytes_ = 0, mapped_ = 0;
  void* base_ = nullptr;
  T* data_ = nullptr;
};

}  // namespace pan
