// The scanner, sentences and graphs, under sanitizers when run by `make native-test`.
#include <algorithm>
#include <random>

#include "check.hpp"
#include "data/graph.hpp"
#include "data/scanner.hpp"
#include "data/statistics.hpp"
#include "data/utf8.hpp"
#include "data/writer.hpp"

using namespace pan;
using namespace std::string_literals;
using pan::test::message_of;

namespace {

const std::string GOOD =
    "# text = Don't stop — ever.\n"
    "1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tDo\tdo\tAUX\tVB\t_\t3\taux\t_\t_\n"
    "1.1\tyou\tyou\tPRON\t_\t_\t_\t_\t3:nsubj\t_\n"
    "2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_\n"
    "3\tstop\tstop\tVERB\tVB\tMood=Imp\t0\troot\t_\tSpaceAfter=No\n"
    "\n"
    "# a comment with \xC3\xA9\n"
    "1\tver sion\t_\t_\t_\t_\t_\t_\t_\t_\r\n"
    "\r\n"
    "\n";

std::vector<SentencePtr> read(const std::string& text, std::size_t block, Scanner::Options options = {},
                              std::vector<std::string>* skipped = nullptr) {
  Scanner scanner("f", options);
  for (std::size_t i = 0; i < text.size(); i += block) scanner.feed(text.data() + i, std::min(block, text.size() - i));
  scanner.finish();
  if (skipped) *skipped = scanner.take_skipped();
  return scanner.take();
}

std::string error_of(const std::string& text, std::size_t block = 7) {
  return message_of<InputError>([&] { read(text, block); });
}

// By the definition, word by word.
std::vector<int> slow_nonprojective(const std::vector<int32_t>& heads) {
  const auto top_or = [&](int word, int ancestor) {
    while (word > 0 && word != ancestor && heads[word - 1] != UNKNOWN_HEAD) word = heads[word - 1];
    return word;
  };
  std::vector<int> found;
  for (int d = 1; d <= static_cast<int>(heads.size()); ++d) {
    const int h = heads[d - 1];
    if (h == UNKNOWN_HEAD) continue;
    for (int w = std::min(h, d) + 1; w < std::max(h, d); ++w) {
      const int top = top_or(w, h);
      if (top == h || (top != 0 && top_or(h, top) != top)) continue;
      found.push_back(d);
      break;
    }
  }
  return found;
}

}  // namespace

TEST(round_trip_in_blocks_of_any_size) {
  for (std::size_t block = 1; block <= GOOD.size(); ++block) {
    const auto sentences = read(GOOD, block);
    CHECK(sentences.size() == 2);
    CHECK(to_conllu(sentences) == GOOD);
    CHECK(sentences[1]->line() == 8);
    CHECK(sentences[1]->field(1, MISC) == "_");
  }
}

TEST(replace_changes_only_its_columns) {
  const SentencePtr sentence = read(GOOD, 50)[0];
  const SentencePtr changed = sentence->replace({{HEAD, {"2", "0", "_"}}, {FORM, {"a", "bb", "—"}}});
  CHECK(changed->field(3, FORM) == "—");
  CHECK(changed->field(3, MISC) == "SpaceAfter=No");
  CHECK(changed->heads() == std::vector<int32_t>({2, 0, UNKNOWN_HEAD}));
  CHECK(to_conllu(read(changed->raw(), 3)) == changed->raw());
  const SentencePtr back = changed->replace({{HEAD, {"3", "3", "0"}}, {FORM, {"Do", "n't", "stop"}}});
  CHECK(back->raw() == sentence->raw());
  CHECK(message_of<UsageError>([&] { sentence->replace({{HEAD, {"2", "1", "0"}}}); }).find("1, 2") !=
        std::string::npos);
  CHECK(!message_of<UsageError>([&] { sentence->replace({{FORM, {"a", "", "b"}}}); }).empty());
  CHECK(!message_of<UsageError>([&] { sentence->replace({{FORM, {"a"}}}); }).empty());
  CHECK(!message_of<UsageError>([&] { sentence->replace({{ID, {"1", "2", "3"}}}); }).empty());
}

