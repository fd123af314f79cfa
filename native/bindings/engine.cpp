// Designs and models: what parser.parse is made of.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/convert.hpp"
#include "bindings/design.hpp"
#include "bindings/state.hpp"
#include "data/confidence.hpp"
#include "data/tags.hpp"
#include "error.hpp"
#include "models/packed.hpp"
#include "search/vote.hpp"
#include "systems/tagger.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

namespace {

NamedDesign make_design(SystemPtr free, SystemPtr single, const std::vector<std::string>& templates, Clusters clusters,
                        Vectors vectors, const std::string& labelling, std::vector<std::string> labels,
                        const std::vector<bool>& at_root, const std::vector<bool>& elsewhere,
                        const std::string& root_label, const std::string& loose_label, std::vector<Column> columns,
                        Lexicon lexicon, const std::vector<std::string>& tags) {
  Labelling kind;
  if (labelling == "none")
    kind = Labelling::None;
  else if (labelling == "joint")
    kind = Labelling::Joint;
  else if (labelling == "product")
    kind = Labelling::Product;
  else
    throw UsageError("no labelling named '" + labelling + "'; use one of: product, joint, none");
  if (at_root.size() != labels.size() || elsewhere.size() != labels.size())
    throw UsageError("label sets must have one entry per label; the model's header does not fit itself");
  for (const std::string& label : labels) {  // they are written into files as they are
    const std::string_view never = columns.empty() ? std::string_view("\t\n\r\0", 4) : std::string_view("\n\r\0", 3);
    if (label.empty() || label.find_first_of(never) != std::string::npos)
      throw UsageError("a label is empty, or holds a tab, a line end or a NUL byte; the model's header is damaged");
    if (!columns.empty() && !is_tag(label, columns))
      throw UsageError("a tag does not fit the tagger's columns; the model's header is damaged");
  }
  const auto number = [&](const std::string& label) {
    const auto found = std::find(labels.begin(), labels.end(), label);
    return found == labels.end() || kind == Labelling::None ? NONE : static_cast<int>(found - labels.begin());
  };
  if (tags.empty() == free->gives_tags())
    throw UsageError("the system and the tags of the header do not go together; the model is damaged");
  const int tag_count = static_cast<int>(tags.size());
  Design design{free,
                std::make_shared<Plan>(templates, std::move(clusters), std::move(vectors), free->gives_tags()),
                Decisions(*free, kind, static_cast<int>(labels.size()), tag_count),
                LabelPenalties(at_root, elsewhere, tag_count),
                number(root_label),
                number(loose_label),
                std::move(columns),
                std::move(lexicon)};
  Design of_single = design;
  of_single.system = std::move(single);
  for (const std::string& tag : tags) {  // numbered after the labels
    if (std::find(labels.begin(), labels.end(), tag) != labels.end() || !is_tag(tag, {UPOS}) ||
        tag.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos)
      throw UsageError("the tag '" + tag + "' is also a relation or another tag, or cannot be written; rename it");
    labels.push_back(tag);
  }
  return {std::move(design), std::move(of_single), std::move(labels)};
}

// Trees, and what is known of how clear each decision was: arrays over the words of all sentences.
nb::tuple parse_with_margins(const NamedDesign& design, const Scorer& model, const std::vector<SentencePtr>& sentences,
                             int beam, int threads, bool single_root) {
  std::vector<SentencePtr> out(sentences.size());
  std::vector<size_t> first{0};
  for (const SentencePtr& s : sentences) first.push_back(first.back() + static_cast<size_t>(s->size()));
  constexpr size_t NUMBERS = sizeof(Margins) / sizeof(float);
  std::vector<int> heads(first.back()), labels(first.back());
  std::vector<float> margins(first.back() * NUMBERS);
  {
    const nb::gil_scoped_release release;
    const auto done = [&](size_t i, const Tree& tree) {
      out[i] = annotated(design.labels, *sentences[i], tree);
      std::copy(tree.heads.begin(), tree.heads.end(), heads.data() + first[i]);
      std::copy(tree.labels.begin(), tree.labels.end(), labels.data() + first[i]);
      for (size_t w = 0; w < tree.margins.size(); ++w) {
        const Margins& m = tree.margins[w];
        const float numbers[] = {m.arc, m.label, m.focus, m.other_head, m.other_arc};
        static_assert(std::size(numbers) == NUMBERS);
        std::copy(std::begin(numbers), std::end(numbers), margins.data() + (first[i] + w) * NUMBERS);
      }
    };
    parse_all(single_root ? design.single : design.free, model, sentences, {}, beam, threads, done, true);
  }
  return nb::make_tuple(out, to_numpy(std::move(heads)), to_numpy(std::move(labels)), to_numpy(std::move(margins)));
}

using Ballot = std::tuple<const NamedDesign*, const Scorer*, int64_t>;

std::vector<SentencePtr> vote(const std::vector<Ballot>& ballots, const std::vector<SentencePtr>& sentences,
                              int threads, bool single_root) {
  std::vector<std::string> labels;  // of all parsers
  std::vector<Voter> voters;
  for (const auto& [design, model, weight] : ballots) {
    Voter& voter = voters.emplace_back(Voter{single_root ? &design->single : &design->free, model, weight, {}});
    for (const std::string& label : design->labels) {
      const auto found = std::find(labels.begin(), labels.end(), label);
      voter.common_label.push_back(static_cast<int>(found - labels.begin()));
      if (found == labels.end()) labels.push_back(label);
    }
  }
  std::vector<SentencePtr> out(sentences.size());
  vote_all(voters, sentences, threads,
           [&](size_t i, const Tree& tree) { out[i] = annotated(labels, *sentences[i], tree); });
  return out;
}

// The sentence with its tree, and what was decided on the way: (action, label or None).
nb::tuple derive(const NamedDesign& named, const Scorer& model, const Sentence& sentence,
                 const ConstraintsPtr& constraints, int beam, bool single_root) {
  const Design& design = single_root ? named.single : named.free;
  Derivation derivation;
  {
    const nb::gil_scoped_release release;
    derivation = derive(design, model, sentence, constraints, beam);
  }
  nb::list decisions;
  for (const Decision& d : derivation.decisions) {
    const std::string& action = design.system->actions()[static_cast<size_t>(d.action)].name;
    if (d.label == NONE)
      decisions.append(nb::make_tuple(action, nb::none()));
    else
      decisions.append(nb::make_tuple(action, named.labels[static_cast<size_t>(d.label)]));
  }
  return nb::make_tuple(annotated(named.labels, sentence, derivation.tree), decisions);
}

}  // namespace

