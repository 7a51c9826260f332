// Runs as data: arrays of a RunData where they are, read-only, each keeping the run alive.
#include "results/run_data.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "bindings.h"

namespace alembert::python {

namespace {

using results::ArrayView;
using results::NumberType;
using results::RunData;
using Run = std::shared_ptr<RunData>;

py::dtype dtype_of(NumberType type) {
  switch (type) {
    case NumberType::f64:
      return py::dtype::of<double>();
    case NumberType::i32:
      return py::dtype::of<std::int32_t>();
    case NumberType::truth:
      return py::dtype::of<bool>();
    default:
      return py::dtype::of<std::int8_t>();
  }
}

// A view of numbers that `owner` keeps where they are.
py::array view_of(const ArrayView& array, py::object owner) {
  if (array.made) {
    auto* kept = new std::shared_ptr<const std::vector<double>>(array.made);
    owner = py::capsule(kept, [](void* p) { delete static_cast<std::shared_ptr<const std::vector<double>>*>(p); });
  }
  std::vector<py::ssize_t> shape(array.shape.begin(), array.shape.end());
  std::vector<py::ssize_t> strides(array.strides.begin(), array.strides.end());
  static const double nothing = 0.0;
  py::array out(dtype_of(array.type), std::move(shape), std::move(strides),
                array.data != nullptr ? array.data : &nothing, owner);
  out.attr("setflags")(py::arg("write") = false);
  return out;
}

std::optional<results::Group> group_named(const std::string& name) {
  for (std::size_t k = 0; k < results::kGroups; ++k)
    if (results::groups[k].name == name) return static_cast<results::Group>(k);
  return std::nullopt;
}

results::Group group_of(const std::string& name) {
  if (const auto group = group_named(name)) return *group;
  throw py::key_error(name);
}

std::size_t channel_of(const RunData& run, const std::string& group, const std::string& name) {
  for (const std::size_t k : run.channels_of(group_of(group)))
    if (results::channels[k].name == name) return k;
  throw py::key_error(group + "/" + name);
}

// {name: unit} of the channels of a group that were recorded.
py::dict channels(const RunData& run, const std::string& group) {
  py::dict out;
  for (const std::size_t k : run.channels_of(group_of(group)))
    out[results::channels[k].name] = results::channels[k].unit;
  return out;
}

py::dict texts(const RunData& run) {
  py::dict out;
  for (const results::TextsView& each : run.texts()) out[py::str(each.path)] = *each.texts;
  return out;
}

py::list groups() {
  py::list out;
  for (const results::GroupInfo& each : results::groups) out.append(each.name);
  return out;
}

}  // namespace

void bind_run_data(py::module_& m) {
  m.attr("groups") = py::tuple(groups());
  py::class_<RunData, Run>(m, "RunData")
      .def_property_readonly("file", [](const RunData& run) { return run.file.string(); })
      .def_readonly("status", &RunData::status)
      .def_readonly("message", &RunData::message)
      .def_property_readonly("analysis", &RunData::analysis)
      .def_property_readonly("title", [](const RunData& run) { return run.layout.title; })
      .def_property_readonly("time_unit", [](const RunData& run) { return run.layout.time_unit; })
      .def_property_readonly("model_text", [](const RunData& run) { return run.layout.model_text; })
      .def_property_readonly("output_units", [](const RunData& run) { return run.layout.output_units; })
      .def_property_readonly("row_names", [](const RunData& run) { return run.layout.row_names; })
      .def_property_readonly("summary_text",
                             [](const RunData& run) { return run.summary ? run.summary.text() : std::string(); })
      .def_property_readonly("has_unsaved_parts",
                             [](const RunData& run) {
                               return std::any_of(run.layout.flexible.begin(), run.layout.flexible.end(),
                                                  [](const FlexibleRecord& each) { return each.file.empty(); });
                             })
      .def_property_readonly("texts", texts)
      .def("names", [](const RunData& run, const std::string& group) { return run.names(group_of(group)); })
      .def("channels", channels, py::arg("group"))
      .def(
          "channel",
          [](const py::object& self, const std::string& group, const std::string& name) {
            const auto& run = self.cast<const RunData&>();
            return view_of(run.channel(channel_of(run, group, name)), self);
          },
          py::arg("group"), py::arg("name"))
      .def(
          "channel_of",
          [](const py::object& self, const std::string& group, const std::string& name, std::size_t owner) {
            const auto& run = self.cast<const RunData&>();
            if (owner >= run.names(group_of(group)).size()) throw py::index_error();
            return view_of(run.channel(channel_of(run, group, name), owner), self);
          },
          py::arg("group"), py::arg("name"), py::arg("owner"))
      .def_property_readonly("paths",
                             [](const RunData& run) {
                               std::vector<std::string> out;
                               for (const ArrayView& each : run.arrays()) out.push_back(each.path);
                               return out;
                             })
      .def(
          "array",
          [](const py::object& self, const std::string& path) -> py::object {
            const auto found = self.cast<const RunData&>().array(path);
            if (!found) return py::none();
            return view_of(*found, self);
          },
          py::arg("path"))
      .def_property_readonly("analyses", [](const RunData& run) {
        py::dict out;
        for (const auto& [name, data] : run.analyses) out[py::str(name)] = std::const_pointer_cast<RunData>(data);
        return out;
      });
}

}  // namespace alembert::python
