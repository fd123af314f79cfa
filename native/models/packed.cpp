#include "models/packed.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "error.hpp"
#include "models/kernels.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pan {

namespace {

constexpr double LOAD = 0.6;
constexpr size_t BUCKET = 4;     // slots in a cache line
constexpr int NARROW = 4;        // weights in a slot
constexpr size_t UNIT = 16;      // bytes; rows of the pool begin at multiples
constexpr int LAYERS = 8;        // at most, of a dense row
constexpr uint32_t SPARSE = 15;  // kind of a row: none (0), dense (number of layers), or sparse: 16 - number of records
constexpr size_t SPARSE_ENTRIES = 8;
constexpr size_t RECORDS = SPARSE - LAYERS;  // at most, of a sparse row
constexpr int LARGEST = 127;                 // in one layer

constexpr int MAX_LENGTH = 16384;  // of a dense row

struct Entry {
  uint16_t place;  // in a dense row
  int16_t weight;
};
constexpr size_t SPARSE_BYTES = SPARSE_ENTRIES * sizeof(Entry);  // of one record

size_t home(uint64_t hash, size_t buckets) {
  return static_cast<size_t>((static_cast<uint64_t>(static_cast<uint32_t>(hash)) * buckets) >> 32);
}
uint32_t check(uint64_t hash) { return static_cast<uint32_t>(hash >> 32) | 1; }
uint32_t kind(uint32_t row) { return row & 15; }
bool is_sparse(uint32_t kind) { return kind > LAYERS; }
size_t records_of(uint32_t kind) { return SPARSE + 1 - kind; }
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
  int largest = 1;
  for (const Entry& e : entries) largest = std::max(largest, std::abs(e.weight));
  const int layers = (largest + LARGEST - 1) / LARGEST;
  const size_t records = (entries.size() + SPARSE_ENTRIES - 1) / SPARSE_ENTRIES;
  // Dense rows are added up faster, byte for byte.
  if (records == 1 || (records <= RECORDS && 2 * records * SPARSE_BYTES <= static_cast<size_t>(layers) * length)) {
    Entry record[RECORDS * SPARSE_ENTRIES] = {};
    std::copy(entries.begin(), entries.end(), record);
    pool.resize(at + records * SPARSE_BYTES);
    std::memcpy(&pool[at], record, records * SPARSE_BYTES);
    return static_cast<uint32_t>(at / UNIT) << 4 | (SPARSE + 1 - static_cast<uint32_t>(records));
  }
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
  const size_t size = static_cast<size_t>(static_cast<double>(table.keys.size()) / LOAD / BUCKET) + 2;
  out.buckets.resize(size);
  for (const float weight : table.dense) out.dense.push_back(weight * scale);
  out.rows.resize(table.keys.size(), NOWHERE);
  std::vector<Entry> entries;
  for (size_t i = 0; i < table.keys.size(); ++i) {
    int16_t weights[NARROW] = {};
    uint32_t row = 0;
    entries.clear();
    bool action_found = false;
    for (uint32_t k = table.first[i]; k < table.first[i + 1]; ++k) {
      const size_t cls = table.classes[k];
      const auto w = static_cast<int16_t>(std::lround(table.weights[k] * scale));
      if (w == 0) continue;
      if (narrow && cls < static_cast<size_t>(decisions.width(0))) {
        weights[cls] = w;
        action_found = true;
      } else {
        entries.push_back({static_cast<uint16_t>(place[cls]), w});
      }
    }
    if (entries.empty() && !action_found) continue;  // rounded away
    if (!narrow && entries.size() <= 2 && entries.back().place < decisions.width(0)) {
      for (size_t k = 0; k < entries.size(); ++k) {
        weights[2 * k] = static_cast<int16_t>(entries[k].place);
        weights[2 * k + 1] = entries[k].weight;
      }
    } else if (!entries.empty()) {
      row = append(entries, static_cast<size_t>(first.back()), out.pool);
    }
    size_t at = home(table.keys[i], size);
    while (out.buckets[at].check[BUCKET - 1] != 0) at = at + 1 == size ? 0 : at + 1;
    Bucket& bucket = out.buckets[at];
    const auto slot = static_cast<size_t>(std::find(bucket.check, bucket.check + BUCKET, 0u) - bucket.check);
    bucket.check[slot] = check(table.keys[i]);
    bucket.row[slot] = row;
    std::copy_n(weights, NARROW, bucket.weights[slot]);
    out.rows[i] = static_cast<uint32_t>(at * BUCKET + slot);
  }
  out.pool.resize(out.pool.size() + SPARSE_BYTES);  // never empty: prefetching asks for row 0 where there is none
  return out;
}