SentencePtr annotated(const std::vector<std::string>& names, const Sentence& sentence, const Tree& tree,
                      const std::vector<Column>& columns) {
  const auto texts = [&](const std::vector<int>& numbers) {
    std::vector<std::string_view> all;
    all.reserve(numbers.size());
    for (const int number : numbers)
      all.push_back(number == NONE ? "_" : std::string_view(names[static_cast<size_t>(number)]));
    return all;
  };
  if (!columns.empty()) return with_tags(sentence, columns, texts(tree.labels));
  const SentencePtr parsed = without_remarks(sentence)->with_tree(tree.heads, texts(tree.labels));
  return tree.tags.empty() ? parsed : with_tags(*parsed, {UPOS}, texts(tree.tags));
}

std::vector<SentencePtr> parse(const NamedDesign& design, const Scorer& model,
                               const std::vector<SentencePtr>& sentences,
                               const std::vector<ConstraintsPtr>& constraints, int beam, int threads,
                               bool single_root) {
  std::vector<SentencePtr> out(sentences.size());
  parse_all(
      single_root ? design.single : design.free, model, sentences, constraints, beam, threads,
      [&](size_t i, const Tree& tree) { out[i] = annotated(design.labels, *sentences[i], tree, design.free.columns); });
  return out;
}

