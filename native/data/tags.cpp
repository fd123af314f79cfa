#include "data/tags.hpp"

#include <algorithm>

#include "data/lemma_rule.hpp"
#include "error.hpp"

namespace pan {

namespace {

// Calls `use(column, text)` for each column of a tag.
template <typename Use>
void split(std::string_view tag, const std::vector<Column>& columns, Use use) {
  for (const Column column : columns) {
    const size_t end = std::min(tag.find('\t'), tag.size());
    use(column, tag.substr(0, end));
    tag.remove_prefix(std::min(end + 1, tag.size()));
  }
}

}  // namespace

std::vector<Column> to_tag_columns(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) {
    const Column column = name == "upos"    ? UPOS
                          : name == "xpos"  ? XPOS
                          : name == "feats" ? FEATS
                          : name == "lemma" ? LEMMA
                                            : ID;
    if (column == ID) throw UsageError("a tagger has no column '" + name + "'; use one of: upos, xpos, feats, lemma");
    if (std::find(columns.begin(), columns.end(), column) != columns.end())
      throw UsageError("the column " + name + " is there twice; leave one of them out");
    columns.push_back(column);
  }
  return columns;
}

std::string tag_of(const Sentence& sentence, int word, const std::vector<Column>& columns) {
  const auto is_empty = [&](Column column) { return sentence.field(word, column) == "_"; };
  std::string tag;
  bool has_tags = false;
  for (const Column column : columns) {
    const std::string_view value = sentence.field(word, column), form = sentence.field(word, FORM);
    if (value == "_" && (column == UPOS || (column == LEMMA && form != "_"))) return {};
    has_tags |= column != LEMMA;
    if (!tag.empty()) tag += '\t';
    if (column == LEMMA)
      tag += lemma_rule(form, value);
    else
      tag += value;
  }
  return has_tags && is_empty(UPOS) && is_empty(XPOS) && is_empty(FEATS) ? std::string{} : tag;
}

bool is_tag(std::string_view tag, const std::vector<Column>& columns) {
  const auto tabs = static_cast<size_t>(std::count(tag.begin(), tag.end(), '\t'));
  bool good = tabs + 1 == columns.size();
  split(tag, columns, [&](Column column, std::string_view value) {
    good = good && !value.empty() && (column != LEMMA || is_lemma_rule(value));
  });
  return good;
}

SentencePtr with_tags(const Sentence& sentence, const std::vector<Column>& columns,
                      const std::vector<std::string_view>& tags) {
  Sentence::Columns values;
  std::string lemmas;  // one after the other
  std::vector<size_t> ends;
  for (size_t i = 0; i < tags.size(); ++i)
    split(tags[i], columns, [&](Column column, std::string_view value) {
      if (column == LEMMA) {
        apply_lemma_rule(value, sentence.field(static_cast<int>(i) + 1, FORM), lemmas);
        ends.push_back(lemmas.size());
      } else {
        values[column].push_back(value);
      }
    });
  for (size_t i = 0, start = 0; i < ends.size(); start = ends[i++])
    values[LEMMA].push_back(std::string_view(lemmas).substr(start, ends[i] - start));
  return sentence.with_columns(values);
}

}  // namespace pan
