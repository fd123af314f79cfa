#include "text/pieces.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "data/characters.hpp"
#include "error.hpp"

namespace pan {

namespace {

constexpr uint32_t NON_JOINER = 0x200C, JOINER = 0x200D;
constexpr int MOST_IN_WORD = 6;             // pieces of a word that is looked up
constexpr std::size_t CHUNK_SYMBOLS = 12;   // of the shape of a chunk
constexpr std::size_t CHUNK_BYTES = 200;    // that are looked at for it
constexpr std::size_t OPENING_SYMBOLS = 4;  // of it, that tell an address by its beginning
constexpr int MOST_PLACES = 6;

bool is_between(uint32_t c, uint32_t first, uint32_t last) { return c >= first && c <= last; }

// Letters of scripts whose words are written without spaces.
bool is_unspaced(uint32_t c) {
  if (c < 0x0E00) return false;
  return is_between(c, 0x0E00, 0x0FFF) ||                                   // Thai, Lao, Tibetan
         is_between(c, 0x1000, 0x109F) ||                                   // Myanmar
         is_between(c, 0x1780, 0x17FF) ||                                   // Khmer
         is_between(c, 0x1950, 0x19DF) ||                                   // Tai
         is_between(c, 0x1A20, 0x1AAF) ||                                   // Tai Tham
         is_between(c, 0x1B00, 0x1B7F) ||                                   // Balinese
         is_between(c, 0x2E80, 0x312F) ||                                   // radicals, kana, Bopomofo
         is_between(c, 0x31A0, 0x4DBF) || is_between(c, 0x4E00, 0xA4CF) ||  // Han, Yi
         is_between(c, 0xA980, 0xA9DF) ||                                   // Javanese
         is_between(c, 0xF900, 0xFAFF) || is_between(c, 0xFF66, 0xFF9F) || is_between(c, 0x1B000, 0x1B16F) ||
         is_between(c, 0x20000, 0x3FFFF);
}

// What stays with the character before it.
bool extends(uint32_t c) {
  if (c < 0x300) return false;
  return is_mark(c) || c == NON_JOINER || c == JOINER || is_between(c, 0x1F3FB, 0x1F3FF) ||  // skin tones
         is_between(c, 0xE0020, 0xE007F);                                                    // tags of flags
}

bool is_regional(uint32_t c) { return is_between(c, 0x1F1E6, 0x1F1FF); }

// Behind the marks that begin at `at`; a joiner also takes the symbol behind it.
std::size_t skip_marks(std::string_view text, std::size_t at, bool joins) {
  while (at < text.size()) {
    std::size_t after = at;
    const uint32_t c = next_character(text, after);
    if (!extends(c)) break;
    at = after;
    if (joins && c == JOINER && at < text.size()) {
      const uint32_t joined = next_character(text, after);
      if (!is_space(joined) && !is_letter(joined) && !is_digit(joined)) at = after;
    }
  }
  return at;
}

}  // namespace

Cuts::Cuts(const std::vector<std::string>& words) {
  std::map<uint64_t, std::vector<int>> all;
  for (const std::string& word : words) {
    std::string run;
    std::vector<int> places;
    int characters = 0;
    for (std::size_t at = 0; at < word.size();) {
      const std::size_t start = at;
      if (next_character(word, at) == ' ') {
        places.push_back(characters);
      } else {
        append_lower(std::string_view(word).substr(start, at - start), run);
        ++characters;
      }
    }
    if (places.empty() || places.front() == 0 || places.back() == characters ||
        std::adjacent_find(places.begin(), places.end()) != places.end() ||
        !all.emplace(WordTable::key(run), places).second)
      throw Error("the cuts of words are damaged; train or fetch the model again");
  }
  std::vector<uint64_t> keys;
  for (auto& [key, places] : all) {
    keys.push_back(key);
    places_.push_back(std::move(places));
  }
  table_ = WordTable(std::move(keys));
}

const std::vector<int>* Cuts::find(std::string_view run, std::string& scratch) const {
  const int place = table_.find(run, scratch);
  return place < 0 ? nullptr : &places_[static_cast<std::size_t>(place)];
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    std::size_t after = at;
    if (!is_space(next_character(text, after))) break;
    at = after;
  }
  return at;
}

int count_line_ends(std::string_view spaces) {
  int count = 0;
  for (std::size_t at = 0; at < spaces.size();) {
    const uint32_t c = next_character(spaces, at);
    const bool pair = c == '\r' && at < spaces.size() && spaces[at] == '\n';
    count += c == '\n' || (c == '\r' && !pair) || c == 0x85 || c == 0x2028 ? 1 : c == 0x2029 ? 2 : 0;
  }
  return count;
}

PieceReader::PieceReader(std::string_view text, const Cuts& cuts)
    : text_(text), cuts_(cuts), first_(skip_spaces(text, 0)), at_(first_), chunk_(first_) {}

std::size_t PieceReader::end_of_run(std::size_t at, bool& alone, bool& can_be_cut) const {
  const uint32_t first = next_character(text_, at);
  const bool letters = is_letter(first);
  alone = letters && is_unspaced(first);
  can_be_cut = !alone && (letters || is_digit(first));
  if (can_be_cut) {
    for (;;) {
      at = skip_marks(text_, at, false);
      std::size_t after = at;
      if (at == text_.size()) break;
      const uint32_t c = next_character(text_, after);
      if (letters ? !is_letter(c) || is_unspaced(c) : !is_digit(c)) break;
      at = after;
    }
    return at;
  }
  if (is_regional(first) && at < text_.size()) {
    std::size_t after = at;
    if (is_regional(next_character(text_, after))) at = after;
  }
  return skip_marks(text_, at, !alone);
}

