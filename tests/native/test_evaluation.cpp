// The counting loop under sanitizers; what the scores mean is tested in tests/evaluation against the official
// scorer.
#include "check.hpp"
#include "data/scanner.hpp"
#include "error.hpp"
#include "evaluation/attachment.hpp"
#include "evaluation/tokens.hpp"
#include "evaluation/universal.hpp"

namespace {

using namespace pan;
using evaluation::Metric;

const std::string GOLD =
    "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tde\tde\tADP\t_\t_\t3\tcase\t_\t_\n"
    "2\tle\tle\tDET\t_\tNumber=Sing\t3\tdet\t_\t_\n"
    "3\tpain\tpain\tNOUN\t_\tNumber=Sing\t0\troot\t_\t_\n"
    "4\t.\t.\tPUNCT\t_\t_\t_\t_\t_\t_\n\n";

std::vector<SentencePtr> scan(const std::string& text) {
  Scanner scanner("", {});
  scanner.feed(text.data(), text.size());
  scanner.finish();
  return scanner.take();
}

evaluation::Tally tally(const evaluation::Counts& counts, Metric metric) {
  return counts.tables[0][0][static_cast<std::size_t>(metric)];
}

TEST(evaluation_of_a_file_against_itself) {
  const auto gold = scan(GOLD + GOLD);
  const auto counts = evaluation::count(gold, gold, evaluation::identity(gold));
  CHECK(tally(counts, Metric::Upos).correct == 8);
  CHECK(tally(counts, Metric::Las).correct == 6);  // the full stop has no head
  CHECK(tally(counts, Metric::Mlas).correct == 2);
  CHECK(tally(counts, Metric::LabelledExact).correct == 2);
  CHECK(evaluation::count_tokens(gold) == 6);
  CHECK(evaluation::same_tokens(gold, gold));
  CHECK(!evaluation::same_tokens(gold, scan(GOLD)));
}

TEST(evaluation_with_nothing_aligned) {
  const auto gold = scan(GOLD);
  const auto counts = evaluation::count(gold, gold, std::vector<int32_t>(4, evaluation::NOT_ALIGNED));
  CHECK(tally(counts, Metric::Uas).correct == 0);
  CHECK(tally(counts, Metric::Uas).gold == 3);
  CHECK(tally(counts, Metric::Uas).aligned == 0);
}

TEST(evaluation_refuses_a_wrong_alignment) {
  const auto gold = scan(GOLD);
  for (const std::vector<int32_t>& wrong : {std::vector<int32_t>{0}, {0, 0, 1, 2}, {0, 1, 2, 4}, {0, 1, 2, -2}})
    CHECK(!test::message_of<Error>([&] { evaluation::count(gold, gold, wrong); }).empty());
}

TEST(evaluation_compares_universal_features_in_any_order) {
  CHECK(evaluation::same_universal_features("Case=Nom|Number=Sing", "Number=Sing|Case=Nom"));
  CHECK(evaluation::same_universal_features("Foo=Bar", "_"));
  CHECK(evaluation::same_universal_features("", "|"));
  CHECK(!evaluation::same_universal_features("Case=Nom", "Case=Acc"));
}

}  // namespace
