// Tokenizers: from text to sentences, and what their training looks at.
#include "text/tokenizer.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/convert.hpp"
#include "bindings/design.hpp"
#include "data/characters.hpp"
#include "data/utf8.hpp"
#include "error.hpp"
#include "text/split_rule.hpp"
#include "text/surface.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

namespace {

Labeller to_labeller(const NamedDesign* design, const Scorer* model) {
  return design ? Labeller{&design->free, model, design->labels} : Labeller{};
}

}  // namespace

void bind_tokenizer(nb::module_& m) {
  nb::class_<Tokenizer>(m, "NativeTokenizer")
      .def(
          "__init__",
          [](Tokenizer* self, const NamedDesign& segmenter, const Scorer& segmenter_model, const NamedDesign* splitter,
             const Scorer* splitter_model, nb::handle cuts, const Input1<uint64_t>& words) {
            new (self) Tokenizer(to_labeller(&segmenter, &segmenter_model), to_labeller(splitter, splitter_model),
                                 Cuts(to_strings(cuts, "cuts")), WordTable(to_vector(words)));
          },
          "segmenter"_a, "segmenter_model"_a, "splitter"_a.none(), "splitter_model"_a.none(), "cuts"_a, "words"_a,
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(), nb::keep_alive<1, 5>())
      .def(
          "tokenize",
          [](const Tokenizer& tokenizer, nb::handle text, bool lines, bool ranges, int threads) {
            const std::string bytes = to_utf8(text, "tokenize");
            const nb::gil_scoped_release release;
            return tokenizer.tokenize(bytes, {lines, ranges, threads});
          },
          "text"_a.none(), "lines"_a, "ranges"_a, "threads"_a)
      .def(
          "split",
          [](const Tokenizer& tokenizer, const std::vector<std::vector<std::string>>& sentences, int threads) {
            const nb::gil_scoped_release release;
            return tokenizer.split(sentences, threads);
          },
          "sentences"_a, "threads"_a);

  // A paragraph as the engine sees it, and where each of its pieces ends, in characters.
  m.def(
      "pieces_of",
      [](nb::handle text, nb::handle cuts, const Input1<uint64_t>& words) {
        const std::string bytes = to_utf8(text, "pieces_of");
        const Cuts known(to_strings(cuts, "cuts"));
        PieceReader reader(bytes, known);
        std::vector<Piece> pieces;
        std::vector<size_t> ends;
        std::vector<bool> alone;
        size_t characters = 0, counted = 0;
        for (Piece piece; reader.next(piece);) {
          pieces.push_back(piece);
          characters += count_characters(std::string_view(bytes).substr(counted, piece.end - counted));
          counted = piece.end;
          ends.push_back(characters);
          alone.push_back(piece.alone);
        }
        if (pieces.empty()) throw UsageError("a text without tokens has no pieces; leave it out");
        return nb::make_tuple(to_sentence(bytes, pieces, WordTable(to_vector(words))), ends, alone);
      },
      "text"_a, "cuts"_a, "words"_a);
  // (white space before, text, white space behind, first word, last word) of each token.
  m.def(
      "surface_tokens",
      [](const SentencePtr& sentence) {
        std::vector<std::tuple<std::string, std::string, std::string, int, int>> out;
        for (SurfaceToken& t : surface_tokens(*sentence))
          out.emplace_back(std::move(t.before), std::move(t.text), std::move(t.after), t.first, t.last);
        return out;
      },
      "sentence"_a);
  m.def(
      "text_of",
      [](nb::handle sentences) {
        std::string text;
        for (const SentencePtr& sentence : to_sentences(sentences)) append_text(*sentence, text);
        return text;
      },
      "sentences"_a);
  // The rule that makes words of a token, empty if there is none; and what a rule makes of one.
  m.def(
      "split_rule",
      [](nb::handle token, nb::handle words, std::size_t stem) {
        const std::vector<std::string> all = to_strings(words, "words");
        if (stem >= all.size()) throw UsageError("the stem of a token must be one of its words");
        return split_rule(to_utf8(token, "split_rule"), {all.begin(), all.end()}, stem);
      },
      "token"_a, "words"_a, "stem"_a);
  m.def(
      "apply_split_rule",
      [](nb::handle rule, nb::handle token) {
        const std::string text = to_utf8(rule, "apply_split_rule");
        if (!is_split_rule(text)) throw UsageError("'" + text + "' is not a rule for tokens");
        return apply_split_rule(text, to_utf8(token, "apply_split_rule"));
      },
      "rule"_a, "token"_a);
}

}  // namespace pan
