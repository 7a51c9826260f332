// 001, section 4.1: 100 segments of a poly-V belt, Figures 1 to 5.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "studies/hht_2007.h"

namespace alembert::studies::hht_2007 {

namespace {

constexpr double kBeltEnd = 0.2, kBeltShort = 0.02;
constexpr double kBeltRatio = 1286.0 / 485.0;

// What one signal of two runs differs by over time.
Series difference_over_time(const Series& a, const Series& b) {
  Series out{"difference", {}, {}};
  for (std::size_t k = 0; k < std::min(a.y.size(), b.y.size()); ++k) out.add(a.x[k], a.y[k] - b.y[k]);
  return out;
}

// The whole run at the paper's tolerances.
void belt_at_published_settings(Findings& findings, const Model& machine) {
  const MachineRun ours = run_machine(findings, machine, hht(), 1e-5, kBeltEnd);
  const MachineRun theirs = run_machine(findings, machine, bdf_index_3(), 1e-4, kBeltEnd);
  if (!ours.finished || !theirs.finished) {
    findings.claim("Figures 2 to 5", "both methods run the belt for 200 ms", "yes",
                   ours.finished ? theirs.message : ours.message, false, "the belt is another one");
    return;
  }
  const double force = difference(theirs, ours, "alternator_fx"), speed = difference(theirs, ours, "alternator_speed");
  findings.claim("Figures 2, 3", "peak difference of the alternator's force, HHT and BDF", "below 3 %",
                 fmt::format("{:.2g} %", 100.0 * force), force < 0.03);
  findings.claim("Figures 4, 5", "difference of the alternator's angular velocity", "below 1 %",
                 fmt::format("{:.2g} %", 100.0 * speed), speed < 0.01);
  const double turned = ours.series("segment1_x").y.empty() ? 0.0 : ours.series("belt_way").y.back();
  findings.claim("section 4.1", "the belt goes round more than once in 200 ms", "more than a full revolution",
                 fmt::format("{:.3g} revolutions", turned), turned > 1.0);
  const auto figure = [&](const char* where, const char* file, const char* title, const char* y,
                          std::vector<Series> series) {
    for (Series& s : series) s = thinned(s);
    findings.figures.push_back({where, file, title, "t (s)", y, Figure::Kind::curves, std::move(series)});
  };
  const Series f1 = ours.series("alternator_fx"), f2 = theirs.series("alternator_fx"),
               w1 = ours.series("alternator_speed"), w2 = theirs.series("alternator_speed");
  figure("Figure 2", "figure_2", "belt: force at the alternator", "F_x (N)", {f1, f2});
  figure("Figure 3", "figure_3", "belt: HHT and BDF, force", "F_x (N)", {difference_over_time(f1, f2)});
  figure("Figure 4", "figure_4", "belt: speed of the alternator", "w (rad/s)", {w1, w2});
  figure("Figure 5", "figure_5", "belt: HHT and BDF, speed", "w (rad/s)", {difference_over_time(w1, w2)});
  findings.items.push_back(
      {"section 4.1", "time of BDF over that of HHT at the paper's tolerances, 200 ms, damped belt",
       fmt::format("{:.3g}", kBeltRatio), fmt::format("{:.3g}", theirs.cpu() / ours.cpu()), Status::measured,
       fmt::format("HHT {:.3g} s, BDF of index 3 {:.3g} s; tolerances of two methods do not mean "
                   "the same: see the tables",
                   ours.cpu(), theirs.cpu())});
}

}  // namespace

void belt(Findings& findings) {
  const Model damped = study_model("poly_v_belt"),
              light = study_model("poly_v_belt", {{"damping_time", 1e-6}, {"c", 1}});
  const Sizes sizes = sizes_of(damped);
  findings.claim("section 4.1", "sizes: segments, three-component contact forces", "100, 400",
                 fmt::format("{}, {}", sizes.bodies - 5, sizes.pairs), sizes.bodies == 105 && sizes.pairs == 400,
                 fmt::format("{} equations here, 3725 published: that program has equations for every component of a "
                             "force, and for momenta",
                             sizes.equations));
  belt_at_published_settings(findings, damped);
  const std::vector<Candidate> candidates{{hht(), {1e-5, 1e-6}},
                                          {bdf_index_3(), {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}},
                                          {bdf_stabilised(), {1e-2, 1e-3, 1e-4}},
                                          {bdf_order_1(), {1e-2, 1e-3}}};
  for (const bool is_light : {false, true}) {
    const std::string kind = is_light ? "light belt" : "damped belt";
    const std::vector<LikeAccuracy> times = compare_at_like_accuracy(
        findings, is_light ? light : damped,
        {"section 4.1", is_light ? "belt_light" : "belt_damped", kind, "the " + kind, "alternator_fx", kBeltShort},
        candidates);
    findings.items.push_back({"section 4.1", "time of BDF (index 3) over that of HHT at like accuracy, " + kind,
                              fmt::format("{:.3g}", kBeltRatio), ratio_text(times[1], times[0]), Status::measured,
                              is_light ? "cords and contacts with hardly any damping"
                                       : "what vibrates is damped, so that BDF may take its high orders"});
  }
}

}  // namespace alembert::studies::hht_2007
