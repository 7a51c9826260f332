#include "analysis/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>

#include "analysis/sequence.h"
#include "base/error.h"
#include "base/files.h"
#include "results/csv_writer.h"
#include "results/folder_claim.h"

namespace alembert {

namespace {

constexpr double kFiner = 0.1;     // of the tolerance: two and a half digits by the orders of the error test
constexpr double kShorter = 0.25;  // of a fixed step: what is left of an error of second order is a 16th
constexpr double kAsHigh = 0.99;   // peaks this close count as the same peak of a periodic motion
constexpr double kZero = 1e-8;     // outputs that stay below are rounding, and joints that count as closed below 1e-9
constexpr double kSmall = 1e-3, kVanishing = 0.5;  // outputs below that shrink so much are errors themselves
constexpr double kNoise = 1e-6;                    // the same where they grow: closed joints, seen through long arms
constexpr double kGood = 1e-3, kFair = 1e-2;       // a line in a plot hides the one; the other is seen
constexpr double kSame = 1e-9;                     // what Newton, and rounding in thousands of steps, leaves

// Root mean square over time, between rows linear.
double rms_of(const std::vector<double>& times, const std::vector<double>& x) {
  double sum = 0.0;
  for (std::size_t k = 1; k < times.size(); ++k)
    sum += (times[k] - times[k - 1]) * (x[k] * x[k] + x[k] * x[k - 1] + x[k - 1] * x[k - 1]) / 3.0;
  const double span = times.back() - times.front();
  return span > 0.0 ? std::sqrt(sum / span) : std::abs(x.back());
}

// The vertex of the parabola through three rows, if it lies between them.
Peak vertex(const std::vector<double>& t, const std::vector<double>& x, std::size_t k) {
  const Peak row{t[k], x[k]};
  if (k == 0 || k + 1 >= t.size() || t[k - 1] == t[k] || t[k] == t[k + 1]) return row;
  const double left = (x[k] - x[k - 1]) / (t[k] - t[k - 1]), right = (x[k + 1] - x[k]) / (t[k + 1] - t[k]);
  const double bend = (right - left) / (t[k + 1] - t[k - 1]);
  if (bend == 0.0) return row;
  const double slope = left + bend * (t[k] - t[k - 1]), s = -0.5 * slope / bend;
  if (!(t[k] + s > t[k - 1] && t[k] + s < t[k + 1])) return row;
  return {t[k] + s, x[k] + 0.5 * slope * s};
}

std::vector<double> column_of(const DynamicsResult& run, std::size_t column) {
  std::vector<double> out;
  for (const std::vector<double>& row : run.outputs) out.push_back(row[column]);
  return out;
}

OutputCheck check_output(const DynamicsResult& coarse, const DynamicsResult& fine, std::size_t column) {
  const std::vector<double> x = column_of(coarse, column), y = column_of(fine, column);
  OutputCheck out;
  out.name = fine.columns[column];
  out.final = {y.back(), x.back() - y.back()};
  const Peak best = peak_of(fine.times, y), same = peak_of(coarse.times, x, &best.time);
  const double highest = std::abs(peak_of(coarse.times, x).value), left = std::abs(best.value);
  out.peak = {best.value, highest - left};
  out.peak_time = {best.time, same.time - best.time};
  out.rms = {rms_of(fine.times, y), rms_of(coarse.times, x) - rms_of(fine.times, y)};
  out.zero = std::max(highest, left) < kZero || (highest < kSmall && left <= kVanishing * highest) ||
             (left < kNoise && highest <= kVanishing * left);
  return out;
}

// The settings of all motions of the model, of a list too.
std::vector<Simulation*> dynamics_of(Model& model) {
  std::vector<Simulation*> out = {&model.simulation};
  for (Simulation& s : model.analyses)
    if (s.analysis == AnalysisKind::dynamics) out.push_back(&s);
  return out;
}

DynamicsResult run_of(const Model& model, const DynamicsOptions& options, const char* which) {
  DynamicsOptions quiet = options;
  quiet.folder.reset();
  quiet.keep = Keep::outputs;
  try {
    DynamicsResult run = model.analyses.empty() ? run_dynamics(model, quiet) : run_sequence(model, quiet).motion;
    if (run.summary.status == "interrupted") throw Error(ExitCode::interrupted, run.summary.message);
    return run;
  } catch (const IntegrationError& e) {
    throw IntegrationError(fmt::format("{}: {}", which, e.what()));
  }
}

}  // namespace

double OutputCheck::worst() const { return std::max({relative(final), relative(peak), relative(rms)}); }

Peak peak_of(const std::vector<double>& times, const std::vector<double>& values, const double* near) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < values.size(); ++k)
    if (std::abs(values[k]) > std::abs(values[best])) best = k;
  if (near == nullptr) return vertex(times, values, best);
  std::size_t nearest = best;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double height = std::abs(values[k]);
    const bool top =
        (k == 0 || height >= std::abs(values[k - 1])) && (k + 1 == values.size() || height >= std::abs(values[k + 1]));
    if (top && height >= kAsHigh * std::abs(values[best]) &&
        std::abs(times[k] - *near) < std::abs(times[nearest] - *near))
      nearest = k;
  }
  return vertex(times, values, nearest);
}

