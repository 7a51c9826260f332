// 001, section 4.3: an all-terrain vehicle with a flexible frame on a shaker, Figures 8 to 11 and Table I.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/stress.h"
#include "base/error.h"
#include "model/reader.h"
#include "results/results_reader.h"
#include "studies/hht_2007.h"
#include "studies/scratch_folder.h"

namespace alembert::studies::hht_2007 {

namespace {

constexpr double kVehicleEnd = 2.0, kVehicleShort = 0.2, kSeparation = 0.03;
constexpr std::size_t kSpots = 10;
constexpr double kVehicleRatio = 367.08 / 122.47;

Model vehicle_model(const ScratchFolder& folder, double damping) {
  folder.write("all_terrain_vehicle.yaml", embedded_text("all_terrain_vehicle.yaml"));
  folder.write("parts/atv_frame.yaml", embedded_text("atv_frame.yaml"));
  ReadOptions options;
  options.set = {{"damping", damping}};
  return read_model_file(folder.path() / "all_terrain_vehicle.yaml", options);
}

std::vector<StressOfBody::Row> hot_spots(const std::filesystem::path& folder) {
  return StressOfBody(results::read_results(folder), "frame", {}).hot_spots(kSpots, kSeparation);
}

// Table I: the ten highest stresses with both methods.
void compare_stresses(Findings& findings, const std::string& kind, const std::string& file,
                      const std::vector<StressOfBody::Row>& ours, const std::vector<StressOfBody::Row>& theirs) {
  Table table{"Table I",
              file,
              fmt::format("hot spots of the frame, {}, {:g} mm apart", kind, 1e3 * kSeparation),
              {"no.", "node", "place", "HHT (MPa)", "at (s)", "BDF (MPa)", "at (s)", "difference (%)"},
              {}};
  int same = 0;
  double most = 0.0, apart = 0.0;
  for (std::size_t k = 0; k < ours.size(); ++k) {
    const auto found =
        std::find_if(theirs.begin(), theirs.end(), [&](const auto& row) { return row.node == ours[k].node; });
    std::vector<std::string> row{fmt::format("{}", k + 1), fmt::format("{}", ours[k].node), ours[k].place,
                                 fmt::format("{:.4g}", 1e-6 * ours[k].von_mises), fmt::format("{:.4f}", ours[k].time)};
    if (found != theirs.end()) {
      ++same;
      const double off = found->von_mises / ours[k].von_mises - 1.0;
      most = std::max(most, std::abs(off));
      apart = std::max(apart, std::abs(found->time - ours[k].time));
      for (const std::string& text : {fmt::format("{:.4g}", 1e-6 * found->von_mises),
                                      fmt::format("{:.4f}", found->time), fmt::format("{:.2f}", 100.0 * off)})
        row.push_back(text);
    } else {
      row.insert(row.end(), {"not among the ten", "", ""});
    }
    table.rows.push_back(std::move(row));
  }
  findings.tables.push_back(std::move(table));
  findings.claim("Table I", fmt::format("the ten highest stresses are at the same places with both methods ({})", kind),
                 "10 of 10", fmt::format("{} of {}", same, ours.size()), same == static_cast<int>(kSpots));
  findings.claim("Table I", fmt::format("largest difference of these stresses ({})", kind), "below 0.5 %",
                 fmt::format("{:.2g} %", 100.0 * most), most < 0.005 && same > 0);
  findings.claim("Table I", fmt::format("largest difference of their times ({})", kind), "0 ms",
                 fmt::format("{:.2g} ms", 1e3 * apart), apart <= 1e-3 && same > 0, "steps are up to 0.5 ms");
}

void add_figures(Findings& findings, const MachineRun& ours, const MachineRun& theirs) {
  for (const auto& [where, file, signal, title, y] :
       {std::tuple("Figure 9", "figure_9", "reaction", "vehicle: vertical reaction of the right rear suspension",
                   "F_z (N)"),
        std::tuple("Figure 10", "figure_10", "engine_pitch", "vehicle: angular velocity of the engine", "w_y (rad/s)")})
    findings.figures.push_back({where,
                                file,
                                title,
                                "t (s)",
                                y,
                                Figure::Kind::curves,
                                {thinned(ours.series(signal)), thinned(theirs.series(signal))}});
}

// Both methods at the paper's tolerances.
void vehicle_at_published_settings(Findings& findings, const ScratchFolder& folder, bool damped) {
  const std::string kind = damped ? "usual damping of modes" : "no damping of modes",
                    tag = damped ? "damped" : "undamped";
  const Model machine = vehicle_model(folder, damped ? 1.0 : 0.0);
  const MachineRun ours = run_machine(findings, machine, hht(), 1e-5, kVehicleEnd, folder.path() / ("hht_" + tag));
  const MachineRun theirs =
      run_machine(findings, machine, bdf_index_3(), 1e-4, kVehicleEnd, folder.path() / ("bdf_" + tag));
  if (!ours.finished || !theirs.finished) {
    findings.claim("section 4.3", fmt::format("both methods run the vehicle for 2 s ({})", kind), "yes",
                   ours.finished ? theirs.message : ours.message, false, "the vehicle is another one");
    return;
  }
  const double force = difference(theirs, ours, "reaction"), speed = difference(theirs, ours, "engine_pitch");
  findings.items.push_back({"Figure 9", fmt::format("largest difference of the reaction, HHT and BDF ({})", kind),
                            "good correlation", fmt::format("{:.2g} %", 100.0 * force), Status::measured,
                            "the paper gives no number"});
  findings.claim("Figures 10, 11", fmt::format("difference of the engine's angular velocity ({})", kind), "below 1.6 %",
                 fmt::format("{:.2g} %", 100.0 * speed), speed < 0.016);
  compare_stresses(findings, kind, "table_1_" + tag, hot_spots(folder.path() / ("hht_" + tag)),
                   hot_spots(folder.path() / ("bdf_" + tag)));
  if (damped) add_figures(findings, ours, theirs);
  findings.items.push_back(
      {"section 4.3", fmt::format("time of BDF (index 3) over that of HHT at the paper's tolerances, 2 s, {}", kind),
       fmt::format("{:.3g}", kVehicleRatio), fmt::format("{:.3g}", theirs.cpu() / ours.cpu()), Status::measured,
       fmt::format("HHT {:.3g} s, BDF {:.3g} s", ours.cpu(), theirs.cpu())});
}

}  // namespace

void vehicle(Findings& findings) {
  const ScratchFolder folder("alembert_vehicle");
  for (const bool damped : {true, false}) {
    const Model machine = vehicle_model(folder, damped ? 1.0 : 0.0);
    if (damped) {
      const Sizes s = sizes_of(machine);
      const Eigen::VectorXd frequencies = machine.bodies[1].flexibility->part->omega / (2.0 * M_PI);
      findings.claim(
          "section 4.3", "sizes: rigid parts, joints, motions, modes of the frame",
          "28, 43, 5, 134 (56.7 Hz to 13.1 kHz)",
          fmt::format("{}, {}, {}, {} ({:.1f} Hz to {:.1f} kHz)", s.bodies - 1, s.joints, s.motions, frequencies.size(),
                      frequencies[0], 1e-3 * frequencies[frequencies.size() - 1]),
          s.bodies == 29 && s.joints == 43 && s.motions == 5 && frequencies.size() == 134,
          fmt::format("{} equations here, 532 published, where forces have equations of their own", s.equations));
    }
    vehicle_at_published_settings(findings, folder, damped);
    const std::vector<LikeAccuracy> times = compare_at_like_accuracy(
        findings, machine,
        {"section 4.3", damped ? "vehicle_damped" : "vehicle_undamped",
         damped ? "vehicle, usual damping of modes" : "vehicle, no damping of modes", "the vehicle", "reaction",
         kVehicleShort},
        {{hht(), {1e-5, 1e-6}}, {bdf_index_3(), {1e-3, 1e-4, 1e-5, 1e-6}}, {bdf_stabilised(), {1e-2, 1e-3, 1e-4}}});
    for (std::size_t k = 1; k < times.size(); ++k)
      findings.items.push_back(
          {"section 4.3",
           fmt::format("time of BDF ({}) over that of HHT at like accuracy, {}", k == 1 ? "index 3" : "stabilised",
                       damped ? "usual damping of modes" : "no damping of modes"),
           fmt::format("{:.3g} (index 3)", kVehicleRatio), ratio_text(times[k], times[0]), Status::measured, ""});
  }
}

}  // namespace alembert::studies::hht_2007
