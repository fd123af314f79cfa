// One function per room: each registers its native classes and functions with Python.
#pragma once
#include <nanobind/nanobind.h>

namespace pan {

void bind_errors(nanobind::module_& m);
void bind_data(nanobind::module_& m);
void bind_evaluation(nanobind::module_& m);
void bind_configurations(nanobind::module_& m);
void bind_systems(nanobind::module_& m);
void bind_features(nanobind::module_& m);
void bind_constraints(nanobind::module_& m);
void bind_engine(nanobind::module_& m);
void bind_networks(nanobind::module_& m);
void bind_training(nanobind::module_& m);
void bind_batches(nanobind::module_& m);
void bind_tokenizer(nanobind::module_& m);

}  // namespace pan
