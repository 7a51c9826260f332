// The test problem of 002, a DAE written in C++: generalized-alpha against the table of its prototype, and every other
// method that can take it.
#include <gtest/gtest.h>

#include "analysis/integrators.h"
#include "solve/acceleration_solver.h"
#include "studies/problems.h"
#include "support/model_run.h"

namespace alembert {
namespace {

struct Errors {
  double y, z, a, lambda, psi;
};

Errors errors_at_end(const std::string& method, const std::map<std::string, double>& parameters, double h,
                     const std::vector<double>& shares, double shift) {
  dae::EquationsProblem<studies::JayNegrut> problem;
  IntegrationOptions options;
  options.step = h;
  options.shares = shares;
  options.end = 1.0;
  auto integrator = make_integrator(problem, method, parameters, options);
  integrator->start(studies::JayNegrut::exact(0.0));
  while (!integrator->done()) integrator->advance();
  const dae::State& s = integrator->state();
  const dae::State exact = studies::JayNegrut::exact(1.0);
  // The method's own acceleration belongs to t + alpha h.
  const Vector a = studies::JayNegrut::exact(1.0 + shift * integrator->last_step()).a;
  return {(s.q - exact.q).norm(), (s.v - exact.v).norm(), (s.a - a).norm(), std::abs(s.lambda[0] - exact.lambda[0]),
          std::abs(s.lambda[1] - exact.lambda[1])};
}

TEST(GeneralizedAlphaSoi2, IsThePrototypeOnThePapersProblem) {
  const test::Table table = test::read_table("p4_gen_alpha_soi2_errors.csv");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string& variant = table.text(row, "variant");
    std::map<std::string, double> parameters{{"rho", 0.2}};
    if (variant.find("(15) only") != std::string::npos) parameters["move_ma"] = 0.0;
    if (variant.find("no modification") != std::string::npos) parameters["move_a"] = parameters["move_ma"] = 0.0;
    const std::vector<double> shares =
        variant.starts_with("constant") ? std::vector<double>{} : std::vector<double>{1.0 / 3, 2.0 / 3};
    const double h = std::pow(2.0, -table.number(row, "k"));
    const Errors e = errors_at_end("gen_alpha_soi2", parameters, h, shares, -2.0 / 3);
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
