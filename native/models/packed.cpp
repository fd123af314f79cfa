#include "models/packed.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "error.hpp"
#include "models/kernels.hpp"

namespace pan {

namespace {

constexpr double LOAD = 0.6;
constexpr size_t BUCKET = 4;     // slots in a cache line
constexpr int NARROW = 4;        // weights in a slot
constexpr size_t UNIT = 16;      // bytes; rows of the pool begin at multiples
constexpr int LAYERS = 8;        // at most, of a dense row
constexpr uint32_t SPARSE = 15;  // kind of a row: none (0), dense (number of layers), or sparse
constexpr size_t SPARSE_ENTRIES = 8;
constexpr int LARGEST = 127;  // in one layer

constexpr int MAX_LENGTH = 16384;  // of a dense row

struct Entry {
  uint16_t place;  // in a dense row
  int16_t weight;
};
constexpr size_t SPARSE_BYTES = SPARSE_ENTRIES * sizeof(Entry);

size_t home(uint64_t hash, size_t slots) {  // first slot of a bucket
  return static_cast<size_t>((static_cast<uint64_t>(static_cast<uint32_t>(hash)) * (slots / BUCKET)) >> 32) * BUCKET;
}
uint32_t check(uint64_t hash) { return static_cast<uint32_t>(hash >> 32) | 1; }
uint32_t kind(uint32_t row) { return row & 15; }
size_t offset(uint32_t row) { return static_cast<size_t>(row >> 4) * UNIT; }

bool is_narrow(const Decisions& decisions) { return decisions.width(0) <= NARROW; }

// Each segment of the pool begins at a multiple of the vector length.
std::vector<int> layout(const Decisions& decisions) {
  std::vector<int> first{0};
  for (int s = 0; s < decisions.segments(); ++s) {
    const int width = s == 0 && is_narrow(decisions) ? 0 : decisions.width(s);
    first.push_back(first.back() + (width + VECTOR - 1) / VECTOR * VECTOR);
  }
  if (first.back() > MAX_LENGTH)
    throw UsageError("there are too many labels for this system; use fewer, or labels=\"none\"");
  return first;
}

float safe_scale(const WeightTable& table, int classes, int features) {
  std::vector<std::vector<float>> sizes(static_cast<size_t>(classes));
  for (size_t k = 0; k < table.weights.size(); ++k) sizes[table.classes[k]].push_back(std::fabs(table.weights[k]));
  double largest_sum = 0, largest = 0;
  for (auto& of_class : sizes) {
    const auto n = std::min(of_class.size(), static_cast<size_t>(features));
    std::partial_sort(of_class.begin(), of_class.begin() + static_cast<long>(n), of_class.end(), std::greater<>());
    double sum = 0;
    for (size_t k = 0; k < n; ++k) sum += of_class[k];
    largest_sum = std::max(largest_sum, sum);
    if (n) largest = std::max<double>(largest, of_class[0]);
  }
  if (largest_sum == 0) return 1;
  // Rounding adds at most 1/2 for each feature.
  return static_cast<float>(std::min((32767.0 - features) / largest_sum, 1.0 * LAYERS * LARGEST / largest));
}

// Appends a row to the pool and returns its place and kind.
uint32_t append(const std::vector<Entry>& entries, size_t length, std::vector<int8_t>& pool) {
  const size_t at = pool.size();
  if (at / UNIT >= (size_t{1} << 28)) throw Error("the model is too large; prune more, or use fewer features");
  if (entries.size() <= SPARSE_ENTRIES) {
    Entry record[SPARSE_ENTRIES] = {};
    std::copy(entries.begin(), entries.end(), record);
    pool.resize(at + SPARSE_BYTES);
    std::memcpy(&pool[at], record, SPARSE_BYTES);
    return static_cast<uint32_t>(at / UNIT) << 4 | SPARSE;
  }
  int largest = 1;
  for (const Entry& e : entries) largest = std::max(largest, std::abs(e.weight));
  const int layers = (largest + LARGEST - 1) / LARGEST;
  pool.resize(at + static_cast<size_t>(layers) * length, 0);
  for (const Entry& e : entries)
    for (int layer = 0, rest = e.weight; rest != 0; ++layer) {
      const int part = std::clamp(rest, -LARGEST, LARGEST);
      pool[at + static_cast<size_t>(layer) * length + e.place] = static_cast<int8_t>(part);
      rest -= part;
    }
  return static_cast<uint32_t>(at / UNIT) << 4 | static_cast<uint32_t>(layers);
}

}  // namespace

PackedModel::Arrays PackedModel::pack(const WeightTable& table, const Decisions& decisions, int features) {
  const float scale = safe_scale(table, decisions.classes(), features);
  const bool narrow = is_narrow(decisions);
  const auto first = layout(decisions);
  std::vector<int> place;  // of each class in a dense row
  for (int s = 0; s < decisions.segments(); ++s)
    for (int k = 0; k < decisions.width(s); ++k) place.push_back(first[static_cast<size_t>(s)] + k);

  Arrays out;
  const auto buckets = static_cast<size_t>(static_cast<double>(table.keys.size()) / LOAD / BUCKET) + 2;
  out.slots.resize(buckets * BUCKET);
  std::vector<Entry> entries;
  for (size_t i = 0; i < table.keys.size(); ++i) {
    Slot slot;
    slot.check = check(table.keys[i]);
    entries.clear();
    bool action_found = false;
    for (uint32_t k = table.first[i]; k < table.first[i + 1]; ++k) {
      const size_t cls = table.classes[k];
      const auto w = static_cast<int16_t>(std::lround(table.weights[k] * scale));
      if (w == 0) continue;
      if (narrow && cls < static_cast<size_t>(decisions.width(0))) {
        slot.weights[cls] = w;
        action_found = true;
      } else {
        entries.push_back({static_cast<uint16_t>(place[cls]), w});
      }
    }
    if (entries.empty() && !action_found) continue;  // rounded away
    const bool in_slot = !narrow && entries.size() <= 2 && entries.back().place < decisions.width(0);
    if (in_slot) {
      for (size_t k = 0; k < entries.size(); ++k) {
        slot.weights[2 * k] = static_cast<int16_t>(entries[k].place);
        slot.weights[2 * k + 1] = entries[k].weight;
      }
    } else if (!entries.empty()) {
      slot.row = append(entries, static_cast<size_t>(first.back()), out.pool);
    }
    size_t at = home(table.keys[i], out.slots.size());
    while (out.slots[at].check != 0) at = at + 1 == out.slots.size() ? 0 : at + 1;
    out.slots[at] = slot;
  }
  out.pool.resize(out.pool.size() + SPARSE_BYTES);  // never empty: prefetching asks for row 0 where there is none
  return out;
}

PackedModel::PackedModel(const Decisions& decisions, std::span<const Slot> slots, std::span<const int8_t> pool)
    : decisions_(decisions),
      narrow_(is_narrow(decisions)),
      first_(layout(decisions)),
      slots_(slots.begin(), slots.end()),
      pool_(pool.begin(), pool.end()) {
  check_arrays();
}

// Whatever the file says, find() must end and score() must stay inside the arrays.
void PackedModel::check_arrays() const {
  const auto require = [](bool good, const char* what) {
    if (!good) throw Error(std::string("the weights are damaged (") + what + "); train or fetch the model again");
  };
  require(slots_.size() >= BUCKET && slots_.size() % BUCKET == 0 && slots_.size() < UINT32_MAX, "size of the table");
  const auto length = static_cast<size_t>(first_.back());
  bool free = false;
  for (size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    free |= i % BUCKET == BUCKET - 1 && slot.check == 0;
    if (!narrow_)
      require(static_cast<uint16_t>(slot.weights[0]) < decisions_.width(0) &&
                  static_cast<uint16_t>(slot.weights[2]) < decisions_.width(0),
              "class out of range");
    if (kind(slot.row) == SPARSE) {
      require(offset(slot.row) + SPARSE_BYTES <= pool_.size(), "row outside the pool");
      const auto* record = reinterpret_cast<const Entry*>(pool_.data() + offset(slot.row));
      for (size_t k = 0; k < SPARSE_ENTRIES; ++k)
        require(record[k].place < std::max<size_t>(length, 1), "class out of range");
    } else {
      require(kind(slot.row) <= LAYERS, "kind of a row");
      require(offset(slot.row) + kind(slot.row) * length <= pool_.size(), "row outside the pool");
    }
  }
  require(free, "no free slot");
}

void PackedModel::prefetch(const uint64_t* features, int count) const {
  for (int i = 0; i < count; ++i) __builtin_prefetch(slots_.data() + home(features[i], slots_.size()));
}

int PackedModel::find(const uint64_t* features, int count, uint32_t* rows) const {
  const size_t size = slots_.size();
  const Slot* slots = slots_.data();
  int found = 0;
  for (int i = 0; i < count; ++i) {
    const uint32_t wanted = check(features[i]);
    size_t at = home(features[i], size);
    while (true) {
      const Slot* b = slots + at;
      const unsigned hits = (b[0].check == wanted) | (b[1].check == wanted) << 1 | (b[2].check == wanted) << 2 |
                            (b[3].check == wanted) << 3;
      const size_t hit = at + static_cast<size_t>(std::countr_zero(hits | 8u));
      rows[found] = static_cast<uint32_t>(hit);
      found += hits != 0;
      const int8_t* row = pool_.data() + offset(slots[hit].row);
      __builtin_prefetch(row);
      __builtin_prefetch(row + 64);
      if (hits || b[3].check == 0) break;  // slots of a bucket are filled from the first
      at = at + BUCKET == size ? 0 : at + BUCKET;
    }
  }
  return found;
}

void PackedModel::score(const uint32_t* rows, int count, int segment, float* scores) const {
  const int width = decisions_.width(segment);
  const Slot* slots = slots_.data();
  if (segment == 0 && narrow_) {
    int16_t sum[NARROW] = {};
    for (int i = 0; i < count; ++i)
      for (int a = 0; a < NARROW; ++a) sum[a] = static_cast<int16_t>(sum[a] + slots[rows[i]].weights[a]);
    for (int a = 0; a < width; ++a) scores[a] += sum[a];
    return;
  }

  // Sort the rows by kind without branching on them.
  const int8_t* dense[MAX_FEATURES * LAYERS];
  const Entry* sparse[MAX_FEATURES];
  int dense_count = 0, sparse_count = 0;
  const int length = first_.back(), first = first_[static_cast<size_t>(segment)];
  alignas(32) int16_t single[MAX_LENGTH];  // from slots and sparse records, by place in a row
  std::fill_n(single, length, int16_t{0});
  for (int i = 0; i < count; ++i) {
    const Slot& slot = slots[rows[i]];
    const int8_t* row = pool_.data() + offset(slot.row);
    const uint32_t what = kind(slot.row);
    sparse[sparse_count] = reinterpret_cast<const Entry*>(row);
    sparse_count += what == SPARSE;
    dense[dense_count] = row + first;
    dense_count += (what != SPARSE) & (what != 0);
    for (uint32_t layer = 1; layer < (what == SPARSE ? 0 : what); ++layer)
      dense[dense_count++] = row + first + static_cast<int>(layer) * length;
    if (!narrow_) {  // weight 0 where the slot has none
      int16_t& a = single[static_cast<uint16_t>(slot.weights[0])];
      a = static_cast<int16_t>(a + slot.weights[1]);
      int16_t& b = single[static_cast<uint16_t>(slot.weights[2])];
      b = static_cast<int16_t>(b + slot.weights[3]);
    }
  }
  for (int i = 0; i < sparse_count; ++i)
    for (size_t k = 0; k < SPARSE_ENTRIES; ++k) {
      int16_t& to = single[sparse[i][k].place];
      to = static_cast<int16_t>(to + sparse[i][k].weight);
    }
  alignas(32) int16_t sum[Decisions::MAX_WIDTH + VECTOR];
  add_rows(dense, dense_count, (width + VECTOR - 1) / VECTOR, sum);
  for (int k = 0; k < width; ++k) scores[k] += static_cast<float>(sum[k] + single[first + k]);
}

}  // namespace pan
