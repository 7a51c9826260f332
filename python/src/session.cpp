// A model that is stepped from outside.
#include "analysis/session.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <memory>

#include "bindings.h"
#include "settings.h"

namespace alembert::python {

namespace {

using Inputs = std::map<std::string, double>;

py::array_t<double> array_of(std::span<const double> numbers) {
  return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

template <class Numbers>
py::array_t<double> array_of(const Numbers& numbers, int size) {
  py::array_t<double> out(size);
  for (int k = 0; k < size; ++k) out.mutable_at(k) = numbers[k];
  return out;
}

py::dict pose(Session& session, const std::string& body) {
  const Session::Pose p = session.pose(body);
  py::dict out;
  out["position"] = array_of(p.position, 3);
  const Quat& q = p.orientation;
  out["quaternion"] = array_of(std::array<double, 4>{q.w(), q.x(), q.y(), q.z()});
  out["velocity"] = array_of(p.velocity, 3);
  out["angular_velocity"] = array_of(p.angular_velocity, 3);
  return out;
}

py::list events(const Session& session) {
  py::list out;
  for (const EventRecord& event : session.events()) {
    std::string actions;
    for (const std::string& action : event.actions) actions += (actions.empty() ? "" : "; ") + action;
    out.append(py::make_tuple(event.time, event.sensor, actions));
  }
  return out;
}

}  // namespace

void bind_session(py::module_& m) {
  using Free = py::call_guard<py::gil_scoped_release>;
  py::class_<SessionState>(m, "SessionState")
      .def(py::pickle([](const SessionState& state) { return py::bytes(state.bytes()); },
                      [](const py::bytes& bytes) { return SessionState::from_bytes(std::string(bytes)); }));
  py::class_<Session>(m, "Session")
      .def(py::init([](const Model& model, const py::dict& settings) {
             Model asked = with_settings(model, settings, AnalysisKind::dynamics);
             const py::gil_scoped_release free;
             return std::make_unique<Session>(std::move(asked));
           }),
           py::arg("model"), py::arg("settings"))
      .def_property_readonly("time", &Session::time)
      .def_property_readonly("warnings", &Session::warnings)
      .def_property_readonly("stopped_by", &Session::stopped_by)
      .def_property_readonly("events", events)
      .def_property_readonly("steps", [](const Session& s) { return s.statistics().steps; })
      .def(
          "advance", [](Session& s, double duration, const Inputs& inputs) { return s.advance(duration, inputs); },
          py::arg("duration"), py::arg("inputs"), Free())
      .def("advance_to", &Session::advance_to, py::arg("time"), Free())
      .def(
          "input", [](const Session& s, const std::string& name) { return s.input(name); }, py::arg("name"))
      .def(
          "set_input", [](Session& s, const std::string& name, double value) { s.set_input(name, value); },
          py::arg("name"), py::arg("value"), Free())
      .def(
          "output", [](Session& s, const std::string& name) { return s.output(name); }, py::arg("name"), Free())
      .def_property_readonly("outputs", [](Session& s) { return array_of(s.outputs()); })
      .def(
          "value", [](Session& s, const std::string& text) { return s.value(text); }, py::arg("expression"), Free())
      .def("pose", pose, py::arg("body"))
      .def("state", &Session::state, Free())
      .def("restore", &Session::restore, py::arg("state"), Free())
      .def("reset", &Session::reset, Free());
}

}  // namespace alembert::python
