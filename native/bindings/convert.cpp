#include "bindings/convert.hpp"

#include <nanobind/stl/shared_ptr.h>

#include "error.hpp"

namespace nb = nanobind;

namespace pan {

namespace {

std::string kind_of(nb::handle value) { return nb::type_name(value.type()).c_str(); }

// Calls `visit` with every item of anything that can be iterated.
template <class Visit>
void for_each(nb::handle values, const std::string& wanted, Visit visit) {
  if (PyUnicode_Check(values.ptr()) || PyBytes_Check(values.ptr())) throw UsageError(wanted + ", not one string");
  PyObject* iterator = PyObject_GetIter(values.ptr());
  if (!iterator) {
    PyErr_Clear();
    throw UsageError(wanted + ", not " + kind_of(values));
  }
  const nb::object items = nb::steal<nb::object>(iterator);
  while (PyObject* item = PyIter_Next(items.ptr())) visit(nb::steal<nb::object>(item));
  if (PyErr_Occurred()) throw nb::python_error();
}

// A head is an int, or None where it is unknown.
std::string to_head(nb::handle value) {
  if (value.is_none()) return "_";
  const nb::object number = nb::steal<nb::object>(PyNumber_Index(value.ptr()));  // also NumPy's integers
  if (!number.is_valid() || PyBool_Check(value.ptr())) {
    PyErr_Clear();
    throw UsageError("heads needs integers or None, not " + kind_of(value));
  }
  int overflow = 0;
  const long long head = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow) throw UsageError("heads holds a number far out of range; use 0 for ROOT, or the ID of a word");
  return std::to_string(head);
}

}  // namespace

std::string to_utf8(nb::handle value, const char* name) {
  const std::string what = std::string(name) + " needs strings";
  if (!PyUnicode_Check(value.ptr())) throw UsageError(what + ", not " + kind_of(value));
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
  if (!bytes) {
    PyErr_Clear();
    throw UsageError(what + " that can be written as UTF-8; remove lone surrogates");
  }
  return std::string(bytes, static_cast<std::size_t>(size));
}

std::vector<std::string> to_strings(nb::handle values, const char* name) {
  std::vector<std::string> result;
  for_each(values, std::string(name) + " needs a list with one value per word",
           [&](const nb::object& value) { result.push_back(to_utf8(value, name)); });
  return result;
}

std::vector<std::string> to_heads(nb::handle values) {
  std::vector<std::string> result;
  for_each(values, "heads needs a list with one value per word",
           [&](const nb::object& value) { result.push_back(to_head(value)); });
  return result;
}

std::vector<SentencePtr> to_sentences(nb::handle values) {
  std::vector<SentencePtr> result;
  const std::string wanted = "this needs a list of sentences";
  for_each(values, wanted, [&](const nb::object& value) {
    if (!nb::isinstance<Sentence>(value)) throw UsageError(wanted + ", and one item is " + kind_of(value));
    result.push_back(nb::cast<SentencePtr>(value));
  });
  return result;
}

}  // namespace pan
