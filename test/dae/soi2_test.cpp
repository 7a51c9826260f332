// The test problem of 002, a DAE written in C++: generalized-alpha against the table of its prototype.
#include <gtest/gtest.h>

#include <memory>

#include "solve/stepper.h"
#include "studies/problems.h"
#include "studies/unmoved_soi2.h"
#include "support/model_run.h"

namespace alembert {
namespace {

struct Errors {
  double y, z, a, lambda, psi;
};

// With a and M a moved to their instants when the step changes, or not.
Errors errors_at_end(bool moves_a, bool moves_Ma, double h, const std::vector<double>& parts_of_step) {
  constexpr double rho = 0.2, shift = (2 * rho - 1) / (1 + rho) - rho / (1 + rho);
  dae::EquationsProblem<studies::JayNegrut> problem;
  IntegrationOptions options;
  options.step = h;
  options.end = 1.0;
  StudyOptions study;
  study.parts_of_step = parts_of_step;
  Stepper stepper(problem, std::make_unique<studies::UnmovedSoi2>(rho, moves_a, moves_Ma), options, study);
  stepper.start(studies::JayNegrut::exact(0.0));
  while (!stepper.done()) stepper.advance();
  const dae::State& s = stepper.state();
  const dae::State exact = studies::JayNegrut::exact(1.0);
  // The method's own acceleration belongs to t + alpha h.
  const Vector a = studies::JayNegrut::exact(1.0 + shift * stepper.last_step()).a;
  return {(s.q - exact.q).norm(), (s.v - exact.v).norm(), (s.a - a).norm(), std::abs(s.lambda[0] - exact.lambda[0]),
          std::abs(s.lambda[1] - exact.lambda[1])};
}

TEST(GeneralizedAlphaSoi2, IsThePrototypeOnThePapersProblem) {
  const test::Table table = test::read_table("p4_gen_alpha_soi2_errors.csv");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string& variant = table.text(row, "variant");
    const bool none = variant.find("no modification") != std::string::npos;
    const bool moves_a = !none, moves_Ma = !none && variant.find("(15) only") == std::string::npos;
    const std::vector<double> parts =
        variant.starts_with("constant") ? std::vector<double>{} : std::vector<double>{1.0 / 3, 2.0 / 3};
    const double h = std::pow(2.0, -table.number(row, "k"));
    const Errors e = errors_at_end(moves_a, moves_Ma, h, parts);
    const std::string what = variant + ", h = 2^-" + table.text(row, "k");
    EXPECT_NEAR(e.y / table.number(row, "err_y"), 1.0, 0.01) << what;
    EXPECT_NEAR(e.z / table.number(row, "err_z"), 1.0, 0.01) << what;
    EXPECT_NEAR(e.a / table.number(row, "err_a"), 1.0, 0.01) << what;
    EXPECT_NEAR(e.lambda / table.number(row, "err_lambda"), 1.0, 0.01) << what;
    EXPECT_NEAR(e.psi / table.number(row, "err_psi"), 1.0, 0.01) << what;
  }
}

}  // namespace
}  // namespace alembert
