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
  };

  for (int steps = 1; !beam.is_over(); ++steps) {
    beam.expand(judge);
    const auto& best = beam.ranked();
    if (golds) {
      beam.advance(best);
      if (!golds->is_over()) {
        golds->expand(judge);
        golds->advance(golds->correct());
      }
      if (policy.update == Update::MaxViolation) propose(*golds, golds->hypotheses()[0], beam.hypotheses()[0]);
      continue;
    }
    const bool is_late = policy.time_limit > 0 && steps >= policy.time_limit;
    const bool is_error = policy.error_at_top || is_late
                              ? !best[0].correct
                              : std::none_of(best.begin(), best.end(), [](const auto& c) { return c.correct; });
    if (is_error) {
      golds.emplace(beam);
      golds->advance(golds->correct());
      beam.advance(best);
      found.beam = beam.hypotheses();
      propose(*golds, golds->hypotheses()[0], beam.hypotheses()[0]);
      if (policy.update == Update::Early) return found;
      continue;
    }
    beam.advance(best);
    if (is_late) break;  // nothing is wrong so far: the beam begins anew
  }

  const Beam::Hypothesis& top = beam.hypotheses()[0];
  if (golds) {
    if (policy.update == Update::Full) {
      while (!golds->is_over()) {
        golds->expand(judge);
        golds->advance(golds->correct());
      }
      propose(*golds, golds->hypotheses()[0], top);
    }
    return found;
  }
  found.top = top;
  found.top_decisions = beam.decisions(top);
  if (top.correct) return found;
  // A correct derivation came to the end, but not first.
  for (const auto& h : beam.hypotheses())
    if (h.correct) {
      found.beam = beam.hypotheses();
      propose(beam, h, top);
      break;
    }
  return found;
}

}  // namespace pan
