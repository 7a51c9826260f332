// al.Dual, and the functions of expressions for it and for plain numbers.
#include "numbers.h"

#include <fmt/format.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "bindings.h"
#include "expression/function_table.h"

namespace alembert::python {

namespace {

using Formula = Number (*)(std::span<const Number>);

template <std::size_t row>
Number of_numbers(std::span<const Number> arguments) {
  return apply_function<Number, row>(arguments);
}
template <std::size_t row>
double of_doubles(std::span<const double> arguments) {
  return apply_function<double, row>(arguments);
}

// A function of expressions: Dual where an argument is one, else a plain number.
struct TableFunction {
  std::string name;
  int fewest, most;
  Formula number;
  double (*plain)(std::span<const double>);

  py::object operator()(const py::args& given) const {
    const auto count = static_cast<int>(given.size());
    if (count < fewest || count > most)
      throw py::type_error(fmt::format("{}() takes {}{} argument{}, not {}", name, fewest,
                                       most == fewest ? "" : " or more", fewest == 1 ? "" : "s", count));
    bool dual = false;
    for (const py::handle each : given) dual = dual || py::isinstance<Number>(each);
    if (dual) return py::cast(number(std::span<const Number>(values<Number>(given))));
    return py::cast(plain(std::span<const double>(values<double>(given))));
  }

 private:
  template <class S>
  std::vector<S> values(const py::args& given) const {
    std::vector<S> out;
    for (const py::handle each : given) try {
        out.push_back(each.cast<S>());
      } catch (const py::cast_error&) {
        throw py::type_error(fmt::format("{}() takes numbers and Duals, not {}", name,
                                         std::string(py::str(py::type::handle_of(each).attr("__name__")))));
      }
    return out;
  }
};

// Operators have no name that Python could write, and `if` is a word of its own there.
std::string python_name(std::string_view name) {
  if (name == "if") return "where";
  return name.front() >= 'a' && name.front() <= 'z' ? std::string(name) : "";
}

template <std::size_t... row>
std::vector<TableFunction> table(std::index_sequence<row...>) {
  std::vector<TableFunction> out;
  const auto add = [&](const auto& entry, Formula number, double (*plain)(std::span<const double>)) {
    const std::string name = python_name(entry.name);
    if (!name.empty()) out.push_back({name, entry.fewest_arguments, entry.most_arguments, number, plain});
  };
  (add(std::get<row>(functions::table), of_numbers<row>, of_doubles<row>), ...);
  return out;
}

// By the names that numpy gives to what it asks of objects: np.sin(x) calls x.sin().
void add_methods(py::class_<Number>& type, const std::vector<TableFunction>& functions) {
  constexpr std::pair<const char*, const char*> methods[] = {
      {"sqrt", "sqrt"},   {"sin", "sin"},     {"cos", "cos"},     {"tan", "tan"},     {"arcsin", "asin"},
      {"arccos", "acos"}, {"arctan", "atan"}, {"sinh", "sinh"},   {"cosh", "cosh"},   {"tanh", "tanh"},
      {"exp", "exp"},     {"log", "log"},     {"log10", "log10"}, {"deg2rad", "rad"}, {"rad2deg", "deg"},
      {"radians", "rad"}, {"degrees", "deg"}, {"__abs__", "abs"}};
  for (const auto& [method, name] : methods)
    for (const TableFunction& function : functions)
      if (function.name == name)
        type.def(method, [formula = function.number](const Number& x) { return formula({&x, 1}); });
  for (const auto& [method, name] : {std::pair{"arctan2", "atan2"}, std::pair{"hypot", "hypot"}})
    for (const TableFunction& function : functions)
      if (function.name == name)
        type.def(method, [formula = function.number](const Number& x, const Number& y) {
          const Number both[] = {x, y};
          return formula(std::span<const Number>(both));
        });
}

std::vector<double> gradient(const Number& x) {
  std::vector<double> out;
  for (const auto& each : x.d) out.push_back(each.value);
  return out;
}

std::vector<std::vector<double>> second_derivatives(const Number& x) {
  std::vector<std::vector<double>> out;
  for (const auto& each : x.d) out.emplace_back(each.d.begin(), each.d.end());
  return out;
}

}  // namespace

void bind_numbers(py::module_& m) {
  py::class_<Number> type(m, "Dual", "A number with its exact first and second derivatives by the arguments.");
  type.def(py::init([](double x) { return Number(x); }), py::arg("value"), "A constant.")
      .def_static(
          "argument",
          [](double x, int direction) {
            if (direction < 0 || direction >= most_user_arguments)
              throw py::value_error("a direction is one of 0 to 7");
            return argument(x, direction);
          },
          py::arg("value"), py::arg("direction"), "The argument by which derivatives of this direction are taken.")
      .def_property_readonly("value", [](const Number& x) { return value_of(x); })
      .def_property_readonly("gradient", gradient, "Derivatives by the arguments; of eight, in this order.")
      .def_property_readonly("second_derivatives", second_derivatives)
      .def(py::self + py::self)
      .def(py::self - py::self)
      .def(py::self * py::self)
      .def(py::self / py::self)
      .def(py::self < py::self)
      .def(py::self <= py::self)
      .def(py::self > py::self)
      .def(py::self >= py::self)
      .def(py::self == py::self)
      .def(py::self != py::self)
      .def(-py::self)
      .def("__pos__", [](const Number& x) { return x; })
      .def(
          "__radd__", [](const Number& x, const Number& y) { return y + x; }, py::is_operator())
      .def(
          "__rsub__", [](const Number& x, const Number& y) { return y - x; }, py::is_operator())
      .def(
          "__rmul__", [](const Number& x, const Number& y) { return y * x; }, py::is_operator())
      .def(
          "__rtruediv__", [](const Number& x, const Number& y) { return y / x; }, py::is_operator())
      .def(
          "__pow__", [](const Number& x, const Number& y) { return functions::power(x, y); }, py::is_operator())
      .def(
          "__rpow__", [](const Number& x, const Number& y) { return functions::power(y, x); }, py::is_operator())
      .def("__bool__", [](const Number& x) { return value_of(x) != 0.0; })
      .def("__repr__", [](const Number& x) { return fmt::format("Dual({:g})", value_of(x)); });
  type.attr("__hash__") = py::none();
  py::implicitly_convertible<double, Number>();
  py::implicitly_convertible<py::int_, Number>();

  // What cannot keep derivatives asks for a plain number: math.sin, numpy.interp, float().
  const py::object derivatives_lost = py::module_::import("alembert.errors").attr("DerivativesLost");
  type.def("__float__", [derivatives_lost](const Number&) -> double {
    PyErr_SetString(derivatives_lost.ptr(),
                    "a plain number is asked for, and derivatives would be lost: use al.sin and the like, which keep "
                    "them, `x.value` where none are wanted, or give a gradient");
    throw py::error_already_set();
  });

  const std::vector<TableFunction> functions = table(std::make_index_sequence<function_count>());
  add_methods(type, functions);
  py::list names;
  for (const TableFunction& function : functions) {
    m.def(function.name.c_str(), function);
    names.append(function.name);
  }
  m.attr("function_names") = py::tuple(names);
}

}  // namespace alembert::python
