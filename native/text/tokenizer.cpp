#include "text/tokenizer.hpp"

#include <algorithm>

#include "error.hpp"
#include "text/split_rule.hpp"
#include "text/token_lines.hpp"

namespace pan {

namespace {

// A long paragraph is labelled in blocks. A block begins with the end of the one before it and ends with the beginning
// of the next, so that what is decided does not depend on where it was cut: templates look at a few pieces around, and
// labels given to the pieces before do not matter for long.
constexpr std::size_t BLOCK = 2048, BEFORE = 64, BEHIND = 8;
constexpr std::size_t BATCH = 50'000;   // pieces that are in memory at a time, for each thread
constexpr std::size_t LONGEST = 1'000;  // tokens of a sentence; text without an end would have no end

struct Block {
  std::vector<Piece> pieces;
  std::size_t first = 0, last = 0;  // those that are decided here
  bool ends_paragraph = false;
};

// Cuts a text into blocks.
class BlockReader {
 public:
  BlockReader(std::string_view text, const Cuts& cuts, bool lines)
      : text_(text), reader_(text, cuts), breaks_at_(lines ? 1 : 2) {}

  bool next(Block& block) {
    block.pieces = std::move(kept_);
    block.first = first_;
    kept_.clear();
    first_ = 0;
    block.ends_paragraph = false;
    // What was kept never ends a paragraph.
    while (block.pieces.size() < BLOCK + BEHIND) {
      Piece piece;
      if (!reader_.next(piece)) break;
      block.pieces.push_back(piece);
      block.ends_paragraph =
          piece.next == text_.size() ||
          (piece.next > piece.end && count_line_ends(text_.substr(piece.end, piece.next - piece.end)) >= breaks_at_);
      if (block.ends_paragraph) break;
    }
    block.last = block.pieces.size();
    if (!block.ends_paragraph && !block.pieces.empty()) {
      block.last -= BEHIND;
      kept_.assign(block.pieces.end() - BEHIND - BEFORE, block.pieces.end());
      first_ = BEFORE;
    }
    return !block.pieces.empty();
  }

 private:
  std::string_view text_;
  PieceReader reader_;
  int breaks_at_;
  std::vector<Piece> kept_;
  std::size_t first_ = 0;
};

struct Tokens {
  std::vector<Token> tokens{};
  bool opens_paragraph = false;
};

// Puts labelled pieces together.
class Assembler {
 public:
  void add(const Piece& piece, std::string_view label, bool ends_paragraph, std::vector<Tokens>& done) {
    if (!open_) token_.begin = piece.begin;
    open_ = label == INSIDE;
    token_.end = piece.end;
    token_.next = piece.next;
    if (open_) return;
    now_.tokens.push_back(token_);
    if (label != ENDS_SENTENCE && now_.tokens.size() < LONGEST) return;
    done.push_back(std::move(now_));
    now_ = {{}, ends_paragraph};
  }

 private:
  Tokens now_{{}, true};
  Token token_{};
  bool open_ = false;
};

std::vector<std::vector<int>> label_all(const Labeller& labeller, const std::vector<SentencePtr>& sentences,
                                        int threads) {
  std::vector<std::vector<int>> labels(sentences.size());
  parse_all(*labeller.design, *labeller.model, sentences, {}, 1, threads,
            [&](size_t i, const Tree& tree) { labels[i] = tree.labels; });
  return labels;
}

}  // namespace

Tokenizer::Tokenizer(Labeller segmenter, Labeller splitter, Cuts cuts, WordTable words)
    : segmenter_(std::move(segmenter)),
      splitter_(std::move(splitter)),
      cuts_(std::move(cuts)),
      words_(std::move(words)) {
  for (const std::string& label : segmenter_.labels)
    if (label != INSIDE && label != ENDS_TOKEN && label != ENDS_SENTENCE)
      throw UsageError("a label is not one of a tokenizer; the model's header is damaged");
  for (const std::string& label : splitter_.labels)
    if (!is_split_rule(label)) throw UsageError("a label is not a rule for tokens; the model's header is damaged");
}

std::vector<SentencePtr> Tokenizer::tokenize(std::string_view text, const TokenizerOptions& options) const {
  std::vector<SentencePtr> out;
  BlockReader reader(text, cuts_, options.lines);
  Assembler assembler;
  TokenLines lines(text, options.ranges);
  const size_t batch = BATCH * static_cast<size_t>(std::max(options.threads, 1));
  for (bool more = true; more;) {
    std::vector<Block> blocks;
    std::vector<SentencePtr> input;
    for (size_t pieces = 0; pieces < batch;) {
      Block block;
      more = reader.next(block);
      if (!more) break;
      input.push_back(to_sentence(text, block.pieces, words_));
      pieces += block.pieces.size();
      blocks.push_back(std::move(block));
    }
    const auto labels = label_all(segmenter_, input, options.threads);
    std::vector<Tokens> found;
    for (size_t b = 0; b < blocks.size(); ++b) {
      const Block& block = blocks[b];
      for (size_t i = block.first; i < block.last; ++i) {
        const bool ends = block.ends_paragraph && i + 1 == block.pieces.size();
        const std::string_view label = segmenter_.labels[static_cast<size_t>(labels[b][i])];
        assembler.add(block.pieces[i],
                      ends                                      ? ENDS_SENTENCE
                      : options.lines && label == ENDS_SENTENCE ? ENDS_TOKEN
                                                                : label,
                      ends, found);
      }
    }
    std::vector<std::vector<std::string>> forms(splitter_.design ? found.size() : 0);
    for (size_t s = 0; s < forms.size(); ++s)
      for (const Token& token : found[s].tokens) TokenLines::append_form(text, token, forms[s].emplace_back());
    const auto words = split_all(forms, options.threads);
    for (size_t s = 0; s < found.size(); ++s)
      out.push_back(lines.write(found[s].tokens, words.empty() ? std::vector<std::vector<std::string>>{} : words[s],
                                found[s].opens_paragraph));
  }
  return out;
}

std::vector<std::vector<std::vector<std::string>>> Tokenizer::split_all(
    const std::vector<std::vector<std::string>>& forms, int threads) const {
  if (!splitter_.design) return {};
  std::vector<SentencePtr> input;
  for (const auto& sentence : forms) input.push_back(Sentence::from_forms(sentence));
  const auto labels = label_all(splitter_, input, threads);
  std::vector<std::vector<std::vector<std::string>>> words(forms.size());
  for (size_t s = 0; s < forms.size(); ++s)
    for (size_t i = 0; i < forms[s].size(); ++i)
      words[s].push_back(apply_split_rule(splitter_.labels[static_cast<size_t>(labels[s][i])], forms[s][i]));
  return words;
}

std::vector<SentencePtr> Tokenizer::split(const std::vector<std::vector<std::string>>& sentences, int threads) const {
  const auto words = split_all(sentences, threads);
  std::vector<SentencePtr> out;
  for (size_t s = 0; s < sentences.size(); ++s) {
    std::string text;
    std::vector<Token> tokens;
    for (const std::string& form : sentences[s]) {
      const size_t begin = text.size();
      text += form + " ";
      tokens.push_back({begin, text.size() - 1, text.size()});
    }
    TokenLines lines(text, false);
    out.push_back(lines.write(tokens, words.empty() ? std::vector<std::vector<std::string>>{} : words[s], false));
  }
  return out;
}

}  // namespace pan
