// Trainers: what pp.train is made of.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/convert.hpp"
#include "bindings/design.hpp"
#include "bindings/hooks.hpp"
#include "error.hpp"
#include "training/trainer.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

namespace {

Update to_update(const std::string& name) {
  if (name == "local") return Update::Local;
  if (name == "early") return Update::Early;
  if (name == "max-violation") return Update::MaxViolation;
  if (name == "full") return Update::Full;
  throw UsageError("no update named '" + name + "'; use one of: local, early, max-violation, full");
}

// Averaged weights for as long as it lives, also when a system written in Python throws.
class Averaged {
 public:
  explicit Averaged(Perceptron& model) : model_(model) { model_.use_average(true); }
  ~Averaged() { model_.use_average(false); }
  Averaged(const Averaged&) = delete;
  Averaged& operator=(const Averaged&) = delete;

 private:
  Perceptron& model_;
};

std::vector<int> numbers_of(const std::vector<std::string>& labels, const std::vector<std::string>& in) {
  std::vector<int> numbers;
  for (const std::string& label : labels) {
    const auto found = std::find(in.begin(), in.end(), label);
    if (found == in.end()) throw UsageError("the label '" + label + "' of the first training is missing in the second");
    numbers.push_back(static_cast<int>(found - in.begin()));
  }
  return numbers;
}

}  // namespace

void bind_training(nb::module_& m) {
  nb::class_<EpochStats>(m, "EpochStats")
      .def_ro("sentences", &EpochStats::sentences)
      .def_ro("words", &EpochStats::words)
      .def_ro("decisions", &EpochStats::decisions)
      .def_ro("errors", &EpochStats::errors)
      .def_ro("labels", &EpochStats::labels)
      .def_ro("label_errors", &EpochStats::label_errors);

  nb::class_<Policy>(m, "Policy")
      .def(
          "__init__",
          [](Policy* self, bool static_reference, double exploration, const std::string& update, int beam, bool restart,
             bool error_at_top, int time_limit, bool remember_beam, int margin) {
            new (self) Policy{static_reference, exploration, to_update(update), beam,  restart,
                              error_at_top,     time_limit,  remember_beam,     margin};
          },
          nb::kw_only(), "static_reference"_a = false, "exploration"_a = 0.0, "update"_a = "local", "beam"_a = 1,
          "restart"_a = true, "error_at_top"_a = false, "time_limit"_a = 0, "remember_beam"_a = false, "margin"_a = 0)
      .def_ro("static_reference", &Policy::static_reference)
      .def_ro("exploration", &Policy::exploration);

  nb::class_<Trainer>(m, "Trainer")
      .def(
          "__init__",
          [](Trainer* self, const NamedDesign& design, nb::handle sentences,
             const std::vector<ConstraintsPtr>& constraints) {
            new (self) Trainer(design.free, to_sentences(sentences), design.labels, constraints);
          },
          "design"_a, "sentences"_a, "constraints"_a = std::vector<ConstraintsPtr>{})
      // Hooks are None where nobody listens. `progress` is called a few times a second with the EpochStats so far; an
      // exception in any of them ends the epoch.
      .def(
          "epoch",
          [](Trainer& trainer, const Policy& policy, uint64_t seed, nb::handle progress, nb::handle before_sentence,
             nb::handle after_sentence, nb::handle before_update, nb::handle after_update, nb::handle followed) {
            const Hooks hooks =
                make_hooks(trainer, progress, before_sentence, after_sentence, before_update, after_update, followed);
            const nb::gil_scoped_release release;
            return trainer.epoch(policy, seed, hooks);
          },
          "policy"_a, "seed"_a, "progress"_a.none() = nb::none(), "before_sentence"_a.none() = nb::none(),
          "after_sentence"_a.none() = nb::none(), "before_update"_a.none() = nb::none(),
          "after_update"_a.none() = nb::none(), "followed"_a.none() = nb::none())
      // With the averaged weights.
      .def(
          "parse",
          [](Trainer& trainer, const NamedDesign& design, nb::handle sentences,
             const std::vector<ConstraintsPtr>& constraints, int beam, int threads, bool single_root) {
            const auto input = to_sentences(sentences);
            const nb::gil_scoped_release release;
            const Averaged averaged(trainer.model());
            return parse(design, trainer.model(), input, constraints, beam, threads, single_root);
          },
          "design"_a, "sentences"_a, "constraints"_a, "beam"_a, "threads"_a, "single_root"_a)
      .def("averaged",
           [](Trainer& trainer) {
             WeightTable table;
             {
               const nb::gil_scoped_release release;
               table = trainer.model().averaged();
             }
             return to_dict(std::move(table));
           })
      .def("state",
           [](Trainer& trainer) {
             Perceptron::State state;
             {
               const nb::gil_scoped_release release;
               state = trainer.model().state();
             }
             nb::dict out = to_dict(std::move(state.table));
             out["sums"] = to_numpy(std::move(state.sums));
             out["dense_sums"] = to_numpy(std::move(state.dense_sums));
             out["now"] = to_numpy(std::vector<uint64_t>{state.now});
             return out;
           })
      .def(
          "restore",
          [](Trainer& trainer, nb::handle arrays) {
            Perceptron::State state{to_table(arrays), from_numpy<double>(arrays, "sums"), 0,
                                    from_numpy<double>(arrays, "dense_sums")};
            const auto now = from_numpy<uint64_t>(arrays, "now");
            if (state.sums.size() != state.table.weights.size() || now.size() != 1)
              throw Error("the arrays of a checkpoint do not fit together; it is damaged, start without it");
            require_classes(state.table, trainer.design().decisions);
            state.now = now[0];
            trainer.model().restore(state);
          },
          "arrays"_a)
      // Forgets everything, and from here on learns of these features only.
      .def(
          "start_over",
          [](Trainer& trainer, const Input1<uint64_t>& features) {
            trainer.model().start_over({features.data(), features.size()});
          },
          "features"_a)
      // Weights of a parser of the same system with other labels or templates, to go on from.
      .def(
          "start",
          [](Trainer& trainer, const NamedDesign& from, nb::handle weights) {
            Perceptron::State state{to_table(weights), {}, 1};
            require_classes(state.table, from.free.decisions);
            const Decisions& decisions = trainer.design().decisions;
            const auto classes = decisions.classes_of(from.free.decisions, numbers_of(from.labels, trainer.labels()));
            for (uint16_t& cls : state.table.classes) cls = static_cast<uint16_t>(classes[cls]);
            state.sums.resize(state.table.weights.size());
            state.dense_sums.resize(state.table.dense.size());
            trainer.model().restore(state);
          },
          "design"_a, "weights"_a);
}

}  // namespace pan
