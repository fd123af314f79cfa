#include "features/clusters.hpp"

#include <algorithm>
#include <bit>

#include "error.hpp"

namespace pan {

Clusters::Clusters(std::vector<uint64_t> keys, std::vector<uint64_t> paths)
    : words_(std::move(keys)), paths_(std::move(paths)) {
  if (words_.size() != paths_.size() || std::count(paths_.begin(), paths_.end(), uint64_t{0}))
    throw Error("the clusters are damaged; train or fetch the model again");
}

uint64_t Clusters::prefix(uint64_t path, int bits) {
  const int length = static_cast<int>(std::bit_width(path)) - 1;
  return length > bits ? path >> (length - bits) : path;
}

}  // namespace pan
