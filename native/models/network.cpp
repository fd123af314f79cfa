#include "models/network.hpp"

#include <algorithm>
#include <bit>

#include "error.hpp"
#include "models/kernels.hpp"

namespace pan {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error("the network is damaged (" + what + "); train or fetch the model again");
}

BigVector<float> copy(std::span<const float> from, size_t size, const char* what) {
  constexpr float LARGEST = 1e4f;  // no sum over such weights leaves the range of numbers
  if (from.size() != size) refuse(std::string("size of ") + what);
  if (!std::all_of(from.begin(), from.end(), [](float w) { return w >= -LARGEST && w <= LARGEST; }))
    refuse(std::string("a weight of ") + what);
  return {from.begin(), from.end()};
}

}  // namespace

Network::Network(const Vocabulary& vocabulary, const Decisions& decisions, const Weights& weights)
    : hidden_(static_cast<int>(weights.input_bias.size())),
      classes_(decisions.width(0)),
      padded_((classes_ + UNITS - 1) / UNITS * UNITS) {
  if (decisions.segments() > 1)
    throw UsageError("a network decides on action and label together; use labels='product'");
  if (hidden_ <= 0 || hidden_ % UNITS || hidden_ > MAX_HIDDEN) refuse("units of the hidden layer");
  const auto hidden = static_cast<size_t>(hidden_), padded = static_cast<size_t>(padded_);
  const auto kinds = static_cast<size_t>(vocabulary.kinds());
  if (weights.embeddings.size() != kinds) refuse("number of embeddings");
  std::vector<size_t> sizes;
  for (size_t k = 0; k < kinds; ++k) {
    const size_t values = vocabulary.values(static_cast<int>(k)).size(), numbers = weights.embeddings[k].size();
    if (numbers % std::max(values, size_t{1}) || (numbers && !values)) refuse("size of embeddings");
    sizes.push_back(values ? numbers / values : 0);
    embeddings_.push_back(copy(weights.embeddings[k], numbers, "embeddings"));
  }
  size_t inputs = 0, rows = 0;
  for (const int kind : vocabulary.kind_of()) {
    inputs += sizes[static_cast<size_t>(kind)];
    rows += vocabulary.values(kind).size();
  }
  if (rows >= UINT32_MAX / 2) refuse("number of values");
  input_ = copy(weights.input, inputs * hidden, "the first layer");
  input_bias_ = copy(weights.input_bias, hidden, "the first layer");
  const auto output = copy(weights.output, hidden * static_cast<size_t>(classes_), "the second layer");
  output_.resize(hidden * padded);
  for (size_t h = 0; h < hidden; ++h)
    std::copy_n(output.data() + h * static_cast<size_t>(classes_), classes_, output_.data() + h * padded);
  output_bias_ = copy(weights.output_bias, static_cast<size_t>(classes_), "the second layer");
  output_bias_.resize(padded);

  slots_.resize(std::bit_ceil(rows * 2 + 2));
  mask_ = slots_.size() - 1;
  // As many values of each kind as there is room for, the most frequent first.
  const auto kept_with = [&](size_t most) {
    size_t all = 0;
    for (const int kind : vocabulary.kind_of()) all += std::min(vocabulary.values(kind).size(), most);
    return all;
  };
  size_t most = 0;
  for (size_t step = size_t{1} << 31; step; step /= 2)
    if (kept_with(most + step) * hidden * sizeof(float) <= KEPT) most += step;
  kept_ = std::make_unique_for_overwrite<float[]>(kept_with(most) * hidden);
  states_ = std::make_unique<std::atomic<uint8_t>[]>(kept_with(most));

  uint32_t row = 0;
  size_t kept = 0;
  const float* layer = input_.data();
  for (size_t t = 0; t < vocabulary.kind_of().size(); ++t) {
    const int kind = vocabulary.kind_of()[t];
    const auto& values = vocabulary.values(kind);
    const size_t size = sizes[static_cast<size_t>(kind)];
    const auto here = static_cast<uint32_t>(std::min(values.size(), most));
    addresses_.push_back(
        {row, kept, here, embeddings_[static_cast<size_t>(kind)].data(), static_cast<int>(size), layer});
    for (const uint64_t value : values) insert(vocabulary.plan().feature(static_cast<int>(t), value), row++);
    kept += here;
    layer += size * hidden;
  }
}

