// 004 sec. 3 and 6: a pendulum of 1 kg and 1 m, g = 9.8, driven by the slow torque T0 sin(0.1 t) from rest. With T0 =
// 0.1 N m the forced answer is 0.0105 rad. Instability shows as growth, not always as overflow, because the pendulum
// softens: above 0.1 rad it is called unstable. The paper's figures have no digits, only these judgements.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solve/acceleration_solver.h"
#include "studies/problems.h"
#include "studies/runs.h"
#include "studies/tangent_2021.h"

namespace alembert::studies::tangent_2021::pendulum {

namespace {

constexpr double kStable = 0.02, kUnstable = 0.1;  // rad
constexpr double kEnd = 600.0;                     // s, ten periods of the torque
constexpr double kPolluted = 10.0;                 // times the true force: no longer a force

const MethodUse kCentral{"central difference", "central_difference", {}};
// In the angle alone nothing is constrained, and `newmark` is Newmark's method for ordinary differential equations.
const MethodUse kFoxGoodwin{"Fox-Goodwin", "newmark", {{"gamma", 0.5}, {"beta", 1.0 / 12}}};
const MethodUse kTrapezoidal{"trapezoidal rule", "newmark", {{"gamma", 0.5}, {"beta", 0.25}}};
const MethodUse kTangentFoxGoodwin{"Fox-Goodwin, tangent", "tangent", {{"gamma", 0.5}, {"beta", 1.0 / 12}}};
const MethodUse kTangentTrapezoidal{"trapezoidal, tangent", "tangent", {{"gamma", 0.5}, {"beta", 0.25}}};

struct Motion {
  Series angle, force;  // of the pin along x: what accelerates the mass
  double largest = 0.0, largest_force = 0.0;
  Outcome run;

