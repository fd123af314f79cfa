#include "text/surface.hpp"

#include "data/characters.hpp"
#include "data/lines.hpp"
#include "data/number.hpp"

namespace pan {

namespace {

constexpr std::string_view LETTERS = "sntrp\\", MEANINGS = " \n\t\r|\\";
constexpr std::string_view HEX = "0123456789ABCDEF";

// The character that four hexadecimal digits stand for; -1 if they are none, or not of a character that is written so.
int read_code(std::string_view digits) {
  if (digits.size() != 4) return -1;
  int code = 0;
  for (const char digit : digits) {
    const std::size_t value = HEX.find(digit >= 'a' && digit <= 'f' ? static_cast<char>(digit - 'a' + 'A') : digit);
    if (value == HEX.npos) return -1;
    code = code * 16 + static_cast<int>(value);
  }
  return is_space(static_cast<uint32_t>(code)) ? code : -1;
}

// The value of one entry of a MISC column; null where there is none.
std::string_view entry(std::string_view misc, std::string_view name) {
  while (!misc.empty()) {
    const std::size_t end = std::min(misc.find('|'), misc.size());
    const std::string_view one = misc.substr(0, end);
    if (one.size() > name.size() && one[name.size()] == '=' && one.starts_with(name))
      return one.substr(name.size() + 1);
    misc.remove_prefix(std::min(end + 1, misc.size()));
  }
  return {};
}

SurfaceToken read_token(std::string_view form, std::string_view misc, int first, int last) {
  SurfaceToken token{{}, {}, {}, first, last};
  append_unescaped(entry(misc, "SpacesBefore"), token.before);
  if (const std::string_view inside = entry(misc, "SpacesInToken"); !inside.empty())
    append_unescaped(inside, token.text);
  else
    token.text = form;
  if (const std::string_view after = entry(misc, "SpacesAfter"); !after.empty())
    append_unescaped(after, token.after);
  else if (entry(misc, "SpaceAfter") != "No")
    token.after = " ";
  return token;
}

}  // namespace

void append_escaped(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    const uint32_t c = next_character(text, at);
    const std::size_t known = c < 0x80 ? MEANINGS.find(static_cast<char>(c)) : MEANINGS.npos;
    if (known != MEANINGS.npos) {
      out += '\\';
      out += LETTERS[known];
    } else if (is_space(c)) {  // all are below 0x10000
      out += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) out += HEX[c >> shift & 15];
    } else {
      out.append(text, start, at - start);
    }
  }
}

void append_unescaped(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t known = text[i] == '\\' && i + 1 < text.size() ? LETTERS.find(text[i + 1]) : LETTERS.npos;
    if (known != LETTERS.npos) {
      out += MEANINGS[known];
      ++i;
    } else if (const int code = text.substr(i).starts_with("\\u") ? read_code(text.substr(i + 2, 4)) : -1; code >= 0) {
      append_character(static_cast<uint32_t>(code), out);
      i += 5;
    } else {
      out += text[i];
    }
  }
}

std::vector<SurfaceToken> surface_tokens(const Sentence& sentence) {
  std::vector<SurfaceToken> tokens;
  std::size_t position = 0;
  std::string_view line;
  int covered = 0, word = 0;  // the last word of a multiword token; the last word
  while (next_line(sentence.raw(), position, line)) {
    if (line.empty() || line[0] == '#') continue;
    const std::string_view id = line.substr(0, line.find('\t'));
    const std::size_t mark = id.find_first_of("-.");
    if (mark == id.npos) {
      if (++word > covered)
        tokens.push_back(read_token(sentence.field(word, FORM), sentence.field(word, MISC), word, word));
    } else if (id[mark] == '-') {
      covered = static_cast<int>(parse_number(id.substr(mark + 1)));
      std::string_view form = line.substr(id.size() + 1);
      form = form.substr(0, form.find('\t'));
      tokens.push_back(read_token(form, line.substr(line.rfind('\t') + 1), word + 1, covered));
    }
  }
  return tokens;
}

void append_text(const Sentence& sentence, std::string& out) {
  for (const SurfaceToken& token : surface_tokens(sentence)) {
    out += token.before;
    out += token.text;
    out += token.after;
  }
}

}  // namespace pan
