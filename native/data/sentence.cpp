#include "data/sentence.hpp"

#include <charconv>
#include <limits>

#include "data/graph.hpp"
#include "data/lines.hpp"
#include "data/number.hpp"
#include "data/utf8.hpp"
#include "error.hpp"

namespace pan {

namespace {

// The first two columns of every line that is neither a comment, nor a word, nor blank.
template <class Visit>
void for_each_extra(const std::string& raw, Visit visit) {
  std::size_t position = 0;
  std::string_view line;
  while (next_line(raw, position, line)) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t tab = line.find('\t');
    const std::string_view id = line.substr(0, tab);
    const std::size_t mark = id.find_first_of("-.");
    if (mark == std::string_view::npos) continue;
    visit(id, mark, line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1));
  }
}

void check_value(std::string_view value, int word, Column column) {
  const char* problem = value.empty() ? " is empty; use _ for no value"
                        : value.find_first_of(std::string_view("\t\n\r\0", 4)) != std::string_view::npos
                            ? " holds a tab, a line end or a NUL byte; remove it"
                        : invalid_utf8(value) != std::string_view::npos ? " is not valid UTF-8; re-encode it"
                                                                        : nullptr;
  if (problem) throw UsageError(std::string(COLUMN_NAMES[column]) + " of word " + std::to_string(word) + problem);
}

std::vector<int32_t> check_heads(const std::vector<std::string>& values) {
  const auto n = static_cast<int64_t>(values.size());
  std::vector<int32_t> heads;
  heads.reserve(values.size());
  for (const std::string& value : values) {
    const auto word = static_cast<int64_t>(heads.size()) + 1;
    if (value == "_") {
      heads.push_back(UNKNOWN_HEAD);
      continue;
    }
    const int64_t head = parse_number(value);
    if (head < 0 || head > n || head == word)
      throw UsageError("head " + value + " of word " + std::to_string(word) +
                       " does not fit; use 0 for ROOT, another word up to " + std::to_string(n) +
                       ", or _ (None) for unknown");
    heads.push_back(static_cast<int32_t>(head));
  }
  const std::vector<int> cycle = find_cycle(heads);
  if (!cycle.empty())
    throw UsageError("the heads of words " + describe_cycle(cycle) + " form a cycle; change one of them");
  return heads;
}

}  // namespace

std::vector<std::string_view> Sentence::comments() const {
  std::vector<std::string_view> found;
  std::size_t position = 0;
  std::string_view line;
  while (next_line(raw_, position, line))
    if (!line.empty() && line[0] == '#') found.push_back(line);
  return found;
}

std::vector<Sentence::Multiword> Sentence::multiwords() const {
  std::vector<Multiword> found;
  for_each_extra(raw_, [&](std::string_view id, std::size_t mark, std::string_view form) {
    if (id[mark] != '-') return;
    found.push_back({static_cast<int>(parse_number(id.substr(0, mark))),
                     static_cast<int>(parse_number(id.substr(mark + 1))), form});
  });
  return found;
}

std::vector<std::string_view> Sentence::empty_nodes() const {
  std::vector<std::string_view> found;
  for_each_extra(raw_, [&](std::string_view id, std::size_t mark, std::string_view) {
    if (id[mark] == '.') found.push_back(id);
  });
  return found;
}

SentencePtr Sentence::replace(const std::vector<Edit>& edits) const {
  Columns columns;
  std::vector<int32_t> heads = heads_;
  for (const Edit& edit : edits) {
    if (edit.column <= ID || edit.column >= COLUMNS) throw UsageError("the ID column cannot be replaced");
    if (edit.values.size() != words_.size())
      throw UsageError(std::string(COLUMN_NAMES[edit.column]) + " has " + std::to_string(edit.values.size()) +
                       " values for " + std::to_string(words_.size()) + " words; give one value per word");
    int word = 0;
    for (const std::string& value : edit.values) check_value(value, ++word, edit.column);
    if (edit.column == HEAD) heads = check_heads(edit.values);
    columns[edit.column].assign(edit.values.begin(), edit.values.end());
  }
  return rewrite(columns, std::move(heads));
}

SentencePtr Sentence::with_tree(const std::vector<int>& heads, const std::vector<std::string_view>& labels) const {
  constexpr std::size_t LONGEST = 10;  // digits of a head
  std::vector<char> digits(heads.size() * LONGEST);
  Columns columns;
  columns[DEPREL] = labels;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    char* const begin = digits.data() + i * LONGEST;
    const char* const end = std::to_chars(begin, begin + LONGEST, heads[i]).ptr;
    columns[HEAD].push_back(heads[i] == UNKNOWN_HEAD ? "_"
                                                     : std::string_view(begin, static_cast<std::size_t>(end - begin)));
  }
  return rewrite(columns, {heads.begin(), heads.end()});
}

SentencePtr Sentence::rewrite(const Columns& columns, std::vector<int32_t> heads) const {
  std::size_t added = 0;
  for (const auto& column : columns)
    for (const std::string_view value : column) added += value.size();
  if (raw_.size() + added > std::numeric_limits<uint32_t>::max())
    throw UsageError("the sentence would be longer than 4 GiB; use shorter values");

  std::string raw;
  raw.reserve(raw_.size() + added);
  std::vector<Word> words(words_.size());
  std::size_t copied = 0;  // bytes of raw_ already in raw, or replaced
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto& old = words_[i].begin;
    for (std::size_t c = 0; c <= COLUMNS; ++c) {
      words[i].begin[c] =
          static_cast<uint32_t>(old[c] + raw.size() - copied);  // where it comes when all before it is copied
      if (c == COLUMNS || columns[c].empty()) continue;
      raw.append(raw_, copied, old[c] - copied);
      raw += columns[c][i];
      copied = old[c + 1] - 1;
    }
  }
  raw.append(raw_, copied);
  return std::make_shared<Sentence>(std::move(raw), std::move(words), std::move(heads), line_);
}

SentencePtr Sentence::from_forms(const std::vector<std::string>& forms) {
  if (forms.empty()) throw UsageError("a sentence without words cannot be made; give at least one form");
  std::string raw;
  std::vector<Word> words(forms.size());
  for (std::size_t i = 0; i < forms.size(); ++i) {
    check_value(forms[i], static_cast<int>(i) + 1, FORM);
    auto& begin = words[i].begin;
    for (int c = 0; c < COLUMNS; ++c) {
      begin[c] = static_cast<uint32_t>(raw.size());
      raw += c == ID ? std::to_string(i + 1) : c == FORM ? forms[i] : "_";
      raw += c + 1 < COLUMNS ? '\t' : '\n';
    }
    begin[COLUMNS] = static_cast<uint32_t>(raw.size());
    if (raw.size() > std::numeric_limits<uint32_t>::max() / 2)
      throw UsageError("the sentence would be longer than 2 GiB; split it");
  }
  raw += '\n';
  std::vector<int32_t> heads(forms.size(), UNKNOWN_HEAD);
  return std::make_shared<Sentence>(std::move(raw), std::move(words), std::move(heads), 0);
}

}  // namespace pan
