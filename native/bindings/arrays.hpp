// NumPy arrays into native vectors and back.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <utility>
#include <vector>

#include "models/decisions.hpp"
#include "models/linear.hpp"

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

template <typename T>
std::vector<T> to_vector(const Input1<T>& array) {
  return {array.data(), array.data() + array.size()};
}

template <typename T>
std::vector<T> from_numpy(nanobind::handle dict, const char* name) {
  return to_vector(nanobind::cast<Input1<T>>(dict[name]));
}

// The arrays of a weight table by their names. What comes from outside is checked; throws Error.
nanobind::dict to_dict(WeightTable table);
WeightTable to_table(nanobind::handle arrays);
void require_classes(const WeightTable& table, const Decisions& decisions);

}  // namespace pan
