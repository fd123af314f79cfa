#include "models/perceptron.hpp"

#include <algorithm>

#include "error.hpp"
#include "models/kernels.hpp"

namespace pan {

namespace {
constexpr size_t INITIAL_SLOTS = size_t{1} << 16;
}

Perceptron::Perceptron(const Decisions& decisions, int vectors, int dimension)
    : slots_(INITIAL_SLOTS),
      mask_(INITIAL_SLOTS - 1),
      part_width_{decisions.width(0), decisions.classes() - decisions.width(0)},
      free_(17),
      dense_(vectors, dimension, decisions.classes()),
      dense_sums_(dense_.weights.size()) {
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
    __builtin_prefetch(&weights_[slots_[at].blocks[0].first]);
    __builtin_prefetch(&classes_[slots_[at].blocks[0].first]);
    rows[found++] = static_cast<uint32_t>(at);
  }
  return found;
}

size_t Perceptron::partial_size(int segment) const {
  return sizeof(float) * static_cast<size_t>(widths_[static_cast<size_t>(segment)]);
}

void Perceptron::sum(const uint32_t* rows, int count, int segment, void* partial) const {
  auto* scores = static_cast<float*>(partial);
  std::fill_n(scores, widths_[static_cast<size_t>(segment)], 0.0f);
  add(rows, count, segment, scores);
}

void Perceptron::score(const uint32_t* rows, int count, const void* const* partials, int partial_count, int segment,
                       float* scores) const {
  sum(rows, count, segment, scores);
  for (int i = 0; i < partial_count; ++i)
    add_floats(static_cast<const float*>(partials[i]), widths_[static_cast<size_t>(segment)], scores);
}

void Perceptron::add(const uint32_t* rows, int count, int segment, float* scores) const {
  const int part = segment > 0;
  const auto begin = static_cast<uint32_t>(offsets_[static_cast<size_t>(segment)] - (part ? part_width_[0] : 0));
  const auto width = static_cast<uint32_t>(widths_[static_cast<size_t>(segment)]);
  const double per_step = 1 / static_cast<double>(now_);
  for (int i = 0; i < count; ++i) {
    const Block& block = slots_[rows[i]].blocks[part];
    const float* weights = weights_.data() + block.first;
    const uint16_t* classes = classes_.data() + block.first;
    if (average_) {
      const double* sums = sums_.data() + block.first;
      for (uint32_t k = 0; k < block.count; ++k)
        if (const uint32_t cls = classes[k] - begin; cls < width)
          scores[cls] += weights[k] - static_cast<float>(sums[k] * per_step);
    } else if (block.log_capacity == DENSE) {
      add_floats(weights + begin, static_cast<int>(width), scores);
    } else {
      for (uint32_t k = 0; k < block.count; ++k)
        if (const uint32_t cls = classes[k] - begin; cls < width) scores[cls] += weights[k];
    }
  }
}

void Perceptron::update(const uint64_t* features, int count, int segment, int cls, float change) {
  const int part = segment > 0;
  const auto index = static_cast<uint16_t>(offsets_[static_cast<size_t>(segment)] - (part ? part_width_[0] : 0) + cls);
  for (int i = 0; i < count; ++i) {
    Slot* slot = is_closed_ ? look_up(features[i]) : &insert(features[i]);
    if (!slot) continue;
    const uint32_t at = weight_of(slot->blocks[part], part, index);
    weights_[at] += change;
    sums_[at] += static_cast<double>(change) * static_cast<double>(now_);
  }
}

void Perceptron::start_over(std::span<const uint64_t> features) {
  slots_ = BigVector<Slot>(INITIAL_SLOTS);
  mask_ = INITIAL_SLOTS - 1;
  used_ = 0;
  weights_.clear();
  classes_.clear();
  sums_.clear();
  for (auto& blocks : free_) blocks.clear();
  std::fill(dense_.weights.begin(), dense_.weights.end(), 0.0f);
  std::fill(dense_sums_.begin(), dense_sums_.end(), 0.0);
  now_ = 0;
  for (const uint64_t feature : features) insert(feature);
  is_closed_ = true;
}

Perceptron::Slot* Perceptron::look_up(uint64_t key) {
  uint64_t at = key & mask_;
  while (slots_[at].key != key && slots_[at].key != 0) at = (at + 1) & mask_;
  return slots_[at].key ? &slots_[at] : nullptr;
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
  BigVector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  mask_ = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (!slot.key) continue;
    uint64_t at = slot.key & mask_;
    while (slots_[at].key != 0) at = (at + 1) & mask_;
    slots_[at] = slot;
  }
}

uint32_t Perceptron::allocate(uint32_t capacity) {
  const size_t first = weights_.size();
  if (first + capacity > UINT32_MAX)
    throw Error("the model has more than 4 billion weights; use fewer features or less data");
  weights_.resize(first + capacity);
  classes_.resize(first + capacity);
  sums_.resize(first + capacity);
  return static_cast<uint32_t>(first);
}

uint32_t Perceptron::reuse_or_allocate(uint16_t log_capacity) {
  auto& reusable = free_[log_capacity];
  if (reusable.empty()) return allocate(1u << log_capacity);
  const uint32_t first = reusable.back();
  reusable.pop_back();
  return first;
}

