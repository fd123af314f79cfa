#include "bindings/python_system.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include "bindings/convert.hpp"
#include "error.hpp"
#include "systems/registry.hpp"

namespace nb = nanobind;

namespace pan {

namespace {

std::string text(nb::handle value) { return nb::cast<std::string>(nb::str(value)); }
std::string type_of(nb::handle value) { return nb::cast<std::string>(nb::type_name(value.type())); }

std::string join(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& n : names) all += (all.empty() ? "" : ", ") + n;
  return all;
}

std::string names_of(const std::vector<Action>& actions, ActionSet set) {
  std::vector<std::string> names;
  for (; set; set &= set - 1) names.push_back(actions[static_cast<size_t>(std::countr_zero(set))].name);
  return join(names);
}

// Whether a class has a method or attribute that TransitionSystem does not give it.
bool defines(nb::handle type, const char* name) {
  const nb::handle base = nb::type<TransitionSystem>();
  return nb::hasattr(type, name) && !(nb::hasattr(base, name) && type.attr(name).is(base.attr(name)));
}

bool flag(nb::handle type, const char* name) {
  return defines(type, name) && nb::cast<bool>(nb::bool_(type.attr(name)));
}

// A class attribute that holds strings; `fallback` where it is missing.
std::vector<std::string> strings(nb::handle type, const std::string& owner, const char* attribute,
                                 std::vector<std::string> fallback) {
  if (!defines(type, attribute)) return fallback;
  const nb::object values = type.attr(attribute);
  if (!nb::isinstance<nb::tuple>(values) && !nb::isinstance<nb::list>(values))
    throw UsageError(owner + "." + attribute + " is not a tuple of strings but " + type_of(values) +
                     "; write one, such as (\"A\", \"B\")");
  std::vector<std::string> out;
  for (nb::handle value : values) {
    const std::string name = to_utf8(value, (owner + "." + attribute).c_str());
    if (name.empty() || std::find(out.begin(), out.end(), name) != out.end())
      throw UsageError(owner + "." + attribute + " has '" + name + "' twice, or an empty name; use different names");
    out.push_back(name);
  }
  return out;
}

nb::object to_heads(const Gold& gold) {
  nb::list out;
  for (int w = 1; w <= gold.words(); ++w)
    out.append(gold.head(w) == NONE ? nb::none() : nb::object(nb::int_(gold.head(w))));
  return nb::tuple(out);
}

long to_number(nb::handle value, const std::string& said_by) {
  const nb::object number = nb::steal<nb::object>(PyNumber_Index(value.ptr()));  // also NumPy's integers
  if (!number.is_valid()) {
    PyErr_Clear();
    throw UsageError(said_by + " gives " + type_of(value) + " instead of a whole number; return an int");
  }
  int overflow = 0;
  const long result = PyLong_AsLongAndOverflow(number.ptr(), &overflow);
  if (overflow)
    throw UsageError(said_by + " gives " + text(number) + ", which is out of range; return a smaller number");
  return result;
}

}  // namespace

struct PythonSystem::Description {
  std::string name;
  Options options;
  std::vector<Action> actions;