void Network::insert(uint64_t key, uint32_t row) {
  uint64_t at = key & mask_;
  while (slots_[at].key) at = (at + 1) & mask_;
  slots_[at] = {key, row};
}

void Network::prefetch(const uint64_t* features, int count) const {
  for (int i = 0; i < count; ++i) __builtin_prefetch(&slots_[features[i] & mask_]);
}

int Network::find(const uint64_t* features, int count, uint32_t* rows) const {
  int found = 0;
  for (int i = 0; i < count; ++i)
    for (uint64_t at = features[i] & mask_; slots_[at].key; at = (at + 1) & mask_)
      if (slots_[at].key == features[i]) {
        rows[found++] = slots_[at].row;
        break;
      }
  return found;
}

size_t Network::partial_size(int) const { return static_cast<size_t>(hidden_) * sizeof(float); }

void Network::multiply(const Address& address, uint32_t value, float* out) const {
  std::fill_n(out, hidden_, 0.0f);
  multiply_add(address.values + static_cast<size_t>(value) * static_cast<size_t>(address.size), address.size,
               address.weights, hidden_, out);
}

void Network::add_up(const uint32_t* rows, int count, const void* const* partials, int partial_count,
                     float* sum) const {
  // A row that is not kept is computed beside the others and then added like them: sums are the same in any thread.
  thread_local std::vector<float> beside;
  const float* parts[2 * MAX_FEATURES];
  size_t used = 0;
  const auto hidden = static_cast<size_t>(hidden_);
  beside.resize(std::max(beside.size(), static_cast<size_t>(count) * hidden));
  for (int i = 0; i < count; ++i) {
    const auto after = std::upper_bound(addresses_.begin(), addresses_.end(), rows[i],
                                        [](uint32_t row, const Address& a) { return row < a.first_row; });
    const Address& address = *(after - 1);
    const uint32_t value = rows[i] - address.first_row;
    float* scratch = beside.data() + used * hidden;
    if (value < address.kept) {
      const size_t place = address.first_kept + value;
      float* row = kept_.get() + place * hidden;
      uint8_t state = states_[place].load(std::memory_order_acquire);
      if (state == Empty && states_[place].compare_exchange_strong(state, Claimed)) {
        multiply(address, value, row);
        states_[place].store(There, std::memory_order_release);
        state = There;
      }
      if (state == There) {
        parts[i] = row;
        continue;
      }
    }
    multiply(address, value, scratch);
    parts[i] = scratch;
    ++used;
  }
  for (int i = 0; i < partial_count; ++i) parts[count + i] = static_cast<const float*>(partials[i]);
  add_rows(parts, count + partial_count, hidden_, sum);
}

void Network::sum(const uint32_t* rows, int count, int, void* partial) const {
  auto* sums = static_cast<float*>(partial);
  std::fill_n(sums, hidden_, 0.0f);
  add_up(rows, count, nullptr, 0, sums);
}

void Network::score(const uint32_t* rows, int count, const void* const* partials, int partial_count, int,
                    float* scores) const {
  alignas(32) float units[MAX_HIDDEN];
  alignas(32) float out[Decisions::MAX_WIDTH + UNITS];
  std::copy(input_bias_.begin(), input_bias_.end(), units);
  add_up(rows, count, partials, partial_count, units);
  for (int h = 0; h < hidden_; ++h) units[h] = std::max(units[h], 0.0f);
  std::copy(output_bias_.begin(), output_bias_.end(), out);
  multiply_add(units, hidden_, output_.data(), padded_, out);
  std::copy_n(out, classes_, scores);
}

}  // namespace pan
