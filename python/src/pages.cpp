// Runs in folders and on pages.
#include <pybind11/stl.h>

#include <filesystem>
#include <memory>
#include <string>

#include "analysis/layout.h"
#include "analysis/run_report.h"
#include "bindings.h"
#include "results/folder_claim.h"
#include "results/results_reader.h"
#include "results/saved_run.h"
#include "system/system.h"

namespace alembert::python {

namespace {

using results::RunData;

// With the parts of flexible bodies that stand in the model itself.
void save(const RunData& run, const std::string& folder, const Model* model) {
  if (model == nullptr) return results::save_run(run, folder);
  RunData copy = run;
  {
    const results::FolderClaim claim{std::filesystem::path(folder)};
    keep_parts(System(*model), folder, copy.layout);
  }
  results::save_run(copy, folder);
}

}  // namespace

// HDF5 is not made for several threads: the interpreter stays locked.
void bind_pages(py::module_& m) {
  m.def("save", save, py::arg("run"), py::arg("folder"), py::arg("model").none(true));
  m.def(
      "open", [](const std::string& folder) { return std::make_shared<RunData>(results::read_results(folder)); },
      py::arg("folder"));
  m.def(
      "report", [](const RunData& run, const std::string& file) { write_run_report(file, run); }, py::arg("run"),
      py::arg("file"));
}

}  // namespace alembert::python
