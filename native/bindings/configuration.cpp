// Configurations as values; those of a system written in Python can be taken further by its apply().
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "bindings/bindings.hpp"
#include "bindings/python_system.hpp"
#include "bindings/state.hpp"
#include "error.hpp"
#include "systems/covington.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

nb::tuple stack_of(const Configuration& c) {
  nb::list out;
  for (int k = c.stack_size() - 1; k >= 0; --k) out.append(c.stack(k));
  return nb::tuple(out);
}

nb::tuple heads_of(const Configuration& c) {
  nb::list out;
  for (int w = 1; w <= c.words(); ++w) out.append(c.head(w) == NONE ? nb::none() : nb::object(nb::int_(c.head(w))));
  return nb::tuple(out);
}

namespace {

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

const PythonSystem* as_python(const State& s) { return dynamic_cast<const PythonSystem*>(s.system.get()); }
bool has_lists(const State& s) {
  if (const PythonSystem* python = as_python(s)) return python->has_lists();
  return dynamic_cast<const CovingtonLists*>(s.system.get()) != nullptr;
}

nb::str represent(const State& s) {
  if (has_lists(s))
    return nb::str("Configuration(left={}, right={}, buffer={}, heads={})")
        .format(stack_of(s.c), aside(s), buffer(s), heads_of(s.c));
  return nb::str("Configuration(stack={}, buffer={}, heads={})").format(stack_of(s.c), buffer(s), heads_of(s.c));
}

// The native systems rely on what their own actions lead to, and would read beyond the ends of other configurations.
State changed(const State& s, const char* operation) {
  if (!as_python(s))
    throw UsageError(std::string(operation) + "() is for systems written in Python; use apply() of " +
                     s.system->name());
  return s;
}

[[noreturn]] void refuse(const State& s, const std::string& what) {
  throw UsageError(what + " in " + nb::cast<std::string>(represent(s)) + "; legal() must rule this out");
}

void require_top(const State& s, const char* operation, int least = 1) {
  if (s.c.aside_size() > 0)
    refuse(s, std::string(operation) + "() is not possible while words are set aside, before the next push(),");
  if (s.c.stack_size() < least)
    refuse(s, std::string(operation) + "() finds " + (least > 1 ? "fewer than two nodes on" : "nothing on") +
                  " the stack");
}

State push(const State& s) {
  State next = changed(s, "push");
  if (s.c.buffer_size() == 0) refuse(s, "push() finds nothing in the buffer");
  next.c.push_front();
  return next;
}

State pop(const State& s) {
  State next = changed(s, "pop");
  require_top(s, "pop");
  next.c.pop();
  return next;
}

State pop_second(const State& s) {
  State next = changed(s, "pop_second");
  require_top(s, "pop_second", 2);
  next.c.pop_second();
  return next;
}

State swap(const State& s) {
  State next = changed(s, "swap");
  require_top(s, "swap", 2);
  next.c.swap();
  return next;
}

State unshift(const State& s) {
  State next = changed(s, "unshift");
  require_top(s, "unshift");
  next.c.unshift();
  next.c.forget_reading();  // Python sees the buffer only: what looks the same is the same
  return next;
}

State set_aside(const State& s) {
  State next = changed(s, "set_aside");
  if (!has_lists(s))
    throw UsageError("set_aside() is for systems with Covington's lists; write has_lists = True into the class");
  if (s.c.stack_size() == 0) refuse(s, "set_aside() finds nothing on the stack");
  next.c.set_aside();
  return next;
}

State attach(const State& s, int head, int dependent) {
  State next = changed(s, "attach");
  const std::string what = "attach(" + std::to_string(head) + ", " + std::to_string(dependent) + ")";
  if (dependent < 1 || dependent > s.c.words()) refuse(s, what + " has no word as its dependent");
  if (head < 0 || head > s.c.words()) refuse(s, what + " has neither a word nor ROOT as its head");
  if (head == 0 && s.c.root() == Root::None) refuse(s, what + " has a ROOT that this system does without");
  if (s.c.dominates(dependent, head)) refuse(s, what + " makes a circle of arcs");
  if (s.c.head(dependent) != head) next.c.attach(head, dependent, NONE);  // an arc that is there keeps its label
  return next;
}

State detach(const State& s, int dependent) {
  State next = changed(s, "detach");
  if (dependent < 1 || dependent > s.c.words() || s.c.head(dependent) == NONE)
    refuse(s, "detach(" + std::to_string(dependent) + ") finds no arc to remove");
  next.c.detach(dependent);
  return next;
}

constexpr const char* DOC = R"(The state of a derivation, as a value: `stack`, `buffer`, `heads`, `is_final`.

Nodes are word positions, and 0 for ROOT; `heads` has None for a word without head. Configurations of a system
written in Python also have what its `apply` needs to make the next one. Each of these returns a new configuration:
`push()` (the front of the buffer on to the stack), `pop()`, `pop_second()` (the node below the top), `swap()` (the two
topmost nodes), `unshift()` (the top back to the front of the buffer), `attach(head, dependent)` (in the place of any
head it has), `detach(dependent)`, and, for Covington's two lists (`has_lists = True` in the class), `set_aside()`: the
top goes from `left` (the stack) to the front of `right`, from where `push()` brings everything back.

>>> class Chain(TransitionSystem):
...     actions = ("NEXT", "END")
...     arcs = ("NEXT", "END")
...     def legal(self, c):
...         return ("NEXT",) if c.buffer[1] else ("END",)
...     def apply(self, c, action):
...         return c.attach(c.buffer[1], c.buffer[0]).push().pop()
>>> c = Chain().initial(2)
>>> c.push().attach(2, 1)
Configuration(stack=(1,), buffer=(2, 0), heads=(2, None))
>>> c.stack, c.buffer, c.heads
((), (1, 2, 0), (None, None))
>>> c.pop()
Traceback (most recent call last):
...
panparser.errors.UsageError: pop() finds nothing on the stack in Configuration(stack=(), buffer=(1, 2, 0), heads=(None, None)); legal() must rule this out
)";

}  // namespace

void bind_configurations(nb::module_& m) {
  nb::class_<State>(m, "Configuration", DOC)
      .def_prop_ro("stack", [](const State& s) { return stack_of(s.c); })
      .def_prop_ro("buffer", &buffer)
      .def_prop_ro("heads", [](const State& s) { return heads_of(s.c); })
      .def_prop_ro("left",
                   [](const State& s) {
                     if (!has_lists(s))
                       throw nb::attribute_error("only configurations of Covington's systems have left");
                     return stack_of(s.c);
                   })
      .def_prop_ro("right",
                   [](const State& s) {
                     if (!has_lists(s))
                       throw nb::attribute_error("only configurations of Covington's systems have right");
                     return aside(s);
                   })
      .def_prop_ro("is_final", [](const State& s) { return s.system->is_final(s.c); })
      .def("push", &push)
      .def("pop", &pop)
      .def("pop_second", &pop_second)
      .def("swap", &swap)
      .def("unshift", &unshift)
      .def("set_aside", &set_aside)
      .def("attach", &attach, "head"_a, "dependent"_a)
      .def("detach", &detach, "dependent"_a)
      .def(
          "__eq__",
          [](const State& a, nb::handle other) {
            State* b;
            return nb::try_cast(other, b) && b && a.system->name() == b->system->name() && a.c == b->c;
          },
          nb::arg().none())
      .def("__hash__", [](const State& s) { return std::hash<std::string>{}(s.c.key()); })
      .def("__repr__", &represent);
}

}  // namespace pan
