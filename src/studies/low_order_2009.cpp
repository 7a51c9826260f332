// Negrut, Jay, Khude 2009 (003), sec. 3.1 and 3.2: convergence and energy of six low-order methods. The drawing of the
// slider-crank is lost in print, with it the origin of its angle and the place of its spring; the shipped model is one
// that fits the text: E = 0, spring undeformed with crank and rod in line. So slopes and claims are compared, not
// digits.
#include "studies/low_order_2009.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "studies/papers.h"
#include "studies/study_engine.h"

namespace alembert::studies {

std::vector<Experiment> low_order_2009_experiments() {
  using namespace low_order_2009;
  return {{"figure-3", "convergence, slider-crank", slider_crank_convergence},
          {"figures-5-6", "convergence, seven bodies", seven_body_convergence},
          {"figures-7-8", "energy over time", energy_over_time},
          {"figure-9", "energy over the step size", energy_over_step},
          {"figures-11-15", "drift of the velocity constraints", velocity_drift},
          {"figure-16", "running times", running_time},
          {"figures-4-10", "flexible slider-crank", flexible_slider_crank}};
}

namespace low_order_2009 {

Slopes slopes_of(const std::vector<Series>& curves) {
  Slopes out;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const double order = last_order(curves[i]);
    out.text += fmt::format("{}{} {:.2f}", i > 0 ? ", " : "", curves[i].name, order);
    out.right = out.right && is_order(order, six_methods()[i].order);
  }
  return out;
}

const std::vector<Compared>& six_methods() {
  // C = gamma/2 - beta - 1/12 of Newmark and HHT; -1/3 of BDF of order 2.
  static const std::vector<Compared> methods{
      {{"NSTIFF", "nstiff", {}}, 2.0, false, -1.0 / 3},
      {{"Newmark", "newmark", {{"gamma", 0.75}}}, 1.0, false, 0.375 - 0.390625 - 1.0 / 12},
      {{"HHT-I3", "hht", {{"alpha", -0.3}}}, 2.0, false, 0.4 - 0.4225 - 1.0 / 12},
      {{"NSTIFF-SI2", "nstiff_si2", {}}, 2.0, true, 0.0},
      {{"HHT-ADD", "hht_add", {{"alpha", -0.3}}}, 2.0, true, 0.0},
      {{"HHT-SI2", "hht_si2", {{"alpha", -0.3}}}, 2.0, true, 0.0}};
  return methods;
}

void slider_crank_convergence(Findings& findings) {
  // Crank angle and rate at t = 2 s: Taylor series with 20 digits on the equation in the crank's angle.
  constexpr double kRate = -0.133148094083335892;
  std::vector<Series> curves;
  for (const Compared& c : six_methods()) {
    Series& curve = curves.emplace_back(Series{c.method.label, {}, {}});
    for (int k = 6; k <= 11; ++k) {
      const double h = std::pow(2.0, -k);
      DynamicsEngine engine(with_step(study_model("slider_crank"), c.method, h, 2.0));
      curve.add(h, std::abs(drive(engine.integrator(), findings).state.v[2] - kRate));
    }
  }
  const Slopes slopes = slopes_of(curves);
  findings.claim("Figure 3", "slider-crank, crank rate at 2 s: Newmark of order 1, the others of order 2",
                 "slopes 1 and 2", slopes.text, slopes.right, "the mechanism's drawing is lost: slopes only");
  findings.figures.push_back({"Figure 3", "figure_3", "slider-crank", "h (s)", "error of the crank rate (rad/s)",
                              Figure::Kind::loglog, std::move(curves)});
}

namespace {

// Angle and rate of AG, body 5 of the mechanism's usual numbering, at 30 instants.
constexpr Eigen::Index kBody5 = 3 * 4 + 2;  // among x, y, angle of seven bodies
constexpr double kSevenEnd = 0.03, kInstant = 1e-3;
struct Body5 {
  Vector angle, rate;
};
Body5 body_5(const Findings& findings, const MethodUse& method, double h, std::optional<int> iterations) {
  StudyOptions study;
  study.iterations = iterations;
  StudyEngine engine(with_step(study_model("seven_body"), method, h, kSevenEnd), study);
  std::vector<double> angle, rate;
  drive(engine.integrator(), findings, [&](const dae::State& s) {
    if (std::abs(std::remainder(s.t, kInstant)) > 1e-3 * h) return;
    angle.push_back(s.q[kBody5]);
    rate.push_back(s.v[kBody5]);
  });
  const auto vector = [](const std::vector<double>& x) {
    return Vector(Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size())));
  };
  return {vector(angle), vector(rate)};
}

// Fox-Goodwin in the tangent space, of order 2 as started, extrapolated.
Body5 body_5_reference(const Findings& findings) {
  const MethodUse method{"", "tangent", {{"gamma", 0.5}, {"beta", 1.0 / 12}}};
  const Body5 coarse = body_5(findings, method, 2e-6, std::nullopt),
              fine = body_5(findings, method, 1e-6, std::nullopt);
  return {(4.0 * fine.angle - coarse.angle) / 3.0, (4.0 * fine.rate - coarse.rate) / 3.0};
}

}  // namespace

