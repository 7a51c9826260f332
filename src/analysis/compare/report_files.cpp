// The files of a comparison.
#include <fmt/format.h>

#include <cerrno>
#include <iterator>
#include <system_error>
#include <vector>

#include "analysis/compare/page.h"
#include "analysis/compare/report.h"
#include "analysis/compare/work_precision.h"
#include "results/csv_writer.h"
#include "results/folder_claim.h"
#include "results/part_file.h"

namespace alembert::compare {

namespace {

namespace fs = std::filesystem;

struct File {
  const char* name;
  std::string (*text)(const CompareResult&);
};
constexpr File kFiles[] = {{"runs.csv", runs_csv},
                           {"orders.csv", orders_csv},
                           {"reference.csv", reference_csv},
                           {"work_precision.csv", work_precision_csv},
                           {"work_precision.svg", work_precision_svg},
                           {"report.txt", report_text}};
constexpr const char* kPage = "compare.html";

// Settings in the model's own unit, as they are given on the command line.
double shown_setting(const CompareResult& r, const CompareRow& row) {
  return r.fixed_step ? row.setting / r.units.time : row.setting;
}

std::string label(const CompareResult& r, std::size_t method) { return results::csv_field(r.methods[method].label); }

}  // namespace

// Numbers have the shortest digits that read back to the same double; what is unknown is an empty field.
std::string runs_csv(const CompareResult& r) {
  std::string out = fmt::format(
      "method,{},status,reason,end_time,error_q,error_v,error_a,error_lambda,clear_q,clear_v,clear_a,clear_lambda,"
      "energy_error,violation_position,violation_velocity,violation_acceleration,steps,rejected_steps,"
      "newton_iterations,jacobian_evaluations,factorizations,cpu_seconds,timed_runs\n",
      r.fixed_step ? "step" : "tolerance");
  auto to = std::back_inserter(out);
  for (const CompareRow& row : r.rows) {
    const Run& run = row.run;
    const bool done = run.status == Run::Status::done;
    fmt::format_to(to, "{},{},{},{},{}", label(r, row.method), shown_setting(r, row), status_name(run.status),
                   results::csv_field(run.reason), run.end_time / r.units.time);
    for (std::size_t i = 0; i < kQuantities; ++i)
      fmt::format_to(to, ",{}", row.error ? fmt::format("{}", (*row.error)[i]) : "");
    for (std::size_t i = 0; i < kQuantities; ++i)
      fmt::format_to(to, ",{}", row.error ? (row.hidden[i] ? "0" : "1") : "");
    const RunStatistics& s = run.statistics;
    if (done)
      fmt::format_to(to, ",{},{},{},{},{},{},{},{},{},{},{}\n", run.energy_error, s.max_position_violation,
                     s.max_velocity_violation, s.max_acceleration_violation, s.steps, s.rejected_steps,
                     s.newton_iterations, s.jacobian_evaluations, s.factorizations, run.cpu_seconds, run.repeats);
    else
      out += ",,,,,,,,,,,\n";
  }
  return out;
}

std::string orders_csv(const CompareResult& r) {
  std::string out = "method,quantity,order,points,note\n";
  for (std::size_t k = 0; k < r.methods.size(); ++k)
    for (std::size_t i = 0; i < kOrders; ++i) {
      const ObservedOrder& o = r.methods[k].orders[i];
      out += fmt::format("{},{},{},{},{}\n", label(r, k), kOrderNames[i], o.order ? fmt::format("{}", *o.order) : "",
                         o.points, results::csv_field(o.note));
    }
  return out;
}

std::string reference_csv(const CompareResult& r) {
  std::string out = "quantity,uncertainty,size,from\n";
  if (!r.reference) return out;
  for (std::size_t i = 0; i < kQuantities; ++i)
    out += fmt::format("{},{},{},{}\n", i == 3 && !r.multipliers_are_unique ? "constraint_forces" : kQuantityNames[i],
                       r.reference->uncertainty[i], r.reference->size[i], results::csv_field(r.reference->how));
  return out;
}

std::string work_precision_csv(const CompareResult& r) {
  std::string out =
      fmt::format("method,{},cpu_seconds,error_q,error_v,error_a,error_lambda\n", r.fixed_step ? "step" : "tolerance");
  for (const CompareRow& row : r.rows) {
    if (!row.error) continue;
    const RunSizes& e = *row.error;
    out += fmt::format("{},{},{},{},{},{},{}\n", label(r, row.method), shown_setting(r, row), row.run.cpu_seconds, e[0],
                       e[1], e[2], e[3]);
  }
  return out;
}

void prepare_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) results::fail("make the folder", folder, error ? error.value() : ENOTDIR);
  std::vector<const char*> names{kPage};
  for (const File& file : kFiles) names.push_back(file.name);
  results::refuse_files_of_others(folder, names, {"runs.csv", "method,"});
  const auto remove = [&](const fs::path& file) {
    for (const fs::path& path : {file, results::part_name(file)}) {
      fs::remove(path, error);
      if (error) results::fail("remove the older", path, error.value());
    }
  };
  for (const File& file : kFiles) remove(folder / file.name);
  remove(folder / kPage);
}

void write_files(const CompareResult& result, const fs::path& folder) {
  for (const File& file : kFiles) {
    results::PartFile out(folder / file.name);
    out.buffer().append(file.text(result));
    out.commit();
  }
  const std::string title = result.title.empty() ? "Methods compared" : "Methods compared: " + result.title;
  if (report::has_pages()) report::write_document_page(folder / kPage, title, page_of(result));
}

}  // namespace alembert::compare