void bind_engine(nb::module_& m) {
  nb::class_<NamedDesign>(m, "Design")
      // The hashes of the features of a configuration.
      .def(
          "features",
          [](const NamedDesign& design, const SentencePtr& sentence, const State& state) {
            if (state.c.words() != sentence->size())
              throw UsageError("the configuration is of a sentence with " + std::to_string(state.c.words()) +
                               " words, not " + std::to_string(sentence->size()) + "; use one of this sentence");
            const Plan& plan = *design.free.plan;
            Input input;
            plan.read(*sentence, input);
            Plan::Values values;
            plan.read(state.c, input, values);
            std::vector<uint64_t> all(static_cast<size_t>(plan.size())), some(all.size());
            size_t count = 0;
            for (int g = 0; g < plan.groups(); ++g) {
              const int found = plan.features(values, g, some.data());
              std::copy_n(some.begin(), found, all.begin() + static_cast<std::ptrdiff_t>(count));
              count += static_cast<size_t>(found);
            }
            all.resize(count);
            return to_numpy(std::move(all));
          },
          "sentence"_a, "configuration"_a)
      .def(
          "__init__",
          [](NamedDesign* self, std::shared_ptr<TransitionSystem> system, std::shared_ptr<TransitionSystem> single,
             nb::handle templates, const std::string& labelling, nb::handle labels, const std::vector<bool>& at_root,
             const std::vector<bool>& elsewhere, const std::string& root_label, const std::string& loose_label,
             const Input1<uint64_t>& cluster_keys, const Input1<uint64_t>& cluster_paths,
             const Input1<uint64_t>& vector_keys, const Input1<float>& vector_values, nb::handle columns,
             nb::handle lexicon_columns, const Input1<uint64_t>& lexicon_keys, const Input1<int32_t>& lexicon_labels,
             nb::handle tags) {
            const auto names = to_strings(labels, "labels");
            Clusters clusters(to_vector(cluster_keys), to_vector(cluster_paths));
            Vectors vectors(to_vector(vector_keys), to_vector(vector_values));
            Lexicon lexicon(to_tag_columns(to_strings(lexicon_columns, "columns")), to_vector(lexicon_keys),
                            to_vector(lexicon_labels), static_cast<int>(names.size()));
            new (self) NamedDesign(make_design(
                std::move(system), std::move(single), to_strings(templates, "templates"), std::move(clusters),
                std::move(vectors), labelling, names, at_root, elsewhere, root_label, loose_label,
                to_tag_columns(to_strings(columns, "columns")), std::move(lexicon), to_strings(tags, "tags")));
          },
          "system"_a, "single"_a, "templates"_a, "labelling"_a, "labels"_a, "at_root"_a, "elsewhere"_a, "root_label"_a,
          "loose_label"_a, "cluster_keys"_a, "cluster_paths"_a, "vector_keys"_a, "vector_values"_a, "columns"_a,
          "lexicon_columns"_a, "lexicon_keys"_a, "lexicon_labels"_a, "tags"_a);

  // What a tagger learns of each word, None where nothing is known; columns by name.
  m.def(
      "tags_of",
      [](const SentencePtr& sentence, nb::handle columns) {
        const auto wanted = to_tag_columns(to_strings(columns, "columns"));
        nb::list out;
        for (int w = 1; w <= sentence->size(); ++w) {
          const std::string tag = tag_of(*sentence, w, wanted);
          if (tag.empty())
            out.append(nb::none());
          else
            out.append(tag);
        }
        return out;
      },
      "sentence"_a, "columns"_a);
  // By what a dictionary knows each word.
  m.def(
      "lexicon_keys",
      [](const SentencePtr& sentence, nb::handle columns) {
        const auto wanted = to_tag_columns(to_strings(columns, "columns"));
        std::vector<uint64_t> keys;
        for (int w = 1; w <= sentence->size(); ++w) keys.push_back(Lexicon::key(*sentence, w, wanted));
        return keys;
      },
      "sentence"_a, "columns"_a);
  m.def("tagging_system", []() -> std::shared_ptr<TransitionSystem> { return std::make_shared<Tagging>(); });

  // Everything that scores decisions parses.
  nb::class_<Scorer>(m, "Scorer")
      .def(
          "parse",
          [](const Scorer& model, const NamedDesign& design, nb::handle sentences,
             const std::vector<ConstraintsPtr>& constraints, int beam, int threads, bool single_root) {
            const auto input = to_sentences(sentences);
            const nb::gil_scoped_release release;
            return parse(design, model, input, constraints, beam, threads, single_root);
          },
          "design"_a, "sentences"_a, "constraints"_a, "beam"_a, "threads"_a, "single_root"_a)
      // Sentences, and for all of their words: heads, numbers of labels (-1: none), and the numbers of Margins.
      .def(
          "parse_with_margins",
          [](const Scorer& model, const NamedDesign& design, nb::handle sentences, int beam, int threads,
             bool single_root) {
            return parse_with_margins(design, model, to_sentences(sentences), beam, threads, single_root);
          },
          "design"_a, "sentences"_a, "beam"_a, "threads"_a, "single_root"_a)
      // Different trees of one sentence with their scores, best first.
      .def(
          "best_trees",
          [](const Scorer& model, const NamedDesign& design, const SentencePtr& sentence,
             const ConstraintsPtr& constraints, int beam, int count, bool single_root) {
            std::vector<std::pair<SentencePtr, double>> out;
            const nb::gil_scoped_release release;
            for (const auto& [tree, score] :
                 best_trees(single_root ? design.single : design.free, model, *sentence, constraints, beam, count))
              out.emplace_back(annotated(design.labels, *sentence, tree), score);
            return out;
          },
          "design"_a, "sentence"_a, "constraints"_a.none(), "beam"_a, "count"_a, "single_root"_a)
      .def(
          "derive",
          [](const Scorer& model, const NamedDesign& design, const SentencePtr& sentence,
             const ConstraintsPtr& constraints, int beam,
             bool single_root) { return derive(design, model, *sentence, constraints, beam, single_root); },
          "design"_a, "sentence"_a, "constraints"_a.none(), "beam"_a, "single_root"_a);

  nb::class_<PackedModel, Scorer>(m, "PackedModel")
      .def(
          "__init__",
          [](PackedModel* self, const NamedDesign& design, const Input1<uint32_t>& buckets, const Input1<int8_t>& pool,
             const Input1<float>& dense) {
            constexpr size_t NUMBERS = sizeof(PackedModel::Bucket) / sizeof(uint32_t);
            if (buckets.size() % NUMBERS)
              throw Error("the weights are damaged (size of the table); train or fetch the model again");
            const std::span<const PackedModel::Bucket> table(
                reinterpret_cast<const PackedModel::Bucket*>(buckets.data()), buckets.size() / NUMBERS);
            new (self) PackedModel(design.free.decisions, table, {pool.data(), pool.size()},
                                   design.free.dense(to_vector(dense)));
          },
          "design"_a, "buckets"_a, "pool"_a, "dense"_a);

  // Parsers of one system decide together; weights are whole numbers, and there is at least one.
  m.def(
      "vote",
      [](const std::vector<Ballot>& ballots, nb::handle sentences, int threads, bool single_root) {
        const auto input = to_sentences(sentences);
        const nb::gil_scoped_release release;
        return vote(ballots, input, threads, single_root);
      },
      "voters"_a, "sentences"_a, "threads"_a, "single_root"_a);

  // The rows of a table that tell classes apart most.
  m.def(
      "prune", [](nb::handle weights, size_t rows) { return to_dict(to_table(weights).pruned(rows)); }, "weights"_a,
      "rows"_a);

  // The arrays of a table, quantised: (buckets as uint32, pool as int8, weights for word vectors as float).
  m.def(
      "pack",
      [](const NamedDesign& design, nb::handle weights) {
        const WeightTable table = to_table(weights);
        require_classes(table, design.free.decisions);
        PackedModel::Arrays packed;
        {
          const nb::gil_scoped_release release;
          packed = PackedModel::pack(table, design.free.decisions, design.free.plan->size());
        }
        std::vector<uint32_t> buckets(packed.buckets.size() * sizeof(PackedModel::Bucket) / sizeof(uint32_t));
        std::memcpy(buckets.data(), packed.buckets.data(), buckets.size() * sizeof(uint32_t));
        return nb::make_tuple(to_numpy(std::move(buckets)), to_numpy(std::move(packed.pool)),
                              to_numpy(std::move(packed.dense)));
      },
      "design"_a, "weights"_a);
}

}  // namespace pan
