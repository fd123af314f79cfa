// Feature extraction against a slow reading of the same templates: each template is written out as text for
// thousands of configurations, and two texts must be equal exactly where the hashes are.
#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "check.hpp"
#include "data/scanner.hpp"
#include "error.hpp"
#include "features/plan.hpp"
#include "systems/arc_eager.hpp"
#include "training/random.hpp"

namespace {

using namespace pan;

const std::vector<std::string> TEMPLATES{
    "S0.w",
    "S0.w S0.p",
    "B0.w B0.p",
    "B1.p",
    "B2.w",
    "S1.p",
    "S0.x",
    "B0.e",
    "S0.m",
    "S0.h.w",
    "S0.h.h.p",
    "S0.h.d",
    "S0.l.w",
    "S0.l2.p",
    "S0.r.d",
    "S0.r2.w",
    "B0.l.p",
    "B0.l2.d",
    "S0.d",
    "S0.vl",
    "S0.vr",
    "B0.vl",
    "S0.w S0.sl",
    "S0.sr",
    "B0.sl",
    "S0~B0",
    "S0.p B0.p S0~B0",
    "A1",
    "A1 A2",
    "S1~S0 A2",
    "S0.p S0.l.p S0.l2.p",
    "S0.w B0.w B0.p S0.p",
    "S0.w S0.p B0.w B0.p A1 A2",
    "B0.l.r.w",
    "S0.h.r.p",
    "P1.w",
    "P2.p B0.p",
    "P1.d",
};

SentencePtr random_sentence(Random& random) {
  std::string text;
  const auto pick = [&](const char* prefix, size_t kinds) { return prefix + std::to_string(random.below(kinds)); };
  const size_t words = 1 + random.below(9);
  for (size_t w = 1; w <= words; ++w)
    text += std::to_string(w) + "\t" + pick("w", 4) + "\t" + pick("e", 2) + "\t" + pick("P", 3) + "\t" + pick("x", 2) +
            "\tF=" + pick("", 2) + "\t_\t_\t_\t_\n";
  Scanner scanner("", {});
  text += "\n";
  scanner.feed(text.data(), text.size());
  scanner.finish();
  return scanner.take().front();
}

// ---- the slow reading: from stack, buffer and heads alone ----

struct Place {
  enum Kind { Absent, Node, End } kind = Absent;
  int node = NONE;
};

std::vector<int> children(const Configuration& c, int head, bool left) {  // the farthest first
  std::vector<int> found;
  for (int w = 1; w <= c.words(); ++w)
    if (c.head(w) == head && (c.order(w) < c.order(head)) == left) found.push_back(w);
  if (!left) std::reverse(found.begin(), found.end());
  return found;
}

Place place(const Configuration& c, const NodePath& path) {
  Place at;
  int base = path.base == 'S' ? c.stack(path.index) : path.base == 'B' ? c.buffer(path.index) : NONE;
  if (path.base == 'P') {
    const int before = (c.buffer(0) > 0 ? c.buffer(0) : c.words() + 1) - path.index;
    if (before > 0) base = before;
  }
  if (base != NONE)
    at = {Place::Node, base};
  else if (path.base == 'B' || path.base == 'P')
    at = {Place::End, NONE};
  for (const std::string& step : path.steps) {
    if (at.kind != Place::Node) return {};
    if (step == "h") {
      at.node = c.head(at.node);
    } else {
      const auto all = children(c, at.node, step[0] == 'l');
      const size_t k = step.size() - 1;
      at.node = k < all.size() ? all[k] : NONE;
    }
    if (at.node == NONE) return {};
  }
  return at;
}

std::optional<std::string> read(const Configuration& c, const Sentence& sentence, const Atom& a) {
  if (a.kind == Atom::History) return std::to_string(c.history(a.index));
  const Place at = place(c, a.node);
  if (at.kind == Place::Absent) return {};
  if (a.kind == Atom::Static) {
    if (at.kind == Place::End) return "<END>";
    if (at.node == 0) return "<ROOT>";
    return std::string(sentence.field(at.node, a.attribute.column));
  }
  if (at.kind == Place::End) return {};
  switch (a.kind) {
    case Atom::Label:
      if (c.at(at.node).label == NONE) return {};
      return std::to_string(c.at(at.node).label);
    case Atom::LeftCount:
      return std::to_string(std::min<size_t>(5, children(c, at.node, true).size()));
    case Atom::RightCount:
      return std::to_string(std::min<size_t>(5, children(c, at.node, false).size()));
    case Atom::LeftSet:
    case Atom::RightSet: {
      std::vector<int> labels;
      for (const int w : children(c, at.node, a.kind == Atom::LeftSet)) labels.push_back(c.at(w).label);
      std::sort(labels.begin(), labels.end());
      labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
      std::string text = "{";
      for (const int label : labels) text += std::to_string(label) + ",";
      return text;
    }
    case Atom::Distance: {
      const Place other = place(c, a.other);
      if (other.kind != Place::Node) return {};
      const int distance = std::abs(c.order(at.node) - c.order(other.node));
      return distance <= 5 ? std::to_string(distance) : distance <= 10 ? "6-10" : "11-";
    }
    default:
      return {};
  }
}

std::optional<std::string> read(const Configuration& c, const Sentence& sentence, const std::string& text) {
  std::string all;
  for (const Atom& a : parse_template(text)) {
    const auto value = read(c, sentence, a);
    if (!value) return {};
    all += *value + " ";
  }
  return all;
}

int extract(const Plan& plan, const Configuration& c, const Input& input, uint64_t* out) {
  Plan::Values values;
  plan.read(c, input, values);
  int count = 0;
  for (int g = 0; g < plan.groups(); ++g) count += plan.features(values, g, out + count);
  return count;
}

TEST(features_differ_exactly_where_the_values_do) {
  Random random(5);
  std::vector<Plan> plans;
  for (const auto& t : TEMPLATES) plans.emplace_back(std::vector<std::string>{t});
  std::vector<std::map<std::string, uint64_t>> seen(plans.size());
  std::vector<std::map<uint64_t, std::string>> back(plans.size());
  std::vector<int> absent(plans.size());
  for (int round = 0; round < 400; ++round) {
    const ArcEager system({.root = round % 2 ? Root::First : Root::Last});
    const SentencePtr sentence = random_sentence(random);
    Configuration c;
    system.start(c, sentence->size());
    while (true) {
      for (size_t t = 0; t < plans.size(); ++t) {
        Input input;
        uint64_t hash[2] = {};
        plans[t].read(*sentence, input);
        const int count = extract(plans[t], c, input, hash);
        const auto value = read(c, *sentence, TEMPLATES[t]);
        CHECK(count == (value ? 1 : 0));
        absent[t] += !value;
        if (!value || count != 1) continue;
        CHECK(hash[0] != 0);
        CHECK(seen[t].try_emplace(*value, hash[0]).first->second == hash[0]);
        CHECK(back[t].try_emplace(hash[0], *value).first->second == *value);
      }
      if (system.is_final(c)) break;
      const ActionSet legal = system.legal(c);
      int action = std::countr_zero(legal);
      for (ActionSet rest = legal; rest; rest &= rest - 1)
        if (random.below(2)) action = std::countr_zero(rest);
      system.apply(c, action, system.actions()[static_cast<size_t>(action)].makes_arc ? int(random.below(64)) : NONE);
    }
  }
  for (size_t t = 0; t < plans.size(); ++t) {
    if (seen[t].size() < 2) std::printf("%s was never different\n", TEMPLATES[t].c_str());
    CHECK(seen[t].size() >= 2);  // the test itself would be empty otherwise
    CHECK(absent[t] > 0 || std::string("ABP").find(TEMPLATES[t][0]) != std::string::npos);
  }
}

TEST(features_of_a_set_are_those_of_its_templates) {
  Random random(6);
  const Plan all(TEMPLATES);
  const ArcEager system({.root = Root::Last});
  const SentencePtr sentence = random_sentence(random);
  Configuration c;
  system.start(c, sentence->size());
  Input input;
  all.read(*sentence, input);
  std::vector<uint64_t> out(TEMPLATES.size() + 1);
  const int count = extract(all, c, input, out.data());
  int expected = 0;
  for (const auto& t : TEMPLATES) expected += read(c, *sentence, t).has_value();
  CHECK(count == expected);
  std::sort(out.begin(), out.begin() + count);
  CHECK(std::adjacent_find(out.begin(), out.begin() + count) == out.begin() + count);
  CHECK(all.size() == static_cast<int>(TEMPLATES.size()));
}

// So that weights can be used with other sets.
TEST(a_template_has_the_same_feature_in_every_set) {
  Random random(7);
  const ArcEager system({.root = Root::Last});
  const SentencePtr sentence = random_sentence(random);
  Configuration c;
  system.start(c, sentence->size());
  const auto features = [&](const std::vector<std::string>& templates) {
    const Plan plan(templates);
    Input input;
    plan.read(*sentence, input);
    std::vector<uint64_t> out(templates.size() + 1);
    out.resize(static_cast<size_t>(extract(plan, c, input, out.data())));
    std::sort(out.begin(), out.end());
    return out;
  };
  const auto alone = features({"B0.w"}), both = features({"B0.p", "B0.w"}), other = features({"R0.w"});
  CHECK(alone.size() == 1 && both.size() == 2);
  CHECK(alone == other);  // another way to write it
  CHECK(std::count(both.begin(), both.end(), alone[0]) == 1);
}

// What the memo relies on: equal keys mean equal features.
TEST(the_key_of_a_group_stands_for_its_features) {
  Random random(8);
  const Plan plan(TEMPLATES);
  CHECK(plan.groups() > 3);
  std::vector<std::map<uint64_t, std::vector<uint64_t>>> of_key(static_cast<size_t>(plan.groups()));
  long repeated = 0;
  for (int round = 0; round < 300; ++round) {
    const ArcEager system({.root = Root::Last});
    const SentencePtr sentence = random_sentence(random);
    Configuration c;
    Input input;
    Plan::Values values;
    plan.read(*sentence, input);
    for (system.start(c, sentence->size()); !system.is_final(c);) {
      plan.read(c, input, values);
      for (int g = 1; g < plan.groups(); ++g) {
        std::vector<uint64_t> out(TEMPLATES.size() + 1);
        out.resize(static_cast<size_t>(plan.features(values, g, out.data())));
        const uint64_t key = plan.key(values, g);
        CHECK(key != 0);
        const auto [place, is_new] = of_key[static_cast<size_t>(g)].try_emplace(key, out);
        CHECK(place->second == out);
        repeated += !is_new;
      }
      const ActionSet legal = system.legal(c);
      int action = std::countr_zero(legal);
      for (ActionSet rest = legal; rest; rest &= rest - 1)
        if (random.below(2)) action = std::countr_zero(rest);
      system.apply(c, action, system.actions()[static_cast<size_t>(action)].makes_arc ? int(random.below(3)) : NONE);
    }
  }
  CHECK(repeated > 100);  // otherwise nothing was compared
}

TEST(equal_texts_in_different_columns_are_different_values) {
  CHECK(hash_text("a", 'w') != hash_text("a", 'p'));
  CHECK(hash_text("", 1) != 0);
  CHECK(hash_text("abcdefgh", 1) != hash_text(std::string_view("abcdefgh\0", 9), 1));
}

TEST(template_errors_name_template_and_column) {
  const auto message = [](const std::string& text) {
    return test::message_of<UsageError>([&] { parse_template(text); });
  };
  CHECK(message("S0.w B0.q").find("feature template 'S0.w B0.q', column 9: 'q'") == 0);
  CHECK(message("Q0.w").find("column 1:") != std::string::npos);
  CHECK(message("S").find("column 2:") != std::string::npos);
  CHECK(message("S0").find("column 3:") != std::string::npos);
  CHECK(message("S0~").find("column 4:") != std::string::npos);
  CHECK(message("S0~B0.w").find("column 7:") != std::string::npos);
  CHECK(message("A3").find("column 2: the action history has A1 and A2") != std::string::npos);
  CHECK(message("A1.w").find("column 3:") != std::string::npos);
  CHECK(message("S0.w.p").find("column 5:") != std::string::npos);
  CHECK(message("S0.h").find("column 5:") != std::string::npos);
  CHECK(message("S0.h~B0").empty());
  CHECK(message("P0.w").find("column 2:") != std::string::npos);
  CHECK(message("S0.pre0").find("column 4:") != std::string::npos);
  CHECK(message("S0.brown64").find("column 4:") != std::string::npos);
  CHECK(message("S0.Number[psor] L0.Case R1.suf9 P1.brown12 S0.shape").empty());
  CHECK(message("S0.Number[").find("column 4:") != std::string::npos);
  CHECK(message("S0~B0.h").empty());
  CHECK(message("").find("no value") != std::string::npos);
  CHECK(message("S0.w").empty());
  const std::string seven = "S0.w S0.p B0.w B0.p B1.w B1.p A1";
  CHECK(test::message_of<UsageError>([&] { Plan plan({seven}); }).find("combines 7 values") != std::string::npos);
  CHECK(!test::message_of<UsageError>([&] { Plan plan(std::vector<std::string>{}); }).empty());
  CHECK(test::message_of<UsageError>([&] { Plan plan({"S0.w", "L0.w"}); }).find("'L0.w' is there twice") !=
        std::string::npos);
}

}  // namespace
