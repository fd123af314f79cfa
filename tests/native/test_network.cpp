// Networks and batches under sanitizers; what they should give is tested in Python.
#include <cmath>

#include "check.hpp"
#include "data/scanner.hpp"
#include "models/network.hpp"
#include "search/parse.hpp"
#include "systems/registry.hpp"
#include "training/random.hpp"
#include "training/step_batch.hpp"

namespace {

using namespace pan;

const std::vector<std::string> TEMPLATES{"S0.w", "B0.w", "S0.p", "B0.suf2", "S0.l.d", "S0~B0", "B0.vl", "A1"};
const std::vector<std::string> LABELS{"dep", "root"};

std::vector<SentencePtr> some_sentences(size_t count) {
  Random random(4);
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const size_t words = 1 + random.below(12);
    for (size_t w = 1; w <= words; ++w) {
      const size_t head = random.below(w);  // always to the left: a tree
      text += std::to_string(w) + "\tw" + std::to_string(random.below(40)) + "\t_\tP" +
              std::to_string(random.below(4)) + "\t_\t_\t" + std::to_string(head) + "\t" + LABELS[head == 0] +
              "\t_\t_\n";
    }
    text += "\n";
  }
  Scanner scanner("", {});
  scanner.feed(text.data(), text.size());
  scanner.finish();
  return scanner.take();
}

std::vector<float> some_weights(Random& random, size_t count) {
  std::vector<float> weights(count);
  for (float& w : weights) w = static_cast<float>(random.uniform() - 0.5);
  return weights;
}

struct Made {
  Design design;
  std::shared_ptr<const Vocabulary> vocabulary;
  std::vector<std::vector<float>> arrays;
  Network::Weights weights;
};

Made make(const std::vector<SentencePtr>& sentences, size_t hidden) {
  const SystemPtr system = make_system("arc-eager", "last", true, NONE, "");
  Made made{{system, std::make_shared<Plan>(TEMPLATES), Decisions(*system, Labelling::Product, 2),
             LabelPenalties({false, true}, {true, false})},
            std::make_shared<Vocabulary>(TEMPLATES, sentences, 2, static_cast<int>(system->actions().size()), 2),
            {},
            {}};
  Random random(9);
  constexpr size_t SIZE = 5;
  const auto classes = static_cast<size_t>(made.design.decisions.width(0));
  for (int kind = 0; kind < made.vocabulary->kinds(); ++kind)
    made.arrays.push_back(some_weights(random, made.vocabulary->values(kind).size() * SIZE));
  for (const size_t size : {TEMPLATES.size() * SIZE * hidden, hidden, hidden * classes, classes})
    made.arrays.push_back(some_weights(random, size));
  const size_t kinds = made.arrays.size() - 4;
  for (size_t kind = 0; kind < kinds; ++kind) made.weights.embeddings.emplace_back(made.arrays[kind]);
  made.weights.input = made.arrays[kinds];
  made.weights.input_bias = made.arrays[kinds + 1];
  made.weights.output = made.arrays[kinds + 2];
  made.weights.output_bias = made.arrays[kinds + 3];
  return made;
}

TEST(networks_parse_the_same_in_all_threads) {
  const auto sentences = some_sentences(200);
  for (const size_t hidden : {8, 72, 104}) {
    const Made made = make(sentences, hidden);
    const Network one(*made.vocabulary, made.design.decisions, made.weights);
    const Network other(*made.vocabulary, made.design.decisions, made.weights);
    std::vector<Tree> first(sentences.size()), second(sentences.size());
    parse_all(made.design, one, sentences, {}, 1, 1, [&](size_t i, const Tree& tree) { first[i] = tree; });
    // Rows are computed by several threads at once here.
    parse_all(made.design, other, sentences, {}, 1, 4, [&](size_t i, const Tree& tree) { second[i] = tree; });
    for (size_t i = 0; i < sentences.size(); ++i)
      CHECK(first[i].heads == second[i].heads && first[i].labels == second[i].labels);
    parse_all(made.design, one, sentences, {}, 4, 2, [&](size_t i, const Tree& tree) {
      CHECK(tree.heads.size() == static_cast<size_t>(sentences[i]->size()));
    });
  }
}

TEST(damaged_networks_are_refused) {
  const auto sentences = some_sentences(50);
  Made made = make(sentences, 16);
  const auto refused = [&] {
    return !test::message_of<Error>([&] { Network(*made.vocabulary, made.design.decisions, made.weights); }).empty();
  };
  CHECK(!refused());
  const Network::Weights good = made.weights;
  made.weights.output = good.output.subspan(1);
  CHECK(refused());
  made.weights = good;
  made.weights.embeddings.pop_back();
  CHECK(refused());
  made.weights = good;
  made.weights.input_bias = good.input_bias.subspan(1);
  CHECK(refused());
  made.weights = good;
  made.arrays[0][3] = std::nanf("");
  CHECK(refused());
}

TEST(batches_step_to_the_end) {
  const auto sentences = some_sentences(60);
  const Made made = make(sentences, 8);
  StepBatch batch(made.design.system, sentences, LABELS, {}, made.design.plan, made.vocabulary, 7);
  Random random(3);
  while (batch.size()) {
    const size_t n = batch.size(), actions = batch.actions();
    const auto classes = static_cast<size_t>(made.design.decisions.width(0));
    std::vector<uint8_t> legal(n * actions), allowed(n * classes), right(n * classes);
    std::vector<int32_t> costs(n * actions), numbers(n * TEMPLATES.size()), taken(n), labels(n, NONE);
    std::vector<int64_t> first;
    std::vector<uint64_t> hashes;
    batch.legal(legal.data());
    batch.costs(costs.data());
    batch.addresses(numbers.data());
    batch.features(first, hashes);
    batch.classes(made.design, false, allowed.data(), right.data());
    CHECK(first.size() == n + 1);
    for (size_t i = 0; i < n; ++i) {
      do taken[i] = static_cast<int32_t>(random.below(actions));
      while (!legal[i * actions + static_cast<size_t>(taken[i])]);
      CHECK(costs[i * actions + static_cast<size_t>(taken[i])] != StepBatch::ILLEGAL);
    }
    batch.advance(taken.data(), labels.data());
  }
  for (size_t i = 0; i < sentences.size(); ++i) CHECK(batch.tree(i) != nullptr);
}

}  // namespace
