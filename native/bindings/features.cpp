// The template language and the characters of words, for what Python decides about sets and clusters.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/bindings.hpp"
#include "bindings/convert.hpp"
#include "data/characters.hpp"
#include "features/template.hpp"
#include "features/word_table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

namespace {

struct Template {
  std::string text;
  std::vector<std::string> topics;  // each once, sorted
  bool is_lexical = false, uses_clusters = false, is_vector = false;
};

Template read_template(const std::string& text) {
  const auto atoms = parse_template(text);
  Template found{to_text(atoms), {}, false, false, atoms[0].kind == Atom::Vector};
  for (const Atom& a : atoms) {
    const auto of_atom = topics_of(a);
    found.topics.insert(found.topics.end(), of_atom.begin(), of_atom.end());
    found.is_lexical |= a.kind == Atom::Vector || (a.kind == Atom::Static && a.attribute.lexical);
    found.uses_clusters |= a.kind == Atom::Static && a.attribute.kind == Attribute::Cluster;
  }
  std::sort(found.topics.begin(), found.topics.end());
  found.topics.erase(std::unique(found.topics.begin(), found.topics.end()), found.topics.end());
  return found;
}

}  // namespace

void bind_features(nb::module_& m) {
  nb::class_<Template>(m, "Template")
      .def(
          "__init__",
          [](Template* self, nb::handle text) { new (self) Template(read_template(to_utf8(text, "a template"))); },
          "text"_a)
      .def_ro("text", &Template::text)
      .def_prop_ro("topics", [](const Template& t) { return nb::tuple(nb::cast(t.topics)); })
      .def_ro("is_lexical", &Template::is_lexical)
      .def_ro("uses_clusters", &Template::uses_clusters)
      .def_ro("is_vector", &Template::is_vector);

  m.def("attribute_names", [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const AttributeName& a : attribute_names()) all.emplace_back(a.name, a.meaning);
    return all;
  });

  // The key of a word in a table of clusters or vectors.
  m.def("word_key", [](nb::handle word) -> uint64_t { return WordTable::key(to_utf8(word, "a word")); }, "word"_a);

  m.def(
      "lower",
      [](nb::handle text) {
        std::string out;
        append_lower(to_utf8(text, "text"), out);
        return out;
      },
      "text"_a);
  m.def(
      "shape",
      [](nb::handle text) {
        std::string out;
        append_shape(to_utf8(text, "text"), out);
        return out;
      },
      "text"_a);
  m.attr("UNICODE_VERSION") = unicode_version();
}

}  // namespace pan