  Description(nb::handle self, const std::optional<std::string>& root, bool single_root) {
    const nb::handle type = self.type();
    if (type.is(nb::type<TransitionSystem>()))
      throw UsageError("TransitionSystem itself has no actions; use pp.system(name), or write a subclass");
    name = to_utf8(type.attr("name"), "name");
    for (const char* method : {"legal", "apply"})
      if (!defines(type, method))
        throw UsageError(name + " has no " + method + "(); a system needs actions, legal and apply");

    const auto names = strings(type, name, "actions", {});
    if (names.empty() || names.size() > MAX_ACTIONS)
      throw UsageError(name + ".actions has " + std::to_string(names.size()) + " names; write a tuple of 1 to " +
                       std::to_string(MAX_ACTIONS));
    const auto arcs = strings(type, name, "arcs", {});
    for (const auto& arc : arcs)
      if (std::find(names.begin(), names.end(), arc) == names.end())
        throw UsageError(name + ".arcs has '" + arc + "', which is not one of its actions: " + join(names));
    for (const auto& action : names)
      actions.push_back({action, std::find(arcs.begin(), arcs.end(), action) != arcs.end()});

    const auto roots = strings(type, name, "roots", {root_name(Root::Last)});
    const std::string chosen = root ? *root : roots.empty() ? "" : roots[0];
    if (std::find(roots.begin(), roots.end(), chosen) == roots.end())
      throw UsageError(name + " has no root position '" + chosen + "'; use one of: " + join(roots));
    const auto found =
        std::find_if(std::begin(PLACES), std::end(PLACES), [&](Root r) { return root_name(r) == chosen; });
    if (found == std::end(PLACES))
      throw UsageError(name + ".roots has '" + chosen + "'; ROOT can stand 'first' or 'last', or be 'none'");
    options.root = *found;
    options.single_root = single_root;
    if (single_root && !defines(type, "with_single_root") && !flag(type, "offers_single_root"))
      throw UsageError(name +
                       " does not offer a single root; write offers_single_root = True into the class when its "
                       "legal() looks at self.single_root");
  }

  static constexpr Root PLACES[] = {Root::First, Root::Last, Root::None};
};

PythonSystem::PythonSystem(nb::handle self, const std::optional<std::string>& root, bool single_root)
    : PythonSystem(self, Description(self, root, single_root)) {}

PythonSystem::PythonSystem(nb::handle self, Description description)
    : TransitionSystem(std::move(description.name), std::move(description.options), std::move(description.actions)),
      self_(self) {
  const nb::handle type = self.type();
  for (const Action& a : actions()) names_.push_back(nb::str(a.name.c_str(), a.name.size()));
  is_partial_ = flag(type, "is_partial");
  has_lists_ = flag(type, "has_lists");
  has_initial_ = defines(type, "initial");
  has_is_final_ = defines(type, "is_final");
  has_max_steps_ = defines(type, "max_steps");
  has_cost_ = defines(type, "cost");
  has_reference_ = defines(type, "reference");
}

namespace {

thread_local const PythonSystem* answering = nullptr;

struct Answering {
  explicit Answering(const PythonSystem* system) : before(std::exchange(answering, system)) {}
  ~Answering() { answering = before; }
  Answering(const Answering&) = delete;
  Answering& operator=(const Answering&) = delete;
  const PythonSystem* before;
};

}  // namespace

bool PythonSystem::is_answering() const { return answering == this; }

// Methods are looked up in the class each time: kept here, a method that refers to its own object would never be freed.
template <typename... Args>
nb::object PythonSystem::call(const char* method, Args&&... args) const {
  const Answering now(this);
  return self_.type().attr(method)(self_, std::forward<Args>(args)...);
}

nb::object PythonSystem::wrap(const Configuration& c) const { return nb::cast(State{nb::cast<SystemPtr>(self_), c}); }

Configuration PythonSystem::unwrap(nb::handle result, const char* method, int words) const {
  if (!nb::isinstance<State>(result))
    throw UsageError(said_by(method) + " gives " + type_of(result) + " instead of a Configuration; return one");
  const State& state = nb::cast<const State&>(result);
  if (state.system.get() != this || state.c.words() != words)
    throw UsageError(said_by(method) + " gives a configuration of another " +
                     (state.system.get() != this ? "system" : "length") + "; return one made from its argument");
  return state.c;
}

int PythonSystem::number(nb::handle action, const std::string& by) const {
  for (size_t a = 0; a < names_.size(); ++a)
    if (action.is(names_[a])) return static_cast<int>(a);
  if (nb::isinstance<nb::str>(action))
    for (size_t a = 0; a < names_.size(); ++a)
      if (names_[a].equal(action)) return static_cast<int>(a);
  throw UsageError(by + " names " + nb::cast<std::string>(nb::repr(action)) +
                   ", which is not one of its actions: " + names_of(actions(), ~ActionSet{0} >> (64 - names_.size())));
}

