#include "functions.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <limits>

#include "bindings.h"
#include "python_error.h"

namespace alembert::python {

namespace {

// Of central differences the error is least near h = eps^(1/3) for first and eps^(1/4) for second derivatives.
const double first_share = std::cbrt(std::numeric_limits<double>::epsilon());
const double second_share = std::pow(std::numeric_limits<double>::epsilon(), 0.25);
double width(double x, double share) { return share * std::max(1.0, std::abs(x)); }

py::tuple tuple_of(std::span<const double> x) {
  py::tuple out(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) out[k] = py::float_(x[k]);
  return out;
}

py::tuple arguments_of(std::span<const double> x) {
  py::tuple out(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) out[k] = py::cast(argument(x[k], static_cast<int>(k)));
  return out;
}

bool lost_derivatives(const py::error_already_set& e) {
  return e.matches(py::module_::import("alembert.errors").attr("DerivativesLost"));
}

double number_of(const py::object& y, const std::string& name) {
  const double out = PyFloat_AsDouble(y.ptr());
  if (!PyErr_Occurred()) return out;
  PyErr_Clear();
  throw py::type_error(fmt::format("function `{}` must give a number, not {}", name,
                                   std::string(py::str(py::type::handle_of(y).attr("__name__")))));
}

}  // namespace

PythonFunction::PythonFunction(std::string name, int arguments, py::object f, py::object gradient)
    : UserFunction(std::move(name), arguments),
      kind_(gradient.is_none() ? Kind::exact : Kind::given),
      f_(std::move(f)),
      gradient_(std::move(gradient)) {}

// The last model that uses it may go while the interpreter is not locked.
PythonFunction::~PythonFunction() {
  if (Py_IsInitialized() == 0) {
    f_.release();
    gradient_.release();
    return;
  }
  const py::gil_scoped_acquire lock;
  f_ = py::object();
  gradient_ = py::object();
}

// Whatever Python raises goes on as a FunctionError.
template <class Work>
auto PythonFunction::guarded(Work work) const {
  try {
    const py::gil_scoped_acquire lock;
    try {
      return work();
    } catch (const py::builtin_exception& e) {
      e.set_error();
      throw PythonError(py::error_already_set());
    } catch (const py::error_already_set& e) {
      throw PythonError(e);
    }
  } catch (...) {
    rethrow();
  }
}

double PythonFunction::plain(std::span<const double> x) const { return number_of(f_(*tuple_of(x)), name()); }

std::optional<Number> PythonFunction::with_derivatives(std::span<const double> x) const {
  try {
    const py::object y = f_(*arguments_of(x));
    if (py::isinstance<Number>(y)) return y.cast<Number>();
    return Number(number_of(y, name()));
  } catch (const py::error_already_set& e) {
    if (!lost_derivatives(e)) throw;
  }
  kind_ = Kind::differences;
  const std::string text = fmt::format(
      "function `{}` asks for plain numbers (math.sin, numpy.interp, float() do), so its derivatives are differences: "
      "use al.sin and the like, or give gradient=",
      name());
  const py::object category = py::module_::import("alembert.errors").attr("AccuracyWarning");
  if (PyErr_WarnEx(category.ptr(), text.c_str(), 1) < 0) throw py::error_already_set();
  return std::nullopt;
}

std::vector<double> PythonFunction::given_gradient(std::span<const double> x) const {
  const py::object out = gradient_(*tuple_of(x));
  std::vector<double> g;
  if (x.size() == 1 && !py::isinstance<py::sequence>(out) && !py::hasattr(out, "__len__")) {
    g.push_back(number_of(out, name()));
  } else {
    for (const py::handle each : out) g.push_back(number_of(py::reinterpret_borrow<py::object>(each), name()));
  }
  if (g.size() != x.size())
    throw py::value_error(
        fmt::format("the gradient of function `{}` must have {} numbers, not {}", name(), x.size(), g.size()));
  return g;
}

// False: the gradient does not take Duals.
bool PythonFunction::given_second(std::span<const double> x, std::span<double> g, std::span<double> h) const {
  try {
    const std::size_t n = x.size();
    const py::object out = gradient_(*arguments_of(x));
    std::vector<Number> rows;
    if (n == 1 && py::isinstance<Number>(out)) {
      rows.push_back(out.cast<Number>());
    } else {
      for (const py::handle each : out) {
        const py::object y = py::reinterpret_borrow<py::object>(each);
        rows.push_back(py::isinstance<Number>(y) ? y.cast<Number>() : Number(number_of(y, name())));
      }
    }
    if (rows.size() != n) return false;
    for (std::size_t k = 0; k < n; ++k) {
      g[k] = value_of(rows[k]);
      for (std::size_t l = 0; l < n; ++l) h[k * n + l] = rows[k].d[l].value;
    }
    return true;
  } catch (const py::error_already_set& e) {
    if (!lost_derivatives(e)) throw;
    return false;
  }
}

double PythonFunction::by_differences(std::span<const double> x, std::span<double> g) const {
  std::vector<double> at(x.begin(), x.end());
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double d = width(x[k], first_share);
    at[k] = x[k] + d;
    const double above = plain(at);
    at[k] = x[k] - d;
    g[k] = (above - plain(at)) / (2.0 * d);
    at[k] = x[k];
  }
  return plain(x);
}

