// A sentence is an immutable value: the exact bytes of its CoNLL-U block, and where each column of each word
// stands in them. Whatever is not understood (comments, multiword tokens, empty nodes, enhanced dependencies)
// is kept because it is never taken apart; changing a column makes a new sentence with only those bytes
// changed.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pan {

enum Column : int { ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC, COLUMNS };

// As the CoNLL-U documentation writes them.
constexpr std::array<const char*, COLUMNS> COLUMN_NAMES = {"ID",    "FORM", "LEMMA",  "UPOS", "XPOS",
                                                           "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"};

constexpr int32_t UNKNOWN_HEAD = -1;  // '_' in the HEAD column; ROOT is 0

// Always held by shared_ptr, and able to find its own: a sentence that went through Python stays owned by
// C++, so that native threads can drop it without the GIL.
class Sentence : public std::enable_shared_from_this<Sentence> {
 public:
  // Where the columns of one word begin in raw(); the text of column c is [begin[c], begin[c + 1] - 1).
  struct Word {
    std::array<uint32_t, COLUMNS + 1> begin;
  };

  Sentence(std::string raw, std::vector<Word> words, std::vector<int32_t> heads, std::size_t line)
      : raw_(std::move(raw)), words_(std::move(words)), heads_(std::move(heads)), line_(line) {}

  int size() const { return static_cast<int>(words_.size()); }
  const std::string& raw() const { return raw_; }
  std::size_t line() const { return line_; }  // of its first line in the file it came from, 0 if made in memory

  // Words count from 1, as in CoNLL-U.
  std::string_view field(int word, Column column) const {
    const auto& begin = words_[static_cast<std::size_t>(word) - 1].begin;
    return std::string_view(raw_).substr(begin[column], begin[column + 1] - 1 - begin[column]);
  }
  int32_t head(int word) const { return heads_[static_cast<std::size_t>(word) - 1]; }
  const std::vector<int32_t>& heads() const { return heads_; }

  // A column to rewrite: one value per word.
  struct Edit {
    Column column;
    std::vector<std::string> values;
  };
  // The comment lines with their '#', without line ends.
  std::vector<std::string_view> comments() const;

  // A multiword token: the words it covers, and its surface form.
  struct Multiword {
    int first, last;
    std::string_view form;
  };
  std::vector<Multiword> multiwords() const;
  std::vector<std::string_view> empty_nodes() const;  // their IDs, such as "8.1"

  // The same sentence with other values in some columns; every other byte is kept. Throws UsageError where
  // the values would not make a legal sentence.
  std::shared_ptr<const Sentence> replace(const std::vector<Edit>& edits) const;

  std::shared_ptr<const Sentence> at_line(std::size_t line) const {
    return std::make_shared<Sentence>(raw_, words_, heads_, line);
  }

  // The same with a tree that the parser made: heads (UNKNOWN_HEAD for none) and labels fit already, nothing is
  // checked.
  std::shared_ptr<const Sentence> with_tree(const std::vector<int>& heads,
                                            const std::vector<std::string_view>& labels) const;

  using Columns = std::array<std::vector<std::string_view>, COLUMNS>;  // new values; empty: the column stays
  // The same with other values in columns beside ID and HEAD; they fit already, nothing is checked.
  std::shared_ptr<const Sentence> with_columns(const Columns& columns) const { return rewrite(columns, heads_); }

  // A new sentence from forms alone: ten columns, everything else '_'.
  static std::shared_ptr<const Sentence> from_forms(const std::vector<std::string>& forms);

 private:
  std::shared_ptr<const Sentence> rewrite(const Columns& columns, std::vector<int32_t> heads) const;

  std::string raw_;
  std::vector<Word> words_;
  std::vector<int32_t> heads_;
  std::size_t line_;
};

using SentencePtr = std::shared_ptr<const Sentence>;

}  // namespace pan
