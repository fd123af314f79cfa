#include "training/violation.hpp"

#include <algorithm>

#include "training/teacher.hpp"

namespace pan {

namespace {

double margin(const Beam::Hypothesis& good, const Beam::Hypothesis& bad) { return bad.score - good.score; }

}  // namespace

Found find_violation(const Design& design, Beam& beam, const Gold& gold, const Policy& policy) {
  const Beam::Judge judge = [&](const Beam::Hypothesis& h, ActionSet legal) {
    return pan::judge(*design.system, design.decisions, h.c, gold, legal, policy.static_reference);
  };

  Found found;
  // Once an error is flagged: the correct hypotheses that go on beside the beam, in a beam of their own.
  std::optional<Beam> golds;
  const auto propose = [&](const Beam& good_beam, const Beam::Hypothesis& good, const Beam::Hypothesis& bad) {
    // Of equal margins the first, which is the shortest.
    if (found.pair && policy.update == Update::MaxViolation &&
        margin(good, bad) <= margin(found.pair->good, found.pair->bad))
      return;
    found.pair = UpdatePair{good, bad, good_beam.decisions(good), beam.decisions(bad)};
    if (policy.remember_beam) found.beam = beam.hypotheses();
  };
  const auto follow_golds = [&] {
    if (golds->is_over()) return;
    golds->expand(judge);
    golds->advance(golds->correct());
  };

  bool is_late = false;
  for (int steps = 1; !beam.is_over() && !is_late; ++steps) {
    is_late = steps == policy.time_limit;
    beam.expand(judge);
    const auto& best = beam.ranked();
    if (golds) {
      beam.advance(best);
      follow_golds();
      if (policy.update == Update::MaxViolation) propose(*golds, golds->hypotheses()[0], beam.hypotheses()[0]);
      continue;
    }
    const bool is_error = policy.error_at_top || is_late
                              ? !best[0].correct
                              : std::none_of(best.begin(), best.end(), [](const auto& c) { return c.correct; });
    if (!is_error) {
      beam.advance(best);
      continue;
    }
    golds.emplace(beam);
    golds->advance(golds->correct());
    beam.advance(best);
    if (policy.update != Update::Full) propose(*golds, golds->hypotheses()[0], beam.hypotheses()[0]);
    if (policy.update == Update::Early) return found;
  }

  const Beam::Hypothesis& top = beam.hypotheses()[0];
  if (found.pair) return found;
  found.top = top;
  found.top_decisions = beam.decisions(top);
  if (top.correct) return found;  // perhaps again: what counts for a full update is the end
  if (golds) {
    while (beam.is_over() && !golds->is_over()) follow_golds();
    propose(*golds, golds->hypotheses()[0], top);
  } else {  // a correct derivation came to the end, but not first
    const auto& all = beam.hypotheses();
    propose(beam, *std::find_if(all.begin(), all.end(), [](const auto& h) { return h.correct; }), top);
  }
  return found;
}

}  // namespace pan
