#include "data/block.hpp"

#include <algorithm>
#include <cstring>

#include "data/graph.hpp"
#include "data/lines.hpp"
#include "data/number.hpp"
#include "data/utf8.hpp"
#include "error.hpp"

namespace pan {

namespace {

constexpr int CONLLX_COLUMNS = 8;

// A value as an error message shows it: short and printable.
std::string quote(std::string_view value) {
  constexpr std::size_t SHOWN = 40;
  std::size_t length = std::min(value.size(), SHOWN);
  while (length < value.size() && length > 0 && (value[length] & 0xC0) == 0x80) --length;
  std::string text(value.substr(0, length));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return "'" + text + (length < value.size() ? "…'" : "'");
}

std::string plural(std::size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

class Block {
 public:
  Block(std::string raw, const BlockSource& source) : raw_(std::move(raw)), source_(source) {}

  SentencePtr read() {
    check_bytes();
    if (source_.conllx) complete_columns();
    words_.reserve(source_.lines);
    heads_.reserve(source_.lines);
    std::size_t position = 0;
    std::string_view line;
    while (next_line(raw_, position, line))
      if (!line.empty() && line[0] != '#') read_line(line);
    check_sentence();
    return std::make_shared<Sentence>(std::move(raw_), std::move(words_), std::move(heads_), source_.line);
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const std::string& problem, const std::string& remedy) const {
    const std::string_view before = std::string_view(raw_).substr(0, offset);
    const auto breaks = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
    throw InputError(std::string(source_.file), source_.line + breaks, count_characters(before.substr(start)) + 1,
                     problem, remedy);
  }

  std::size_t offset(std::string_view part) const { return static_cast<std::size_t>(part.data() - raw_.data()); }

  // Bytes that no CoNLL-U file has; the first block of a file also tells what else the file may be.
  void check_bytes() const {
    const std::size_t content = std::min(raw_.find_first_not_of(" \t\r\n"), raw_.size());
    const char first = content < raw_.size() ? raw_[content] : '#';
    const bool foreign = source_.opens_file && first != '#' && (first < '0' || first > '9');
    if (foreign && (first == '{' || first == '['))
      fail(content, "this looks like JSON, not CoNLL-U", "give a file with ten columns separated by tabs");
    if (foreign && first == '<')
      fail(content, "this looks like XML or HTML, not CoNLL-U", "give a file with ten columns separated by tabs");
    const bool utf16 = source_.opens_file && (raw_.starts_with("\xFF\xFE") || raw_.starts_with("\xFE\xFF"));
    if (utf16) fail(0, "this looks like UTF-16, not UTF-8", "convert the file to UTF-8");
    const std::size_t null = raw_.find('\0'), bad = invalid_utf8(raw_);
    if (null == std::string::npos && bad == std::string::npos) return;
    if (foreign)
      fail(0, "this looks like binary data, not CoNLL-U", "give a text file with ten columns separated by tabs");
    if (null != std::string::npos)
      fail(null, "there is a NUL byte here", "remove it, or check that the file is undamaged text");
    fail(bad, "this is not valid UTF-8", "convert the file to UTF-8");
  }

  // CoNLL-X may stop after DEPREL. Only line ends move, so that places in error messages stay true.
  void complete_columns() {
    std::string completed;
    completed.reserve(raw_.size() + 4 * source_.lines);
    std::size_t position = 0, copied = 0;
    std::string_view line;
    while (next_line(raw_, position, line)) {
      if (line.empty() || line[0] == '#') continue;
      if (std::count(line.begin(), line.end(), '\t') != CONLLX_COLUMNS - 1) continue;
      const std::size_t end = offset(line) + line.size();
      completed.append(raw_, copied, end - copied);
      completed += "\t_\t_";
      copied = end;
    }
    completed.append(raw_, copied);
    raw_ = std::move(completed);
  }

  void read_line(std::string_view line) {
    Sentence::Word word;
    const std::size_t start = offset(line), end = start + line.size();
    std::size_t place = start, empty = COLUMNS;
    for (int column = 0; column < COLUMNS; ++column) {
      const void* tab = std::memchr(raw_.data() + place, '\t', end - place);
      if ((tab == nullptr) != (column + 1 == COLUMNS)) fail_columns(line);
      word.begin[column] = static_cast<uint32_t>(place);
      const std::size_t stop = tab ? static_cast<std::size_t>(static_cast<const char*>(tab) - raw_.data()) : end;
      if (stop == place && empty == COLUMNS) empty = static_cast<std::size_t>(column);
      place = stop + 1;
    }
    word.begin[COLUMNS] = static_cast<uint32_t>(place);
    if (empty != COLUMNS)
      fail(word.begin[empty], std::string(COLUMN_NAMES[empty]) + " is empty", "write _ where there is no value");

    const std::string_view id = line.substr(0, word.begin[1] - 1 - start);
    const int64_t number = parse_number(id);
    if (number == NOT_A_NUMBER) return read_extra(id);
    if (number != next()) fail_sequence(id, number);
    const std::string_view head = line.substr(word.begin[HEAD] - start, word.begin[DEPREL] - 1 - word.begin[HEAD]);
    heads_.push_back(read_head(head, number));
    words_.push_back(word);
    last_empty_ = 0;
  }

  int64_t next() const { return static_cast<int64_t>(words_.size()) + 1; }

  // Whether it is in range is known at the end of the block only.
  int32_t read_head(std::string_view text, int64_t word) const {
    if (text == "_") return UNKNOWN_HEAD;
    const int64_t head = parse_number(text);
    if (head == NOT_A_NUMBER) {
      const bool negative = text.size() > 1 && text[0] == '-' && parse_number(text.substr(1)) != NOT_A_NUMBER;
      fail(offset(text), "head " + quote(text) + (negative ? " is negative" : " is not a number"),
           "use 0 for ROOT, the ID of another word, or _ if it is unknown");
    }
    if (head == word) fail(offset(text), "word " + std::to_string(word) + " is its own head", "give it another head");
    return static_cast<int32_t>(std::min<int64_t>(head, INT32_MAX));
  }

  // A multiword token (3-4) or an empty node (3.1): kept as it is, if it stands where it may.
  void read_extra(std::string_view id) {
    const std::size_t mark = id.find_first_of("-.");
    const int64_t first = mark == std::string_view::npos ? NOT_A_NUMBER : parse_number(id.substr(0, mark));
    const int64_t second = mark == std::string_view::npos ? NOT_A_NUMBER : parse_number(id.substr(mark + 1));
    if (first == NOT_A_NUMBER || second == NOT_A_NUMBER)
      fail(offset(id), "ID " + quote(id) + " is not a word (3), a multiword token (3-4) or an empty node (3.1)",
           "write it as one of these");
    if (first == HUGE_NUMBER || second == HUGE_NUMBER)
      fail(offset(id), "ID " + quote(id) + " is too large", "number the words of each sentence from 1");
    if (id[mark] == '-') return read_range(id, first, second);
    if (first != next() - 1 || second != last_empty_ + 1)
      fail(offset(id), "empty node " + quote(id) + " is misplaced",
           "here it can only be " + std::to_string(next() - 1) + "." + std::to_string(last_empty_ + 1));
    last_empty_ = second;
  }

  void read_range(std::string_view id, int64_t first, int64_t last) {
    if (last < first)
      fail(offset(id), "multiword token " + quote(id) + " is reversed", "put its first word before its last");
    if (first <= range_last_)
      fail(offset(id),
           "multiword token " + quote(id) + " overlaps the one before it, which ends with word " +
               std::to_string(range_last_),
           "let every word be in one multiword token at most");
    if (first != next())
      fail(offset(id), "multiword token " + quote(id) + " does not stand before its first word",
           "here it can only begin with " + std::to_string(next()));
    range_last_ = last;
    range_id_ = id;
  }

  void check_sentence() const {
    const auto n = static_cast<int64_t>(words_.size());
    if (n == 0) {
      const std::size_t content = raw_.find_first_not_of("\r\n");
      if (range_last_ || last_empty_) fail(content, "this sentence has no words", "add its words, or remove the block");
      fail(content, "this comment block has no words", "add a sentence below it, or remove it");
    }
    if (range_last_ > n)
      fail(offset(range_id_),
           "multiword token " + quote(range_id_) + " goes beyond the last word, " + std::to_string(n),
           "end it with a word of the sentence");
    for (int64_t i = 0; i < n; ++i)
      if (heads_[i] > n)
        fail(words_[i].begin[HEAD],
             "head " + quote(field(i, HEAD)) + " is out of range: the sentence has " + plural(n, "word"),
             "use 0 for ROOT, a word from 1 to " + std::to_string(n) + ", or _ if it is unknown");
    const std::vector<int> cycle = find_cycle(heads_);
    if (!cycle.empty())
      fail(words_[cycle[0] - 1].begin[HEAD], "the heads of words " + describe_cycle(cycle) + " form a cycle",
           "change one of them");
  }

  std::string_view field(int64_t index, Column column) const {
    const auto& begin = words_[index].begin;
    return std::string_view(raw_).substr(begin[column], begin[column + 1] - 1 - begin[column]);
  }

  [[noreturn]] void fail_sequence(std::string_view id, int64_t number) const {
    const std::string expected = std::to_string(next());
    if (number == HUGE_NUMBER)
      fail(offset(id), "ID " + quote(id) + " is too large", "number the words of each sentence from 1");
    if (number == 0) fail(offset(id), "word IDs begin with 1, not 0", "number the words of each sentence from 1");
    fail(offset(id), "word ID " + quote(id) + " stands where " + expected + " is expected",
         number == 1 ? "put an empty line before it if a sentence begins here"
                     : "number the words of each sentence from 1");
  }

  [[noreturn]] void fail_columns(std::string_view line) const {
    const auto tabs = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\t'));
    const std::string wanted = source_.conllx ? "8 or 10" : "10";
    if (line.find_first_not_of(" \t") == std::string_view::npos)
      fail(offset(line), "this line has only spaces", "make it empty if the sentence ends here, or remove it");
    const bool spaces = tabs == 0 && line.find(' ') != std::string_view::npos;
    std::size_t place = 0;
    for (std::size_t column = 0; tabs >= COLUMNS && column < COLUMNS; ++column) place = line.find('\t', place) + 1;
    fail(offset(line) + place,
         "this line has " + plural(tabs + 1, "column") + " instead of " + wanted +
             (spaces ? ", with spaces but no tabs" : ""),
         spaces ? "separate the columns by tabs"
                : "write _ for a column without value, and only one tab between columns");
  }

  std::string raw_;
  const BlockSource& source_;
  std::vector<Sentence::Word> words_;
  std::vector<int32_t> heads_;
  int64_t last_empty_ = 0;  // second number of the empty node just read, 0 after a word
  int64_t range_last_ = 0;  // last word of the latest multiword token
  std::string_view range_id_;
};

}  // namespace

SentencePtr read_block(std::string raw, const BlockSource& source) { return Block(std::move(raw), source).read(); }

}  // namespace pan
