#include "systems/arc_standard.hpp"

#include "oracle/tabular.hpp"

namespace pan {

ArcStandard::ArcStandard(Options options)
    : TransitionSystem("arc-standard", std::move(options), {{"SHIFT", false}, {"LEFT", true}, {"RIGHT", true}}) {}

// Legal: Table 7; RIGHT needs a word as dependent. With a single root, ROOT takes its child when no other word is left:
// ROOT (last) comes on to the stack when one word is there, ROOT (first) takes a child when the buffer is empty.
ActionSet ArcStandard::legal(const Configuration& c) const {
  const int s = c.stack(0), below = c.stack(1), b = c.buffer(0);
  ActionSet set = 0;
  if (b != NONE && !(single_root() && b == 0 && c.stack_size() > 1)) set |= bit(SHIFT);
  if (below > 0) set |= bit(LEFT);
  if (s > 0 && below != NONE && !(single_root() && below == 0 && b != NONE)) set |= bit(RIGHT);
  return set;
}

Arc ArcStandard::arc(const Configuration& c, int action) const {
  if (action == LEFT) return {c.stack(0), c.stack(1)};
  if (action == RIGHT) return {c.stack(1), c.stack(0)};
  return {};
}

void ArcStandard::effect(Configuration& c, int action, int label) const {
  if (action == SHIFT) return c.push_front();
  const Arc a = arc(c, action);
  c.attach(a.head, a.dependent, label);
  if (action == LEFT)
    c.pop_second();
  else
    c.pop();
}

// Costs: the loss of the configuration that the action leads to.
void ArcStandard::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  std::vector<int> left;  // the stack after the action, from the top
  for (const int action : {SHIFT, LEFT, RIGHT}) {
    if (!(legal & bit(action))) continue;
    const Arc a = arc(c, action);
    left.clear();
    if (action == SHIFT) left.push_back(c.buffer(0));
    for (int k = 0; k < c.stack_size(); ++k)
      if (c.stack(k) != a.dependent) left.push_back(c.stack(k));
    const int lost = a.dependent != NONE && gold.head(a.dependent) != NONE && gold.head(a.dependent) != a.head;
    costs[action] = lost + tabular_loss(c, gold, left, action == SHIFT ? 1 : 0);
  }
}

void ArcStandard::narrow(const Configuration& c, HeadSets& heads) const {
  Places places(c);
  if (root() == Root::None) places.both.add(0);
  const bool is_root_pushed = root() == Root::Last && c.on_stack(0);
  for (int w = 1; w <= c.words(); ++w) {
    if (c.head(w) != NONE || is_root_pushed)
      heads.keep_only(w, c.head(w) == NONE ? 0 : c.head(w));
    else
      heads.keep(w, places.both);
  }
}

}  // namespace pan
