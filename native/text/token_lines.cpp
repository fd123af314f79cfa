#include "text/token_lines.hpp"

#include <limits>

#include "data/characters.hpp"
#include "data/utf8.hpp"
#include "error.hpp"
#include "text/pieces.hpp"
#include "text/surface.hpp"

namespace pan {

void TokenLines::append_form(std::string_view text, const Token& token, std::string& out) {
  for (std::size_t at = token.begin; at < token.end;) {
    std::size_t after = at;
    if (is_space(next_character(text, after))) {
      out += ' ';
      at = skip_spaces(text, at);
    } else {
      out.append(text, at, after - at);
      at = after;
    }
  }
}

std::size_t TokenLines::characters_before(std::size_t byte) {
  characters_ += count_characters(text_.substr(counted_, byte - counted_));
  counted_ = byte;
  return characters_;
}

SentencePtr TokenLines::write(const std::vector<Token>& tokens, const std::vector<std::vector<std::string>>& words,
                              bool opens_paragraph) {
  ++number_;
  std::string raw;
  raw.reserve(64 + tokens.size() * 40 + 2 * (tokens.back().end - tokens.front().begin));
  if (number_ == 1) raw += "# newdoc\n";
  if (opens_paragraph) raw += "# newpar\n";
  raw += "# sent_id = " + std::to_string(number_) + "\n# text = ";
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    append_form(text_, tokens[i], raw);
    if (i + 1 < tokens.size() && tokens[i].next > tokens[i].end) raw += ' ';
  }
  raw += '\n';

  std::vector<Sentence::Word> found;
  found.reserve(tokens.size());
  std::string form, misc;
  const auto add_line = [&](const std::string& id, std::string_view with_form, std::string_view with_misc) {
    auto& begin = found.emplace_back().begin;
    for (int c = 0; c < COLUMNS; ++c) {
      begin[static_cast<std::size_t>(c)] = static_cast<uint32_t>(raw.size());
      raw += c == ID ? std::string_view(id) : c == FORM ? with_form : c == MISC ? with_misc : "_";
      raw += c == MISC ? '\n' : '\t';
    }
    begin[COLUMNS] = static_cast<uint32_t>(raw.size());
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    form.clear();
    misc.clear();
    append_form(text_, token, form);
    const auto entry = [&](std::string_view name) -> std::string& {
      if (!misc.empty()) misc += '|';
      return misc += name;
    };
    if (number_ == 1 && i == 0 && token.begin > 0) append_escaped(text_.substr(0, token.begin), entry("SpacesBefore="));
    if (token.next == token.end)
      entry("SpaceAfter=No");
    else if (token.next > token.end + 1 || text_[token.end] != ' ')
      append_escaped(text_.substr(token.end, token.next - token.end), entry("SpacesAfter="));
    const std::string_view written = text_.substr(token.begin, token.end - token.begin);
    if (form != written) append_escaped(written, entry("SpacesInToken="));
    if (ranges_) {
      std::string& range = entry("TokenRange=");
      range += std::to_string(characters_before(token.begin)) + ':';
      range += std::to_string(characters_before(token.end));
    }
    if (misc.empty()) misc = "_";
    const std::size_t first = found.size() + 1;
    if (words.empty() || words[i].empty()) {
      add_line(std::to_string(first), form, misc);
      continue;
    }
    raw += std::to_string(first) + '-' + std::to_string(first + words[i].size() - 1) + '\t' + form;
    for (int c = LEMMA; c < MISC; ++c) raw += "\t_";
    raw += '\t' + misc + '\n';
    for (const std::string& word : words[i]) add_line(std::to_string(found.size() + 1), word, "_");
  }
  raw += '\n';
  if (raw.size() > std::numeric_limits<uint32_t>::max())
    throw UsageError("a sentence would be longer than 4 GiB; split the text");
  std::vector<int32_t> heads(found.size(), UNKNOWN_HEAD);
  return std::make_shared<Sentence>(std::move(raw), std::move(found), std::move(heads), 0);
}

}  // namespace pan
