// Errors are designed: what is wrong, where, and what to do, in one sentence.
#pragma once
#include <cstddef>
#include <stdexcept>
#include <string>

namespace pan {

// Base of everything the core throws on purpose; the bindings turn it into panparser.PanParserError.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A value handed to the core that does not fit, with what would; the bindings turn it into
// panparser.UsageError.
class UsageError : public Error {
 public:
  using Error::Error;
};

// Bad input data. `file` may be empty; `line` and `column` count from 1, 0 where unknown.
class InputError : public Error {
 public:
  InputError(std::string file_, std::size_t line_, std::size_t column_, std::string problem_, std::string remedy_)
      : Error(sentence(file_, line_, column_, problem_, remedy_)),
        file(std::move(file_)),
        line(line_),
        column(column_),
        problem(std::move(problem_)),
        remedy(std::move(remedy_)) {}

  std::string file;
  std::size_t line, column;
  std::string problem, remedy;

 private:
  static std::string sentence(const std::string& file, std::size_t line, std::size_t column, const std::string& problem,
                              const std::string& remedy) {
    std::string where = file;
    if (line) where += (where.empty() ? "line " : ":") + std::to_string(line);
    if (line && column) where += ":" + std::to_string(column);
    return (where.empty() ? "" : where + ": ") + problem + "; " + remedy;
  }
};

}  // namespace pan
