// Training and parsing from end to end under sanitizers; what they should give is tested in Python.
#include <map>

#include "check.hpp"
#include "data/scanner.hpp"
#include "models/packed.hpp"
#include "search/beam.hpp"
#include "search/parse.hpp"
#include "search/vote.hpp"
#include "systems/arc_eager.hpp"
#include "systems/registry.hpp"
#include "training/random.hpp"
#include "training/trainer.hpp"

namespace {

using namespace pan;

// Chains, stars and crossing arcs, some heads and labels unknown.
std::vector<SentencePtr> some_sentences(size_t count) {
  Random random(2);
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const size_t words = 1 + random.below(12);
    for (size_t w = 1; w <= words; ++w) {
      std::string head = random.below(8) ? std::to_string(random.below(w)) : "_";  // always to the left: a tree
      text += std::to_string(w) + "\tw" + std::to_string(random.below(30)) + "\t_\tP" +
              std::to_string(random.below(4)) + "\t_\t_\t" + head + "\t" +
              (head == "0"       ? "root"
               : random.below(5) ? "dep"
                                 : "_") +
              "\t_\t_\n";
    }
    text += "\n";
  }
  Scanner scanner("", {});
  scanner.feed(text.data(), text.size());
  scanner.finish();
  return scanner.take();
}

std::vector<Tree> parse(const Design& design, const Scorer& model, const std::vector<SentencePtr>& sentences,
                        int threads) {
  std::vector<Tree> trees(sentences.size());
  parse_all(design, model, sentences, {}, 1, threads, [&](size_t i, const Tree& tree) { trees[i] = tree; });
  return trees;
}

bool same(const std::vector<Tree>& a, const std::vector<Tree>& b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i].heads != b[i].heads || a[i].labels != b[i].labels) return false;
  return a.size() == b.size();
}

TEST(training_and_parsing_from_end_to_end) {
  const auto sentences = some_sentences(300);
  const std::vector<std::string> labels{"dep", "root"};
  for (const Root root : {Root::First, Root::Last})
    for (const Labelling labelling : {Labelling::None, Labelling::Joint, Labelling::Product}) {
      const auto system = std::make_shared<ArcEager>(TransitionSystem::Options{.root = root});
      const Design design{system,
                          std::make_shared<Plan>(std::vector<std::string>{"S0.w B0.w", "S0.p B0.p", "S0.l.p S0.h.d",
                                                                          "A1", "B2.p S1.w", "S0~B0 S0.vr", "B0.sl"}),
                          Decisions(*system, labelling, 2), LabelPenalties({false, true}, {true, false})};
      Design single = design;
      single.system = std::make_shared<ArcEager>(TransitionSystem::Options{.root = root, .single_root = true});
      Trainer trainer(design, sentences, labels, {});
      for (uint64_t epoch = 1; epoch <= 3; ++epoch) {
        const auto stats =
            trainer.epoch({.static_reference = epoch == 1, .exploration = epoch == 1 ? 0 : 0.9}, epoch, {});
        CHECK(stats.sentences == 300);
        CHECK(stats.errors <= stats.decisions && stats.label_errors <= stats.labels);
      }
      trainer.model().use_average(true);
      CHECK(same(parse(design, trainer.model(), sentences, 1), parse(design, trainer.model(), sentences, 3)));
      const auto arrays = PackedModel::pack(trainer.model().averaged(), design.decisions, design.plan->size());
      const PackedModel packed(design.decisions, arrays.buckets, arrays.pool);
      const auto trees = parse(single, packed, sentences, 1);
      CHECK(same(trees, parse(single, packed, sentences, 2)));
      CHECK(same(trees, parse(single, packed, sentences, 7)));
      for (size_t i = 0; i < sentences.size(); ++i) {
        const Derivation derivation = derive(single, packed, *sentences[i], nullptr, 1);
        CHECK(same({derivation.tree}, {trees[i]}));
        Configuration c;
        single.system->start(c, sentences[i]->size());
        for (const Decision& d : derivation.decisions) single.system->apply(c, d.action, d.label);
        CHECK(single.system->is_final(c));
        for (int w = 1; w <= c.words(); ++w) CHECK(c.head(w) == trees[i].heads[static_cast<size_t>(w) - 1]);
      }
      for (const Tree& tree : trees) {
        int roots = 0;
        for (size_t w = 0; w < tree.heads.size(); ++w) {
          CHECK(tree.heads[w] >= 0);
          roots += tree.heads[w] == 0;
          CHECK(labelling == Labelling::None || tree.labels[w] == (tree.heads[w] == 0 ? 1 : 0));
        }
        CHECK(roots == 1);
      }
    }
}