void PythonFunction::second_by_differences(std::span<const double> x, std::span<double> h) const {
  const std::size_t n = x.size();
  std::vector<double> at(x.begin(), x.end());
  const auto shifted = [&](std::size_t k, double dk, std::size_t l, double dl) {
    at[k] += dk;
    at[l] += dl;
    const double out = plain(at);
    at[k] = x[k];
    at[l] = x[l];
    return out;
  };
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l <= k; ++l) {
      const double dk = width(x[k], second_share), dl = width(x[l], second_share);
      h[k * n + l] = h[l * n + k] =
          (shifted(k, dk, l, dl) - shifted(k, dk, l, -dl) - shifted(k, -dk, l, dl) + shifted(k, -dk, l, -dl)) /
          (4.0 * dk * dl);
    }
}

void PythonFunction::second_of_gradient(std::span<const double> x, std::span<double> h) const {
  const std::size_t n = x.size();
  std::vector<double> at(x.begin(), x.end());
  for (std::size_t l = 0; l < n; ++l) {
    const double d = width(x[l], first_share);
    at[l] = x[l] + d;
    const std::vector<double> above = given_gradient(at);
    at[l] = x[l] - d;
    const std::vector<double> below = given_gradient(at);
    at[l] = x[l];
    for (std::size_t k = 0; k < n; ++k) h[k * n + l] = (above[k] - below[k]) / (2.0 * d);
  }
}

double PythonFunction::value(std::span<const double> x) const {
  return guarded([&] { return plain(x); });
}

double PythonFunction::gradient(std::span<const double> x, std::span<double> g) const {
  return guarded([&] {
    if (kind_ == Kind::given) {
      const std::vector<double> given = given_gradient(x);
      std::copy(given.begin(), given.end(), g.begin());
      return plain(x);
    }
    if (kind_ == Kind::exact)
      if (const std::optional<Number> y = with_derivatives(x)) {
        for (std::size_t k = 0; k < x.size(); ++k) g[k] = y->d[k].value;
        return value_of(*y);
      }
    return by_differences(x, g);
  });
}

double PythonFunction::second_derivatives(std::span<const double> x, std::span<double> g, std::span<double> h) const {
  return guarded([&] {
    if (kind_ == Kind::given) {
      if (given_second(x, g, h)) return plain(x);
      const std::vector<double> given = given_gradient(x);
      std::copy(given.begin(), given.end(), g.begin());
      second_of_gradient(x, h);
      return plain(x);
    }
    if (kind_ == Kind::exact)
      if (const std::optional<Number> y = with_derivatives(x)) {
        const std::size_t n = x.size();
        for (std::size_t k = 0; k < n; ++k) {
          g[k] = y->d[k].value;
          for (std::size_t l = 0; l < n; ++l) h[k * n + l] = y->d[k].d[l];
        }
        return value_of(*y);
      }
    second_by_differences(x, h);
    return by_differences(x, g);
  });
}

Functions functions_of(const std::vector<std::shared_ptr<PythonFunction>>& all) {
  Functions out;
  for (const auto& each : all) out.insert(each);
  return out;
}

void bind_functions(py::module_& m) {
  py::class_<PythonFunction, std::shared_ptr<PythonFunction>>(m, "Function")
      .def(py::init([](std::string name, int arguments, py::object f, py::object gradient) {
             if (arguments < 1 || arguments > most_user_arguments)
               throw UsageError(fmt::format("function `{}`: a function takes 1 to {} arguments, not {}", name,
                                            most_user_arguments, arguments));
             auto out = std::make_shared<PythonFunction>(std::move(name), arguments, std::move(f), std::move(gradient));
             functions_of({out});  // is its name one that expressions can call
             return out;
           }),
           py::arg("name"), py::arg("arguments"), py::arg("f"), py::arg("gradient") = py::none())
      .def_property_readonly("name", [](const PythonFunction& f) { return f.name(); })
      .def_property_readonly("arguments", [](const PythonFunction& f) { return f.arguments(); })
      .def("value", [](const PythonFunction& f, const std::vector<double>& x) { return f.value(x); })
      .def("gradient",
           [](const PythonFunction& f, const std::vector<double>& x) {
             std::vector<double> g(x.size());
             f.gradient(x, g);
             return g;
           })
      .def("second_derivatives", [](const PythonFunction& f, const std::vector<double>& x) {
        std::vector<double> g(x.size()), h(x.size() * x.size());
        f.second_derivatives(x, g, h);
        return h;
      });
}

}  // namespace alembert::python
