#include "data/confidence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "data/block.hpp"
#include "data/lines.hpp"

namespace pan {

namespace {

constexpr std::string_view ARC = "Conf=", HEAD_ALONE = "ConfHead=", COMMENT = "# panparser_confidence =";

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

}  // namespace

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
  const SentencePtr annotated = sentence.replace({std::move(edit)});

  // Comments come first (after blank lines, if any), so that the new one stands where the first other line begins.
  const std::string& old = annotated->raw();
  std::string raw;
  std::size_t begin = 0, position = 0;
  std::string_view line;
  while (next_line(old, position, line) && (line.empty() || line[0] == '#')) {
    if (!line.starts_with(COMMENT)) raw.append(old, begin, position - begin);
    begin = position;
  }
  const bool has_return = old.find("\r\n") != std::string::npos;
  ((raw += COMMENT) += " " + decimal(tree)) += has_return ? "\r\n" : "\n";
  raw.append(old, begin);
  return read_block(std::move(raw), {.file = ""})->at_line(sentence.line());
}

}  // namespace pan