VerifyReport verify(const Model& model, const DynamicsOptions& options) {
  if (model.outputs.empty()) throw ModelError(model.simulation.where, "the model has no `outputs:` to be verified");
  VerifyReport report;
  Model first = model;
  for (Simulation* s : dynamics_of(first)) {
    if (model.analyses.empty()) s->output_step = output_step_of(*s);
    if (!s->step && !s->tolerance) s->tolerance = kDefaultTolerance;
  }
  const Simulation& s = first.simulation;
  Model second = first;
  report.fixed_step = s.step.has_value();
  for (Simulation* finer : dynamics_of(second)) {
    if (finer->step) {
      finer->step = kShorter * *finer->step;
      continue;
    }
    // Steps at their upper limit must become smaller too, as errors of order 3 would have it: else nothing is seen.
    Model limits = first;
    limits.simulation = *finer;
    finer->max_step = std::cbrt(kFiner) * *integration_options(limits).max_step;
    finer->tolerance = kFiner * *finer->tolerance;
  }
  report.coarse = report.fixed_step ? *s.step / model.units.time : *s.tolerance;
  report.fine = report.fixed_step ? *second.simulation.step / model.units.time : *second.simulation.tolerance;
  report.time_unit = model.units.time_name;
  const DynamicsResult coarse = run_of(first, options, "the run as it is");
  DynamicsOptions silent = options;
  silent.warn = nullptr;  // the same again
  const DynamicsResult fine = run_of(second, silent, "the more accurate run");
  report.method = coarse.summary.method;
  report.coarse_steps = coarse.summary.statistics.steps;
  report.fine_steps = fine.summary.statistics.steps;
  for (std::size_t k = 0; k < model.outputs.size(); ++k) report.outputs.push_back(check_output(coarse, fine, k));
  return report;
}

const OutputCheck* VerifyReport::worst() const {
  const auto found = std::max_element(outputs.begin(), outputs.end(),
                                      [](const OutputCheck& a, const OutputCheck& b) { return a.worst() < b.worst(); });
  return found == outputs.end() || found->worst() <= kSame ? nullptr : &*found;
}

std::string VerifyReport::verdict() const {
  const OutputCheck* most = worst();
  const char* asked = fixed_step ? "step" : "tolerance";
  if (most == nullptr) return fmt::format("the outputs do not depend on the {}", asked);
  const double change = most->worst();
  const std::string what = fmt::format("the largest change is {:.2g} of the peak, in {}", change, most->name);
  if (change <= kGood) return fmt::format("good: {}", what);
  if (change <= kFair) return fmt::format("fair: {}; a smaller {} would show in a plot", what, asked);
  return fmt::format("poor: {}: use a smaller {}, or do not trust this output that far", what, asked);
}

std::string VerifyReport::text() const {
  std::string out = fmt::format("{}: {} {:g} ({} steps) against {:g} ({} steps)\n", method,
                                fixed_step ? "step" : "tolerance", coarse, coarse_steps, fine, fine_steps);
  std::size_t width = 6;
  for (const OutputCheck& o : outputs) width = std::max(width, o.name.size());
  out += fmt::format("{:<{}}  {:>12} {:>10} {:>9}  {:>12} {:>10} {:>9}  {:>10} {:>10}  {:>12} {:>10} {:>9}\n", "output",
                     width, "final", "change", "of peak", "peak", "change", "of peak", "at", "change", "rms", "change",
                     "of peak");
  for (const OutputCheck& o : outputs)
    out += fmt::format(
        "{:<{}}  {:>12.6g} {:>10.2e} {:>9.1e}  {:>12.6g} {:>10.2e} {:>9.1e}  {:>10.5g} {:>10.2e}  {:>12.6g} {:>10.2e} "
        "{:>9.1e}{}\n",
        o.name, width, o.final.value, o.final.change, o.relative(o.final), o.peak.value, o.peak.change,
        o.relative(o.peak), o.peak_time.value, o.peak_time.change, o.rms.value, o.rms.change, o.relative(o.rms),
        o.zero ? "  (zero)" : "");
  return out + verdict() + "\n";
}

void check_verification_folder(const std::filesystem::path& folder) {
  constexpr const char* names[] = {"verify.csv", "verify.json"};
  results::refuse_files_of_others(folder, names, {names[0], "output,final,"});
}

void write_verification(const VerifyReport& report, const std::filesystem::path& folder) {
  check_verification_folder(folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder)) files::fail("make the folder", folder, error ? error.value() : ENOTDIR);
  using Json = nlohmann::ordered_json;
  Json json;
  json["version"] = ALEMBERT_VERSION;
  json["method"] = report.method;
  json[report.fixed_step ? "step" : "tolerance"] = {report.coarse, report.fine};
  json["steps"] = {report.coarse_steps, report.fine_steps};
  json["time_unit"] = report.time_unit;
  json["outputs"] = Json::array();
  std::string csv =
      "output,final,final_change,final_relative,peak,peak_change,peak_relative,peak_time,peak_time_change,rms,"
      "rms_change,rms_relative\n";
  for (const OutputCheck& o : report.outputs) {
    const auto numbers = [&](const Verified& x) -> Json {
      return {{"value", x.value}, {"change", x.change}, {"relative", o.relative(x)}};
    };
    json["outputs"].push_back({{"name", o.name},
                               {"final", numbers(o.final)},
                               {"peak", numbers(o.peak)},
                               {"peak_time", {{"value", o.peak_time.value}, {"change", o.peak_time.change}}},
                               {"rms", numbers(o.rms)},
                               {"zero", o.zero}});
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", results::csv_field(o.name), o.final.value,
                       o.final.change, o.relative(o.final), o.peak.value, o.peak.change, o.relative(o.peak),
                       o.peak_time.value, o.peak_time.change, o.rms.value, o.rms.change, o.relative(o.rms));
  }
  const OutputCheck* most = report.worst();
  json["largest_change"] = most ? most->worst() : 0.0;
  json["verdict"] = report.verdict();
  files::write_file(folder / "verify.csv", csv);
  files::write_file(folder / "verify.json", json.dump(2) + "\n");
}

}  // namespace alembert
