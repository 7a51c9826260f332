#include "support/model_run.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace alembert::test {

namespace {
const std::string kRoot = ALEMBERT_SOURCE_DIR;
}

Model shipped_model(const std::string& name, const std::map<std::string, double>& set) {
  return read_model_file(kRoot + "/models/" + name + ".yaml", {set});
}

Model model_from(const std::string& text) { return read_model_text(text, "test.yaml"); }

Model with_step(Model model, const std::string& method, std::map<std::string, double> parameters, double step) {
  model.simulation.method = {method, std::move(parameters), {}};
  model.simulation.tolerance.reset();
  model.simulation.step = step;
  model.simulation.output_step = model.simulation.end;
  return model;
}

Model with_tolerance(Model model, const std::string& method, std::map<std::string, double> parameters,
                     double tolerance) {
  model.simulation.method = {method, std::move(parameters), {}};
  model.simulation.step.reset();
  model.simulation.tolerance = tolerance;
  model.simulation.output_step = model.simulation.end;
  return model;
}

std::map<std::string, double> final_outputs(const DynamicsResult& result) {
  std::map<std::string, double> out;
  for (std::size_t k = 0; k < result.columns.size(); ++k) out[result.columns[k]] = result.outputs.back()[k];
  return out;
}

std::vector<double> column(const DynamicsResult& result, const std::string& name) {
  for (std::size_t k = 0; k < result.columns.size(); ++k) {
    if (result.columns[k] != name) continue;
    std::vector<double> out;
    for (const auto& row : result.outputs) out.push_back(row[k]);
    return out;
  }
  throw std::out_of_range("no output column " + name);
}

const std::string& Table::text(std::size_t row, const std::string& name) const {
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == name) return rows[row][k];
  throw std::out_of_range("no column " + name);
}

Table read_table(const std::string& file) {
  std::ifstream in(kRoot + "/test/data/" + file);
  if (!in) throw std::runtime_error("cannot read test/data/" + file);
  Table table;
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    // Some variant names hold "; " but never a comma.
    std::vector<std::string> cells;
    std::stringstream stream(line);
    std::string cell;
    while (std::getline(stream, cell, ',')) cells.push_back(cell);
    if (table.names.empty())
      table.names = cells;
    else
      table.rows.push_back(cells);
  }
  return table;
}

}  // namespace alembert::test
