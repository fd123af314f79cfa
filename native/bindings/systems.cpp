// Transition systems and configurations, as values with names for actions.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <bit>

#include "bindings/bindings.hpp"
#include "bindings/convert.hpp"
#include "error.hpp"
#include "oracle/exact.hpp"
#include "systems/registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

namespace {

// A configuration that knows its system, so that it can say whether it is final.
struct State {
  SystemPtr system;
  Configuration c;
};

nb::object node(int value) { return value == NONE ? nb::none() : nb::object(nb::int_(value)); }

nb::tuple stack(const State& s) {
  nb::list out;
  for (int k = s.c.stack_size() - 1; k >= 0; --k) out.append(s.c.stack(k));
  return nb::tuple(out);
}
nb::tuple buffer(const State& s) {
  nb::list out;
  for (int k = 0; k < s.c.buffer_size(); ++k) out.append(s.c.buffer(k));
  return nb::tuple(out);
}
nb::tuple heads(const State& s) {
  nb::list out;
  for (int w = 1; w <= s.c.words(); ++w) out.append(node(s.c.head(w)));
  return nb::tuple(out);
}

std::string names(const TransitionSystem& system, ActionSet set) {
  std::string out;
  for (; set; set &= set - 1)
    out += (out.empty() ? "" : ", ") + system.actions()[static_cast<size_t>(std::countr_zero(set))].name;
  return out.empty() ? "none, the configuration is final" : out;
}

std::string title(const TransitionSystem& s) {
  return s.name() + " with root " + root_name(s.root()) + (s.single_root() ? " and a single root" : "");
}

// Also a configuration of the same system with another choice of single_root may be a dead end in this one.
void require_own(const SystemPtr& system, const State& s) {
  if (s.system->name() != system->name() || s.system->root() != system->root() ||
      s.system->single_root() != system->single_root())
    throw UsageError("the configuration belongs to " + title(*s.system) + ", not to " + title(*system) +
                     "; use a configuration from this system's initial()");
}

Gold to_gold(nb::handle heads, int words) {
  if (!PyObject_HasAttrString(heads.ptr(), "__iter__"))
    throw UsageError(std::string("gold heads are a list with one head per word, not ") +
                     nb::type_name(heads.type()).c_str());
  std::vector<int> values;
  for (nb::handle h : heads) {
    int head = NONE;
    if (!h.is_none() &&
        (!nb::try_cast(h, head) || head < 0 || head > words || head == static_cast<int>(values.size()) + 1))
      throw UsageError("gold head " + std::string(nb::str(h).c_str()) + " of word " +
                       std::to_string(values.size() + 1) + " is not possible; use 0 for ROOT, another word from 1 to " +
                       std::to_string(words) + ", or None");
    values.push_back(head);
  }
  if (static_cast<int>(values.size()) != words)
    throw UsageError("there are " + std::to_string(values.size()) + " gold heads for " + std::to_string(words) +
                     " words; give one per word, None where it is unknown");
  return Gold(values);
}

}  // namespace

