// 001, section 4.2: the track of an excavator, Figures 6 and 7.
#include <fmt/format.h>

#include <cmath>

#include "studies/hht_2007.h"

namespace alembert::studies::hht_2007 {

namespace {

constexpr double kTrackEnd = 14.0, kTrackShort = 3.0;
constexpr double kTrackRatio = 8988.0 / 1713.0;

void track_at_published_settings(Findings& findings, const Model& machine) {
  const MachineRun ours = run_machine(findings, machine, hht(), 1e-5, kTrackEnd);
  const MachineRun theirs = run_machine(findings, machine, bdf_order_1(), 1e-2, kTrackEnd);
  if (!ours.finished || !theirs.finished) {
    findings.claim("Figure 7", "both methods drive the track for 14 s", "yes",
                   ours.finished ? theirs.message : ours.message, false, "the track is another one");
    return;
  }
  const double way = difference(theirs, ours, "way"), speed = difference(theirs, ours, "link8_speed"),
               acceleration = difference(theirs, ours, "link8_acceleration");
  findings.items.push_back(
      {"Figure 7",
       "differences of HHT and BDF (order 1, its tolerance): way of the machine, speed of link 8, its acceleration",
       "very well everywhere but for spikes of the acceleration",
       fmt::format("{:.2g} %, {:.2g} %, {:.2g} % of the largest", 100.0 * way, 100.0 * speed, 100.0 * acceleration),
       Status::measured, "the paper gives no numbers"});
  findings.claim("section 4.2", "the track drives", "a machine that moves",
                 fmt::format("{:.3g} m in 14 s", ours.series("way").y.back()), ours.series("way").y.back() > 5.0);
  for (const auto& [signal, file, unit] :
       {std::tuple("link8_acceleration", "figure_7a", "a (m/s^2)"), std::tuple("link8_speed", "figure_7b", "v (m/s)")})
    findings.figures.push_back({"Figure 7",
                                file,
                                "track: link 8",
                                "t (s)",
                                unit,
                                Figure::Kind::curves,
                                {thinned(ours.series(signal)), thinned(theirs.series(signal))}});
  findings.items.push_back(
      {"section 4.2", "time of BDF (stabilised, order 1) over that of HHT at the paper's tolerances, 14 s",
       fmt::format("{:.3g}", kTrackRatio), fmt::format("{:.3g}", theirs.cpu() / ours.cpu()), Status::measured,
       fmt::format("HHT {:.3g} s, BDF {:.3g} s, less accurate: see the table", ours.cpu(), theirs.cpu())});
}

}  // namespace

void track(Findings& findings) {
  const Model machine = study_model("excavator_track");
  const Sizes s = sizes_of(machine);
  findings.claim("section 4.2", "sizes: parts, joints, motions, contacts, degrees of freedom", "61, 61, 1, 690, 61",
                 fmt::format("{}, {}, {}, {}, {}", s.bodies, s.joints, s.motions, s.pairs, s.freedoms),
                 s.bodies == 61 && s.joints == 61 && s.motions == 1 && s.pairs == 690 && s.freedoms == 61,
                 fmt::format("{} equations here, 4675 published: that program has equations for every component of a "
                             "force, and for momenta",
                             s.equations));
  track_at_published_settings(findings, machine);
  const std::vector<LikeAccuracy> times =
      compare_at_like_accuracy(findings, machine, {"section 4.2", "track", "track", "the track", "torque", kTrackShort},
                               {{hht(), {1e-5, 1e-4, 1e-6}},
                                {bdf_index_3(), {1e-4, 1e-5, 1e-6}},
                                {bdf_stabilised(), {1e-2, 1e-3, 1e-4}},
                                {bdf_order_1(), {1e-2, 1e-3, 1e-4, 2e-5}}});
  const char* const names[] = {"", "index 3, orders to 5", "stabilised, orders to 5", "stabilised, order 1"};
  for (std::size_t k = 1; k < times.size(); ++k)
    findings.items.push_back(
        {"section 4.2", fmt::format("time of BDF ({}) over that of HHT at like accuracy", names[k]),
         fmt::format("{:.3g} (order 1)", kTrackRatio), ratio_text(times[k], times[0]), Status::measured, ""});
}

}  // namespace alembert::studies::hht_2007
