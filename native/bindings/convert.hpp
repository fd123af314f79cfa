// Python values into native ones, with our own errors. Every binding that takes a list goes through here:
// nanobind's own conversion turns a None in a list of sentences into a null pointer.
#pragma once
#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "data/sentence.hpp"

namespace pan {

// All throw UsageError; `name` is what the message calls the argument.
std::string to_utf8(nanobind::handle value, const char* name);
std::vector<std::string> to_strings(nanobind::handle values, const char* name);
std::vector<std::string> to_heads(nanobind::handle values);  // as the HEAD column writes them: None is "_"
std::vector<SentencePtr> to_sentences(nanobind::handle values);

}  // namespace pan