void bind_systems(nb::module_& m) {
  nb::class_<State>(m, "Configuration")
      .def_prop_ro("stack", &stack)
      .def_prop_ro("buffer", &buffer)
      .def_prop_ro("heads", &heads)
      .def_prop_ro("is_final", [](const State& s) { return s.system->is_final(s.c); })
      .def(
          "__eq__",
          [](const State& a, nb::handle other) {
            State* b;
            return nb::try_cast(other, b) && b && a.system->name() == b->system->name() && a.c == b->c;
          },
          nb::arg().none())
      .def("__hash__", [](const State& s) { return std::hash<std::string>{}(s.c.key()); })
      .def("__repr__", [](const State& s) {
        return nb::str("Configuration(stack={}, buffer={}, heads={})").format(stack(s), buffer(s), heads(s));
      });

  nb::class_<TransitionSystem>(m, "TransitionSystem")
      .def_prop_ro("name", &TransitionSystem::name)
      .def_prop_ro("root", [](const TransitionSystem& s) { return root_name(s.root()); })
      .def_prop_ro("single_root", &TransitionSystem::single_root)
      .def_prop_ro("actions",
                   [](const TransitionSystem& s) {
                     nb::list out;
                     for (const Action& a : s.actions()) out.append(a.name);
                     return nb::tuple(out);
                   })
      .def(
          "initial",
          [](const SystemPtr& system, int words) {
            constexpr int MOST = 10'000'000;
            if (words > MOST)
              throw UsageError("a configuration has at most 10 million words; " + std::to_string(words) +
                               " were asked for");
            if (words < 1)
              throw UsageError("a configuration needs at least one word; " + std::to_string(words) + " were asked for");
            State s{system, {}};
            system->start(s.c, words);
            return s;
          },
          "words"_a)
      .def(
          "legal",
          [](const SystemPtr& system, const State& s) {
            require_own(system, s);
            nb::list out;
            if (!system->is_final(s.c))
              for (ActionSet set = system->legal(s.c); set; set &= set - 1)
                out.append(system->actions()[static_cast<size_t>(std::countr_zero(set))].name);
            return nb::tuple(out);
          },
          "configuration"_a)
      .def(
          "apply",
          [](const SystemPtr& system, const State& s, nb::handle name) {
            require_own(system, s);
            const std::string action = to_utf8(name, "action");
            const ActionSet legal = system->is_final(s.c) ? 0 : system->legal(s.c);
            for (ActionSet set = legal; set; set &= set - 1)
              if (const int a = std::countr_zero(set); system->actions()[static_cast<size_t>(a)].name == action) {
                State next = s;
                system->apply(next.c, a);
                return next;
              }
            throw UsageError("action '" + action + "' is not legal here; legal: " + names(*system, legal));
          },
          "configuration"_a, "action"_a.none())
      .def(
          "costs",
          [](const SystemPtr& system, const State& s, nb::handle gold) {
            require_own(system, s);
            const Gold g = to_gold(gold, s.c.words());
            nb::dict out;
            if (system->is_final(s.c)) return out;
            int costs[64];
            const ActionSet legal = system->legal(s.c);
            system->costs(s.c, g, legal, costs);
            for (ActionSet set = legal; set; set &= set - 1) {
              const int a = std::countr_zero(set);
              out[system->actions()[static_cast<size_t>(a)].name.c_str()] = costs[a];
            }
            return out;
          },
          "configuration"_a, "gold"_a.none())
      .def(
          "loss",
          [](const SystemPtr& system, const State& s, nb::handle gold) {
            require_own(system, s);
            return exact_loss(*system, s.c, to_gold(gold, s.c.words()));
          },
          "configuration"_a, "gold"_a.none())
      .def(
          "estimate",
          [](const SystemPtr& system, const State& s, nb::handle gold) {
            require_own(system, s);
            return estimated_loss(*system, s.c, to_gold(gold, s.c.words()));
          },
          "configuration"_a, "gold"_a.none())
      .def("max_steps", &TransitionSystem::max_steps, "words"_a)
      .def("__repr__", [](const TransitionSystem& s) {
        return "<TransitionSystem " + s.name() + ", root " + root_name(s.root()) +
               (s.single_root() ? ", single root>" : ">");
      });

  m.def(
      "make_system",
      [](const std::string& name, const std::string& root, bool single_root) {
        return std::const_pointer_cast<TransitionSystem>(make_system(name, root, single_root));
      },
      "name"_a, "root"_a, "single_root"_a);
  m.def("list_systems", [] {
    nb::list out;
    for (const SystemInfo& info : systems()) {
      nb::list roots;
      for (const Root r : info.roots) roots.append(root_name(r));
      out.append(nb::make_tuple(info.name, info.paper, info.projective, nb::tuple(roots), info.oracle));
    }
    return out;
  });
}

}  // namespace pan