// Every system with every root position and loss, through all that an engine does with it.
TEST(every_system_trains_and_parses) {
  const auto sentences = some_sentences(20);
  for (const SystemInfo& info : systems())
    for (const Root root : info.roots)
      for (const std::string& loss : info.losses.empty() ? std::vector<std::string>{""} : info.losses)
        for (const Labelling labelling : {Labelling::Joint, Labelling::Product}) {
          if (loss == "exact") continue;  // searches: tests/systems has short sentences for it
          const int length = info.needs_max_length ? 2 : NONE;
          const auto system = make_system(info.name, root_name(root), false, length, loss);
          Design design{system,
                        std::make_shared<Plan>(std::vector<std::string>{"S0.w B0.w", "S0.p B0.p", "S1.ln.p S0.rn.d",
                                                                        "CL.w", "CR.p S0.h.h.d", "S0~B0 S0.vr"}),
                        Decisions(*system, labelling, 2),
                        LabelPenalties({false, true}, {true, false}),
                        1,
                        0};
          Trainer trainer(design, sentences, {"dep", "root"}, {});
          uint64_t epoch = 0;
          for (const Policy& policy :
               {Policy{.static_reference = true}, Policy{.exploration = 0.9},
                Policy{.exploration = 0.5, .update = Update::Early, .beam = 3},
                Policy{.exploration = 0.5, .update = Update::MaxViolation, .beam = 2, .remember_beam = true},
                Policy{.static_reference = true, .update = Update::Full, .beam = 2, .restart = false},
                Policy{.update = Update::Early, .beam = 2, .error_at_top = true, .time_limit = 3}})
            trainer.epoch(policy, ++epoch, {});
          trainer.model().use_average(true);
          design.system = make_system(info.name, root_name(root), true, length, loss);
          const auto best = best_trees(design, trainer.model(), *sentences[0], nullptr, 2, 3);
          for (size_t k = 1; k < best.size(); ++k)
            CHECK(best[k].tree.heads != best[k - 1].tree.heads || best[k].tree.labels != best[k - 1].tree.labels);
          // Greedy search is a beam of one.
          Decider decider(design, trainer.model(), Decider::Parsing);
          Beam beam(design, decider, 1);
          for (const auto& sentence : sentences) {
            Configuration c;
            design.system->start(c, sentence->size());
            decider.read(*sentence);
            for (beam.start(c); !beam.is_over(); beam.advance(beam.ranked())) beam.expand();
            const Tree tree = derive(design, trainer.model(), *sentence, nullptr, 1).tree;
            for (int w = 1; w <= sentence->size(); ++w)
              CHECK(design.system->final_head(beam.hypotheses()[0].c, w) == tree.heads[static_cast<size_t>(w) - 1]);
          }
          parse_all(design, trainer.model(), sentences, {}, 3, 2, [](size_t, const Tree&) {});
          for (const Tree& tree : parse(design, trainer.model(), sentences, 2)) {
            int roots = 0;
            for (size_t w = 0; w < tree.heads.size(); ++w) {
              roots += tree.heads[w] == 0;
              CHECK(tree.heads[w] != NONE || system->is_partial());
              CHECK((tree.labels[w] == NONE) == (tree.heads[w] == NONE));
            }
            CHECK(roots == 1 || (system->is_partial() && roots == 0));
          }
        }
}

// The memo changes nothing.
TEST(remembered_scores) {
  const auto sentences = some_sentences(120);
  for (const Labelling labelling : {Labelling::None, Labelling::Joint, Labelling::Product}) {
    const auto system = std::make_shared<ArcEager>(TransitionSystem::Options{.root = Root::Last});
    const Design design{system,
                        std::make_shared<Plan>(std::vector<std::string>{
                            "S0.w B0.w", "S0.p B0.p", "B0.p", "S0.l.p S0.h.d", "A1", "S0~B0 S0.vr", "B0.sl", "B2.p"}),
                        Decisions(*system, labelling, 2), LabelPenalties({false, true}, {true, false})};
    Trainer trainer(design, sentences, {"dep", "root"}, {});
    trainer.epoch({}, 1, {});
    const WeightTable table = trainer.model().averaged();
    const auto arrays = PackedModel::pack(table, design.decisions, design.plan->size());
    const PackedModel model(design.decisions, arrays.buckets, arrays.pool);

    Decider with(design, model, Decider::Parsing), without(design, model, Decider::Learning);
    Configuration c;
    for (const auto& sentence : sentences) {
      with.read(*sentence);
      without.read(*sentence);
      for (system->start(c, sentence->size()); !system->is_final(c);) {
        const ActionSet legal = system->legal(c);
        const Decision a = with.decide(c, legal), b = without.decide(c, legal);
        CHECK(a.action == b.action && a.label == b.label);
        system->apply(c, a.action, a.label);
      }
    }
  }
}

