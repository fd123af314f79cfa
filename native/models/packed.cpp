#include "models/packed.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "error.hpp"

namespace pan {

namespace {

constexpr double LOAD = 0.6;
constexpr size_t BUCKET = 4;  // slots in a cache line
constexpr int NARROW = 4;     // weights in a slot
constexpr int LANE = 8;       // weights in a vector register that every processor has
constexpr int HEADER = 4;     // a row of the pool begins with 64 bits that say which blocks follow
constexpr int MAX_BLOCKS = 64;

size_t home(uint64_t hash, size_t slots) {  // first slot of a bucket
  return static_cast<size_t>((static_cast<uint64_t>(static_cast<uint32_t>(hash)) * (slots / BUCKET)) >> 32) * BUCKET;
}
uint32_t check(uint64_t hash) { return static_cast<uint32_t>(hash >> 32) | 1; }
uint64_t read_mask(const int16_t* row) {
  uint64_t mask;
  std::memcpy(&mask, row, sizeof mask);
  return mask;
}

bool is_narrow(const Decisions& decisions) { return decisions.width(0) <= NARROW; }

// Segments that stand in the pool are cut into blocks of `block` classes, each segment beginning with a new
// one.
std::vector<int> first_blocks(const Decisions& decisions, int block) {
  std::vector<int> first{0};
  for (int s = 0; s < decisions.segments(); ++s)
    first.push_back(first.back() + (s == 0 && is_narrow(decisions) ? 0 : (decisions.width(s) + block - 1) / block));
  return first;
}

int block_size(const Decisions& decisions) {
  int block = LANE;
  while (first_blocks(decisions, block).back() > MAX_BLOCKS) block *= 2;
  return block;
}

// No sum of `features` weights of one class can leave the range of int16 at this scale.
float safe_scale(const WeightTable& table, int classes, int features) {
  std::vector<std::vector<float>> sizes(static_cast<size_t>(classes));
  for (size_t k = 0; k < table.weights.size(); ++k) sizes[table.classes[k]].push_back(std::fabs(table.weights[k]));
  double largest = 0;
  for (auto& of_class : sizes) {
    const auto n = std::min(of_class.size(), static_cast<size_t>(features));
    std::partial_sort(of_class.begin(), of_class.begin() + static_cast<long>(n), of_class.end(), std::greater<>());
    double sum = 0;
    for (size_t k = 0; k < n; ++k) sum += of_class[k];
    largest = std::max(largest, sum);
  }
  return largest > 0 ? static_cast<float>((32767.0 - features) / largest) : 1.0f;  // rounding adds at most 1/2 each
}

}  // namespace

PackedModel::Arrays PackedModel::pack(const WeightTable& table, const Decisions& decisions, int features) {
  const float scale = safe_scale(table, decisions.classes(), features);
  const bool narrow = is_narrow(decisions);
  const int block = block_size(decisions);
  const auto first_block = first_blocks(decisions, block);
  std::vector<int> place;  // of each class in a dense row of the pool; NARROW classes have none
  for (int s = 0; s < decisions.segments(); ++s)
    for (int k = 0; k < decisions.width(s); ++k)
      place.push_back(s == 0 && narrow ? NONE : first_block[static_cast<size_t>(s)] * block + k);

  Arrays out;
  const auto buckets = static_cast<size_t>(static_cast<double>(table.keys.size()) / LOAD / BUCKET) + 2;
  out.slots.resize(buckets * BUCKET);
  std::vector<int16_t> dense(static_cast<size_t>(first_block.back() * block));
  std::vector<std::pair<int, int16_t>> entries;
  for (size_t i = 0; i < table.keys.size(); ++i) {
    Slot slot;
    slot.check = check(table.keys[i]);
    entries.clear();
    for (uint32_t k = table.first[i]; k < table.first[i + 1]; ++k) {
      const int cls = table.classes[k];
      const auto w = static_cast<int16_t>(std::lround(table.weights[k] * scale));
      if (narrow && cls < decisions.width(0))
        slot.weights[cls] = w;
      else if (w != 0)
        entries.emplace_back(cls, w);
    }
    const bool fits = !narrow && entries.size() <= 2 && std::all_of(entries.begin(), entries.end(), [&](const auto& e) {
      return e.first < decisions.width(0);
    });
    if (fits) {
      for (size_t k = 0; k < entries.size(); ++k) {
        slot.weights[2 * k] = static_cast<int16_t>(entries[k].first);
        slot.weights[2 * k + 1] = entries[k].second;
      }
    } else if (!entries.empty()) {
      std::fill(dense.begin(), dense.end(), int16_t{0});
      uint64_t mask = 0;
      for (const auto& [cls, w] : entries) {
        const int at = place[static_cast<size_t>(cls)];
        dense[static_cast<size_t>(at)] = w;
        mask |= uint64_t{1} << (at / block);
      }
      slot.row = static_cast<uint32_t>(out.pool.size()) + 1;
      out.pool.resize(out.pool.size() + HEADER);
      std::memcpy(&out.pool[out.pool.size() - HEADER], &mask, sizeof mask);
      for (; mask; mask &= mask - 1) {
        const auto begin = dense.begin() + std::countr_zero(mask) * block;
        out.pool.insert(out.pool.end(), begin, begin + block);
      }
    }
    size_t at = home(table.keys[i], out.slots.size());
    while (out.slots[at].check != 0) at = at + 1 == out.slots.size() ? 0 : at + 1;
    out.slots[at] = slot;
  }
  return out;
}

PackedModel::PackedModel(const Decisions& decisions, std::span<const Slot> slots, std::span<const int16_t> pool)
    : decisions_(decisions),
      narrow_(is_narrow(decisions)),
      block_(block_size(decisions)),
      segment_block_(first_blocks(decisions, block_)),
      slots_(slots),
      pool_(pool) {
  check_arrays();
}

// Whatever the file says, find() must end and score() must stay inside the arrays.
void PackedModel::check_arrays() const {
  const auto require = [](bool good, const char* what) {
    if (!good) throw Error(std::string("the weights are damaged (") + what + "); train or fetch the model again");
  };
  require(slots_.size() >= BUCKET && slots_.size() % BUCKET == 0 && slots_.size() < UINT32_MAX, "size of the table");
  require(std::any_of(slots_.begin(), slots_.end(), [](const Slot& s) { return s.check == 0; }), "no free slot");
  const int blocks = segment_block_.back();
  for (const Slot& slot : slots_) {
    if (!narrow_)
      require(static_cast<uint16_t>(slot.weights[0]) < decisions_.width(0) &&
                  static_cast<uint16_t>(slot.weights[2]) < decisions_.width(0),
              "class out of range");
    if (slot.row == 0) continue;
    const size_t at = slot.row - 1;
    require(at + HEADER <= pool_.size(), "row outside the pool");
    const uint64_t mask = read_mask(pool_.data() + at);
    require(blocks == MAX_BLOCKS || mask >> blocks == 0, "block out of range");
    require(at + HEADER + static_cast<size_t>(std::popcount(mask) * block_) <= pool_.size(), "row outside the pool");
  }
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
      if (slots[hit].row) __builtin_prefetch(pool_.data() + slots[hit].row - 1);
      if (hits || b[3].check == 0) break;  // slots of a bucket are filled from the first
      at = at + BUCKET == size ? 0 : at + BUCKET;
    }
  }
  return found;
}

