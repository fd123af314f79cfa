// Constraints, in numbers: names and columns are Python's.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>

#include "bindings/bindings.hpp"
#include "bindings/state.hpp"
#include "constraints/guard.hpp"
#include "error.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

void bind_constraints(nb::module_& m) {
  // What a sentence's tree must be like. Words and heads are in range; labels are numbers of a design's.
  nb::class_<Constraints>(m, "NativeConstraints")
      .def(
          "__init__",
          [](Constraints* self, int words, const std::vector<std::pair<int, std::vector<int>>>& heads,
             const std::vector<std::pair<int, int>>& forbidden, const std::vector<std::tuple<int, int, bool>>& spans,
             const std::vector<std::pair<int, int>>& labels) {
            const auto require = [&](int node, int least) {
              if (node < least || node > words)
                throw UsageError("constraints name word " + std::to_string(node) + " of a sentence with " +
                                 std::to_string(words) + "; use words of the sentence");
            };
            Constraints constraints(words);
            for (const auto& [word, allowed] : heads) {
              require(word, 1);
              for (const int head : allowed) require(head, 0);
              constraints.restrict_heads(word, allowed);
            }
            for (const auto& [head, word] : forbidden) {
              require(word, 1);
              require(head, 0);
              constraints.forbid(head, word);
            }
            for (const auto& [first, last, closed] : spans) {
              require(first, 1);
              require(last, first);
              constraints.add({first, last, closed});
            }
            for (const auto& [word, label] : labels) {
              require(word, 1);
              constraints.labels[static_cast<size_t>(word) - 1] = label;
            }
            new (self) Constraints(std::move(constraints));
          },
          "words"_a, "heads"_a, "forbidden"_a, "spans"_a, "labels"_a)
      .def("hold", &Constraints::hold, "tree"_a);

  // Whether the system can build a tree within the constraints.
  m.def(
      "is_satisfiable",
      [](const std::shared_ptr<TransitionSystem>& system, const ConstraintsPtr& constraints) {
        const nb::gil_scoped_release release;
        return is_satisfiable(*system, constraints);
      },
      "system"_a, "constraints"_a);

  // What constraints that can be satisfied allow after some actions.
  m.def(
      "allowed",
      [](const std::shared_ptr<TransitionSystem>& system, const ConstraintsPtr& constraints,
         const std::vector<std::string>& actions) {
        Guard guard(*system, constraints);
        Witness witness = guard.start();
        if (!witness) throw UsageError("no tree is within the constraints; ask is_satisfiable() first");
        Configuration c;
        system->start(c, constraints->words());
        std::vector<Witness> witnesses(MAX_ACTIONS);
        const auto look = [&] {
          return system->is_final(c) ? ActionSet{0} : guard.allowed(c, witness, system->legal(c), witnesses.data());
        };
        ActionSet now = look();
        for (const std::string& name : actions) {
          const auto found = std::find_if(system->actions().begin(), system->actions().end(),
                                          [&](const Action& action) { return action.name == name; });
          const auto action = static_cast<int>(found - system->actions().begin());
          if (found == system->actions().end() || !(now & bit(action)))
            throw UsageError(name + " is not allowed here; ask for one action after the other");
          witness = witnesses[static_cast<size_t>(action)];
          system->apply(c, action);
          now = look();
        }
        std::vector<std::string> names;
        for (; now; now &= now - 1) names.push_back(system->actions()[static_cast<size_t>(std::countr_zero(now))].name);
        return names;
      },
      "system"_a, "constraints"_a, "actions"_a);
}

}  // namespace pan
