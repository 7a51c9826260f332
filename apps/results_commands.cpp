#include "results_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "analysis/flexible_results.h"
#include "analysis/result_charts.h"
#include "analysis/run_report.h"
#include "base/error.h"
#include "fmu/export.h"
#include "plot/chart.h"
#include "report/run_page.h"
#include "report/step_limit_page.h"
#include "report/vtk_export.h"
#include "results/columns.h"
#include "results/results_folder.h"
#include "results/results_reader.h"
#include "results/wide_csv.h"

namespace alembert::commands {

std::filesystem::path page_in(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "report.html";
  std::error_code error;
  if (std::filesystem::exists(file, error) && !results::is_own_page(file))
    throw UsageError(fmt::format("{} is not a page of this program: give another name with `report -o`, or remove it",
                                 file.string()));
  return file;
}

namespace {

// What both commands are given.
struct Source {
  std::string folder, file;
  bool quiet = false;

  void add_to(CLI::App& command, const char* about_file, const char* about_folder = "results folder of a run") {
    command.add_option("DIR", folder, about_folder)->required()->type_name("");
    command.add_option("-o", file, about_file)->type_name("FILE");
    command.add_flag("--quiet", quiet, "print nothing but errors");
  }
  std::filesystem::path file_or(const char* name) const {
    return file.empty() ? std::filesystem::path(folder) / name : std::filesystem::path(file);
  }
  // Warns if the run did not come to its end.
  results::RunData read() const {
    results::RunData run = results::read_results(folder);
    if (!run.complete() && !quiet)
      fmt::print(stderr, "warning: the results are incomplete: {}{}\n", run.status,
                 run.message.empty() ? "" : ", " + run.message);
    return run;
  }
  int say(const std::filesystem::path& written) const {
    if (!quiet) fmt::print("written to {}\n", written.string());
    return 0;
  }
};

struct PlotRequest {
  Source source;
  ChartSelection selection;
  plot::ChartOptions options;
  std::optional<double> from, to;
  bool list = false;
};

double limit(const char* option, const std::optional<double>& value, double otherwise) {
  if (value && std::isnan(*value)) throw UsageError(fmt::format("{} {}: must be a number", option, *value));
  return value.value_or(otherwise);
}

int plot(PlotRequest request) {
  ChartSelection& selection = request.selection;
  selection.from = limit("--from", request.from, selection.from);
  selection.to = limit("--to", request.to, selection.to);
  if (selection.from > selection.to)
    throw UsageError(fmt::format("--from {} is later than --to {}", selection.from, selection.to));
  const results::RunData run = request.source.read();
  const std::vector<results::Column> columns = results::columns_of(run);
  if (request.list) {
    for (const results::Column& column : columns) fmt::print("{}\n", results::heading(column));
    return 0;
  }
  const std::filesystem::path file = request.source.file_or("plot.svg");
  plot::write_chart(file, charts_of(run, columns, selection), request.options);
  return request.source.say(file);
}

struct ExportRequest {
  Source source;
  Overrides* overrides = nullptr;  // of a model
  bool csv = false, vtk = false, fmu = false;
  std::optional<long> every;
};

int write_vtk(const ExportRequest& request) {
  report::VtkOptions options;
  if (request.every) {
    if (*request.every < 1) throw UsageError(fmt::format("--every {}: must be at least 1", *request.every));
    options.every = static_cast<std::size_t>(*request.every);
  }
  const std::filesystem::path folder = request.source.file_or("vtk");
  const results::RunData run = request.source.read();
  for (const std::string& note : report::write_vtk(folder, run, options, deforming_bodies(run)))
    if (!request.source.quiet) fmt::print(stderr, "warning: {}\n", note);
  return request.source.say(folder / "motion.pvd");
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

int write_fmu(const ExportRequest& request) {
  const std::string& file = request.source.folder;
  if (is_folder(file))
    throw UsageError(
        fmt::format("{} is a folder: --fmu is made of a model file, as in `alembert export MODEL --fmu`", file));
  if (request.every) throw UsageError("--every is for --vtk alone");
  const std::filesystem::path target = request.source.file.empty()
                                           ? std::filesystem::path(file).replace_extension(".fmu")
                                           : std::filesystem::path(request.source.file);
  if (target.extension() != ".fmu")
    throw UsageError(fmt::format("-o {}: the name of an FMU ends with .fmu", target.string()));
  fmu::write_fmu(target, [&] { return request.overrides->read_from(file); });
  return request.source.say(target);
}

int write_export(const ExportRequest& request) {
  if (request.fmu) return write_fmu(request);
  for (const std::string& option : request.overrides->given())
    throw UsageError(fmt::format("{} is for --fmu, which is made of a model", option));
  if (!is_folder(request.source.folder) && request.source.folder.ends_with(".yaml"))
    throw UsageError(
        fmt::format("{} is a model file: results are exported of the folder of a run, and --fmu of a model",
                    request.source.folder));
  if (request.vtk) return write_vtk(request);
  if (request.every) throw UsageError("--every is for --vtk alone");
  const results::RunData run = request.source.read();
  const std::filesystem::path file = request.source.file_or("results.csv");
  results::write_wide_csv(file, run, results::columns_of(run));
  return request.source.say(file);
}

}  // namespace

void add_plot(CLI::App& app, std::function<int()>& chosen) {
  const auto request = std::make_shared<PlotRequest>();
  CLI::App* command = app.add_subcommand("plot", "draw results as an SVG or PNG picture");
  request->source.add_to(*command, "picture, .svg or .png (default: DIR/plot.svg)");
  command
      ->add_option("NAME", request->selection.names,
                   "what to draw, * for any letters: an output, energy.total, BODY.velocity.x, JOINT.force, steps.h "
                   "(default: all outputs)")
      ->type_name("");
  command->add_flag("--list", request->list, "list the names and draw nothing");
  command->add_option("--x", request->selection.x, "what the x axis shows (default: time)")->type_name("NAME");
  command->add_option("--from", request->from, "draw from this time on, s")->type_name("T");
  command->add_option("--to", request->to, "draw up to this time, s")->type_name("T");
  command->add_flag("--separate", request->selection.separate, "a chart for each name, not for each unit");
  command->add_flag("--log", request->selection.logarithmic, "logarithmic y axes");
  command->add_option("--width", request->options.width, "pixels (default: 900)")->type_name("W");
  command->add_option("--height", request->options.height, "pixels (default: 560, more for several charts)")
      ->type_name("H");
  command->add_option("--dpi", request->options.dpi, "resolution of a PNG file (default: 96)")->type_name("N");
  command->add_flag("--dark", request->options.dark, "on a dark background");
  command->callback([request, &chosen] { chosen = [request] { return plot(*request); }; });
}

void add_report(CLI::App& app, std::function<int()>& chosen) {
  const auto source = std::make_shared<Source>();
  CLI::App* command = app.add_subcommand("report", "write one HTML page: animation, plots, what the analysis found");
  source->add_to(*command, "page (default: DIR/report.html)");
  command->callback([source, &chosen] {
    chosen = [source] {
      const std::filesystem::path file =
          source->file.empty() ? page_in(source->folder) : std::filesystem::path(source->file);
      if (report::is_step_limit(source->folder))
        report::write_step_limit_page(file, source->folder);
      else
        write_run_report(file, source->read());
      return source->say(file);
    };
  });
}

void add_export(CLI::App& app, Overrides& overrides, std::function<int()>& chosen) {
  const auto request = std::make_shared<ExportRequest>();
  request->overrides = &overrides;
  CLI::App* command = app.add_subcommand("export", "write results, or a model, in another format");
  request->source.add_to(*command, "file, or with --vtk folder (default: in DIR; of an FMU beside the model)",
                         "results folder of a run; with --fmu model file");
  CLI::Option_group* format = command->add_option_group("format", "one of:");
  format->add_flag("--csv", request->csv, "one table of everything at the output times: DIR/results.csv");
  format->add_flag("--vtk", request->vtk, "a time series for ParaView: DIR/vtk/motion.pvd, DIR/vtk/forces.pvd");
  format->add_flag("--fmu", request->fmu, "the model as an FMU for co-simulation (FMI 2.0): MODEL.fmu");
  format->require_option(1);
  overrides.offer_settings(*command);
  command->add_option("--every", request->every, "with --vtk: write every N-th output time, and the last")
      ->type_name("N");
  command->callback([request, &chosen] { chosen = [request] { return write_export(*request); }; });
}

std::filesystem::path write_report(const std::filesystem::path& folder, const results::RunData* run) {
  const std::filesystem::path file = page_in(folder);
  if (run != nullptr)
    write_run_report(file, *run);
  else if (report::is_step_limit(folder))
    report::write_step_limit_page(file, folder);
  else
    write_run_report(file, results::read_results(folder));
  return file;
}

void write_report_of_failure(const std::filesystem::path& folder, const results::RunData* run) {
  if (run != nullptr && run->status == "failed") write_run_report(page_in(folder), *run);
}

}  // namespace alembert::commands