PackedModel::PackedModel(const Decisions& decisions, std::span<const Bucket> buckets, std::span<const int8_t> pool,
                         DenseWeights dense)
    : decisions_(decisions),
      narrow_(is_narrow(decisions)),
      first_(layout(decisions)),
      buckets_(buckets.begin(), buckets.end()),
      pool_(pool.begin(), pool.end()),
      dense_(std::move(dense)) {
  check_arrays();
}

// Whatever the file says, find() must end and add_up() must stay inside the arrays.
void PackedModel::check_arrays() const {
  const auto require = [](bool good, const char* what) {
    if (!good) throw Error(std::string("the weights are damaged (") + what + "); train or fetch the model again");
  };
  require(!buckets_.empty() && buckets_.size() < UINT32_MAX / BUCKET, "size of the table");
  const auto length = static_cast<size_t>(first_.back());
  const auto width = static_cast<uint16_t>(decisions_.width(0));
  bool free = false;
  for (const Bucket& bucket : buckets_) {
    free |= bucket.check[BUCKET - 1] == 0;
    for (size_t slot = 0; slot < BUCKET; ++slot) {
      const int16_t* weights = bucket.weights[slot];
      require(narrow_ || (static_cast<uint16_t>(weights[0]) < width && static_cast<uint16_t>(weights[2]) < width),
              "class out of range");
      const uint32_t row = bucket.row[slot];
      if (is_sparse(kind(row))) {
        const size_t records = records_of(kind(row));
        require(offset(row) + records * SPARSE_BYTES <= pool_.size(), "row outside the pool");
        const auto* record = reinterpret_cast<const Entry*>(pool_.data() + offset(row));
        for (size_t k = 0; k < records * SPARSE_ENTRIES; ++k)
          require(record[k].place < std::max<size_t>(length, 1), "class out of range");
      } else {
        require(offset(row) + kind(row) * length <= pool_.size(), "row outside the pool");
      }
    }
  }
  require(free, "no free slot");
}

void PackedModel::prefetch(const uint64_t* features, int count) const {
  for (int i = 0; i < count; ++i) __builtin_prefetch(buckets_.data() + home(features[i], buckets_.size()));
}

namespace {

// One bit for each of the four numbers that is equal to `wanted`.
unsigned equal_mask(const uint32_t* four, uint32_t wanted) {
#if defined(__SSE2__)
  const __m128i found =
      _mm_cmpeq_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(four)), _mm_set1_epi32(static_cast<int>(wanted)));
  return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(found)));
#else
  return (four[0] == wanted) | (four[1] == wanted) << 1 | (four[2] == wanted) << 2 | (four[3] == wanted) << 3;
#endif
}

}  // namespace

int PackedModel::find(const uint64_t* features, int count, uint32_t* rows) const {
  const size_t size = buckets_.size();
  int found = 0;
  for (int i = 0; i < count; ++i) {
    const uint32_t wanted = check(features[i]);
    size_t at = home(features[i], size);
    while (true) {
      const Bucket& bucket = buckets_[at];
      const unsigned hits = equal_mask(bucket.check, wanted);
      const auto slot = static_cast<size_t>(std::countr_zero(hits | 8u));
      rows[found] = static_cast<uint32_t>(at * BUCKET + slot);
      found += hits != 0;
      const int8_t* row = pool_.data() + offset(bucket.row[slot]);
      __builtin_prefetch(row);
      __builtin_prefetch(row + 64);
      if (hits || bucket.check[BUCKET - 1] == 0) break;
      at = at + 1 == size ? 0 : at + 1;
    }
  }
  return found;
}

