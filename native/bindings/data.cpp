// Sentence, Scanner and the functions over lists of sentences.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/convert.hpp"
#include "data/confidence.hpp"
#include "data/graph.hpp"
#include "data/scanner.hpp"
#include "data/statistics.hpp"
#include "data/writer.hpp"
#include "error.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

namespace {

constexpr const char* SENTENCE_DOC =
    R"(One sentence: an immutable value that keeps the exact bytes it was read from.

Columns are lists with one value per word; `heads` has 0 for ROOT and None where the head is unknown.
`replace` gives a new sentence with other columns, and every other byte as it was.

>>> sentence = Sentence.from_forms(["Time", "flies"])
>>> parsed = sentence.replace(heads=[2, 0], deprels=["nsubj", "root"])
>>> parsed.forms, parsed.heads, parsed.upos
(['Time', 'flies'], [2, 0], ['_', '_'])
)";

nb::str text(std::string_view value) { return nb::str(value.data(), value.size()); }

nb::list column(const Sentence& sentence, Column c) {
  nb::list values;
  for (int word = 1; word <= sentence.size(); ++word) values.append(text(sentence.field(word, c)));
  return values;
}

nb::list heads(const Sentence& sentence) {
  nb::list values;
  for (const int32_t head : sentence.heads())
    values.append(head == UNKNOWN_HEAD ? nb::object(nb::none()) : nb::object(nb::int_(head)));
  return values;
}

// The value of the last `# text = …` comment.
nb::object surface_text(const Sentence& sentence) {
  nb::object found = nb::none();
  for (std::string_view comment : sentence.comments()) {
    const auto skip = [&] { comment.remove_prefix(std::min(comment.find_first_not_of(" \t"), comment.size())); };
    comment.remove_prefix(1);
    skip();
    if (!comment.starts_with("text")) continue;
    comment.remove_prefix(4);
    skip();
    if (!comment.starts_with('=')) continue;
    comment.remove_prefix(1);
    skip();
    found = text(comment);
  }
  return found;
}

SentencePtr replace(const Sentence& sentence, const nb::kwargs& columns) {
  static const std::map<std::string, Column, std::less<>> known = {
      {"forms", FORM}, {"lemmas", LEMMA},   {"upos", UPOS}, {"xpos", XPOS}, {"feats", FEATS},
      {"heads", HEAD}, {"deprels", DEPREL}, {"deps", DEPS}, {"misc", MISC}};
  std::vector<Sentence::Edit> edits;
  for (const auto& [key, values] : columns) {
    const std::string name = to_utf8(key, "replace");
    const auto found = known.find(name);
    if (found == known.end())
      throw UsageError("there is no column '" + name +
                       "' to replace; use forms, lemmas, upos, xpos, feats, heads, deprels, deps or misc");
    edits.push_back({found->second, found->second == HEAD ? to_heads(values) : to_strings(values, name.c_str())});
  }
  return sentence.replace(edits);
}

std::string describe(const Sentence& sentence) {
  constexpr int SHOWN = 8;
  std::string words;
  for (int word = 1; word <= std::min(sentence.size(), SHOWN); ++word) {
    const std::string_view form = sentence.field(word, FORM);
    words += (word > 1 ? " " : "") + std::string(form.size() > 100 ? "…" : form);
  }
  if (sentence.size() > SHOWN) words += " …";
  return "<Sentence of " + std::to_string(sentence.size()) + (sentence.size() == 1 ? " word: " : " words: ") + words +
         ">";
}

// The constructor, which is also how a pickled sentence comes back: the text is checked, wherever it comes
// from.
SentencePtr from_raw(nb::handle raw, std::size_t line) {
  const std::string bytes = to_utf8(raw, "Sentence");
  Scanner scanner("", {});
  scanner.feed(bytes.data(), bytes.size());
  scanner.finish();
  const std::vector<SentencePtr> found = scanner.take();
  if (found.size() != 1)
    throw UsageError("the text holds " + std::to_string(found.size()) + " sentences; give exactly one, or use reads()");
  return found[0]->at_line(line);
}

nb::bytes serialize(nb::handle list, bool conllx) {
  const std::vector<SentencePtr> sentences = to_sentences(list);
  std::string bytes;
  {
    nb::gil_scoped_release free;
    bytes = conllx ? to_conllx(sentences) : to_conllu(sentences);
  }
  return nb::bytes(bytes.data(), bytes.size());
}

std::vector<SentencePtr> write_confidence(nb::handle list, const Input1<double>& arcs, const Input1<double>& heads,
                                          const Input1<double>& trees) {
  const std::vector<SentencePtr> sentences = to_sentences(list);
  std::size_t words = 0;
  for (const SentencePtr& sentence : sentences) words += static_cast<std::size_t>(sentence->size());
  if (arcs.size() != words || heads.size() != words || trees.size() != sentences.size())
    throw UsageError("there must be one probability per word and per sentence");
  const nb::gil_scoped_release release;
  std::vector<SentencePtr> out;
  std::size_t first = 0;
  for (const SentencePtr& sentence : sentences) {
    const auto size = static_cast<std::size_t>(sentence->size());
    out.push_back(with_confidence(*sentence, {arcs.data() + first, size}, {heads.data() + first, size},
                                  trees.data()[out.size()]));
    first += size;
  }
  return out;
}

