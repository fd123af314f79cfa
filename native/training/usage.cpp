#include "training/usage.hpp"

#include "models/packed.hpp"

namespace pan {

std::vector<uint32_t> count_uses(const Design& design, const WeightTable& table,
                                 const std::vector<SentencePtr>& sentences) {
  const auto packed = PackedModel::pack(table, design.decisions, design.plan->size());
  const PackedModel model(design.decisions, packed.buckets, packed.pool, design.dense(packed.dense));
  Decider decider(design, model, Decider::Learning);  // which looks up every feature, every time
  std::vector<uint32_t> of_slot(packed.buckets.size() * 4);
  Configuration c;
  for (const auto& sentence : sentences) {
    decider.read(*sentence);
    for (design.system->start(c, sentence->size()); !design.system->is_final(c);) {
      const ActionSet legal = design.system->legal(c);
      const Decision d = decider.decide(c, legal);
      if (!decider.is_forced(legal))
        for (int i = 0; i < decider.row_count(); ++i) ++of_slot[decider.rows()[i]];
      design.system->apply(c, d.action, d.label);
    }
  }
  std::vector<uint32_t> uses(table.keys.size());
  for (size_t i = 0; i < uses.size(); ++i)
    uses[i] = packed.rows[i] == PackedModel::NOWHERE ? 0 : of_slot[packed.rows[i]];
  return uses;
}

}  // namespace pan
