// What templates can ask of a word as it stands in the sentence, by name. Such a value does not change while a sentence
// is parsed.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "data/sentence.hpp"

namespace pan {

struct Attribute {
  enum Kind { Whole, Lower, Prefix, Suffix, Shape, Feature, Cluster };

  std::string name;  // as templates write it
  Kind kind;
  Column column;
  int length = 0;           // of Prefix, Suffix and Cluster; 0 for the whole path of a cluster
  bool few_values = false;  // a closed set, such as tags
  bool lexical = false;     // tells words apart that have the same tags
  const char* topic = "";   // what it is about: "words", "tags", …

  bool operator==(const Attribute& other) const { return name == other.name; }
};

// Nothing if there is no attribute of that name.
std::optional<Attribute> find_attribute(const std::string& name);

// All names, with what they mean; pre3, suf3, brown4 and Case stand for others like them.
struct AttributeName {
  const char *name, *meaning;
};
const std::vector<AttributeName>& attribute_names();

}  // namespace pan