void PythonSystem::start(Configuration& c, int words) const {
  c.reset(words, root());
  if (!has_initial_) return;
  const nb::gil_scoped_acquire gil;
  Configuration first = unwrap(call("initial", words), "initial", words);
  first.follow(c);  // no way behind it, wherever it came from
  c = std::move(first);
}

bool PythonSystem::is_final(const Configuration& c) const {
  if (!has_is_final_) return is_final_by_default(c);
  const nb::gil_scoped_acquire gil;
  const int truth = PyObject_IsTrue(call("is_final", wrap(c)).ptr());
  if (truth < 0) throw nb::python_error();
  return truth == 1;
}

ActionSet PythonSystem::legal_or_none(const Configuration& c) const {
  const nb::gil_scoped_acquire gil;
  const nb::object names = call("legal", wrap(c));
  const std::string by = said_by("legal");
  const nb::object items = nb::steal<nb::object>(PyObject_GetIter(names.ptr()));
  if (!items.is_valid() || nb::isinstance<nb::str>(names)) {
    PyErr_Clear();
    throw UsageError(by + " gives " + type_of(names) + " instead of names; return a tuple of actions");
  }
  ActionSet set = 0;
  while (PyObject* item = PyIter_Next(items.ptr())) set |= bit(number(nb::steal<nb::object>(item), by));
  if (PyErr_Occurred()) throw nb::python_error();
  return set;
}

ActionSet PythonSystem::legal(const Configuration& c) const {
  const ActionSet set = legal_or_none(c);
  if (set) return set;
  const nb::gil_scoped_acquire gil;
  throw UsageError(said_by("legal") + " has no action for " + nb::cast<std::string>(nb::repr(wrap(c))) +
                   ", which is not final; verify() finds such dead ends");
}

Configuration PythonSystem::after(const Configuration& c, int action) const {
  Configuration next = unwrap(call("apply", wrap(c), names_[static_cast<size_t>(action)]), "apply", c.words());
  next.follow(c);
  return next;
}

// An arc may be taken away by any action; only those that were declared to may make one, which gets the label.
Arc PythonSystem::arc_between(const Configuration& before, const Configuration& after, int action) const {
  Arc made;
  int count = 0;
  for (int w = 1; w <= after.words(); ++w)
    if (const int head = after.head(w); head != NONE && head != before.head(w)) {
      made = {head, w};
      ++count;
    }
  const Action& a = actions()[static_cast<size_t>(action)];
  if (count != a.makes_arc)
    throw UsageError(said_by("apply") + " makes " + std::to_string(count) + " arcs for " + a.name + ", and " + name() +
                     ".arcs " + (a.makes_arc ? "has it, which means one" : "does not have it, which means none") +
                     "; correct either of them");
  return made;
}

Arc PythonSystem::arc(const Configuration& c, int action) const {
  if (!actions()[static_cast<size_t>(action)].makes_arc) return {};
  const nb::gil_scoped_acquire gil;
  return arc_between(c, after(c, action), action);
}

void PythonSystem::effect(Configuration& c, int action, int label) const {
  const nb::gil_scoped_acquire gil;
  if (c.steps() >= max_steps(c.words()))
    throw UsageError(name() + " has not come to an end after " + std::to_string(c.steps()) + " actions on " +
                     std::to_string(c.words()) + " words; let derivations end, or max_steps() allow more");
  Configuration next = after(c, action);
  const Arc made = arc_between(c, next, action);
  if (made.dependent != NONE && label != NONE) next.attach(made.head, made.dependent, label);
  c = std::move(next);
}

