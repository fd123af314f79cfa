#include "models/packed.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"

namespace pan {

namespace {

// A row of the pool: per segment the number of its entries, then per segment the entries, each a class and a weight; or, where
// that is shorter, DENSE and all weights of the segment in order.
constexpr uint16_t DENSE = 0xffff;
constexpr double LOAD = 0.6;

size_t home(uint64_t hash, size_t slots) {
  return static_cast<size_t>((static_cast<uint64_t>(static_cast<uint32_t>(hash)) * slots) >> 32);
}
uint32_t check(uint64_t hash) { return static_cast<uint32_t>(hash >> 32) | 1; }
size_t entry_size(uint16_t count, int width) { return count == DENSE ? static_cast<size_t>(width) : 2u * count; }

}  // namespace

PackedModel::Arrays PackedModel::pack(const WeightTable& table, const Decisions& decisions) {
  float largest = 0;
  for (const float w : table.weights) largest = std::max(largest, std::fabs(w));
  const float scale = largest > 0 ? 32767.0f / largest : 1.0f;
  const auto quantise = [&](float w) { return static_cast<int16_t>(std::lround(w * scale)); };

  const bool inline_actions = decisions.width(0) <= INLINE;
  const int first_segment = inline_actions ? 1 : 0;
  std::vector<int> offsets;
  for (int s = 0, offset = 0; s < decisions.segments(); offset += decisions.width(s++)) offsets.push_back(offset);

  Arrays out;
  const size_t wanted = static_cast<size_t>(static_cast<double>(table.keys.size()) / LOAD) + 8;
  out.slots.resize(wanted);
  std::vector<std::vector<std::pair<uint16_t, int16_t>>> row(static_cast<size_t>(decisions.segments()));
  for (size_t i = 0; i < table.keys.size(); ++i) {
    Slot slot;
    slot.check = check(table.keys[i]);
    for (auto& segment : row) segment.clear();
    bool in_pool = false;
    for (uint32_t k = table.first[i]; k < table.first[i + 1]; ++k) {
      const int cls = table.classes[k];
      const int16_t w = quantise(table.weights[k]);
      if (w == 0) continue;
      const auto s = static_cast<size_t>(std::upper_bound(offsets.begin(), offsets.end(), cls) - offsets.begin() - 1);
      if (s == 0 && inline_actions) {
        slot.actions[cls] = w;
      } else {
        row[s].emplace_back(static_cast<uint16_t>(cls - offsets[s]), w);
        in_pool = true;
      }
    }
    if (in_pool) {
      slot.row = static_cast<uint32_t>(out.pool.size()) + 1;
      for (int s = first_segment; s < decisions.segments(); ++s) {
        const auto count = row[static_cast<size_t>(s)].size();
        out.pool.push_back(2 * count > static_cast<size_t>(decisions.width(s)) ? DENSE : static_cast<uint16_t>(count));
      }
      const size_t header = out.pool.size() - static_cast<size_t>(decisions.segments() - first_segment);
      for (int s = first_segment; s < decisions.segments(); ++s) {
        const auto& entries = row[static_cast<size_t>(s)];
        if (out.pool[header + static_cast<size_t>(s - first_segment)] == DENSE) {
          const size_t at = out.pool.size();
          out.pool.resize(at + static_cast<size_t>(decisions.width(s)), 0);
          for (const auto& [cls, w] : entries) out.pool[at + cls] = static_cast<uint16_t>(w);
        } else {
          for (const auto& [cls, w] : entries) {
            out.pool.push_back(cls);
            out.pool.push_back(static_cast<uint16_t>(w));
          }
        }
      }
    }
    size_t at = home(table.keys[i], wanted);
    while (out.slots[at].check != 0) at = at + 1 == wanted ? 0 : at + 1;
    out.slots[at] = slot;
  }
  return out;
}

PackedModel::PackedModel(const Decisions& decisions, std::span<const Slot> slots, std::span<const uint16_t> pool,
                         std::shared_ptr<const void> owner)
    : decisions_(decisions),
      inline_actions_(decisions.width(0) <= INLINE),
      pool_segments_(decisions.segments() - (inline_actions_ ? 1 : 0)),
      slots_(slots),
      pool_(pool),
      owner_(std::move(owner)) {
  // Whatever the file says, find() must end and score() must stay inside the pool.
  const auto bad = [](const char* what) { throw Error(std::string("the weights are damaged (") + what + "); train or fetch the model again"); };
  if (slots_.empty()) bad("no slots");
  if (std::none_of(slots_.begin(), slots_.end(), [](const Slot& s) { return s.check == 0; })) bad("no free slot");
  for (const Slot& slot : slots_) {
    if (slot.row == 0) continue;
    size_t at = slot.row - 1 + static_cast<size_t>(pool_segments_);
    if (at > pool_.size()) bad("row outside the pool");
    for (int s = 0; s < pool_segments_; ++s) {
      const uint16_t count = pool_[slot.row - 1 + static_cast<size_t>(s)];
      const int width = segment_width(s + (inline_actions_ ? 1 : 0));
      const size_t size = entry_size(count, width);
      if (at + size > pool_.size()) bad("row outside the pool");
      if (count != DENSE)
        for (size_t k = 0; k < count; ++k)
          if (pool_[at + 2 * k] >= width) bad("class out of range");
      at += size;
    }
  }
}

int PackedModel::find(const uint64_t* features, int count, uint32_t* rows) const {
  uint32_t at[512];
  const size_t size = slots_.size();
  const Slot* slots = slots_.data();
  for (int i = 0; i < count; ++i) {
    at[i] = static_cast<uint32_t>(home(features[i], size));
    __builtin_prefetch(slots + at[i]);
  }
  int found = 0;
  for (int i = 0; i < count; ++i) {
    const uint32_t wanted = check(features[i]);
    size_t k = at[i];
    while (slots[k].check != wanted && slots[k].check != 0) k = k + 1 == size ? 0 : k + 1;
    rows[found] = static_cast<uint32_t>(k);
    found += slots[k].check != 0;
  }
  return found;
}

void PackedModel::score(const uint32_t* rows, int count, int segment, float* scores) const {
  if (segment == 0 && inline_actions_) {
    int32_t sum[INLINE] = {};
    for (int i = 0; i < count; ++i)
      for (int a = 0; a < INLINE; ++a) sum[a] += slots_[rows[i]].actions[a];
    for (int a = 0; a < segment_width(0); ++a) scores[a] += static_cast<float>(sum[a]);
    return;
  }
  const uint16_t* pool = pool_.data();
  const int index = segment - (inline_actions_ ? 1 : 0);  // within a row of the pool
  const int width = segment_width(segment);
  for (int i = 0; i < count; ++i)
    if (const uint32_t row = slots_[rows[i]].row) __builtin_prefetch(pool + row - 1);
  int32_t sum[4096];
  std::fill_n(sum, width, 0);
  for (int i = 0; i < count; ++i) {
    const uint32_t row = slots_[rows[i]].row;
    if (!row) continue;
    const uint16_t* counts = pool + row - 1;
    const uint16_t* entry = counts + pool_segments_;
    for (int s = 0; s < index; ++s) entry += entry_size(counts[s], segment_width(s + (inline_actions_ ? 1 : 0)));
    if (counts[index] == DENSE) {
      for (int k = 0; k < width; ++k) sum[k] += static_cast<int16_t>(entry[k]);
    } else {
      for (int k = 0; k < counts[index]; ++k) sum[entry[2 * k]] += static_cast<int16_t>(entry[2 * k + 1]);
    }
  }
  for (int k = 0; k < width; ++k) scores[k] += static_cast<float>(sum[k]);
}

}  // namespace pan
