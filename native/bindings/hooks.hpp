// Python functions as the hooks of a training: each takes the GIL when it is called.
#pragma once
#include <nanobind/nanobind.h>

#include "training/trainer.hpp"

namespace pan {

// Any of them may be None. The functions must live as long as the hooks.
Hooks make_hooks(const Trainer& trainer, nanobind::handle progress, nanobind::handle before_sentence,
                 nanobind::handle after_sentence, nanobind::handle before_update, nanobind::handle after_update,
                 nanobind::handle followed);

}  // namespace pan
