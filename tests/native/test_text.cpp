// Text to sentences and back under sanitizers: random texts, labels that change all the time.
#include "check.hpp"
#include "data/lemma_rule.hpp"
#include "systems/tagger.hpp"
#include "text/split_rule.hpp"
#include "text/surface.hpp"
#include "text/tokenizer.hpp"
#include "training/random.hpp"
#include "training/trainer.hpp"

namespace {

using namespace pan;

const std::vector<std::string> SIGNS{
    "a",       "B",      "cannot", "7",  ".",  "'", " ",  " ",      "\n",     "\r\n",   "\t", "|", "\\", "\0",     "é",
    "e\u0301", "\u00A0", "\u3000", "日", "本", "ก", "👩", "\u200D", "\uFE0F", "\u2029", "🇫",  "_", "#",  "\u200C", "="};

std::string some_text(Random& random, size_t length) {
  std::string text;
  while (text.size() < length) {
    const std::string& sign = SIGNS[random.below(SIGNS.size())];
    text += sign.empty() ? std::string(1, '\0') : sign;
  }
  return text;
}

Design make_design(size_t labels) {
  const auto system = std::make_shared<Tagging>();
  return {system,
          std::make_shared<Plan>(std::vector<std::string>{"B0.w B0.x", "P1.d B0.shape", "B1.w B0.End", "B0.Chunk"}),
          Decisions(*system, Labelling::Product, static_cast<int>(labels)),
          LabelPenalties(std::vector<bool>(labels, true), std::vector<bool>(labels, true)),
          NONE,
          NONE,
          {XPOS}};
}

// Learns from words whose XPOS is drawn by lot.
std::unique_ptr<Trainer> train(const Design& design, const std::vector<std::string>& labels, Random& random) {
  std::vector<SentencePtr> sentences;
  for (int i = 0; i < 40; ++i) {
    std::vector<std::string> forms, tags;
    for (int w = 0; w < 20; ++w) {
      const std::string& sign = SIGNS[random.below(6)];
      forms.push_back(sign);
      tags.push_back(labels[random.below(labels.size())]);
    }
    sentences.push_back(Sentence::from_forms(forms)->replace({{XPOS, tags}}));
  }
  auto trainer = std::make_unique<Trainer>(design, sentences, labels, std::vector<ConstraintsPtr>{});
  trainer->epoch({}, 1, {});
  return trainer;
}

TEST(text_comes_back) {
  Random random(7);
  const std::vector<std::string> ends{"I", "T", "S"}, rules{"=", "<0:1 k:1:0:0:", "k:0:2:0:e >2:0", "a:x a:y"};
  const Design segmenter = make_design(ends.size()), splitter = make_design(rules.size());
  const auto one = train(segmenter, ends, random), other = train(splitter, rules, random);
  std::vector<uint64_t> words{WordTable::key("日本"), WordTable::key("a")};
  std::sort(words.begin(), words.end());
  const Tokenizer tokenizer({&segmenter, &one->model(), ends}, {&splitter, &other->model(), rules},
                            Cuts({"can not", "a b"}), WordTable(words));
  for (int round = 0; round < 60; ++round) {
    const std::string text = some_text(random, round < 50 ? random.below(200) : 30'000);
    for (const bool lines : {false, true}) {
      const auto found = tokenizer.tokenize(text, {lines, true, 1 + round % 3});
      std::string back;
      for (const SentencePtr& sentence : found) append_text(*sentence, back);
      CHECK(found.empty() || back == text);
    }
  }
}

TEST(rules_split_as_they_were_made) {
  Random random(3);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::string> words;
    std::string all;
    for (size_t n = 2 + random.below(3); n; --n) {
      std::string word;
      for (size_t k = 1 + random.below(4); k; --k) word += SIGNS[random.below(6)];
      words.push_back(word);
      all += word;
    }
    if (random.below(2)) all = all.substr(0, all.size() / 2) + "x";
    const std::string rule = split_rule(all, {words.begin(), words.end()}, random.below(words.size()));
    CHECK(is_split_rule(rule));
    CHECK(apply_split_rule(rule, all) == words);
    apply_split_rule(rule, SIGNS[random.below(6)]);  // too short, perhaps
  }
  for (const char* bad : {"", "x", "<1:0 a:b", "<:2 a:b", ">2 a:b", "k:1:1:0: ", "< a:b", "=="})
    CHECK(!is_split_rule(bad));
}

TEST(escapes_are_read_as_they_are_written) {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    const std::string text = some_text(random, random.below(40));
    std::string escaped, back;
    append_escaped(text, escaped);
    append_unescaped(escaped, back);
    CHECK(back == text);
    CHECK(escaped.find_first_of(std::string_view("\n\t |\0", 5)) == std::string::npos);
  }
  std::string odd;
  append_unescaped("\\u0041 \\u00 \\x \\", odd);  // none of these is written
  CHECK(odd == "\\u0041 \\u00 \\x \\");
}

}  // namespace
