// A transition system written in Python: every question of the engine becomes a call of the user's methods.
//
// It lives inside the Python object, as the C++ half of a subclass of panparser.TransitionSystem. The engine holds it
// by a shared pointer that nanobind makes from that object, which keeps the object alive; it holds nothing of the
// object itself, so there are no circles. The engine runs without the GIL and on any thread: each call takes it.
#pragma once
#include <nanobind/nanobind.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/state.hpp"

namespace pan {

class PythonSystem final : public TransitionSystem {
 public:
  // Reads actions, arcs, roots and what else the class of `self` says. Throws UsageError.
  PythonSystem(nanobind::handle self, const std::optional<std::string>& root, bool single_root);

  bool is_monotonic() const override { return false; }  // it may be, but nobody said so
  bool has_fixed_length() const override { return false; }
  bool is_partial() const override { return is_partial_; }
  void start(Configuration& c, int words) const override;
  bool is_final(const Configuration& c) const override;
  ActionSet legal(const Configuration& c) const override;  // throws where nothing is legal
  Arc arc(const Configuration& c, int action) const override;
  void costs(const Configuration& c, const Gold& gold, ActionSet legal, int* costs) const override;
  // Without cost(): nothing is known of a sentence for which there is no reference derivation.
  Gold reference(Gold gold) const override;
  long max_steps(int words) const override;

  bool has_lists() const { return has_lists_; }  // as Covington's: words can be set aside
  // Whether this thread is in one of the user's methods, called by the engine.
  bool is_answering() const;
  // Also nothing, in a dead end.
  ActionSet legal_or_none(const Configuration& c) const;
  // What a class gets that says nothing else.
  bool is_final_by_default(const Configuration& c) const { return is_one_left(c); }
  static long max_steps_by_default(int words) { return 4L * (words + 1L) * (words + 1L); }

 protected:
  void effect(Configuration& c, int action, int label) const override;

 private:
  // A derivation of the reference: its configurations, as hashes of their unlabelled keys, and the action in each.
  using Reference = std::vector<std::pair<size_t, int>>;
  struct Description;

  PythonSystem(nanobind::handle self, Description description);

  template <typename... Args>
  nanobind::object call(const char* method, Args&&... args) const;
  nanobind::object wrap(const Configuration& c) const;
  Configuration unwrap(nanobind::handle result, const char* method, int words) const;
  int number(nanobind::handle action, const std::string& said_by) const;  // of an action
  std::string said_by(const char* method) const { return std::string(method) + "() of " + name(); }
  Configuration after(const Configuration& c, int action) const;
  Arc arc_between(const Configuration& before, const Configuration& after, int action) const;
  // NONE for words of unknown head; nullptr if there is no derivation.
  const Reference* reference_for(const Gold& gold) const;
  std::optional<Reference> derive(const Gold& gold) const;

  nanobind::handle self_;
  std::vector<nanobind::object> names_;  // of actions, for Python
  bool is_partial_, has_lists_, has_initial_, has_is_final_, has_max_steps_, has_cost_, has_reference_;
  mutable std::map<std::vector<int>, std::optional<Reference>> references_;  // by gold heads; changed under the GIL
};

}  // namespace pan
