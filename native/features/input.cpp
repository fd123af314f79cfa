#include "features/input.hpp"

#include "data/characters.hpp"
#include "features/hash.hpp"

namespace pan {

namespace {

// The value of one feature in a FEATS column such as "Case=Nom|Number=Sing"; empty if it is not there.
std::string_view feature(std::string_view column, std::string_view name) {
  for (size_t at = 0; at < column.size();) {
    const size_t end = std::min(column.find('|', at), column.size());
    const std::string_view entry = column.substr(at, end - at);
    if (entry.size() > name.size() && entry[name.size()] == '=' && entry.substr(0, name.size()) == name)
      return entry.substr(name.size() + 1);
    at = end + 1;
  }
  return {};
}

}  // namespace

uint64_t Input::value(const Attribute& attribute, std::string_view field, const Clusters& clusters, uint64_t seed) {
  scratch_.clear();
  switch (attribute.kind) {
    case Attribute::Whole:
      return hash_text(field, seed);
    case Attribute::Lower:
      append_lower(field, scratch_);
      return hash_text(scratch_, seed);
    case Attribute::Prefix:
      return hash_text(first_characters(field, attribute.length), seed);
    case Attribute::Suffix:
      return hash_text(last_characters(field, attribute.length), seed);
    case Attribute::Shape:
      append_shape(field, scratch_);
      return hash_text(scratch_, seed);
    case Attribute::Feature: {
      const std::string_view found = feature(field, attribute.name);
      return found.empty() ? 0 : hash_text(found, seed);
    }
    case Attribute::Cluster: {
      uint64_t path = clusters.path(field, scratch_);
      if (!path) return 0;
      if (attribute.length) path = Clusters::prefix(path, attribute.length);
      const uint64_t h = mix(path ^ mix(seed));
      return h ? h : 1;
    }
  }
  return 0;
}

void Input::read(const Sentence& sentence, const std::vector<Attribute>& attributes, const Clusters& clusters,
                 const Vectors& vectors) {
  words_ = sentence.size();
  const size_t stride = static_cast<size_t>(words_) + 3;
  values_.assign(stride * attributes.size(), 0);
  for (size_t k = 0; k < attributes.size(); ++k) {
    const Attribute& attribute = attributes[k];
    const std::string& name = attribute.name;
    const uint64_t seed = name.size() == 1 ? static_cast<unsigned char>(name[0]) : hash_text(name, 0);
    uint64_t* row = values_.data() + k * stride;
    row[0] = hash_text("ROOT", seed + 256);
    if (attribute.kind == Attribute::Whole)  // nearly always
      for (int w = 1; w <= words_; ++w) row[w] = hash_text(sentence.field(w, attribute.column), seed);
    else
      for (int w = 1; w <= words_; ++w) row[w] = value(attribute, sentence.field(w, attribute.column), clusters, seed);
    row[edge()] = hash_text("END", seed + 256);
  }
  if (vectors.empty()) return;
  vectors_.assign(stride, nullptr);
  for (int w = 1; w <= words_; ++w) vectors_[static_cast<size_t>(w)] = vectors.of(sentence.field(w, FORM), scratch_);
}

}  // namespace pan
