#include "stress_command.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "analysis/stress.h"
#include "base/error.h"

namespace alembert::commands {

namespace {

struct StressRequest {
  std::string folder, body, file;
  long top = 10;
  std::optional<double> separation, from, to;
  std::optional<int> node;
  // Options that may stand without their value.
  std::vector<std::string> history, cycles;
  CLI::Option *wants_history = nullptr, *wants_cycles = nullptr;
  bool quiet = false;

  std::filesystem::path in_folder(const char* name) const { return std::filesystem::path(folder) / name; }
};

void check_stress(const StressRequest& r) {
  if (r.top < 1) throw UsageError(fmt::format("--top {}: must be at least 1", r.top));
  if (r.separation && !(*r.separation >= 0.0 && std::isfinite(*r.separation)))
    throw UsageError(fmt::format("--separation {}: must not be negative", *r.separation));
  for (const auto& [option, value] : {std::pair("--from", r.from), std::pair("--to", r.to)})
    if (value && std::isnan(*value)) throw UsageError(fmt::format("{} {}: must be a number", option, *value));
  if (r.from && r.to && *r.from > *r.to)
    throw UsageError(fmt::format("--from {} is later than --to {}", *r.from, *r.to));
}

// The only flexible body need not be named.
std::string flexible_body_of(const StressRequest& request, const results::RunData& run) {
  if (!request.body.empty() || run.layout.flexible.empty()) return request.body;
  if (run.layout.flexible.size() == 1) return run.layout.flexible[0].body;
  std::vector<std::string> names;
  for (const FlexibleRecord& f : run.layout.flexible) names.push_back(f.body);
  throw UsageError(fmt::format("--body says which of the flexible bodies is meant: {}", fmt::join(names, ", ")));
}

void tell(const StressRequest& request, const std::string& text) {
  if (!request.quiet) fmt::print("{}", text);
}

int show_stress(const StressRequest& request) {
  check_stress(request);
  const int column = StressOfBody::column(request.cycles.empty() || request.cycles[0].empty() ? "signed_von_mises"
                                                                                              : request.cycles[0]);
  const results::RunData run = results::read_results(request.folder);
  if (!run.complete() && !request.quiet)
    fmt::print(stderr, "warning: the results are incomplete: {}{}\n", run.status,
               run.message.empty() ? "" : ", " + run.message);
  TimeRange range;
  if (request.from) range.from = *request.from;
  if (request.to) range.to = *request.to;
  const std::string body = flexible_body_of(request, run);
  const StressOfBody stress(run, body, range);
  const std::vector<StressOfBody::Row> rows =
      request.node ? stress.points_of_node(*request.node)
                   : stress.hot_spots(static_cast<std::size_t>(request.top), request.separation);
  tell(request,
       fmt::format("{}: {} points, {} modes, {} {} from {:g} s to {:g} s\n", body, stress.part().stress.node.size(),
                   stress.part().modes(), stress.time().size(), stress.every_step() ? "steps" : "output times",
                   stress.time().front(), stress.time().back()));
  if (!request.node)
    tell(request, fmt::format("hot spots at least {:g} m apart; x, y, z in the body frame, undeformed\n",
                              request.separation.value_or(stress.separation())));
  tell(request, StressOfBody::table(rows));
  const std::filesystem::path table =
      request.file.empty() ? request.in_folder("stress.csv") : std::filesystem::path(request.file);
  StressOfBody::write_table(table, rows);
  const auto written = [&](const std::filesystem::path& file) {
    tell(request, fmt::format("written to {}\n", file.string()));
  };
  written(table);
  const int point = rows.front().point;
  const std::string where =
      fmt::format("node {}{}", rows.front().node, rows.front().place.empty() ? "" : ", " + rows.front().place);
  if (request.wants_history->count() > 0) {
    const std::filesystem::path file = request.history.empty() || request.history[0].empty()
                                           ? request.in_folder("stress_history.csv")
                                           : std::filesystem::path(request.history[0]);
    stress.write_history(file, point);
    tell(request, fmt::format("history of {}: ", where));
    written(file);
  }
  if (request.wants_cycles->count() > 0) {
    const Eigen::VectorXd values = stress.history(point).row(column);
    const std::vector<flexible::Cycle> cycles =
        flexible::rain_flow({values.data(), static_cast<std::size_t>(values.size())});
    tell(request,
         fmt::format("rain-flow counts of {} at {}\n{}", StressOfBody::kColumns[column], where, cycle_table(cycles)));
    const std::filesystem::path file = request.in_folder("stress_cycles.csv");
    write_cycles(file, cycles);
    written(file);
  }
  return 0;
}

}  // namespace

void add_stress(CLI::App& app, std::function<int()>& chosen) {
  const auto request = std::make_shared<StressRequest>();
  CLI::App* command = app.add_subcommand("stress", "find where the stress of a flexible body is largest");
  command->add_option("DIR", request->folder, "results folder of a run")->required()->type_name("");
  command->add_option("--body", request->body, "which flexible body; need not be said of the only one")
      ->type_name("NAME");
  command->add_option("-o", request->file, "table (default: DIR/stress.csv)")->type_name("FILE");
  command->add_option("--top", request->top, "how many hot spots (default: 10)")->type_name("N");
  command
      ->add_option("--separation", request->separation,
                   "least distance of two hot spots, m (default: 5 % of the part's size)")
      ->type_name("D");
  command->add_option("--from", request->from, "look from this time on, s")->type_name("T");
  command->add_option("--to", request->to, "look up to this time, s")->type_name("T");
  command->add_option("--node", request->node, "look at this node instead, by its number in the part")->type_name("N");
  request->wants_history =
      command
          ->add_option("--history", request->history,
                       "write stress over time at the first row of the table (default: DIR/stress_history.csv)")
          ->expected(0, 1)
          ->type_name("FILE");
  request->wants_cycles =
      command
          ->add_option("--rain_flow,--rain-flow", request->cycles,
                       "count cycles there: of xx, yy, zz, xy, yz, zx, von_mises or signed_von_mises (default)")
          ->expected(0, 1)
          ->type_name("NAME");
  command->add_flag("--quiet", request->quiet, "print nothing but errors");
  command->callback([request, &chosen] { chosen = [request] { return show_stress(*request); }; });
}

}  // namespace alembert::commands