void PythonSystem::costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const {
  const nb::gil_scoped_acquire gil;
  if (has_cost_) {
    const nb::object state = wrap(c), heads = to_heads(gold);
    for (; legal; legal &= legal - 1) {
      const int a = std::countr_zero(legal);
      const long cost = to_number(call("cost", state, names_[static_cast<size_t>(a)], heads), said_by("cost"));
      constexpr long MOST = std::numeric_limits<int>::max() / 2;  // differences of costs are numbers too
      if (cost < -MOST || cost > MOST)
        throw UsageError(said_by("cost") + " gives " + std::to_string(cost) +
                         ", which is out of range; return a smaller number");
      costs[a] = static_cast<int>(cost);
    }
    return;
  }
  // Aufrant & Wisniewski 2017, A.1: the reference's action costs nothing, every other one costs 1.
  const Reference* reference = reference_for(gold);
  const size_t key = reference ? std::hash<std::string>{}(c.unlabelled_key()) : 0;
  int taken = NONE;
  for (size_t i = 0; reference && i < reference->size(); ++i)
    if ((*reference)[i].first == key) taken = (*reference)[i].second;
  for (; legal; legal &= legal - 1) costs[std::countr_zero(legal)] = std::countr_zero(legal) != taken;
}

Gold PythonSystem::reference(Gold gold) const {
  if (has_cost_) return gold;
  const nb::gil_scoped_acquire gil;
  if (reference_for(gold)) return gold;
  if (is_partial_)
    throw UsageError(said_by("reference") +
                     " gives None, but to a partial system every gold tree is known; write cost()");
  return gold.filtered([](int, int) { return false; });
}

const PythonSystem::Reference* PythonSystem::reference_for(const Gold& gold) const {
  if (!has_reference_)
    throw UsageError(name() + " has no cost() and no reference(); write one of them to compare it with gold trees");
  if (!gold.is_complete() && !is_partial_) return nullptr;
  std::vector<int> heads;
  for (int w = 1; w <= gold.words(); ++w) heads.push_back(gold.head(w));
  auto found = references_.find(heads);
  // Python runs in between, and with it perhaps another thread that asks the same.
  if (found == references_.end()) {
    auto derivation = derive(gold);
    found = references_.emplace(std::move(heads), std::move(derivation)).first;
  }
  return found->second ? &*found->second : nullptr;
}

std::optional<PythonSystem::Reference> PythonSystem::derive(const Gold& gold) const {
  const nb::object heads = to_heads(gold), names = call("reference", heads);
  if (names.is_none()) return {};
  const std::string by = said_by("reference"), where = " for the heads " + text(heads);
  const nb::object items = nb::steal<nb::object>(PyObject_GetIter(names.ptr()));
  if (!items.is_valid() || nb::isinstance<nb::str>(names)) {
    PyErr_Clear();
    throw UsageError(by + " gives " + type_of(names) + where + "; return a list of actions, or None");
  }
  Reference out;
  Configuration c;
  start(c, gold.words());
  while (PyObject* item = PyIter_Next(items.ptr())) {
    const int action = number(nb::steal<nb::object>(item), by);
    const ActionSet set = is_final(c) ? 0 : legal_or_none(c);
    const std::string step = by + " takes " + actions()[static_cast<size_t>(action)].name + " as step " +
                             std::to_string(out.size() + 1) + where;
    if (!(set & bit(action)))
      throw UsageError(step + (set ? ", where only these are legal: " + names_of(actions(), set)
                                   : ", where nothing is legal any more"));
    const size_t key = std::hash<std::string>{}(c.unlabelled_key());
    if (std::any_of(out.begin(), out.end(), [&](const auto& known) { return known.first == key; }))
      throw UsageError(step + ", in a configuration where it was before; a reference must not go in circles");
    out.emplace_back(key, action);
    apply(c, action);
  }
  if (PyErr_Occurred()) throw nb::python_error();
  if (!is_final(c))
    throw UsageError(by + " ends after " + std::to_string(out.size()) + " actions" + where +
                     ", before the configuration is final; go on to the end");
  return out;
}

long PythonSystem::max_steps(int words) const {
  if (!has_max_steps_) return max_steps_by_default(words);
  const nb::gil_scoped_acquire gil;
  return to_number(call("max_steps", words), said_by("max_steps"));
}

}  // namespace pan
