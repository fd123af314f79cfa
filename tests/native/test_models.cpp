// The perceptron against a naive averaged one, packed weights against the table they come from.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <set>

#include "check.hpp"
#include "error.hpp"
#include "models/kernels.hpp"
#include "models/packed.hpp"
#include "models/perceptron.hpp"
#include "systems/arc_eager.hpp"
#include "training/random.hpp"

namespace {

using namespace pan;

Decisions decisions(Labelling labelling, int labels) {
  return Decisions(ArcEager({.root = Root::Last}), labelling, labels);
}

// Every weight is added up after every example; nothing is put off.
struct Naive {
  std::map<std::pair<uint64_t, int>, std::pair<long, long>> weights;  // now, sum over examples
  long examples = 0;

  void tick() {
    ++examples;
    for (auto& [key, w] : weights) w.second += w.first;
  }
};

bool same(const Perceptron::State& a, const Perceptron::State& b) {
  return a.now == b.now && a.sums == b.sums && a.table.keys == b.table.keys && a.table.first == b.table.first &&
         a.table.classes == b.table.classes && a.table.weights == b.table.weights;
}

void random_update(Perceptron& model, const Decisions& d, Random& random, Naive* naive) {
  model.tick();
  if (naive) naive->tick();
  if (random.below(3) == 0) return;  // right: nothing to learn
  std::vector<uint64_t> features;
  for (int i = 0; i < 6; ++i) features.push_back(mix(1 + random.below(40)));
  const int segment = static_cast<int>(random.below(static_cast<size_t>(d.segments())));
  int offset = 0;
  for (int s = 0; s < segment; ++s) offset += d.width(s);
  for (const float change : {1.0f, -1.0f}) {
    const int cls = static_cast<int>(random.below(static_cast<size_t>(d.width(segment))));
    model.update(features.data(), static_cast<int>(features.size()), segment, cls, change);
    if (naive)
      for (const uint64_t f : features) naive->weights[{f, offset + cls}].first += static_cast<long>(change);
  }
}

TEST(perceptron_averages_like_a_naive_one) {
  for (const auto labelling : {Labelling::None, Labelling::Joint, Labelling::Product}) {
    const Decisions d = decisions(labelling, 7);
    Perceptron model(d);
    Naive naive;
    Random random(3);
    for (int i = 0; i < 1500; ++i) random_update(model, d, random, &naive);

    const auto state = model.state();
    CHECK(state.now == static_cast<uint64_t>(naive.examples));
    CHECK(state.table.weights.size() == naive.weights.size());
    for (size_t i = 0; i < state.table.keys.size(); ++i)
      for (uint32_t k = state.table.first[i]; k < state.table.first[i + 1]; ++k) {
        const auto& [weight, total] = naive.weights.at({state.table.keys[i], state.table.classes[k]});
        CHECK(state.table.weights[k] == static_cast<float>(weight));
        // The sum before it is divided, in whole numbers.
        CHECK(weight * naive.examples - static_cast<long>(state.sums[k]) == total);
      }
    CHECK(std::is_sorted(state.table.keys.begin(), state.table.keys.end()));

    const auto averaged = model.averaged();
    size_t nonzero = 0;
    for (const auto& [key, w] : naive.weights) nonzero += w.second != 0;
    CHECK(averaged.weights.size() == nonzero);
    for (size_t i = 0; i < averaged.keys.size(); ++i)
      for (uint32_t k = averaged.first[i]; k < averaged.first[i + 1]; ++k) {
        const double exact =
            static_cast<double>(naive.weights.at({averaged.keys[i], averaged.classes[k]}).second) / naive.examples;
        CHECK(std::fabs(averaged.weights[k] - exact) < 1e-5);
      }
  }
}

TEST(perceptron_scores_are_sums_of_rows) {
  const Decisions d = decisions(Labelling::Joint, 5);
  Perceptron model(d);
  Naive naive;
  Random random(4);
  for (int i = 0; i < 500; ++i) random_update(model, d, random, &naive);
  const uint64_t features[] = {mix(1), mix(2), mix(999999), mix(3)};
  uint32_t rows[4];
  model.prefetch(features, 4);
  const int found = model.find(features, 4, rows);
  CHECK(found == 3);  // one was never seen
  int offset = 0;
  for (int s = 0; s < d.segments(); offset += d.width(s++)) {
    for (const bool average : {false, true}) {
      std::vector<float> scores(static_cast<size_t>(d.width(s)));
      model.use_average(average);
      model.score(rows, found, nullptr, 0, s, scores.data());
      for (int k = 0; k < d.width(s); ++k) {
        double expected = 0;
        for (const uint64_t f : features)
          if (const auto w = naive.weights.find({f, offset + k}); w != naive.weights.end())
            expected += average ? static_cast<double>(w->second.second) / naive.examples : w->second.first;
        CHECK(std::fabs(scores[static_cast<size_t>(k)] - expected) < (average ? 1e-4 : 0.0) + 1e-9);
      }
    }
  }
}

TEST(perceptron_goes_on_from_its_state) {
  const Decisions d = decisions(Labelling::Joint, 9);
  Perceptron one(d), two(d);
  Random first(8), other(9);
  for (int i = 0; i < 700; ++i) random_update(one, d, first, nullptr);
  for (int i = 0; i < 50; ++i) random_update(two, d, other, nullptr);  // forgotten by restore()
  two.restore(one.state());
  CHECK(same(one.state(), two.state()));
  CHECK(one.features() == two.features());
  Random left(10), right(10);
  for (int i = 0; i < 700; ++i) {
    random_update(one, d, left, nullptr);
    random_update(two, d, right, nullptr);
  }
  CHECK(same(one.state(), two.state()));
}

TEST(perceptron_grows) {
  const Decisions d = decisions(Labelling::None, 0);
  Perceptron model(d);
  constexpr uint64_t MANY = 100'000;
  for (uint64_t i = 1; i <= MANY; ++i) {
    const uint64_t key = mix(i);
    model.tick();
    model.update(&key, 1, 0, static_cast<int>(i % 4), 1);
  }
  CHECK(model.features() == MANY);
  long right = 0;
  for (uint64_t i = 1; i <= MANY; ++i) {
    const uint64_t key = mix(i);
    uint32_t row;
    float scores[4] = {};
    if (model.find(&key, 1, &row) == 1) model.score(&row, 1, nullptr, 0, 0, scores);
    right += scores[i % 4] == 1 && scores[(i + 1) % 4] == 0;
  }
  CHECK(right == MANY);
}

TEST(perceptron_without_examples) {
  const Perceptron model(decisions(Labelling::None, 0));
  CHECK(model.averaged().keys.empty());
  CHECK(model.averaged().first == std::vector<uint32_t>{0});
}

// ---- tables and packed models ----

WeightTable random_table(const Decisions& d, int rows, Random& random, float size) {
  std::set<uint64_t> keys;
  while (keys.size() < static_cast<size_t>(rows)) keys.insert(random.next());
  WeightTable table;
  table.first.push_back(0);
  const auto classes = static_cast<size_t>(d.classes());
  for (const uint64_t key : keys) {
    std::set<uint16_t> in_row;
    const size_t wanted = random.below(4) ? 1 + random.below(3) : 1 + random.below(std::min<size_t>(classes, 200));
    while (in_row.size() < std::min(wanted, classes)) in_row.insert(static_cast<uint16_t>(random.below(classes)));
    for (const uint16_t cls : in_row) {
      table.classes.push_back(cls);
      table.weights.push_back(size * static_cast<float>(random.uniform() * 2 - 1));
    }
    table.keys.push_back(key);
    table.first.push_back(static_cast<uint32_t>(table.weights.size()));
  }
  return table;
}

// Scores of all classes for the features, segment after segment.
std::vector<float> all_scores(const Scorer& model, const Decisions& d, const std::vector<uint64_t>& features) {
  std::vector<uint32_t> rows(features.size() + 1);
  const auto count = static_cast<int>(features.size());
  model.prefetch(features.data(), count);
  const int found = model.find(features.data(), count, rows.data());
  std::vector<float> all;
  for (int s = 0; s < d.segments(); ++s) {
    std::vector<float> scores(static_cast<size_t>(d.width(s)));
    model.score(rows.data(), found, nullptr, 0, s, scores.data());
    all.insert(all.end(), scores.begin(), scores.end());
    // Any part of the rows may be summed up before.
    std::vector<float> again(scores.size());
    BigVector<std::byte> partial((model.partial_size(s) + 31) / 32 * 32), nothing(partial.size());
    const void* partials[] = {partial.data(), nothing.data()};
    model.sum(rows.data(), found / 2, s, partial.data());
    model.sum(rows.data(), 0, s, nothing.data());
    model.score(rows.data() + found / 2, found - found / 2, partials, 2, s, again.data());
    CHECK(again == scores);
  }
  return all;
}

const std::vector<Decisions>& shapes() {
  static const std::vector<Decisions> all{
      decisions(Labelling::None, 0),      decisions(Labelling::Joint, 1),      decisions(Labelling::Joint, 45),
      decisions(Labelling::Joint, 1000),  decisions(Labelling::Joint, 4096),   decisions(Labelling::Product, 1),
      decisions(Labelling::Product, 45),  decisions(Labelling::Product, 255),  // 64 blocks
      decisions(Labelling::Product, 300), decisions(Labelling::Product, 2047),
  };
  return all;
}

TEST(packed_weights_are_the_rounded_table) {
  constexpr int FEATURES = 20;
  for (const Decisions& d : shapes()) {
    Random random(static_cast<uint64_t>(d.classes()));
    const WeightTable table = random_table(d, 300, random, 50);
    const auto arrays = PackedModel::pack(table, d, FEATURES);
    const PackedModel model(d, arrays.buckets, arrays.pool);

    std::vector<std::vector<float>> single;
    float largest = 0, its_score = 0;
    for (size_t i = 0; i < table.keys.size(); ++i) {
      single.push_back(all_scores(model, d, {table.keys[i]}));
      for (uint32_t k = table.first[i]; k < table.first[i + 1]; ++k)
        if (std::fabs(table.weights[k]) > largest) {
          largest = std::fabs(table.weights[k]);
          its_score = std::fabs(single[i][table.classes[k]]);
        }
    }
    const double scale = its_score / largest;  // exact to half a unit at the largest weight
    CHECK(its_score > 500);
    for (size_t i = 0; i < table.keys.size(); ++i) {
      std::vector<double> row(static_cast<size_t>(d.classes()));
      for (uint32_t k = table.first[i]; k < table.first[i + 1]; ++k) row[table.classes[k]] = table.weights[k];
      bool close = true;
      for (size_t c = 0; c < row.size(); ++c) {
        close &= std::fabs(single[i][c] - row[c] * scale) <= 1.01;
        close &= single[i][c] == std::round(single[i][c]);
        close &= row[c] != 0 || single[i][c] == 0;
      }
      CHECK(close);
    }
    // Sums: no feature disturbs another.
    for (int round = 0; round < 20; ++round) {
      std::set<size_t> chosen;
      while (chosen.size() < FEATURES) chosen.insert(random.below(table.keys.size()));
      std::vector<uint64_t> features{0xdeadbeefULL};  // and one that the model does not know
      std::vector<float> expected(static_cast<size_t>(d.classes()));
      for (const size_t i : chosen) {
        features.push_back(table.keys[i]);
        for (size_t c = 0; c < expected.size(); ++c) expected[c] += single[i][c];
      }
      CHECK(all_scores(model, d, features) == expected);
    }
  }
}

TEST(packed_sums_cannot_overflow) {
  constexpr int FEATURES = 76;
  for (const Decisions& d : shapes())
    for (const float size : {1e-3f, 1.0f, 1e6f}) {
      WeightTable table;  // the worst: as many features as there can be, all with the same largest weights
      table.first.push_back(0);
      for (uint64_t i = 1; i <= FEATURES; ++i) {
        table.keys.push_back(mix(i));
        for (const int cls : {0, d.width(0) - 1, d.classes() - 1})
          if (table.classes.size() == table.first.back() || table.classes.back() < cls) {
            table.classes.push_back(static_cast<uint16_t>(cls));
            table.weights.push_back(cls == 0 ? size : -size);
          }
        table.first.push_back(static_cast<uint32_t>(table.weights.size()));
      }
      const auto arrays = PackedModel::pack(table, d, FEATURES);
      const auto scores = all_scores(PackedModel(d, arrays.buckets, arrays.pool), d, table.keys);
      CHECK(scores.front() > 30000 && scores.front() <= 32767);
      CHECK(scores.back() < -30000 && scores.back() >= -32768);
    }
}

TEST(packed_empty_table) {
  WeightTable table;
  table.first.push_back(0);
  for (const Decisions& d : shapes()) {
    const auto arrays = PackedModel::pack(table, d, 5);
    const auto scores = all_scores(PackedModel(d, arrays.buckets, arrays.pool), d, {1, 2, 3});
    CHECK(std::all_of(scores.begin(), scores.end(), [](float s) { return s == 0; }));
  }
}

TEST(packed_refuses_damaged_arrays) {
  for (const Decisions& d : {decisions(Labelling::Joint, 45), decisions(Labelling::Product, 45)}) {
    Random random(12);
    const WeightTable table = random_table(d, 60, random, 3);
    const auto good = PackedModel::pack(table, d, 10);
    const auto refused = [&](const PackedModel::Arrays& bad) {
      return test::message_of<Error>([&] { PackedModel model(d, bad.buckets, bad.pool); }).find("damaged") !=
             std::string::npos;
    };
    CHECK(!refused(good));
    auto bad = good;
    bad.buckets.clear();
    CHECK(refused(bad));
    bad = good;
    bad.pool.clear();
    CHECK(refused(bad));
    bad = good;
    for (auto& bucket : bad.buckets) bucket.check[3] |= 1;
    CHECK(refused(bad));

    // One number changed anywhere: refused, or harmless under sanitizers.
    std::vector<uint64_t> features(table.keys);
    for (int round = 0; round < 3000; ++round) {
      bad = good;
      const auto noise = static_cast<uint32_t>(random.next() >> random.below(64));
      if (random.below(3) == 0) {
        bad.pool[random.below(bad.pool.size())] = static_cast<int8_t>(noise);
      } else {
        auto& bucket = bad.buckets[random.below(bad.buckets.size())];
        const size_t slot = random.below(4);
        switch (random.below(3)) {
          case 0:
            bucket.check[slot] = noise;
            break;
          case 1:
            bucket.row[slot] = noise;
            break;
          default:
            bucket.weights[slot][random.below(4)] = static_cast<int16_t>(noise);
        }
      }
      try {
        all_scores(PackedModel(d, bad.buckets, bad.pool), d, features);
      } catch (const Error&) {
      }
    }
  }
}

TEST(pruned_keeps_rows_that_tell_classes_apart) {
  // Ranges: 1.5, 0.25 (from 0), 2.5, 0.25.
  const WeightTable table{{10, 20, 30, 40}, {0, 2, 3, 5, 6}, {0, 4, 1, 2, 3, 0}, {1, -0.5f, 0.25f, 0.5f, -2, -0.25f}};
  const auto pruned = table.pruned(2);
  CHECK((pruned.keys == std::vector<uint64_t>{10, 30}));
  CHECK((pruned.first == std::vector<uint32_t>{0, 2, 4}));
  CHECK((pruned.classes == std::vector<uint16_t>{0, 4, 2, 3}));
  CHECK((pruned.weights == std::vector<float>{1.0f, -0.5f, 0.5f, -2.0f}));
  CHECK((table.pruned(3).keys == std::vector<uint64_t>{10, 20, 30}));
  CHECK(table.pruned(4).weights == table.weights);
  CHECK(table.pruned(0).keys.empty());
  CHECK(table.pruned(0).first == std::vector<uint32_t>{0});
}

TEST(argmax_takes_the_first_of_the_highest_that_are_possible) {
  constexpr float NEVER = -std::numeric_limits<float>::infinity();
  Random random(21);
  for (int n = 1; n <= 40; ++n)
    for (int round = 0; round < 50; ++round) {
      std::vector<float> scores, penalties;
      for (int k = 0; k < n; ++k) {
        scores.push_back(static_cast<float>(random.below(5)) - 2);
        penalties.push_back(random.below(3) ? 0 : NEVER);
      }
      penalties[random.below(static_cast<size_t>(n))] = 0;
      int expected = NONE;
      for (int k = 0; k < n; ++k)
        if (penalties[static_cast<size_t>(k)] == 0 &&
            (expected == NONE || scores[static_cast<size_t>(k)] > scores[static_cast<size_t>(expected)]))
          expected = k;
      CHECK(argmax(scores.data(), penalties.data(), n) == expected);
    }
}

TEST(decisions_number_their_classes) {
  const Decisions product = decisions(Labelling::Product, 3);  // SHIFT, 3 × LEFT, 3 × RIGHT, REDUCE
  CHECK(product.segments() == 1 && product.width(0) == 8 && product.classes() == 8);
  CHECK(product.class_of({ArcEager::LEFT, 2}) == 3 && product.class_of({ArcEager::REDUCE, NONE}) == 7);
  const Decisions joint = decisions(Labelling::Joint, 3);
  CHECK(joint.segments() == 3 && joint.width(0) == 4 && joint.classes() == 10);
  CHECK(joint.label_segment(ArcEager::RIGHT) == 2 && !joint.takes_label(ArcEager::SHIFT));
  CHECK(decisions(Labelling::Joint, 0).segments() == 1);
  CHECK(!test::message_of<UsageError>([] { decisions(Labelling::Product, 2048); }).empty());
}

}  // namespace
