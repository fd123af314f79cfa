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
#include "systems/covington.hpp"
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
nb::tuple aside(const State& s) {
  nb::list out;
  for (int k = 0; k < s.c.aside_size(); ++k) out.append(s.c.aside(k));
  return nb::tuple(out);
}
bool has_lists(const State& s) { return dynamic_cast<const CovingtonLists*>(s.system.get()) != nullptr; }
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
  // From each word one must come to ROOT, or to where nothing is known, or to where another word has led.
  std::vector<int> met(values.size() + 1, 0);
  for (int w = 1; w <= words; ++w)
    for (int at = w; at > 0; at = values[static_cast<size_t>(at) - 1]) {
      if (met[static_cast<size_t>(at)] == w)
        throw UsageError("the gold heads are no tree: going up from word " + std::to_string(w) +
                         " never ends; give heads without a cycle");
      if (met[static_cast<size_t>(at)] != 0) break;
      met[static_cast<size_t>(at)] = w;
    }
  return system.reference(Gold(values, {}, sides));
}

}  // namespace

void bind_systems(nb::module_& m) {
  nb::class_<State>(m, "Configuration")
      .def_prop_ro("stack", &stack)
      .def_prop_ro("buffer", &buffer)
      .def_prop_ro("heads", &heads)
      .def_prop_ro("left",
                   [](const State& s) {
                     if (!has_lists(s))
                       throw nb::attribute_error("only configurations of Covington's systems have left");
                     return stack(s);
                   })
      .def_prop_ro("right",
                   [](const State& s) {
                     if (!has_lists(s))
                       throw nb::attribute_error("only configurations of Covington's systems have right");
                     return aside(s);
                   })
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
        if (has_lists(s))
          return nb::str("Configuration(left={}, right={}, buffer={}, heads={})")
              .format(stack(s), aside(s), buffer(s), heads(s));
        return nb::str("Configuration(stack={}, buffer={}, heads={})").format(stack(s), buffer(s), heads(s));
      });

  nb::class_<TransitionSystem>(m, "TransitionSystem")
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
      .def_prop_ro("is_partial", &TransitionSystem::is_partial)
      .def_prop_ro("cost_unit", &TransitionSystem::cost_unit)
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
            const Gold g = to_gold(*system, gold, s.c.words());
            nb::dict out;
            if (system->is_final(s.c)) return out;
            int costs[MAX_ACTIONS];
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
            return exact_loss(*system, s.c, to_gold(*system, gold, s.c.words()));
          },
          "configuration"_a, "gold"_a.none())
      .def(
          "estimate",
          [](const SystemPtr& system, const State& s, nb::handle gold) {
            require_own(system, s);
            return system->estimate(s.c, to_gold(*system, gold, s.c.words()));
          },
          "configuration"_a, "gold"_a.none())
      .def("max_steps", &TransitionSystem::max_steps, "words"_a)
      .def("__repr__", [](const TransitionSystem& s) { return "<TransitionSystem " + title(s) + ">"; });

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