  bool stable() const { return run.finished && largest < kStable; }
  bool unstable() const { return !run.finished || largest > kUnstable; }
};

template <class Functions>
Motion swing_as(const Findings& findings, const MethodUse& method, double h, double end, double amplitude) {
  Functions functions;
  functions.amplitude = amplitude;
  dae::EquationsProblem<Functions> problem(functions);
  dae::State start(problem.sizes());
  constexpr Eigen::Index angle = Functions::kCoordinates - 1;
  if (angle > 0) start.q[1] = -1.0;  // hanging down
  AccelerationSolver(problem).solve(start);
  IntegrationOptions options;
  options.step = h;
  options.end = end;
  const auto integrator = make_integrator(problem, method.name, method.parameters, options);
  integrator->start(start);
  Motion out;
  out.angle.name = fmt::format("h = {:g} s", h);
  out.force.name = fmt::format("T0 = {:g} N m", amplitude);
  out.run = drive(*integrator, findings, [&](const dae::State& s) {
    out.angle.add(s.t, s.q[angle]);
    // With constraints the multiplier itself; without them what it should be, the acceleration of x = sin(angle).
    const double w = s.v[angle];
    out.force.add(
        s.t, s.lambda.size() > 0 ? -s.lambda[0] : s.a[angle] * std::cos(s.q[angle]) - w * w * std::sin(s.q[angle]));
    out.largest = std::max(out.largest, std::abs(s.q[angle]));
    out.largest_force = std::max(out.largest_force, std::abs(out.force.y.back()));
  });
  return out;
}

Motion swing(const Findings& findings, const MethodUse& method, bool constrained, double h, double end = kEnd,
             double amplitude = 0.1) {
  return constrained ? swing_as<ConstrainedPendulum>(findings, method, h, end, amplitude)
                     : swing_as<AnglePendulum>(findings, method, h, end, amplitude);
}

struct Judged {
  double h;
  bool stable;  // says the paper
};

// One figure of the paper: a method at several steps, each stable or not.
void stability_figure(Findings& findings, int number, const std::string& claim, const MethodUse& method,
                      bool constrained, const std::vector<Judged>& steps) {
  const std::string where = fmt::format("Figure {}", number);
  Figure figure{where, fmt::format("figure_{}", number), method.label, "t (s)", "angle (rad)", Figure::Kind::panels,
                {}};
  std::string published, ours;
  bool holds = true;
  for (const Judged& step : steps) {
    Motion m = swing(findings, method, constrained, step.h);
    holds = holds && (step.stable ? m.stable() : m.unstable());
    published += fmt::format("{}{:g} s {}", published.empty() ? "" : ", ", step.h, step.stable ? "stable" : "unstable");
    ours += fmt::format("{}{:g} s: ", ours.empty() ? "" : ", ", step.h);
    ours +=
        m.run.finished ? fmt::format("largest {:.3g} rad", m.largest) : fmt::format("failed at {:.3g} s", m.run.time);
    figure.series.push_back(std::move(m.angle));
  }
  findings.claim(where, claim, published, ours, holds);
  findings.figures.push_back(std::move(figure));
}

}  // namespace

void minimal_coordinates(Findings& findings) {
  stability_figure(findings, 3, "central difference in minimal coordinates: stable below 2/omega = 0.63888 s", kCentral,
                   false, {{0.01, true}, {0.1, true}, {0.6, true}, {0.7, false}});
  stability_figure(findings, 4, "Fox-Goodwin in minimal coordinates: stable below 0.78246 s", kFoxGoodwin, false,
                   {{0.01, true}, {0.1, true}, {0.6, true}, {0.7, true}, {0.78, true}, {0.79, false}});
  stability_figure(findings, 5, "trapezoidal rule in minimal coordinates: always stable", kTrapezoidal, false,
                   {{0.1, true}, {0.7, true}, {0.79, true}, {6.0, true}});
}

void index_3(Findings& findings) {
  stability_figure(findings, 6, "trapezoidal rule, index 3: works while the pendulum hardly turns", kTrapezoidal, true,
                   {{0.1, true}, {0.7, true}, {0.79, true}, {6.0, true}});
  stability_figure(findings, 7, "Fox-Goodwin, index 3: fails at every step", kFoxGoodwin, true,
                   {{0.1, false}, {0.6, false}, {0.78, false}, {0.79, false}});
}

void tangent_space(Findings& findings) {
  stability_figure(findings, 12, "Fox-Goodwin in the tangent space: as stable as in minimal coordinates",
                   kTangentFoxGoodwin, true, {{0.1, true}, {0.6, true}, {0.78, true}, {0.79, false}});
  stability_figure(findings, 13, "trapezoidal rule in the tangent space: stable", kTangentTrapezoidal, true,
                   {{0.1, true}, {0.7, true}, {0.79, true}, {6.0, true}});
}

// h = 0.1 s and larger torques. The length of the paper's runs is not given; these go on until all have failed.
void large_amplitudes(Findings& findings) {
  constexpr double kStep = 0.1, kLong = 400.0;
  Figure constrained{"Figure 8", "figure_8", "trapezoidal, index 3", "t (s)", "angle (rad)", Figure::Kind::panels, {}};
  Figure minimal{"Figure 9", "figure_9", "trapezoidal, minimal", "t (s)", "angle (rad)", Figure::Kind::panels, {}};
  Figure forces{"Figure 10", "figure_10", "trapezoidal, index 3", "t (s)", "pin force x (N)", Figure::Kind::panels, {}};
  std::string failed, bounded, grown;
  bool ordered = true, nine_fails = false, all_bounded = true, all_grow = true;
  double before = kLong;
  for (const double amplitude : {5.0, 6.0, 7.0, 8.0, 9.0}) {
    Motion c = swing(findings, kTrapezoidal, true, kStep, kLong, amplitude);
    Motion m = swing(findings, kTrapezoidal, false, kStep, kLong, amplitude);
    ordered = ordered && !c.run.finished && c.run.time < before;
    before = c.run.time;
    if (amplitude == 9.0) nine_fails = !c.run.finished;
    failed += fmt::format("{}T0 = {:g}: {}", failed.empty() ? "" : ", ", amplitude,
                          c.run.finished ? "runs" : fmt::format("fails at {:.0f} s", c.run.time));
    all_bounded = all_bounded && m.run.finished && m.largest < M_PI / 2;
    bounded += fmt::format("{}T0 = {:g}: at most {:.2f} rad", bounded.empty() ? "" : ", ", amplitude, m.largest);
    all_grow = all_grow && c.largest_force > kPolluted * m.largest_force;
    grown += fmt::format("{}T0 = {:g}: up to {:.2g} N, in truth {:.2g} N", grown.empty() ? "" : ", ", amplitude,
                         c.largest_force, m.largest_force);
    c.angle.name = m.angle.name = c.force.name;
    constrained.series.push_back(std::move(c.angle));
    minimal.series.push_back(std::move(m.angle));
    forces.series.push_back(std::move(c.force));
  }
  findings.claim("Figure 8", "trapezoidal rule, index 3, h = 0.1 s: fails as the torque grows", "fails for T0 = 9 N m",
                 failed, nine_fails && ordered,
                 "all fail here, the sooner the larger T0: as in the paper if its runs, whose length it does not give, "
                 "end between the last two of these times");
  findings.claim("Figure 9", "the same in minimal coordinates does not fail", "stable", bounded, all_bounded);
  findings.claim("Figure 10", "the instability is in the reaction", "grows (no digits)", grown, all_grow);
  for (Figure* f : {&constrained, &minimal, &forces}) findings.figures.push_back(std::move(*f));
}

void stability_limits(Findings& findings) {
  const double omega = std::sqrt(9.8);
  const auto measure = [&](const MethodUse& method, bool constrained, double theory, const std::string& where,
                           const std::string& coordinates, const std::string& published) {
    double low = 0.95 * theory, high = 1.05 * theory;
    if (swing(findings, method, constrained, low).unstable() ||
        !swing(findings, method, constrained, high).unstable()) {
      findings.claim(where, method.label + coordinates + ": limit of the step", published, "not within 5 %", false);
      return;
    }
    while (high - low > 1e-4) {
      const double middle = 0.5 * (low + high);
      (swing(findings, method, constrained, middle).unstable() ? high : low) = middle;
    }
    // Just above the limit growth takes longer than the run.
    findings.claim(where, method.label + coordinates + ": limit of the step", published,
                   fmt::format("theory {:.5f} s; measured {:.4f} s", theory, low), std::abs(low / theory - 1.0) < 0.01,
                   "measured over 600 s: just above the limit growth takes longer than that");
  };
  measure(kCentral, false, 2.0 / omega, "Eq. 18", " in minimal coordinates", "0.63888 s");
  measure(kFoxGoodwin, false, std::sqrt(6.0) / omega, "Eq. 11", " in minimal coordinates", "0.78246 s");
  measure(kTangentFoxGoodwin, true, std::sqrt(6.0) / omega, "Eq. 11", "", "0.78246 s");
}

}  // namespace alembert::studies::tangent_2021::pendulum
