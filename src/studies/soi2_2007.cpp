// Jay, Negrut 2007 (002), sec. 8: generalized-alpha-SOI2 with rho = 0.2 on a DAE with a known solution, t from 0 to 1,
// steps alternating between h/3 and 2h/3, with and without the modifications (15) of a and (16) of M a at a change of
// step. The paper has no numbers, only the slopes of Figures 1 and 2.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "solve/stepper.h"
#include "studies/papers.h"
#include "studies/problems.h"
#include "studies/runs.h"
#include "studies/unmoved_soi2.h"

namespace alembert::studies {

namespace {

constexpr int kCoarsest = 3, kFinest = 9;  // h = 2^-k

// Errors of y, z, a, lambda, psi at t = 1 over h.
std::vector<Series> error_curves(const Findings& findings, bool moves_a, bool moves_Ma, bool alternating) {
  std::vector<Series> curves{{"y", {}, {}}, {"z", {}, {}}, {"a", {}, {}}, {"lambda", {}, {}}, {"psi", {}, {}}};
  // rho = 0.2: alpha = alpha_m - alpha_f = -1/2 - 1/6; a belongs to t + alpha h.
  constexpr double kAlpha = -2.0 / 3.0;
  for (int k = kCoarsest; k <= kFinest; ++k) {
    dae::EquationsProblem<JayNegrut> problem;
    IntegrationOptions options;
    options.step = std::pow(2.0, -k);
    options.end = 1.0;
    StudyOptions study;
    if (alternating) study.parts_of_step = {1.0 / 3.0, 2.0 / 3.0};
    Stepper stepper(problem, std::make_unique<UnmovedSoi2>(0.2, moves_a, moves_Ma), options, study);
    stepper.start(JayNegrut::exact(0.0));
    const Outcome run = drive(stepper, findings);
    const dae::State& s = run.state;
    const dae::State exact = JayNegrut::exact(1.0);
    const Vector a = JayNegrut::exact(1.0 + kAlpha * stepper.last_step()).a;
    const double errors[] = {(s.q - exact.q).norm(), (s.v - exact.v).norm(), (s.a - a).norm(),
                             std::abs(s.lambda[0] - exact.lambda[0]), std::abs(s.lambda[1] - exact.lambda[1])};
    for (std::size_t i = 0; i < curves.size(); ++i) curves[i].add(*options.step, errors[i]);
  }
  return curves;
}

// Adds the figure and the claim that its five slopes are the expected ones.
void figure(Findings& findings, const std::string& where, const std::string& file, const std::string& title,
            const std::string& claim, const std::string& published, std::vector<Series> curves,
            const std::vector<double>& expected) {
  std::string ours;
  bool holds = true;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const double order = last_order(curves[i]);
    ours += fmt::format("{}{} {:.2f}", i > 0 ? ", " : "order ", curves[i].name, order);
    holds = holds && is_order(order, expected[i]);
  }
  findings.claim(where, claim, published, ours, holds);
  findings.figures.push_back({where, file, title, "h (s)", "error at t = 1", Figure::Kind::loglog, std::move(curves)});
}

void with_modifications(Findings& findings) {
  figure(findings, "Figure 1", "figure_1", "steps h/3, 2h/3, with eqs. 15 and 16",
         "global convergence of order 2 in all variables", "order 2", error_curves(findings, true, true, true),
         {2, 2, 2, 2, 2});
}

void without_modifications(Findings& findings) {
  figure(findings, "Figure 2", "figure_2", "steps h/3, 2h/3, without modification",
         "without eqs. 15 and 16 the order of a, lambda and psi falls to 1, that of y and z stays 2",
         "order 2 in y, z; 1 in a, lambda, psi", error_curves(findings, false, false, true), {2, 2, 1, 1, 1});
}

// Not in the paper as a figure, but in its text: both formulas "must be adjusted", and Theorem 1 for a constant step.
void each_alone(Findings& findings) {
  figure(findings, "Section 7", "eq_15_alone", "steps h/3, 2h/3, with eq. 15 alone",
         "eq. 15 alone is not enough: M a has to be moved as well", "both formulas should be used",
         error_curves(findings, true, false, true), {2, 2, 2, 1, 1});
  figure(findings, "Theorem 1", "constant_step", "constant step h", "order 2 in all variables with a constant step",
         "order 2", error_curves(findings, true, true, false), {2, 2, 2, 2, 2});
}

}  // namespace

std::vector<Experiment> soi2_2007_experiments() {
  return {{"figure-1", "convergence with eqs. 15 and 16", with_modifications},
          {"figure-2", "convergence without them", without_modifications},
          {"section-7", "eq. 15 alone; constant step", each_alone}};
}

}  // namespace alembert::studies