uint32_t Perceptron::weight_of(Block& block, int part, uint16_t cls) {
  if (block.log_capacity == DENSE) return block.first + cls;
  for (uint32_t k = 0; k < block.count; ++k)
    if (classes_[block.first + k] == cls) return block.first + k;
  if (block.count == 0) {
    block = {reuse_or_allocate(0), 0, 0};
  } else if (block.count == 1u << block.log_capacity) {
    const Block old = block;
    const auto width = static_cast<uint16_t>(part_width_[part]);
    const auto move = [&](uint32_t from, uint32_t to, uint16_t as) {
      weights_[to] = weights_[from];
      sums_[to] = sums_[from];
      classes_[to] = as;
    };
    if (old.count >= 16 && old.count * 8 >= width) {
      block = {allocate(width), width, DENSE};
      for (uint16_t k = 0; k < width; ++k) classes_[block.first + k] = k;
      for (uint32_t k = 0; k < old.count; ++k) {
        const uint16_t of = classes_[old.first + k];
        move(old.first + k, block.first + of, of);
      }
    } else {
      block = {reuse_or_allocate(old.log_capacity + 1), old.count, static_cast<uint16_t>(old.log_capacity + 1)};
      for (uint32_t k = 0; k < old.count; ++k) move(old.first + k, block.first + k, classes_[old.first + k]);
    }
    free_[old.log_capacity].push_back(old.first);
    if (block.log_capacity == DENSE) return block.first + cls;
  }
  const uint32_t at = block.first + block.count++;
  weights_[at] = 0;
  sums_[at] = 0;
  classes_[at] = cls;
  return at;
}

Perceptron::State Perceptron::state() const {
  State out{{}, {}, now_, dense_sums_};
  out.table.dense = dense_.weights;
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
    for (uint32_t part = 0; part < 2; ++part) {
      const Block& block = slot->blocks[part];
      for (uint32_t k = 0; k < block.count; ++k) {
        const uint32_t at = block.first + k;
        if (weights_[at] != 0 || sums_[at] != 0)
          row.emplace_back(classes_[at] + part * static_cast<uint32_t>(part_width_[0]), at);
      }
    }
    std::sort(row.begin(), row.end());
    for (const auto& [cls, at] : row) {
      out.table.classes.push_back(static_cast<uint16_t>(cls));
      out.table.weights.push_back(weights_[at]);
      out.sums.push_back(sums_[at]);
    }
    out.table.keys.push_back(key);
    out.table.first.push_back(static_cast<uint32_t>(out.table.weights.size()));
  }
  return out;
}

void Perceptron::update(const float* const* vectors, int segment, int cls, float change) {
  for (int v = 0; v < dense_.vectors(); ++v)
    for (int d = 0; vectors[v] && d < dense_.dimension(); ++d) {
      const size_t at = dense_.at(v, d, offsets_[static_cast<size_t>(segment)] + cls);
      dense_.weights[at] += change * vectors[v][d];
      dense_sums_[at] += static_cast<double>(change) * vectors[v][d] * static_cast<double>(now_);
    }
}

std::vector<float> Perceptron::averaged_dense() const {
  std::vector<float> out = dense_.weights;
  for (size_t i = 0; i < out.size() && now_ > 0; ++i)
    out[i] -= static_cast<float>(dense_sums_[i] / static_cast<double>(now_));
  return out;
}

void Perceptron::use_average(bool average) {
  average_ = average;
  averaged_dense_ = dense_;
  averaged_dense_.weights = averaged_dense();
}

WeightTable Perceptron::averaged() const {
  const State now = state();
  WeightTable out;
  out.dense = averaged_dense();
  out.first.push_back(0);
  for (size_t i = 0; i < now.table.keys.size(); ++i) {
    for (uint32_t k = now.table.first[i]; k < now.table.first[i + 1]; ++k) {
      const double past = now_ > 0 ? now.sums[k] / static_cast<double>(now_) : 0;
      const float weight = now.table.weights[k] - static_cast<float>(past);
      if (weight == 0) continue;
      out.classes.push_back(now.table.classes[k]);
      out.weights.push_back(weight);
    }
    if (out.weights.size() == out.first.back()) continue;
    out.keys.push_back(now.table.keys[i]);
    out.first.push_back(static_cast<uint32_t>(out.weights.size()));
  }
  return out;
}

void Perceptron::restore(const State& state) {
  slots_.assign(INITIAL_SLOTS, Slot{});
  mask_ = INITIAL_SLOTS - 1;
  used_ = 0;
  weights_.clear();
  classes_.clear();
  sums_.clear();
  for (auto& list : free_) list.clear();
  const auto actions = static_cast<uint32_t>(part_width_[0]);
  for (size_t i = 0; i < state.table.keys.size(); ++i) {
    insert(state.table.keys[i]);  // also one whose weights have all gone back to 0
    for (uint32_t k = state.table.first[i]; k < state.table.first[i + 1]; ++k) {
      const uint32_t cls = state.table.classes[k];
      const int part = cls >= actions;
      const uint32_t at =
          weight_of(insert(state.table.keys[i]).blocks[part], part, static_cast<uint16_t>(cls - (part ? actions : 0)));
      weights_[at] = state.table.weights[k];
      sums_[at] = state.sums[k];
    }
  }
  now_ = state.now;
  if (state.table.dense.size() != dense_.weights.size() || state.dense_sums.size() != dense_sums_.size())
    throw Error("the weights are for other word vectors; start without them");
  dense_.weights = state.table.dense;
  dense_sums_ = state.dense_sums;
}

}  // namespace pan