size_t PackedModel::partial_size(int segment) const {
  return sizeof(int16_t) * static_cast<size_t>((decisions_.width(segment) + VECTOR - 1) / VECTOR * VECTOR);
}

void PackedModel::sum(const uint32_t* rows, int count, int segment, void* partial) const {
  add_up(rows, count, nullptr, 0, segment, static_cast<int16_t*>(partial));
}

void PackedModel::score(const uint32_t* rows, int count, const void* const* partials, int partial_count, int segment,
                        float* scores) const {
  alignas(32) int16_t sum[MAX_LENGTH];
  add_up(rows, count, partials, partial_count, segment, sum);
  for (int k = 0; k < decisions_.width(segment); ++k) scores[k] = sum[k];
}

void PackedModel::add_up(const uint32_t* rows, int count, const void* const* partials, int partial_count, int segment,
                         int16_t* sum) const {
  const Bucket* buckets = buckets_.data();
  const int16_t* words[MAX_FEATURES + 1];
  int word_rows = 0;
  for (int i = 0; i < partial_count; ++i) words[word_rows++] = static_cast<const int16_t*>(partials[i]);
  const int vectors = (decisions_.width(segment) + VECTOR - 1) / VECTOR;

  alignas(32) int16_t single[MAX_LENGTH];  // from slots and sparse records, by place in a row
  const int8_t* dense[MAX_FEATURES * LAYERS];
  int dense_count = 0;
  if (segment == 0 && narrow_) {
    std::fill_n(single, VECTOR, int16_t{0});
    for (int i = 0; i < count; ++i) {
      const int16_t* weights = buckets[rows[i] / BUCKET].weights[rows[i] % BUCKET];
      for (int a = 0; a < NARROW; ++a) single[a] = static_cast<int16_t>(single[a] + weights[a]);
    }
    words[word_rows++] = single;
  } else {
    // Rows by kind, without branching on them.
    const Entry* sparse[MAX_FEATURES * RECORDS];
    int sparse_count = 0;
    const int length = first_.back(), first = first_[static_cast<size_t>(segment)];
    std::fill_n(single, length, int16_t{0});
    const auto add = [&](uint16_t place, int16_t weight) {
      single[place] = static_cast<int16_t>(single[place] + weight);
    };
    for (int i = 0; i < count; ++i) {
      const Bucket& bucket = buckets[rows[i] / BUCKET];
      const uint32_t slot = rows[i] % BUCKET, row = bucket.row[slot], what = kind(row);
      const int8_t* begin = pool_.data() + offset(row);
      sparse[sparse_count] = reinterpret_cast<const Entry*>(begin);
      sparse_count += is_sparse(what);
      dense[dense_count] = begin + first;
      dense_count += !is_sparse(what) & (what != 0);
      if (what > 1 && what < SPARSE) {  // more than one layer or record
        if (is_sparse(what))
          for (size_t record = 1; record < records_of(what); ++record)
            sparse[sparse_count++] = reinterpret_cast<const Entry*>(begin) + record * SPARSE_ENTRIES;
        else
          for (uint32_t layer = 1; layer < what; ++layer)
            dense[dense_count++] = begin + first + static_cast<int>(layer) * length;
      }
      if (!narrow_) {  // weight 0 where the slot has none
        const int16_t* weights = bucket.weights[slot];
        add(static_cast<uint16_t>(weights[0]), weights[1]);
        add(static_cast<uint16_t>(weights[2]), weights[3]);
      }
    }
    for (int i = 0; i < sparse_count; ++i)
      for (size_t k = 0; k < SPARSE_ENTRIES; ++k) add(sparse[i][k].place, sparse[i][k].weight);
    words[word_rows++] = single + first;
  }
  add_rows(dense, dense_count, words, word_rows, vectors, sum);
}

}  // namespace pan
