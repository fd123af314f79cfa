// Margins: against a slow recount that goes through every class, for every system, greedy and with a beam.
#include <cmath>

#include "check.hpp"
#include "data/confidence.hpp"
#include "data/scanner.hpp"
#include "search/beam.hpp"
#include "search/parse.hpp"
#include "systems/registry.hpp"
#include "training/random.hpp"
#include "training/trainer.hpp"

namespace {

using namespace pan;

std::vector<SentencePtr> read(const std::string& text) {
  Scanner scanner("", {});
  scanner.feed(text.data(), text.size());
  scanner.finish();
  return scanner.take();
}

std::vector<SentencePtr> some_sentences(int count) {
  Random random(5);
  std::string text;
  for (int i = 0; i < count; ++i, text += "\n")
    for (uint64_t w = 1, words = 1 + random.below(9); w <= words; ++w) {
      const uint64_t head = random.below(w);
      text += std::to_string(w) + "\tw" + std::to_string(random.below(9)) + "\t_\tP\t_\t_\t" + std::to_string(head) +
              (head == 0         ? "\troot"
               : random.below(2) ? "\ta"
                                 : "\tb") +
              "\t_\t_\n";
    }
  return read(text);
}

// Follows the decisions, each with the label of the arc that it makes.
std::vector<Margins> recount(const Design& design, const Scorer& model, const Sentence& sentence,
                             const Derivation& derivation) {
  Decider decider(design, model, Decider::Learning);
  decider.read(sentence);
  const auto words = static_cast<size_t>(sentence.size());
  std::vector<Margins> found(words);
  std::vector<int> decided(words, NONE);
  Configuration c;
  design.system->start(c, sentence.size());
  for (const Decision& d : derivation.decisions) {
    const ActionSet legal = design.system->legal(c);
    decider.look(c);
    decider.score_actions();
    const bool is_product = design.decisions.labelling() == Labelling::Product;
    // Every class by itself.
    const auto score = [&](int action, int label) {
      return decider.scores()[design.decisions.class_of({action, label})];
    };
    const auto allowed = [&](int action, int label) {
      return design.label_penalties.of(design.system->arc(c, action).head)[label] == 0;
    };
    float margin = Margins::CLEAR, label_margin = Margins::CLEAR;
    for (int action = 0; action < static_cast<int>(design.system->actions().size()); ++action) {
      if (!(legal & bit(action)) || action == d.action) continue;
      if (!is_product || !design.decisions.takes_label(action)) {
        margin = std::min(margin, score(d.action, d.label) - score(action, NONE));
        continue;
      }
      for (int label = 0; label < design.decisions.labels(); ++label)
        if (allowed(action, label)) margin = std::min(margin, score(d.action, d.label) - score(action, label));
    }
    for (const int node : {c.stack(0), c.buffer(0)})
      if (node > 0)
        found[static_cast<size_t>(node) - 1].focus = std::min(found[static_cast<size_t>(node) - 1].focus, margin);
    if (design.decisions.takes_label(d.action)) {
      const Arc arc = design.system->arc(c, d.action);
      if (design.decisions.labelling() == Labelling::Joint) decider.best_label(c, d.action);
      for (int label = 0; label < design.decisions.labels(); ++label)
        if (label != d.label && allowed(d.action, label))
          label_margin =
              std::min(label_margin, is_product ? score(d.action, d.label) - score(d.action, label)
                                                : decider.label_scores()[d.label] - decider.label_scores()[label]);
      Margins& m = found[static_cast<size_t>(arc.dependent) - 1];
      m.arc = margin;
      m.label = label_margin;
      decided[static_cast<size_t>(arc.dependent) - 1] = arc.head;
    }
    design.system->apply(c, d.action, d.label);
  }
  for (size_t i = 0; i < words; ++i)
    if (decided[i] != derivation.tree.heads[i] || decided[i] == NONE) found[i].arc = NAN;
  return found;
}

// What the hypotheses of the last beam say.
void compare(const Design& design, const Scorer& model, const Sentence& sentence, int width, const Tree& tree,
             std::vector<Margins>& margins) {
  Decider decider(design, model, Decider::Learning);
  decider.read(sentence);
  Beam beam(design, decider, width);
  Configuration c;
  design.system->start(c, sentence.size());
  for (beam.start(c); !beam.is_over(); beam.advance(beam.ranked())) beam.expand();
  for (const auto& h : beam.hypotheses()) {
    Tree other;
    read_tree(*design.system, h.c, design.root_label, design.loose_label, other);
    // Where derivations differ in length, means are compared.
    const auto rank = [&](const Beam::Hypothesis& one) {
      return design.system->has_fixed_length() || one.length == 0 ? one.score : one.score / one.length;
    };
    const auto gap = static_cast<float>(rank(beam.hypotheses()[0]) - rank(h));
    CHECK(gap >= 0);
    for (size_t i = 0; i < margins.size(); ++i) {
      if (other.heads[i] != tree.heads[i]) margins[i].other_head = std::min(margins[i].other_head, gap);
      if (other.heads[i] != tree.heads[i] || other.labels[i] != tree.labels[i])
        margins[i].other_arc = std::min(margins[i].other_arc, gap);
    }
  }
}

bool same(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

TEST(margins_of_every_system) {
  const auto sentences = some_sentences(20);
  int without_decision = 0, negative = 0;
  for (const SystemInfo& info : systems())
    for (const Root root : info.roots)
      for (const Labelling labelling : {Labelling::None, Labelling::Joint, Labelling::Product}) {
        const int length = info.needs_max_length ? 2 : NONE;
        const auto of = [&](bool single) { return make_system(info.name, root_name(root), single, length, ""); };
        Design design{
            of(false),
            std::make_shared<Plan>(std::vector<std::string>{"S0.w B0.w", "S0.w", "B0.w S1.w", "A1", "S0.l.d"}),
            Decisions(*of(false), labelling, labelling == Labelling::None ? 0 : 3),
            labelling == Labelling::None ? LabelPenalties({}, {})
                                         : LabelPenalties({true, false, false}, {false, true, true}),
            labelling == Labelling::None ? NONE : 0,
            labelling == Labelling::None ? NONE : 1};
        Trainer trainer(
            design, sentences,
            labelling == Labelling::None ? std::vector<std::string>{} : std::vector<std::string>{"root", "a", "b"}, {});
        trainer.epoch({.exploration = 0.5}, 1, {});
        trainer.model().use_average(true);
        design.system = of(true);
        bool notes = false;
        for (const Action& action : design.system->actions()) notes |= action.notes != NONE;
        for (const int beam : {1, 3}) {
          std::vector<Tree> trees(sentences.size());
          parse_all(
              design, trainer.model(), sentences, {}, beam, 2, [&](size_t i, const Tree& t) { trees[i] = t; }, true);
          for (size_t i = 0; i < sentences.size(); ++i) {
            const Derivation derivation = derive(design, trainer.model(), *sentences[i], nullptr, beam);
            CHECK(derivation.tree.heads == trees[i].heads && derivation.tree.labels == trees[i].labels);
            CHECK(derivation.tree.margins.empty());
            auto expected = recount(design, trainer.model(), *sentences[i], derivation);
            if (beam > 1) compare(design, trainer.model(), *sentences[i], beam, trees[i], expected);
            CHECK(trees[i].margins.size() == expected.size());
            for (size_t w = 0; w < expected.size(); ++w) {
              const Margins &a = trees[i].margins[w], &b = expected[w];
              CHECK(same(a.arc, b.arc) && same(a.focus, b.focus));
              CHECK(notes || same(a.label, b.label));  // a derivation does not say what was only noted
              CHECK(same(a.other_head, b.other_head) && same(a.other_arc, b.other_arc));
              without_decision += std::isnan(a.arc);
              negative += a.arc < 0;
              CHECK(beam > 1 || !(a.arc < 0));
            }
          }
        }
      }
  CHECK(without_decision > 0 && negative > 0);
}

TEST(confidence_is_written_in_its_place) {
  const auto sentence = read(
      "# a\r\n# panparser_confidence = 1\r\n1\tx\t_\t_\t_\t_\t0\troot\t_\tA=1|Conf=2\r\n"
      "2\ty\t_\t_\t_\t_\t_\t_\t_\tConfHead=3\r\n\r\n")[0];
  const double arcs[] = {0.25, NAN}, heads[] = {0.5, NAN};
  const auto written = with_confidence(*sentence, arcs, heads, 0.125);
  CHECK(written->raw() ==
        "# a\r\n# panparser_confidence = 0.1250\r\n"
        "1\tx\t_\t_\t_\t_\t0\troot\t_\tA=1|Conf=0.2500|ConfHead=0.5000\r\n2\ty\t_\t_\t_\t_\t_\t_\t_\t_\r\n\r\n");
  CHECK(written->line() == sentence->line());
}

}  // namespace
