#include "bindings/arrays.hpp"

#include "error.hpp"

namespace nb = nanobind;

namespace pan {

nb::dict to_dict(WeightTable table) {
  nb::dict out;
  out["keys"] = to_numpy(std::move(table.keys));
  out["first"] = to_numpy(std::move(table.first));
  out["classes"] = to_numpy(std::move(table.classes));
  out["weights"] = to_numpy(std::move(table.weights));
  out["dense"] = to_numpy(std::move(table.dense));
  return out;
}

WeightTable to_table(nb::handle arrays) {
  WeightTable table{from_numpy<uint64_t>(arrays, "keys"), from_numpy<uint32_t>(arrays, "first"),
                    from_numpy<uint16_t>(arrays, "classes"), from_numpy<float>(arrays, "weights"),
                    from_numpy<float>(arrays, "dense")};
  bool good = table.first.size() == table.keys.size() + 1 && table.first.front() == 0 &&
              table.first.back() == table.weights.size() && table.classes.size() == table.weights.size();
  for (size_t i = 0; good && i < table.keys.size(); ++i) good = table.first[i] <= table.first[i + 1];
  if (!good)
    throw Error("the arrays of a weight table do not fit together; the checkpoint is damaged, start without it");
  return table;
}

void require_classes(const WeightTable& table, const Decisions& decisions) {
  for (const uint16_t cls : table.classes)
    if (cls >= decisions.classes())
      throw Error("a weight belongs to a class that does not exist; the checkpoint is damaged, start without it");
}

}  // namespace pan
