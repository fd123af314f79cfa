// The errors of the core become those of panparser.errors.
#include "error.hpp"

#include <nanobind/nanobind.h>

#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pan {

namespace {

nb::object error_class(const char* name) { return nb::module_::import_("panparser.errors").attr(name); }

void raise(const nb::object& error) { PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr()); }

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InputError& e) {
    const nb::object file = e.file.empty() ? nb::none() : nb::object(nb::str(e.file.c_str(), e.file.size()));
    raise(error_class("InputError")(nb::str(e.problem.c_str()), nb::str(e.remedy.c_str()), "file"_a = file,
                                    "line"_a = e.line, "column"_a = e.column));
  } catch (const UsageError& e) {
    raise(error_class("UsageError")(nb::str(e.what())));
  } catch (const Error& e) {
    raise(error_class("PanParserError")(nb::str(e.what())));
  }
}

}  // namespace

void bind_errors(nb::module_&) { nb::register_exception_translator(translate, nullptr); }

}  // namespace pan
