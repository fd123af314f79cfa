#include "models/linear.hpp"

namespace pan {

WeightTable WeightTable::pruned(const std::vector<uint32_t>& uses, uint32_t least) const {
  WeightTable out;
  out.first.push_back(0);
  out.dense = dense;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (uses[i] < least) continue;
    out.keys.push_back(keys[i]);
    out.classes.insert(out.classes.end(), classes.begin() + first[i], classes.begin() + first[i + 1]);
    out.weights.insert(out.weights.end(), weights.begin() + first[i], weights.begin() + first[i + 1]);
    out.first.push_back(static_cast<uint32_t>(out.weights.size()));
  }
  return out;
}

}  // namespace pan
