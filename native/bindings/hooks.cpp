#include "bindings/hooks.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "bindings/design.hpp"
#include "error.hpp"

namespace nb = nanobind;

namespace pan {

namespace {

// ((action, label or None), ...)
nb::tuple to_python(const Trainer& trainer, std::span<const Decision> decisions) {
  nb::list out;
  for (const Decision& d : decisions) {
    const std::string& action = trainer.design().system->actions()[static_cast<size_t>(d.action)].name;
    if (d.label == NONE)
      out.append(nb::make_tuple(action, nb::none()));
    else
      out.append(nb::make_tuple(action, trainer.labels()[static_cast<size_t>(d.label)]));
  }
  return nb::tuple(out);
}

}  // namespace

Hooks make_hooks(const Trainer& trainer, nb::handle progress, nb::handle before_sentence, nb::handle after_sentence,
                 nb::handle before_update, nb::handle after_update, nb::handle followed) {
  Hooks hooks;
  hooks.progress = [=](const EpochStats& stats) {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();  // whether anybody listens or not
    if (!progress.is_none()) progress(stats);
  };
  if (!before_sentence.is_none())
    hooks.before_sentence = [=](size_t i) -> SentencePtr {
      const nb::gil_scoped_acquire acquire;
      const nb::object sentence = before_sentence(i);
      if (sentence.is_none()) return nullptr;
      if (!nb::isinstance<Sentence>(sentence))
        throw UsageError(std::string("before_sentence must return a Sentence or None, not ") +
                         nb::type_name(sentence.type()).c_str());
      return nb::cast<SentencePtr>(sentence);
    };
  if (!after_sentence.is_none())
    hooks.after_sentence = [=](size_t i, const EpochStats& stats) {
      const nb::gil_scoped_acquire acquire;
      after_sentence(i, stats);
    };
  if (!before_update.is_none())
    hooks.before_update = [=, &trainer](size_t i, const UpdateReport& report) {
      const nb::gil_scoped_acquire acquire;
      return nb::cast<bool>(before_update(i, to_python(trainer, report.rewarded), to_python(trainer, report.punished)));
    };
  if (!after_update.is_none())
    hooks.after_update = [=, &trainer](size_t i, const UpdateReport& report) {
      const nb::gil_scoped_acquire acquire;
      after_update(i, to_python(trainer, report.rewarded), to_python(trainer, report.punished));
    };
  if (!followed.is_none())
    hooks.followed = [=, &trainer](size_t i, const Sentence& sentence, const Configuration& c) {
      Tree tree;
      read_tree(*trainer.design().system, c, NONE, NONE, tree);
      const SentencePtr made = annotated(trainer.labels(), sentence, tree, trainer.design().columns);
      const nb::gil_scoped_acquire acquire;
      followed(i, made);
    };
  return hooks;
}

}  // namespace pan
