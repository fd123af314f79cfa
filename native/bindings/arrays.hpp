// Native numbers into NumPy arrays, and the other way round.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <utility>
#include <vector>

namespace pan {

template <typename T>
nanobind::object to_numpy(std::vector<T> values) {
  auto* owner = new std::vector<T>(std::move(values));
  nanobind::capsule capsule(owner, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nanobind::cast(
      nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>(owner->data(), {owner->size()}, capsule));
}

template <typename T>
using Input1 = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

// An entry of a dictionary of arrays.
template <typename T>
std::vector<T> from_numpy(nanobind::handle dict, const char* name) {
  const auto array = nanobind::cast<Input1<T>>(dict[name]);
  return {array.data(), array.data() + array.size()};
}

}  // namespace pan
