// Batch stepping: arrays over many configurations at once.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/convert.hpp"
#include "bindings/design.hpp"
#include "data/tags.hpp"
#include "error.hpp"
#include "training/step_batch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

namespace {

// What `fill` writes into an array of a size, with the GIL released.
template <typename T, typename Fill>
nb::object filled(size_t size, Fill fill) {
  std::vector<T> values(size);
  {
    const nb::gil_scoped_release release;
    fill(values.data());
  }
  return to_numpy(std::move(values));
}

// The sentence with its tree; None while it is not finished.
nb::object tree(const StepBatch& batch, size_t i) {
  const Tree* found = batch.tree(i);
  if (!found) return nb::none();
  return nb::cast(annotated(batch.labels(), *batch.sentences()[i], *found, batch.columns()));
}

}  // namespace

void bind_batches(nb::module_& m) {
  // Arrays come flat, row by row; the Python class gives them their shape.
  nb::class_<StepBatch>(m, "NativeStepBatch")
      .def(
          "__init__",
          [](StepBatch* self, std::shared_ptr<TransitionSystem> system, nb::handle sentences, nb::handle labels,
             nb::handle columns, nb::handle templates, std::shared_ptr<Vocabulary> vocabulary, size_t at_once) {
            const auto texts = to_strings(templates, "features");
            auto plan = texts.empty()
                            ? nullptr
                            : std::make_shared<const Plan>(texts, Clusters{}, Vectors{}, system->gives_tags());
            new (self) StepBatch(std::move(system), to_sentences(sentences), to_strings(labels, "labels"),
                                 to_tag_columns(to_strings(columns, "columns")), std::move(plan), std::move(vocabulary),
                                 at_once);
          },
          "system"_a, "sentences"_a, "labels"_a, "columns"_a, "templates"_a, "vocabulary"_a.none(), "at_once"_a)
      .def("__len__", &StepBatch::size)
      .def("running", [](const StepBatch& batch) { return to_numpy(batch.running()); })
      // For each action the one whose label it notes for later; -1 for none.
      .def("notes",
           [](const StepBatch& batch) {
             std::vector<int32_t> notes;
             for (const Action& action : batch.system().actions()) notes.push_back(action.notes);
             return to_numpy(std::move(notes));
           })
      .def("legal",
           [](const StepBatch& batch) {
             return filled<uint8_t>(batch.size() * batch.actions(), [&](uint8_t* out) { batch.legal(out); });
           })
      .def("costs",
           [](const StepBatch& batch) {
             return filled<int32_t>(batch.size() * batch.actions(), [&](int32_t* out) { batch.costs(out); });
           })
      // Which actions are asked for, and their labels.
      .def(
          "optimal",
          [](const StepBatch& batch, bool only_one) {
            std::vector<int32_t> labels(batch.size() * batch.actions());
            nb::object optimal =
                filled<uint8_t>(labels.size(), [&](uint8_t* out) { batch.optimal(only_one, out, labels.data()); });
            return nb::make_tuple(optimal, to_numpy(std::move(labels)));
          },
          "only_one"_a)
      .def("features",
           [](const StepBatch& batch) {
             std::vector<int64_t> first;
             std::vector<uint64_t> hashes;
             {
               const nb::gil_scoped_release release;
               batch.features(first, hashes);
             }
             return nb::make_tuple(to_numpy(std::move(first)), to_numpy(std::move(hashes)));
           })
      .def("addresses",
           [](const StepBatch& batch) {
             const size_t slots = batch.vocabulary() ? static_cast<size_t>(batch.vocabulary()->slots()) : 0;
             return filled<int32_t>(batch.size() * slots, [&](int32_t* out) { batch.addresses(out); });
           })
      // For each class of a design's first segment: whether it may be decided, and whether it is right.
      .def(
          "classes",
          [](const StepBatch& batch, const NamedDesign& design, bool only_one) {
            const auto width = static_cast<size_t>(design.free.decisions.width(0));
            std::vector<uint8_t> right(batch.size() * width);
            nb::object allowed = filled<uint8_t>(
                right.size(), [&](uint8_t* out) { batch.classes(design.free, only_one, out, right.data()); });
            return nb::make_tuple(allowed, to_numpy(std::move(right)));
          },
          "design"_a, "only_one"_a)
      .def(
          "advance",
          [](StepBatch& batch, const Input1<int32_t>& actions, const Input1<int32_t>& labels) {
            if (actions.size() != batch.size() || labels.size() != batch.size())
              throw UsageError("there are " + std::to_string(batch.size()) +
                               " running sentences; give an action, and " + "a label, for each of them");
            const nb::gil_scoped_release release;
            batch.advance(actions.data(), labels.data());
          },
          "actions"_a, "labels"_a)
      .def("trees", [](const StepBatch& batch) {
        nb::list out;
        for (size_t i = 0; i < batch.sentences().size(); ++i) out.append(tree(batch, i));
        return out;
      });
}

}  // namespace pan