TEST(errors_name_their_place) {
  const std::string row = "\t_\t_\t_\t_\t0\t_\t_\t_\n";
  CHECK(error_of("1\té" + row + "3\tx" + row).starts_with("f:2:1: "));
  CHECK(error_of("1\té\t_\t_\t_\t_\t9\t_\t_\t_\n").starts_with("f:1:13: "));
  CHECK(error_of("1\tx\0y"s + row).starts_with("f:1:4: "));
  CHECK(error_of("# c\n1\té\xFF" + row).starts_with("f:2:4: "));
}

TEST(endless_sentences_are_refused_and_left_behind) {
  const std::string row = "1\tx\t_\t_\t_\t_\t0\t_\t_\t_\n\n";
  const Scanner::Options options{.lenient = true, .conllx = false, .longest = 100};
  for (std::size_t block : {1, 3, 50, 1000}) {
    std::vector<std::string> skipped;
    const auto sentences = read(row + "# " + std::string(500, 'y') + "\n\n" + row, block, options, &skipped);
    CHECK(sentences.size() == 2);
    CHECK(skipped.size() == 1);
    CHECK(sentences.back()->line() == 5);
  }
}

TEST(utf8) {
  const auto npos = std::string_view::npos;
  CHECK(invalid_utf8("plain ASCII that is long enough") == npos);
  CHECK(invalid_utf8("é漢😀") == npos);
  CHECK(invalid_utf8("ab\xC0\x80") == 2);        // overlong
  CHECK(invalid_utf8("\xED\xA0\x80") == 0);      // surrogate
  CHECK(invalid_utf8("\xF4\x90\x80\x80") == 0);  // past U+10FFFF
  CHECK(invalid_utf8("12345678\xE6\xBC") == 8);  // cut short
  CHECK(count_characters("é漢😀") == 3);
}

TEST(nonprojective_words_by_brute_force) {
  for (int n = 1; n <= 5; ++n) {
    int total = 1;
    for (int i = 0; i < n; ++i) total *= n + 2;
    for (int code = 0; code < total; ++code) {
      std::vector<int32_t> heads;
      for (int i = 0, rest = code; i < n; ++i, rest /= n + 2) heads.push_back(rest % (n + 2) - 1);
      bool own = false;
      for (int i = 0; i < n; ++i) own |= heads[i] == i + 1;
      if (own || !find_cycle(heads).empty()) continue;
      CHECK(nonprojective_words(heads) == slow_nonprojective(heads));
    }
  }
}

TEST(a_million_words_need_no_deep_stack) {
  const int n = 1000000;
  std::vector<int32_t> chain(n), back(n), fan(n, n);
  for (int i = 0; i < n; ++i) chain[i] = i;
  for (int i = 0; i < n; ++i) back[i] = i + 2 <= n ? i + 2 : 0;
  fan[n - 1] = 0;
  for (const auto& heads : {chain, back, fan}) {
    CHECK(find_cycle(heads).empty());
    CHECK(nonprojective_words(heads).empty());
  }
  chain[0] = n;
  CHECK(static_cast<int>(find_cycle(chain).size()) == n);
}

// Whatever happens to a good file, the scanner reads it, refuses it with a place, or skips what is bad.
TEST(mutations) {
  std::mt19937 random(1);
  const std::string bytes = "\0\t\n\r -._#0123456789{<\xFF\xC3\xA9"s;
  for (int round = 0; round < 20000; ++round) {
    std::string text = GOOD;
    for (std::size_t edits = 1 + random() % 4; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = bytes[random() % bytes.size()];
          break;
        case 1:
          text.insert(at, 1, bytes[random() % bytes.size()]);
          break;
        default:
          text.erase(at, 1 + random() % 5);
      }
      if (text.empty()) text = "\n";
    }
    const std::string whole = error_of(text, text.size());
    CHECK(whole == error_of(text, 1 + random() % 40));
    std::vector<std::string> skipped;
    const auto kept = read(text, 1 + random() % 40, {.lenient = true}, &skipped);
    CHECK(skipped.empty() == whole.empty());
    if (!skipped.empty()) CHECK(skipped[0] == whole);
    CHECK(to_conllu(read(to_conllu(kept), 1 + random() % 40)) == to_conllu(kept));
    read(text, 9, {.lenient = true, .conllx = true});
    Counts counts;
    for (const auto& sentence : kept) counts.add(*sentence);
  }
}
