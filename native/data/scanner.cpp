#include "data/scanner.hpp"

#include <cstring>

#include "data/block.hpp"

namespace pan {

namespace {

constexpr std::string_view BYTE_ORDER_MARK = "\xEF\xBB\xBF";

bool is_blank(std::string_view line) { return line.empty() || line == "\r"; }

}  // namespace

void Scanner::feed(const char* bytes, std::size_t size) {
  if (has_failed_) return;
  std::size_t fresh = buffer_.size();
  buffer_.append(bytes, size);
  if (!past_mark_) {
    if (buffer_.size() < BYTE_ORDER_MARK.size()) return;
    past_mark_ = true;
    if (buffer_.starts_with(BYTE_ORDER_MARK)) buffer_.erase(0, BYTE_ORDER_MARK.size());
    fresh = 0;
  }
  const std::size_t before = buffer_.size();
  scan();
  const std::size_t gone = before - buffer_.size();
  check_unfinished(fresh > gone ? fresh - gone : 0);
}

void Scanner::finish() {
  if (has_failed_) return;
  if (line_start_ < buffer_.size()) buffer_ += buffer_.back() == '\r' ? "\n" : line_end();
  scan();
  if (has_content_) {
    if (!has_ended_) buffer_ += line_end();
    emit(0, buffer_.size());
  }
  buffer_.clear();
}

// Cuts the buffer into lines, and hands over a block as soon as the next one begins.
void Scanner::scan() {
  std::size_t block = 0;
  const auto begin_block = [&](std::size_t position) {
    emit(block, position);
    block = position;
    line_ += std::exchange(lines_, 0);
    has_content_ = has_ended_ = false;
  };
  while (const void* found = std::memchr(buffer_.data() + searched_, '\n', buffer_.size() - searched_)) {
    const auto end = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
    if (is_blank(std::string_view(buffer_).substr(line_start_, end - line_start_))) {
      has_ended_ = has_content_;
    } else {
      if (has_ended_) begin_block(line_start_);
      has_content_ = true;
    }
    ++lines_;
    line_start_ = searched_ = end + 1;
  }
  if (has_ended_ && !is_blank(std::string_view(buffer_).substr(line_start_))) begin_block(line_start_);
  buffer_.erase(0, block);
  line_start_ -= block;
  searched_ = buffer_.size();
}

void Scanner::emit(std::size_t begin, std::size_t end) {
  if (std::exchange(discarding_, false)) return;
  const BlockSource source{file_, line_, lines_, options_.conllx, std::exchange(is_first_, false)};
  try {
    if (end - begin > options_.longest)
      throw InputError(file_, line_, 1, "this sentence is longer than " + std::to_string(options_.longest) + " bytes",
                       "end sentences with an empty line");
    sentences_.push_back(read_block(buffer_.substr(begin, end - begin), source));
  } catch (const InputError& error) {
    refuse(error);
  }
}

void Scanner::refuse(const InputError& error) {
  has_failed_ = !options_.lenient;
  if (has_failed_) throw error;
  skipped_.push_back(error.what());
}

// What can be refused before the block ends is: binary data may have no blank line for gigabytes.
void Scanner::check_unfinished(std::size_t fresh) {
  if (!discarding_) {
    const bool has_null = std::memchr(buffer_.data() + fresh, '\0', buffer_.size() - fresh) != nullptr;
    if (!has_null && buffer_.size() <= options_.longest) return;
    emit(0, buffer_.size());
    discarding_ = true;
  }
  forget_unfinished();
}

// Keeps of a refused block only whether its unfinished line is blank.
void Scanner::forget_unfinished() {
  line_ += std::exchange(lines_, 0);
  buffer_.erase(0, line_start_);
  if (!is_blank(buffer_)) buffer_ = "?";
  line_start_ = 0;
  searched_ = buffer_.size();
}

const char* Scanner::line_end() const {
  const std::size_t last = buffer_.rfind('\n');
  return last != std::string::npos && last > 0 && buffer_[last - 1] == '\r' ? "\r\n" : "\n";
}

}  // namespace pan