bool PieceReader::next(Piece& piece) {
  if (at_ == text_.size()) return false;
  piece.begin = at_;
  piece.alone = false;
  if (at_ >= run_end_) {
    bool can_be_cut;
    run_end_ = end_of_run(at_, piece.alone, can_be_cut);
    inner_.clear();
    if (can_be_cut && !cuts_.empty()) {
      const std::string_view run = text_.substr(at_, run_end_ - at_);
      if (const auto* places = cuts_.find(run, scratch_))
        for (auto place = places->rbegin(); place != places->rend(); ++place)
          inner_.push_back(at_ + first_characters(run, *place).size());
    }
  }
  piece.end = run_end_;
  if (!inner_.empty()) {
    piece.end = inner_.back();
    inner_.pop_back();
  }
  piece.next = skip_spaces(text_, piece.end);
  piece.chunk = chunk_;
  piece.place = place_++;
  at_ = piece.next;
  if (piece.next > piece.end) {
    chunk_ = at_;
    place_ = 0;
  }
  return true;
}

namespace {

// What the templates see of a stretch without white space.
struct Chunk {
  std::string shape;        // x for letters, d for digits, o for unspaced letters, one for each run; others as they are
  std::size_t opening = 0;  // bytes of its first symbols
  bool has_at = false;      // there is an @ within it
};

void read_chunk(std::string_view text, std::size_t at, Chunk& chunk) {
  std::string& out = chunk.shape;
  out.clear();
  chunk.opening = 0;
  chunk.has_at = false;
  const std::size_t end = std::min(text.size(), at + CHUNK_BYTES);
  char last = 0;
  for (std::size_t symbols = 0; at < end;) {
    const std::size_t start = at;
    const uint32_t c = next_character(text, at);
    if (is_space(c)) break;
    chunk.has_at |= c == '@';
    const char kind = is_letter(c) ? (is_unspaced(c) ? 'o' : 'x') : is_digit(c) ? 'd' : extends(c) ? last : 0;
    if (kind && kind == last) continue;
    last = kind;
    if (++symbols > CHUNK_SYMBOLS) continue;
    if (kind)
      out += kind;
    else
      out.append(text, start, at - start);
    if (out.back() == '|') out.back() = '/';  // it would end the feature
    if (symbols <= OPENING_SYMBOLS) chunk.opening = out.size();
  }
}

void append_number(std::string& out, int number) {
  char digits[12];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

// The longest of `words` that begins and that ends at each piece, in pieces; 0 for none.
void find_words(std::string_view text, std::span<const Piece> pieces, const WordTable& words, std::vector<int>& begin,
                std::vector<int>& end) {
  begin.assign(pieces.size(), 0);
  end.assign(pieces.size(), 0);
  std::string scratch;
  if (words.size() == 0) return;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (int length = 1; length <= MOST_IN_WORD && i + static_cast<std::size_t>(length) <= pieces.size(); ++length) {
      const std::size_t last = i + static_cast<std::size_t>(length) - 1;
      if (pieces[last].chunk != pieces[i].chunk) break;
      if (words.find(text.substr(pieces[i].begin, pieces[last].end - pieces[i].begin), scratch) < 0) continue;
      begin[i] = length;
      end[last] = std::max(end[last], length);
    }
  }
}

}  // namespace

SentencePtr to_sentence(std::string_view text, std::span<const Piece> pieces, const WordTable& words) {
  std::vector<int> begin, end;
  find_words(text, pieces, words, begin, end);
  std::string raw;
  Chunk chunk;
  raw.reserve(pieces.size() * 48);
  std::vector<Sentence::Word> found(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    auto& column = found[i].begin;
    const auto start = [&](Column c) { column[c] = static_cast<uint32_t>(raw.size()); };
    if (i == 0 || piece.chunk != pieces[i - 1].chunk) {
      read_chunk(text, piece.chunk, chunk);
    }
    start(ID);
    append_number(raw, static_cast<int>(i) + 1);
    raw += '\t';
    start(FORM);
    raw.append(text, piece.begin, piece.end - piece.begin);
    raw += '\t';
    start(LEMMA);
    raw += "_\t";
    start(UPOS);
    raw += "_\t";
    start(XPOS);
    raw += piece.next > piece.end ? "s\t" : "n\t";
    start(FEATS);
    raw += "At=";
    append_number(raw, std::min(piece.place, MOST_PLACES));
    raw += "|Chunk=";
    raw += chunk.shape;
    raw += "|Open=";
    raw.append(chunk.shape, 0, chunk.opening);
    if (chunk.has_at) raw += "|Mail=1";
    if (count_line_ends(text.substr(piece.end, piece.next - piece.end))) raw += "|Line=1";
    for (const auto& [name, length] : {std::pair("|Begin=", begin[i]), std::pair("|End=", end[i])}) {
      if (!length) continue;
      raw += name;
      append_number(raw, length);
    }
    raw += '\t';
    start(HEAD);
    raw += "_\t";
    start(DEPREL);
    raw += "_\t";
    start(DEPS);
    raw += "_\t";
    start(MISC);
    raw += "_\n";
    start(COLUMNS);
  }
  raw += '\n';
  return std::make_shared<Sentence>(std::move(raw), std::move(found), std::vector<int32_t>(pieces.size(), UNKNOWN_HEAD),
                                    0);
}

}  // namespace pan