TEST(parsers_vote) {
  const auto sentences = some_sentences(100);
  const auto system = std::make_shared<ArcEager>(TransitionSystem::Options{.root = Root::Last});
  const auto design_of = [&](std::vector<std::string> templates, Labelling labelling, std::vector<bool> at_root) {
    std::vector<bool> elsewhere = at_root;
    elsewhere.flip();
    const int root_label = at_root[0] ? 0 : 1;
    return Design{system,
                  std::make_shared<Plan>(std::move(templates)),
                  Decisions(*system, labelling, 2),
                  LabelPenalties(at_root, elsewhere),
                  root_label,
                  1 - root_label};
  };
  // The second has other features and numbers its labels the other way round.
  const Design first = design_of({"S0.w B0.w", "S0.p B0.p", "S0.l.d S0.vr"}, Labelling::Product, {false, true});
  const Design second = design_of({"S0.p B0.p", "S0.l.d B0.l.d", "S0.h.d"}, Labelling::Joint, {true, false});
  Trainer a(first, sentences, {"dep", "root"}, {}), b(second, sentences, {"root", "dep"}, {});
  a.epoch({}, 1, {});
  b.epoch({}, 2, {});
  const auto vote = [&](std::vector<Voter> voters, int threads) {
    std::vector<Tree> trees(sentences.size());
    vote_all(voters, sentences, threads, [&](size_t i, const Tree& tree) { trees[i] = tree; });
    return trees;
  };
  const Voter one{&first, &a.model(), 2, {0, 1}}, other{&second, &b.model(), 3, {1, 0}};
  const auto trees_a = parse(first, a.model(), sentences, 1);
  auto trees_b = parse(second, b.model(), sentences, 1);
  for (Tree& tree : trees_b)
    for (int& label : tree.labels) label = 1 - label;
  CHECK(!same(trees_a, trees_b));
  CHECK(same(vote({one}, 1), trees_a));
  CHECK(same(vote({one, one, one}, 3), trees_a));
  CHECK(same(vote({other}, 1), trees_b));
  CHECK(same(vote({one, other}, 1), trees_b));       // 2 : 3
  CHECK(same(vote({one, other, one}, 2), trees_a));  // 4 : 3
}

TEST(hooks_see_and_change_an_epoch) {
  const auto sentences = some_sentences(60);
  const auto system = std::make_shared<ArcEager>(TransitionSystem::Options{.root = Root::Last});
  const Design design{system, std::make_shared<Plan>(std::vector<std::string>{"S0.w B0.w", "S0.p B0.p"}),
                      Decisions(*system, Labelling::Product, 2), LabelPenalties({false, true}, {true, false})};
  for (const Update update : {Update::Local, Update::Early, Update::MaxViolation, Update::Full}) {
    const Policy policy{.update = update, .beam = update == Update::Local ? 1 : 4};
    Trainer trainer(design, sentences, {"dep", "root"}, {}), frozen(design, sentences, {"dep", "root"}, {});
    long before = 0, after = 0, done = 0;
    Hooks hooks;
    hooks.before_sentence = [&](size_t i) { return i % 2 ? sentences[i] : nullptr; };
    hooks.after_sentence = [&](size_t i, const EpochStats& stats) { CHECK(i % 2 == 1 && stats.sentences == ++done); };
    hooks.before_update = [&](size_t i, const UpdateReport& report) {
      CHECK(i % 2 == 1 && !report.rewarded.empty() && !report.punished.empty());
      ++before;
      return true;
    };
    hooks.after_update = [&](size_t, const UpdateReport&) { CHECK(++after == before); };
    CHECK(trainer.epoch(policy, 1, hooks).sentences == 30 && done == 30 && after > 0);
    CHECK(!trainer.model().averaged().keys.empty());
    hooks = {};
    hooks.before_update = [](size_t, const UpdateReport&) { return false; };
    frozen.epoch(policy, 1, hooks);
    CHECK(frozen.model().averaged().keys.empty());
  }
}

TEST(an_error_while_parsing_comes_back_to_the_caller) {
  const auto sentences = some_sentences(200);
  const auto system = std::make_shared<ArcEager>(TransitionSystem::Options{.root = Root::Last});
  const Design design{system, std::make_shared<Plan>(std::vector<std::string>{"S0.w"}),
                      Decisions(*system, Labelling::None, 0), LabelPenalties({}, {})};
  const Perceptron model(design.decisions);
  for (const int threads : {1, 4})
    CHECK(test::message_of<std::runtime_error>([&] {
            parse_all(design, model, sentences, {}, 1, threads, [](size_t i, const Tree&) {
              if (i == 150) throw std::runtime_error("stop");
            });
          }) == "stop");
}

}  // namespace
