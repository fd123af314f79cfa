#include "models/perceptron.hpp"

#include <algorithm>

namespace pan {

namespace {
constexpr size_t INITIAL_SLOTS = size_t{1} << 16;
}

Perceptron::Perceptron(const Decisions& decisions) : slots_(INITIAL_SLOTS), mask_(INITIAL_SLOTS - 1), free_(17) {
  int offset = 0;
  for (int s = 0; s < decisions.segments(); ++s) {
    offsets_.push_back(offset);
    widths_.push_back(decisions.width(s));
    offset += decisions.width(s);
  }
}

void Perceptron::prefetch(const uint64_t* features, int count) const {
  for (int i = 0; i < count; ++i) __builtin_prefetch(&slots_[features[i] & mask_]);
}

int Perceptron::find(const uint64_t* features, int count, uint32_t* rows) const {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    uint64_t at = features[i] & mask_;
    while (slots_[at].key != features[i] && slots_[at].key != 0) at = (at + 1) & mask_;
    if (slots_[at].key == 0) continue;
    __builtin_prefetch(&entries_[slots_[at].blocks[0].first]);
    rows[found++] = static_cast<uint32_t>(at);
  }
  return found;
}

void Perceptron::score(const uint32_t* rows, int count, int segment, float* scores) const {
  const int offset = offsets_[static_cast<size_t>(segment)];
  const auto width = static_cast<uint32_t>(widths_[static_cast<size_t>(segment)]);
  const bool label = segment > 0;
  if (label)
    for (int i = 0; i < count; ++i) __builtin_prefetch(&entries_[slots_[rows[i]].blocks[1].first]);
  for (int i = 0; i < count; ++i) {
    const Block& block = slots_[rows[i]].blocks[label];
    const Entry* entry = entries_.data() + block.first;
    if (average_) {
      for (uint32_t k = 0; k < block.count; ++k) {
        const uint32_t cls = entry[k].cls - static_cast<uint32_t>(offset);
        if (cls < width)
          scores[cls] += entry[k].weight - static_cast<float>(sums_[block.first + k] / static_cast<double>(now_));
      }
    } else if (label) {
      for (uint32_t k = 0; k < block.count; ++k) {
        const uint32_t cls = entry[k].cls - static_cast<uint32_t>(offset);
        if (cls < width) scores[cls] += entry[k].weight;
      }
    } else {
      for (uint32_t k = 0; k < block.count; ++k) scores[entry[k].cls] += entry[k].weight;
    }
  }
}

void Perceptron::update(const uint64_t* features, int count, int segment, int cls, float change) {
  const auto index = static_cast<uint32_t>(offsets_[static_cast<size_t>(segment)] + cls);
  for (int i = 0; i < count; ++i) {
    Entry& e = entry(insert(features[i]).blocks[segment > 0], index);
    e.weight += change;
    sums_[static_cast<size_t>(&e - entries_.data())] += static_cast<double>(change) * static_cast<double>(now_);
  }
}

Perceptron::Slot& Perceptron::insert(uint64_t key) {
  uint64_t at = key & mask_;
  while (slots_[at].key != key && slots_[at].key != 0) at = (at + 1) & mask_;
  if (slots_[at].key == key) return slots_[at];
  if (++used_ * 3 > slots_.size() * 2) {
    grow();
    at = key & mask_;
    while (slots_[at].key != 0) at = (at + 1) & mask_;
  }
  slots_[at].key = key;
  return slots_[at];
}

void Perceptron::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  mask_ = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (!slot.key) continue;
    uint64_t at = slot.key & mask_;
    while (slots_[at].key != 0) at = (at + 1) & mask_;
    slots_[at] = slot;
  }
}

uint32_t Perceptron::allocate(int log_capacity) {
  auto& reusable = free_[static_cast<size_t>(log_capacity)];
  if (!reusable.empty()) {
    const uint32_t first = reusable.back();
    reusable.pop_back();
    return first;
  }
  const auto first = static_cast<uint32_t>(entries_.size());
  entries_.resize(entries_.size() + (size_t{1} << log_capacity));
  sums_.resize(entries_.size());
  return first;
}

Perceptron::Entry& Perceptron::entry(Block& block, uint32_t cls) {
  for (uint32_t k = 0; k < block.count; ++k)
    if (entries_[block.first + k].cls == cls) return entries_[block.first + k];
  if (block.count == 0) {
    block.log_capacity = 0;
    block.first = allocate(0);
  } else if (block.count == 1u << block.log_capacity) {
    const uint32_t first = allocate(block.log_capacity + 1);
    std::copy_n(entries_.begin() + block.first, block.count, entries_.begin() + first);
    std::copy_n(sums_.begin() + block.first, block.count, sums_.begin() + first);
    free_[block.log_capacity].push_back(block.first);
    block.first = first;
    ++block.log_capacity;
  }
  const size_t at = block.first + block.count++;
  entries_[at] = {0, cls};
  sums_[at] = 0;
  return entries_[at];
}

Perceptron::State Perceptron::state() const {
  State out{{}, {}, now_};
  std::vector<std::pair<uint64_t, const Slot*>> order;
  order.reserve(used_);
  for (const Slot& slot : slots_)
    if (slot.key) order.emplace_back(slot.key, &slot);
  std::sort(order.begin(), order.end());
  out.table.keys.reserve(used_);
  out.table.first.reserve(used_ + 1);
  out.table.first.push_back(0);
  std::vector<std::pair<uint32_t, uint32_t>> row;
  for (const auto& [key, slot] : order) {
    row.clear();
    for (const Block& block : slot->blocks)
      for (uint32_t k = 0; k < block.count; ++k) row.emplace_back(entries_[block.first + k].cls, block.first + k);
    std::sort(row.begin(), row.end());
    for (const auto& [cls, at] : row) {
      out.table.classes.push_back(static_cast<uint16_t>(cls));
      out.table.weights.push_back(entries_[at].weight);
      out.sums.push_back(sums_[at]);
    }
    out.table.keys.push_back(key);
    out.table.first.push_back(static_cast<uint32_t>(out.table.weights.size()));
  }
  return out;
}

WeightTable Perceptron::averaged() const {
  State now = state();
  for (size_t k = 0; k < now.sums.size() && now_ > 0; ++k)
    now.table.weights[k] -= static_cast<float>(now.sums[k] / static_cast<double>(now_));
  return now.table.pruned(0);
}

void Perceptron::restore(const State& state) {
  slots_.assign(INITIAL_SLOTS, Slot{});
  mask_ = INITIAL_SLOTS - 1;
  used_ = 0;
  entries_.clear();
  sums_.clear();
  for (auto& list : free_) list.clear();
  const auto actions = static_cast<uint32_t>(widths_[0]);
  for (size_t i = 0; i < state.table.keys.size(); ++i)
    for (uint32_t k = state.table.first[i]; k < state.table.first[i + 1]; ++k) {
      const uint32_t cls = state.table.classes[k];
      Entry& e = entry(insert(state.table.keys[i]).blocks[cls >= actions], cls);
      e.weight = state.table.weights[k];
      sums_[static_cast<size_t>(&e - entries_.data())] = state.sums[k];
    }
  now_ = state.now;
}

}  // namespace pan
