// Vocabularies, and the networks that have an embedding for each of their values.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/convert.hpp"
#include "bindings/design.hpp"
#include "bindings/state.hpp"
#include "error.hpp"
#include "models/network.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

namespace {

template <typename T>
std::span<const T> view(const Input1<T>& array) {
  return {array.data(), array.size()};
}

// The scores of all classes in a configuration, as a search would add them up.
nb::object scores(const Network& network, const NamedDesign& design, const Sentence& sentence, const State& state) {
  if (state.c.words() != sentence.size())
    throw UsageError("the configuration is of a sentence with another number of words; use one of this sentence");
  Decider decider(design.free, network, Decider::Parsing);
  decider.read(sentence);
  decider.look(state.c);
  decider.score_actions();
  decider.normalise(state.c, design.free.system->legal(state.c));
  return to_numpy(std::vector<float>(decider.scores(), decider.scores() + design.free.decisions.width(0)));
}

}  // namespace

void bind_networks(nb::module_& m) {
  nb::class_<Vocabulary>(m, "NativeVocabulary")
      .def(
          "__init__",
          [](Vocabulary* self, nb::handle templates, nb::handle sentences, int labels, int actions, uint64_t least) {
            const auto texts = to_strings(templates, "templates");
            const auto input = to_sentences(sentences);
            const nb::gil_scoped_release release;
            new (self) Vocabulary(texts, input, labels, actions, least);
          },
          "templates"_a, "sentences"_a, "labels"_a, "actions"_a, "least"_a)
      .def(
          "__init__",
          [](Vocabulary* self, nb::handle templates, const std::vector<Input1<uint64_t>>& values) {
            std::vector<std::vector<uint64_t>> copies;
            for (const auto& of_kind : values) copies.push_back(to_vector(of_kind));
            new (self) Vocabulary(to_strings(templates, "templates"), std::move(copies));
          },
          "templates"_a, "values"_a)
      .def_prop_ro("names", &Vocabulary::names)
      .def_prop_ro("kind_of", &Vocabulary::kind_of)
      .def(
          "values",
          [](const Vocabulary& vocabulary, int kind) {
            if (kind < 0 || kind >= vocabulary.kinds()) throw UsageError("there is no such kind of value");
            return to_numpy(std::vector<uint64_t>(vocabulary.values(kind)));
          },
          "kind"_a);

  nb::class_<Network, Scorer>(m, "Network")
      .def(
          "__init__",
          [](Network* self, const NamedDesign& design, const Vocabulary& vocabulary,
             const std::vector<Input1<float>>& embeddings, const Input1<float>& input, const Input1<float>& input_bias,
             const Input1<float>& output, const Input1<float>& output_bias) {
            Network::Weights weights{{}, view(input), view(input_bias), view(output), view(output_bias)};
            for (const auto& of_kind : embeddings) weights.embeddings.push_back(view(of_kind));
            if (vocabulary.plan().templates() != design.free.plan->templates())
              throw UsageError("the vocabulary is of other templates than the network; use the same");
            new (self) Network(vocabulary, design.free.decisions, weights);
          },
          "design"_a, "vocabulary"_a, "embeddings"_a, "input"_a, "input_bias"_a, "output"_a, "output_bias"_a)
      .def("scores", &scores, "design"_a, "sentence"_a, "configuration"_a);
}

}  // namespace pan
