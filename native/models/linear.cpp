#include "models/linear.hpp"

#include <algorithm>
#include <numeric>

namespace pan {

WeightTable WeightTable::pruned(size_t rows) const {
  if (rows >= keys.size()) return *this;
  std::vector<float> ranges(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    float low = 0, high = 0;
    for (uint32_t e = first[i]; e < first[i + 1]; ++e) {
      low = std::min(low, weights[e]);
      high = std::max(high, weights[e]);
    }
    ranges[i] = high - low;
  }
  std::vector<uint32_t> chosen(keys.size());
  std::iota(chosen.begin(), chosen.end(), 0u);
  const auto wider = [&](uint32_t a, uint32_t b) { return ranges[a] != ranges[b] ? ranges[a] > ranges[b] : a < b; };
  std::nth_element(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(rows), chosen.end(), wider);
  chosen.resize(rows);
  std::sort(chosen.begin(), chosen.end());

  WeightTable out;
  out.first.push_back(0);
  out.dense = dense;
  for (const uint32_t i : chosen) {
    out.keys.push_back(keys[i]);
    out.classes.insert(out.classes.end(), classes.begin() + first[i], classes.begin() + first[i + 1]);
    out.weights.insert(out.weights.end(), weights.begin() + first[i], weights.begin() + first[i + 1]);
    out.first.push_back(static_cast<uint32_t>(out.weights.size()));
  }
  return out;
}

}  // namespace pan