namespace {

template <int N>
inline void add_block(const int16_t* __restrict weights, int16_t* __restrict sum) {
  for (int k = 0; k < N; ++k) sum[k] = static_cast<int16_t>(sum[k] + weights[k]);
}

}  // namespace

void PackedModel::score(const uint32_t* rows, int count, int segment, float* scores) const {
  const int width = decisions_.width(segment);
  const Slot* slots = slots_.data();
  if (segment == 0 && narrow_) {
    int16_t sum[NARROW] = {};
    for (int i = 0; i < count; ++i) add_block<NARROW>(slots[rows[i]].weights, sum);
    for (int a = 0; a < width; ++a) scores[a] += sum[a];
    return;
  }
  const int first = segment_block_[static_cast<size_t>(segment)],
            last = segment_block_[static_cast<size_t>(segment) + 1];
  alignas(64) int16_t sum[Decisions::MAX_WIDTH];     // from the pool, by vectors
  alignas(64) int16_t single[Decisions::MAX_WIDTH];  // from the slots, one by one: apart, or stores and loads
                                                     // of two sizes collide
  std::memset(sum, 0, sizeof(int16_t) * static_cast<size_t>((last - first) * block_));
  std::memset(single, 0, sizeof(int16_t) * static_cast<size_t>(width));
  const uint64_t wanted = (last == MAX_BLOCKS ? 0 : uint64_t{1} << last) - (uint64_t{1} << first);
  for (int i = 0; i < count; ++i) {
    const Slot& slot = slots[rows[i]];
    if (slot.row == 0) {
      if (segment != 0) continue;
      single[slot.weights[0]] = static_cast<int16_t>(single[slot.weights[0]] + slot.weights[1]);
      single[slot.weights[2]] = static_cast<int16_t>(single[slot.weights[2]] + slot.weights[3]);
      continue;
    }
    const int16_t* row = pool_.data() + slot.row - 1;
    const uint64_t mask = read_mask(row);
    const int16_t* weights = row + HEADER + std::popcount(mask & ((uint64_t{1} << first) - 1)) * block_;
    for (uint64_t rest = mask & wanted; rest; rest &= rest - 1) {
      int16_t* to = sum + (std::countr_zero(rest) - first) * block_;
      for (int k = 0; k < block_; k += LANE) add_block<LANE>(weights + k, to + k);
      weights += block_;
    }
  }
  for (int k = 0; k < width; ++k) scores[k] += static_cast<float>(sum[k] + single[k]);
}

}  // namespace pan
