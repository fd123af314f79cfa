#include "features/attribute.hpp"

#include <cctype>

namespace pan {

namespace {

constexpr int MAX_AFFIX = 9, MAX_PREFIX_BITS = 63;

// The number that follows a prefix, such as the 3 of suf3; 0 if there is none from 1 to `most`, or no such prefix.
int number_after(const std::string& name, const std::string& prefix, int most) {
  const std::string digits = name.substr(0, prefix.size()) == prefix ? name.substr(prefix.size()) : "";
  if (digits.empty() || digits.size() > 2 || digits[0] == '0') return 0;
  int number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + (c - '0');
  }
  return number <= most ? number : 0;
}

// As Universal Dependencies names them: Case, Number, Number[psor].
bool is_feature_name(const std::string& name) {
  if (name.empty() || name[0] < 'A' || name[0] > 'Z') return false;
  size_t at = 1;
  while (at < name.size() && std::isalnum(static_cast<unsigned char>(name[at]))) ++at;
  if (at == name.size()) return true;
  if (name[at] != '[' || name.back() != ']' || at + 2 == name.size()) return false;
  for (++at; at + 1 < name.size(); ++at)
    if (!std::isalnum(static_cast<unsigned char>(name[at]))) return false;
  return true;
}

}  // namespace

std::optional<Attribute> find_attribute(const std::string& name) {
  if (name == "w") return Attribute{name, Attribute::Whole, FORM, 0, false, true, "words"};
  if (name == "lower") return Attribute{name, Attribute::Lower, FORM, 0, false, true, "words"};
  if (name == "e") return Attribute{name, Attribute::Whole, LEMMA, 0, false, true, "words"};
  if (name == "p") return Attribute{name, Attribute::Whole, UPOS, 0, true, false, "tags"};
  if (name == "x") return Attribute{name, Attribute::Whole, XPOS, 0, true, false, "tags"};
  if (name == "m") return Attribute{name, Attribute::Whole, FEATS, 0, false, false, "morphology"};
  if (name == "shape") return Attribute{name, Attribute::Shape, FORM, 0, false, true, "spelling"};
  if (name == "brown") return Attribute{name, Attribute::Cluster, FORM, 0, false, true, "clusters"};
  if (const int n = number_after(name, "pre", MAX_AFFIX))
    return Attribute{name, Attribute::Prefix, FORM, n, false, true, "spelling"};
  if (const int n = number_after(name, "suf", MAX_AFFIX))
    return Attribute{name, Attribute::Suffix, FORM, n, false, true, "spelling"};
  if (const int n = number_after(name, "brown", MAX_PREFIX_BITS))
    return Attribute{name, Attribute::Cluster, FORM, n, false, true, "clusters"};
  if (is_feature_name(name)) return Attribute{name, Attribute::Feature, FEATS, 0, true, false, "morphology"};
  return {};
}

const std::vector<AttributeName>& attribute_names() {
  static const std::vector<AttributeName> all{
      {"w", "form"},
      {"lower", "form in lower case"},
      {"e", "lemma"},
      {"p", "UPOS tag"},
      {"x", "XPOS tag"},
      {"m", "all morphological features"},
      {"Case", "one morphological feature, by its name"},
      {"pre3", "first characters of the form: pre1 to pre9"},
      {"suf3", "last characters of the form: suf1 to suf9"},
      {"shape", "what the form looks like"},
      {"brown", "Brown cluster"},
      {"brown4", "first bits of the Brown cluster: brown1 to brown63"},
  };
  return all;
}

}  // namespace pan
