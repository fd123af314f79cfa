// Transition systems, with names for actions: those of the core, and the ground for those written in Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <limits>
#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/convert.hpp"
#include "bindings/python_system.hpp"
#include "bindings/state.hpp"
#include "error.hpp"
#include "oracle/exact.hpp"
#include "systems/registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

namespace {

std::string names(const TransitionSystem& system, ActionSet set) {
  std::string out;
  for (; set; set &= set - 1)
    out += (out.empty() ? "" : ", ") + system.actions()[static_cast<size_t>(std::countr_zero(set))].name;
  return out.empty() ? "none, the configuration is final" : out;
}

const PythonSystem* as_python(const SystemPtr& system) { return dynamic_cast<const PythonSystem*>(system.get()); }

// What can be done in c: nothing if it is final, or a dead end of a system written in Python.
ActionSet possible(const SystemPtr& system, const Configuration& c) {
  if (system->is_final(c)) return 0;
  const PythonSystem* python = as_python(system);
  return python ? python->legal_or_none(c) : system->legal(c);
}

std::string title(const TransitionSystem& s) {
  return s.name() + " with root " + root_name(s.root()) +
         (s.options().max_length == NONE ? "" : ", length up to " + std::to_string(s.options().max_length)) +
         (s.single_root() ? " and a single root" : "");
}

// Also a configuration of the same system with another choice of single_root may be a dead end in this one.
void require_own(const SystemPtr& system, const State& s) {
  if (title(*s.system) != title(*system))
    throw UsageError("the configuration belongs to " + title(*s.system) + ", not to " + title(*system) +
                     "; use a configuration from this system's initial()");
}

// A head, None, or the side of the head: "left" or "right".
Gold to_gold(const TransitionSystem& system, nb::handle heads, int words) {
  if (!PyObject_HasAttrString(heads.ptr(), "__iter__"))
    throw UsageError(std::string("gold heads are a list with one head per word, not ") +
                     nb::type_name(heads.type()).c_str());
  std::vector<int> values;
  std::vector<Side> sides;
  for (nb::handle h : heads) {
    int head = NONE;
    const std::string text = nb::isinstance<nb::str>(h) ? nb::cast<std::string>(h) : "";
    sides.push_back(text == "left" ? Side::Left : text == "right" ? Side::Right : Side::Unknown);
    if (sides.back() != Side::Unknown && !system.knows_sides())
      throw UsageError(system.name() + " with root " + root_name(system.root()) +
                       " has no costs for the side of a head; use arc-eager, arc-hybrid or nonmonotonic-arc-eager with "
                       "a ROOT node, or None");
    if (!h.is_none() && sides.back() == Side::Unknown &&
        (!nb::try_cast(h, head) || head < 0 || head > words || head == static_cast<int>(values.size()) + 1))
      throw UsageError("gold head " + std::string(nb::str(h).c_str()) + " of word " +
                       std::to_string(values.size() + 1) + " is not possible; use 0 for ROOT, another word from 1 to " +
                       std::to_string(words) + ", None, or the side 'left' or 'right'");
    values.push_back(head);
  }
  if (static_cast<int>(values.size()) != words)
    throw UsageError("there are " + std::to_string(values.size()) + " gold heads for " + std::to_string(words) +
                     " words; give one per word, None where it is unknown");
  Gold gold(values, {}, sides);
  // Without cost(), a Python system's reference() is how it trains, not what it is measured against.
  return dynamic_cast<const PythonSystem*>(&system) ? gold : system.reference(std::move(gold));
}

constexpr const char* DOC = R"(Which actions are legal in a configuration, what they do, and what they cost.

`pp.system(name)` gives the ones that come with PanParser. A subclass is a new one, which can be trained, verified,
saved and loaded like them; see docs/extending.md. It has

- `actions`, and `arcs`: those of them that make an arc, one each, which then gets a label;
- `roots`: where ROOT can stand, the default first, of `"last"`, `"first"` and `"none"`; `("last",)` if not given;
- `legal(c)`: the actions that are possible in a configuration that is not final;
- `apply(c, action)`: the next configuration, made from `c` with `push`, `pop`, `attach`, …;
- `cost(c, action, gold)`: how many heads of `gold` (a tuple; None where unknown) the action puts out of reach. Only
  differences between actions count. Where that is hard to say, `reference(gold)` instead: one derivation as a list of
  actions, or None; it is then trained with a static strategy, such as `greedy` or `early`;
- if need be, `name` (the class's, if not given), `initial(words)`, `is_final(c)`, `max_steps(words)`, `is_partial`,
  `has_lists` (see `Configuration.set_aside`), `features` (the set to train with), and `offers_single_root = True` if `legal` looks at `self.single_root`.

>>> class Chain(TransitionSystem):
...     "Each word depends on the next one, or on ROOT."
...     actions = ("NEXT", "ROOT")
...     arcs = ("NEXT", "ROOT")
...     def legal(self, c):
...         return ("NEXT", "ROOT") if c.buffer[1] else ("ROOT",)
...     def apply(self, c, action):
...         head = c.buffer[1] if action == "NEXT" else 0
...         return c.attach(head, c.buffer[0]).push().pop()
...     def cost(self, c, action, gold):
...         head = c.buffer[1] if action == "NEXT" else 0
...         return gold[c.buffer[0] - 1] not in (head, None)
>>> chain = Chain()
>>> c = chain.apply(chain.initial(2), "NEXT")
>>> c, chain.legal(c), chain.costs(c, [2, 0])
(Configuration(stack=(), buffer=(2, 0), heads=(2, None)), ('ROOT',), {'ROOT': 0})
>>> print(verify(chain, 3))
18 configurations, trees by words: 1 of 1, 2 of 2, 4 of 3; 56 comparisons: all right
)";

}  // namespace

