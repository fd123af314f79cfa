// The smallest parts of a text that a tokenizer puts together: a run of letters, a run of digits, or another character
// by itself. In scripts that put no spaces between words, each letter is a piece. What joins characters into one sign
// (marks, emoji sequences) never separates them.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/sentence.hpp"
#include "features/word_table.hpp"

namespace pan {

struct Piece {
  std::size_t begin, end;  // bytes of the text
  std::size_t next;        // where the white space behind it ends
  std::size_t chunk;       // where the stretch without white space begins
  int place;               // in that stretch, from 0
  bool alone;              // a letter of a script without spaces
};

// Runs that treebanks cut into several tokens, such as "cannot": there they are several pieces.
class Cuts {
 public:
  Cuts() = default;
  // Each with a space wherever it may be cut: "can not". Throws Error for what is none.
  explicit Cuts(const std::vector<std::string>& words);
  bool empty() const { return places_.empty(); }
  // The characters before each cut of a run, whatever its case; null for a run that is one piece.
  const std::vector<int>* find(std::string_view run, std::string& scratch) const;

 private:
  WordTable table_;
  std::vector<std::vector<int>> places_;
};

// Goes through a text, piece by piece. The text is valid UTF-8.
class PieceReader {
 public:
  PieceReader(std::string_view text, const Cuts& cuts);
  // Where the first piece begins.
  std::size_t first() const { return first_; }
  // False at the end of the text.
  bool next(Piece& piece);

 private:
  std::size_t end_of_run(std::size_t at, bool& alone, bool& can_be_cut) const;

  std::string_view text_;
  const Cuts& cuts_;
  std::size_t first_, at_, chunk_;
  int place_ = 0;
  std::vector<std::size_t> inner_;  // cuts of the run at hand, the next one last
  std::size_t run_end_ = 0;
  std::string scratch_;
};

// Where white space that begins at `at` ends.
std::size_t skip_spaces(std::string_view text, std::size_t at);
// How many lines end in this white space.
int count_line_ends(std::string_view spaces);

// Pieces as the engine sees them: the words of a sentence. LEMMA is empty, UPOS is left for the label; XPOS says
// whether white space follows; FEATS has the line end behind it (Line), the shape of the stretch without white space
// (Chunk), its beginning (Open) and whether it has an @ (Mail), its place there (At), and how many pieces the longest
// of `words` has that begins or ends here (Begin, End).
SentencePtr to_sentence(std::string_view text, std::span<const Piece> pieces, const WordTable& words);

}  // namespace pan
