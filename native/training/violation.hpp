// Where search goes wrong, and which two derivations an update should tell apart: Aufrant & Wisniewski 2017, Appendix
// B, Algorithms 2 and 3.
#pragma once
#include <optional>

#include "search/beam.hpp"
#include "training/trainer.hpp"

namespace pan {

// The derivation to be rewarded and the one to be punished, as hypotheses of the beam that found them.
struct UpdatePair {
  Beam::Hypothesis good, bad;
  std::vector<Decision> good_decisions, bad_decisions;  // from the beginning of the sentence
};

struct Found {
  std::optional<UpdatePair> pair;  // none: nothing went wrong
  Beam::Hypothesis top;            // then: the best hypothesis at the end
  std::vector<Decision> top_decisions;
  std::vector<Beam::Hypothesis> beam;  // what was in the beam beside the wrong one of the pair, if that is remembered
};

// Searches on from the hypotheses in `beam` (all correct, or the wrong ones remembered) until an error is flagged and
// the update is chosen, or to the end: that of the sentence, or of the time.
Found find_violation(const Design& design, Beam& beam, const Gold& gold, const Policy& policy);

}  // namespace pan
