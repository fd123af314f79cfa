// Scores over two lists of sentences.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "evaluation/attachment.hpp"
#include "evaluation/tokens.hpp"

namespace nb = nanobind;

namespace pan {

namespace {

using Sentences = std::vector<SentencePtr>;

// One dictionary per table: {"LAS": (correct, gold, predicted, aligned), ...}.
nb::dict to_dict(const evaluation::Table& table) {
  nb::dict metrics;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto& tally = table[i];
    metrics[nb::str(evaluation::METRIC_NAMES[i].data(), evaluation::METRIC_NAMES[i].size())] =
        nb::make_tuple(tally.correct, tally.gold, tally.predicted, tally.aligned);
  }
  return metrics;
}

nb::list count_scores(const Sentences& gold, const Sentences& predicted,
                      const std::optional<std::vector<int32_t>>& alignment) {
  evaluation::Counts counts;
  {
    nb::gil_scoped_release release;
    counts = evaluation::count(gold, predicted, alignment ? *alignment : evaluation::identity(gold));
  }
  nb::list tables;
  for (const auto& row : counts.tables)
    for (const auto& table : row) tables.append(to_dict(table));
  return tables;
}

}  // namespace

void bind_evaluation(nb::module_& m) {
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  m.def("count_scores", &count_scores, nb::arg("gold"), nb::arg("predicted"), nb::arg("alignment").none(),
        "The counts of every metric, in four tables: with punctuation and universal labels, with punctuation "
        "and "
        "full labels, then the two without punctuation. `alignment` is None for files cut into the same "
        "words.");
  m.def("same_tokens", nb::overload_cast<const Sentences&, const Sentences&>(&evaluation::same_tokens), nb::arg("gold"),
        nb::arg("predicted"), unlocked, "Whether two files are cut into the same tokens and words.");
  m.def("count_tokens", &evaluation::count_tokens, nb::arg("sentences"), unlocked,
        "The number of tokens, where a multiword token is one.");
  m.def("filled_columns", &evaluation::filled_columns, nb::arg("sentences"), unlocked,
        "For each of the ten columns, whether any word has something else than '_' in it.");
}

}  // namespace pan