void feed(Scanner& scanner, const nb::bytes& block) {
  const char* bytes = block.c_str();
  const std::size_t size = block.size();
  nb::gil_scoped_release free;
  scanner.feed(bytes, size);
}

void bind_sentence(nb::module_& m) {
  nb::class_<Sentence> sentence(m, "Sentence", nb::is_final(), SENTENCE_DOC);
  const auto bind_column = [&](const char* name, Column c) {
    sentence.def_prop_ro(name, [c](const Sentence& s) { return column(s, c); });
  };
  bind_column("forms", FORM);
  bind_column("lemmas", LEMMA);
  bind_column("upos", UPOS);
  bind_column("xpos", XPOS);
  bind_column("feats", FEATS);
  bind_column("deprels", DEPREL);
  bind_column("deps", DEPS);
  bind_column("misc", MISC);
  sentence.def(nb::new_(&from_raw), "raw"_a.none(), "line"_a = 0)
      .def_prop_ro("heads", &heads)
      .def_prop_ro("comments", &Sentence::comments)
      .def_prop_ro("text", &surface_text)
      .def_prop_ro("raw", &Sentence::raw)
      .def_prop_ro("line", &Sentence::line)
      .def_prop_ro("multiwords",
                   [](const Sentence& s) {
                     std::vector<std::tuple<int, int, std::string_view>> tokens;
                     for (const auto& token : s.multiwords()) tokens.emplace_back(token.first, token.last, token.form);
                     return tokens;
                   })
      .def_prop_ro("empty_nodes", &Sentence::empty_nodes)
      .def_prop_ro("roots", [](const Sentence& s) { return count_roots(s.heads()); })
      .def_prop_ro("is_projective", [](const Sentence& s) { return nonprojective_words(s.heads()).empty(); })
      .def("replace", &replace)
      .def_static(
          "from_forms", [](nb::handle forms) { return Sentence::from_forms(to_strings(forms, "forms")); },
          "forms"_a.none())
      .def("__len__", &Sentence::size)
      .def(
          "__eq__",
          [](const Sentence& s, nb::handle other) {
            return nb::isinstance<Sentence>(other) && s.raw() == nb::cast<const Sentence&>(other).raw();
          },
          nb::arg().none())
      .def("__hash__", [](const Sentence& s) { return std::hash<std::string>()(s.raw()); })
      .def("__repr__", &describe)
      .def("__reduce__",
           [](const Sentence& s) { return nb::make_tuple(nb::type<Sentence>(), nb::make_tuple(s.raw(), s.line())); });
}

void bind_counts(nb::module_& m) {
  nb::class_<Counts>(m, "Counts", "Running counts over sentences.")
      .def(nb::init<>())
      .def(
          "add",
          [](Counts& counts, nb::handle list) {
            const std::vector<SentencePtr> sentences = to_sentences(list);
            nb::gil_scoped_release free;
            for (const SentencePtr& sentence : sentences) counts.add(*sentence);
          },
          "sentences"_a.none())
      .def_ro("sentences", &Counts::sentences)
      .def_ro("words", &Counts::words)
      .def_ro("multiwords", &Counts::multiwords)
      .def_ro("covered", &Counts::covered)
      .def_ro("empty_nodes", &Counts::empty_nodes)
      .def_ro("unknown_heads", &Counts::unknown_heads)
      .def_ro("nonprojective_arcs", &Counts::nonprojective_arcs)
      .def_ro("nonprojective_sentences", &Counts::nonprojective_sentences)
      .def_ro("longest", &Counts::longest)
      .def_ro("roots", &Counts::roots)
      .def_prop_ro("labels",
                   [](const Counts& c) { return std::map<std::string, std::size_t>(c.labels.begin(), c.labels.end()); })
      .def_prop_ro("upos",
                   [](const Counts& c) { return std::map<std::string, std::size_t>(c.upos.begin(), c.upos.end()); });
}

std::vector<int> checked_nonprojective(nb::handle heads) {
  const std::vector<std::string> values = to_heads(heads);
  if (values.empty()) return {};
  const SentencePtr blank = Sentence::from_forms(std::vector<std::string>(values.size(), "_"));
  return nonprojective_words(blank->replace({{HEAD, values}})->heads());
}

}  // namespace

void bind_data(nb::module_& m) {
  bind_sentence(m);
  bind_counts(m);
  nb::class_<Scanner>(m, "Scanner", "Takes CoNLL-U in blocks of bytes, and gives the sentences that are complete.")
      .def(
          "__init__",
          [](Scanner* self, std::string name, bool lenient, bool conllx) {
            new (self) Scanner(std::move(name), {.lenient = lenient, .conllx = conllx});
          },
          "file_name"_a, nb::kw_only(), "lenient"_a = false, "conllx"_a = false)
      .def("feed", &feed, "block"_a)
      .def("finish", &Scanner::finish, nb::call_guard<nb::gil_scoped_release>())
      .def("take", &Scanner::take)
      .def("take_skipped", &Scanner::take_skipped);
  m.def("serialize", &serialize, "sentences"_a.none(), "conllx"_a = false);
  // Probabilities of all words, one sentence after the other, and of all sentences.
  m.def("write_confidence", &write_confidence, "sentences"_a, "arcs"_a, "heads"_a, "trees"_a);
  m.def("nonprojective_words", &checked_nonprojective, "heads"_a.none());
}

}  // namespace pan
