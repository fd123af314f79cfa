#include "models/linear.hpp"

#include <cmath>

namespace pan {

WeightTable WeightTable::pruned(float threshold) const {
  WeightTable out;
  out.first.push_back(0);
  for (size_t i = 0; i < keys.size(); ++i) {
    for (uint32_t k = first[i]; k < first[i + 1]; ++k)
      if (weights[k] != 0 && std::fabs(weights[k]) >= threshold) {
        out.classes.push_back(classes[k]);
        out.weights.push_back(weights[k]);
      }
    if (out.weights.size() == out.first.back()) continue;
    out.keys.push_back(keys[i]);
    out.first.push_back(static_cast<uint32_t>(out.weights.size()));
  }
  return out;
}

}  // namespace pan