void bind_systems(nb::module_& m) {
  // Where a method can be written in Python, the one here is what super() finds: it never asks Python back.
  nb::class_<TransitionSystem, PythonSystem>(m, "TransitionSystem", DOC)
      .def(
          "__init__",
          [](nb::pointer_and_handle<TransitionSystem> self, nb::handle root, bool single_root) {
            const auto place = root.is_none() ? std::nullopt : std::optional(to_utf8(root, "root"));
            new (static_cast<void*>(self.p)) PythonSystem(self.h, place, single_root);
          },
          nb::kw_only(), "root"_a.none() = nb::none(), "single_root"_a = false)
      .def_prop_ro("name", &TransitionSystem::name)
      .def_prop_ro("root", [](const TransitionSystem& s) { return root_name(s.root()); })
      .def_prop_ro("single_root", &TransitionSystem::single_root)
      .def_prop_ro("max_length",
                   [](const TransitionSystem& s) {
                     const int length = s.options().max_length;
                     return length == NONE ? nb::none() : nb::object(nb::int_(length));
                   })
      .def_prop_ro("loss_name",
                   [](const TransitionSystem& s) {
                     const std::string& name = s.options().loss;
                     return name.empty() ? nb::none() : nb::object(nb::str(name.c_str()));
                   })
      .def_prop_ro("gives_tags", &TransitionSystem::gives_tags)
      .def_prop_ro("is_partial", &TransitionSystem::is_partial)
      .def_prop_ro("cost_unit", &TransitionSystem::cost_unit)
      .def_prop_ro("actions",
                   [](const TransitionSystem& s) {
                     nb::list out;
                     for (const Action& a : s.actions()) out.append(a.name);
                     return nb::tuple(out);
                   })
      .def_prop_ro("arcs",
                   [](const TransitionSystem& s) {
                     nb::list out;
                     for (const Action& a : s.actions())
                       if (a.makes_arc) out.append(a.name);
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
            s.c.reset(words, system->root());
            return s;
          },
          "words"_a)
      .def(
          "legal",
          [](const SystemPtr& system, const State& s) {
            require_own(system, s);
            nb::list out;
            for (ActionSet set = possible(system, s.c); set; set &= set - 1)
              out.append(system->actions()[static_cast<size_t>(std::countr_zero(set))].name);
            return nb::tuple(out);
          },
          "configuration"_a)
      .def(
          "apply",
          [](const SystemPtr& system, const State& s, nb::handle name) {
            require_own(system, s);
            const std::string action = to_utf8(name, "action");
            const ActionSet legal = possible(system, s.c);
            for (ActionSet set = legal; set; set &= set - 1)
              if (const int a = std::countr_zero(set); system->actions()[static_cast<size_t>(a)].name == action) {
                State next{system, s.c};
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
            const Gold g = to_gold(*system, gold, s.c.words());
            nb::dict out;
            int costs[MAX_ACTIONS];
            const ActionSet legal = possible(system, s.c);
            if (!legal) return out;
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
            const int loss = exact_loss(*system, s.c, to_gold(*system, gold, s.c.words()));
            if (loss == std::numeric_limits<int>::max())
              throw UsageError("no derivation of " + system->name() + " comes to an end from here; verify() says why");
            return loss;
          },
          "configuration"_a, "gold"_a.none())
      .def(
          "estimate",
          [](const SystemPtr& system, const State& s, nb::handle gold) {
            require_own(system, s);
            return system->estimate(s.c, to_gold(*system, gold, s.c.words()));
          },
          "configuration"_a, "gold"_a.none())
      .def(
          "is_final",
          [](const SystemPtr& system, const State& s) {
            require_own(system, s);
            const PythonSystem* python = as_python(system);
            return python ? python->is_final_by_default(s.c) : system->is_final(s.c);
          },
          "configuration"_a)
      .def(
          "max_steps",
          [](const SystemPtr& system, int words) {
            return as_python(system) ? PythonSystem::max_steps_by_default(words) : system->max_steps(words);
          },
          "words"_a)
      .def("__repr__", [](const TransitionSystem& s) { return "<TransitionSystem " + title(s) + ">"; });

  // Whether a subclass's own constructor called this class's.
  m.def("is_constructed", [](nb::handle system) { return nb::inst_ready(system); }, "system"_a);
  // Whether the engine is asking it something on this thread.
  m.def(
      "is_answering",
      [](const TransitionSystem& system) {
        const auto* python = dynamic_cast<const PythonSystem*>(&system);
        return python && python->is_answering();
      },
      "system"_a);
  m.def(
      "make_system",
      [](const std::string& name, const std::string& root, bool single_root, int max_length, const std::string& loss) {
        return std::const_pointer_cast<TransitionSystem>(make_system(name, root, single_root, max_length, loss));
      },
      "name"_a, "root"_a, "single_root"_a, "max_length"_a, "loss"_a);
  m.def("list_systems", [] {
    nb::list out;
    for (const SystemInfo& info : systems()) {
      nb::list roots;
      for (const Root r : info.roots) roots.append(root_name(r));
      nb::list losses;
      for (const auto& loss : info.losses) losses.append(loss);
      out.append(nb::make_tuple(info.name, info.paper, info.projective, nb::tuple(roots), info.oracle,
                                nb::tuple(losses), info.needs_max_length));
    }
    return out;
  });
}

}  // namespace pan
