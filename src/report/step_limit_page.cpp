#include "report/step_limit_page.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "report/document.h"
#include "results/results_reader.h"
#include "results/seal.h"

namespace alembert::report {

namespace {

namespace fs = std::filesystem;

// step_limit.csv: time, largest frequency, then the largest stable step of each method.
std::vector<std::vector<double>> columns_of(const fs::path& path, std::size_t count, const nlohmann::json& summary) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (summary.contains("table_checksum") && summary.at("table_checksum") != results::checksum(text))
    throw Error(
        ExitCode::bad_usage,
        fmt::format("cannot read {}: the file is damaged, or was changed: its checksum does not fit", path.string()));
  std::istringstream stream(text);
  std::string line;
  std::vector<std::vector<double>> out(count);
  bool good = static_cast<bool>(std::getline(stream, line));
  while (good && std::getline(stream, line)) {
    std::stringstream cells(line);
    std::string cell;
    for (std::vector<double>& column : out) {
      good = good && std::getline(cells, cell, ',');
      column.push_back(std::strtod(cell.c_str(), nullptr));
    }
  }
  if (!good) throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: it is not a table", path.string()));
  return out;
}

double number(const nlohmann::json& value) { return value.is_number() ? value.get<double>() : std::nan(""); }

Document document_of(const nlohmann::json& summary, const std::vector<std::vector<double>>& columns) {
  const std::string unit = summary.value("time_unit", "s");
  const double largest = summary.at("largest_frequency").get<double>();
  Document page;
  Section& found = page.add("Largest stable step");
  if (summary.at("status") != "done") found.judge(false, "The run was interrupted: this is what was seen up to then.");
  if (!(largest > 0.0)) {
    found.say("Nothing in the mechanism is stiff: every step is stable.");
    return page;
  }
  found.say(fmt::format("The largest frequency along the run is {:.6g} rad/s ({:.5g} Hz), at time {:.6g} {}: {}.",
                        largest, largest / (2.0 * M_PI), summary.at("at_time").get<double>(), unit,
                        summary.at("carried_by").get<std::string>()));
  Table steps{"The largest fixed step with which a conditionally stable method does not blow up; damping is left out",
              {"method", fmt::format("step ({})", unit)},
              {}};
  for (const auto& [method, step] : summary.at("largest_step").items())
    steps.rows.push_back({method, Number{number(step)}});
  found.blocks.emplace_back(std::move(steps));
  found.say("All other methods, and the trapezoidal rule, have no such limit.");
  for (const auto& warning : summary.at("warnings")) found.judge(std::nullopt, warning.get<std::string>());
  Section& curves = page.add("Along the run");
  curves.blocks.emplace_back(plot::Chart{.title = "Largest frequency",
                                         .x = {"time", unit},
                                         .y = {"largest frequency", "rad/s"},
                                         .series = {{"largest frequency", columns[0], columns[1]}}});
  curves.blocks.emplace_back(plot::Chart{.title = "Largest stable step",
                                         .x = {"time", unit},
                                         .y = {"step", unit, true},
                                         .series = {{"central_difference", columns[0], columns[2]},
                                                    {"tangent, beta = 1/12", columns[0], columns[3]},
                                                    {"tangent, beta = 1/6", columns[0], columns[4]}}});
  return page;
}

}  // namespace

bool is_step_limit(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder / "step_limit.csv", error)) return false;
  const auto summary = results::read_summary(folder);
  return summary && summary->value("analysis", nlohmann::json()) == "step_limit";
}

void write_step_limit_page(const fs::path& file, const fs::path& folder) {
  const nlohmann::json summary = results::read_summary(folder).value();
  const auto columns = columns_of(folder / "step_limit.csv", 5, summary);
  Document page;
  try {
    page = document_of(summary, columns);
  } catch (const nlohmann::json::exception& e) {
    throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: {}", (folder / "summary.json").string(), e.what()));
  }
  const std::string title = summary.value("title", "");
  write_document_page(file, title.empty() ? "Largest stable step" : title + ": largest stable step", page);
}

}  // namespace alembert::report
