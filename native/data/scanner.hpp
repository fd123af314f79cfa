// A push reader: takes a file in blocks of bytes of any size, and gives its sentences as they become
// complete. It holds one unfinished sentence at most, so that memory does not grow with the file.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "data/sentence.hpp"
#include "error.hpp"

namespace pan {

class Scanner {
 public:
  struct Options {
    bool lenient = false;                        // bad sentences are skipped and listed instead of thrown
    bool conllx = false;                         // eight columns are enough
    std::size_t longest = std::size_t{1} << 30;  // bytes of a sentence; offsets in it have 32 bits
  };

  Scanner(std::string file_name, Options options) : file_(std::move(file_name)), options_(options) {}

  // Both throw InputError at the first bad sentence unless lenient; the good ones before it can still be
  // taken.
  void feed(const char* bytes, std::size_t size);
  void finish();

  std::vector<SentencePtr> take() { return std::exchange(sentences_, {}); }
  std::vector<std::string> take_skipped() { return std::exchange(skipped_, {}); }  // one message per bad sentence

 private:
  void scan();
  void emit(std::size_t begin, std::size_t end);
  void refuse(const InputError& error);
  void check_unfinished(std::size_t fresh);
  void forget_unfinished();
  const char* line_end() const;

  std::string file_;
  Options options_;
  std::vector<SentencePtr> sentences_;
  std::vector<std::string> skipped_;

  std::string buffer_;          // the unfinished block
  std::size_t line_start_ = 0;  // of the unfinished line in it
  std::size_t searched_ = 0;    // no line end between line_start_ and here
  std::size_t line_ = 1;        // number of the block's first line in the file
  std::size_t lines_ = 0;       // complete lines in the block
  bool has_content_ = false;    // the block has a line that is not blank
  bool has_ended_ = false;      // and a blank one after it
  bool is_first_ = true;        // no block came before
  bool past_mark_ = false;      // the place for a byte-order mark is behind us
  bool discarding_ = false;     // the block was refused before its end
  bool has_failed_ = false;
};

}  // namespace pan