// The paper gives neither the end time nor the steps. The error at one instant may pass zero as h shrinks (Newmark's
// does at 0.03 s), so it is measured as the root mean square over 30 instants. Newton's matrix is made anew in every
// iteration, as in the paper: what the program's own Newton leaves is as large as HHT-ADD's error at the smallest step.
void seven_body_convergence(Findings& findings) {
  const Body5 exact = body_5_reference(findings);
  const double instants = std::sqrt(static_cast<double>(exact.angle.size()));
  std::vector<Series> angles, rates;
  for (const Compared& c : six_methods()) {
    Series &angle = angles.emplace_back(Series{c.method.label, {}, {}}),
           &rate = rates.emplace_back(Series{c.method.label, {}, {}});
    for (int k = 0; k <= 5; ++k) {
      const double h = 5e-5 * std::pow(2.0, -k);
      const Body5 here = body_5(findings, c.method, h, kFullNewton);
      angle.add(h, (here.angle - exact.angle).norm() / instants);
      rate.add(h, (here.rate - exact.rate).norm() / instants);
    }
  }
  // Runge-Kutta of order 8 on the equation in the crank's angle, 12 digits.
  const double check = std::abs(exact.angle[exact.angle.size() - 1] - 0.5244099658799551);
  const std::string note = fmt::format(
      "end time and steps are not given: here root mean square over 30 instants up to 0.03 s (at that instant alone "
      "Newmark's error passes zero), three full Newton iterations a step, against a reference good to {:.0e} rad",
      check);
  const Slopes of_angle = slopes_of(angles), of_rate = slopes_of(rates);
  findings.claim("Figure 5", "seven bodies, orientation of body 5: Newmark of order 1, the others of order 2",
                 "slopes 1 and 2", of_angle.text, of_angle.right, note);
  findings.claim("Figure 6", "seven bodies, angular velocity of body 5: Newmark of order 1, the others of order 2",
                 "slopes 1 and 2", of_rate.text, of_rate.right, note);
  findings.figures.push_back(
      {"Figure 5", "figure_5", "seven bodies", "h (s)", "error of the angle (rad)", Figure::Kind::loglog, angles});
  findings.figures.push_back(
      {"Figure 6", "figure_6", "seven bodies", "h (s)", "error of the rate (rad/s)", Figure::Kind::loglog, rates});
}

namespace {

// Total energy of the slider-crank without damper, which starts at 0, and its mean deviation eps(T) (eq. 14), by the
// trapezoidal rule over the steps.
struct EnergyRun {
  Series energy;
  double mean = 0.0;  // eps(T), J
  double loss = 0.0;  // J/s: slope of the line nearest to the energy, free of its oscillation
};
EnergyRun energy_run(const Findings& findings, const MethodUse& method, double h, double end) {
  DynamicsEngine engine(with_step(study_model("slider_crank", {{"c", 0.0}}), method, h, end));
  EnergyRun out;
  out.energy.name = method.label;
  double before = 0.0, integral = 0.0;
  drive(engine.integrator(), findings, [&](const dae::State& s) {
    const Energies e = engine.problem().energies(s);
    const double total = e.kinetic + e.potential;
    out.energy.add(s.t, total);
    integral += 0.5 * h * (std::abs(before) + std::abs(total));
    before = total;
  });
  out.mean = integral / end;
  const auto n = static_cast<Eigen::Index>(out.energy.x.size());
  const Eigen::ArrayXd t = Eigen::Map<const Eigen::ArrayXd>(out.energy.x.data(), n),
                       E = Eigen::Map<const Eigen::ArrayXd>(out.energy.y.data(), n);
  out.loss = -((t - t.mean()) * (E - E.mean())).sum() / (t - t.mean()).square().sum();
  return out;
}

}  // namespace

void energy_over_time(Findings& findings) {
  constexpr double kEnd = 10.0;
  const double h = std::pow(2.0, -10);
  Figure figure{"Figures 7, 8", "figures_7_8", "HHT-I3, h = 2^-10 s", "t (s)", "energy (J)", Figure::Kind::panels, {}};
  EnergyRun strong = energy_run(findings, {"alpha = -0.3", "hht", {{"alpha", -0.3}}}, h, kEnd);
  EnergyRun weak = energy_run(findings, {"alpha = -0.05", "hht", {{"alpha", -0.05}}}, h, kEnd);
  const double ratio = strong.loss / weak.loss;
  // An order of magnitude, within a factor of two.
  findings.claim("Figures 7, 8", "dissipation with alpha = -0.3 is an order of magnitude above that with alpha = -0.05",
                 "about 10 times",
                 fmt::format("loss of energy {:.2e} and {:.2e} J/s, ratio {:.1f}; eps(10 s) {:.2e} and {:.2e} J, ratio "
                             "{:.1f}",
                             strong.loss, weak.loss, ratio, strong.mean, weak.mean, strong.mean / weak.mean),
                 ratio > 5.0 && ratio < 20.0,
                 "steps and end time are not given; the ratio is 3 at every step from 2^-6 to 2^-10 s. The paper's "
                 "mechanism may not be this one: its drawing is lost");
  for (EnergyRun* r : {&strong, &weak}) figure.series.push_back(std::move(r->energy));
  findings.figures.push_back(std::move(figure));
}

void energy_over_step(Findings& findings) {
  constexpr double kEnd = 2.0;
  std::vector<Series> curves;
  for (const Compared& c : six_methods()) {
    Series& curve = curves.emplace_back(Series{c.method.label, {}, {}});
    for (int k = 7; k <= 12; ++k) {
      const double h = std::pow(2.0, -k);
      curve.add(h, energy_run(findings, c.method, h, kEnd).mean);
    }
  }
  const Slopes slopes = slopes_of(curves);
  findings.claim("Figure 9", "mean energy deviation eps(T) falls like h for Newmark, like h^2 for the others",
                 "slopes 1 and 2", slopes.text, slopes.right);
  findings.figures.push_back({"Figure 9", "figure_9", "slider-crank without damper, T = 2 s", "h (s)", "eps(T) (J)",
                              Figure::Kind::loglog, std::move(curves)});
}

}  // namespace low_order_2009

}  // namespace alembert::studies
