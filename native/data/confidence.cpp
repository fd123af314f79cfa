#include "data/confidence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "data/block.hpp"
#include "data/lines.hpp"

namespace pan {

namespace {

constexpr std::string_view ARC = "Conf=", HEAD_ALONE = "ConfHead=", REMARK = "# panparser_";
constexpr std::string_view REMARKS[] = {"# panparser_confidence =", "# panparser_rank =", "# panparser_score ="};

std::string decimal(double probability) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4f", probability);
  return text.data();
}

// A MISC value without what was said of confidence before.
std::string without_confidence(std::string_view misc) {
  std::string kept;
  for (std::size_t begin = 0; begin <= misc.size();) {
    const std::size_t end = std::min(misc.find('|', begin), misc.size());
    const std::string_view part = misc.substr(begin, end - begin);
    if (!part.starts_with(ARC) && !part.starts_with(HEAD_ALONE)) (kept += kept.empty() ? "" : "|") += part;
    begin = end + 1;
  }
  return kept == "_" ? "" : kept;
}

// The sentence with other remarks among its comments. They come first (after blank lines, if any), so that a new one
// stands where the first other line begins.
SentencePtr with_remark(const Sentence& sentence, const std::string& remark) {
  const std::string& old = sentence.raw();
  std::string raw;
  std::size_t begin = 0, position = 0;
  std::string_view line;
  while (next_line(old, position, line) && (line.empty() || line[0] == '#')) {
    const bool is_old =
        std::any_of(std::begin(REMARKS), std::end(REMARKS), [&](auto r) { return line.starts_with(r); });
    if (!is_old) raw.append(old, begin, position - begin);
    begin = position;
  }
  if (!remark.empty()) (raw += remark) += old.find("\r\n") != std::string::npos ? "\r\n" : "\n";
  raw.append(old, begin);
  return read_block(std::move(raw), {.file = ""})->at_line(sentence.line());
}

}  // namespace

SentencePtr without_remarks(const Sentence& sentence) {
  if (sentence.raw().find(REMARK) == std::string::npos) return sentence.shared_from_this();
  Sentence::Edit edit{MISC, {}};
  for (int word = 1; word <= sentence.size(); ++word) {
    const std::string_view misc = sentence.field(word, MISC);
    const std::string kept = without_confidence(misc);
    edit.values.push_back(misc == "_" || kept.empty() ? "_" : kept);
  }
  return with_remark(*sentence.replace({std::move(edit)}), "");
}

SentencePtr with_confidence(const Sentence& sentence, std::span<const double> arcs, std::span<const double> heads,
                            double tree) {
  Sentence::Edit edit{MISC, {}};
  for (int word = 1; word <= sentence.size(); ++word) {
    const auto i = static_cast<std::size_t>(word) - 1;
    std::string value = without_confidence(sentence.field(word, MISC));
    if (!std::isnan(arcs[i])) {
      value += value.empty() ? "" : "|";
      (((value += ARC) += decimal(arcs[i])) += "|") += HEAD_ALONE;
      value += decimal(heads[i]);
    }
    edit.values.push_back(value.empty() ? "_" : std::move(value));
  }
  return with_remark(*sentence.replace({std::move(edit)}), std::string(REMARKS[0]) + " " + decimal(tree));
}

}  // namespace pan
