// Functions of the user's own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>

#include "analysis/dynamics.h"
#include "expression/user_functions.h"
#include "model/convert.h"
#include "model/reader.h"
#include "support/model_run.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

struct Settings {
  std::optional<MethodChoice> method = {};
  std::optional<double> end = {}, tolerance = {}, step = {};
  std::optional<std::filesystem::path> folder = {};
};

DynamicsResult simulate(Model model, const Settings& settings) {
  Simulation& s = model.simulation;
  if (settings.method) s.method = *settings.method;
  if (settings.end) s.end = *settings.end;
  if (settings.tolerance || settings.step) {
    s.tolerance = settings.tolerance;
    s.step = settings.step;
  }
  DynamicsOptions options;
  options.folder = settings.folder;
  return run_dynamics(model, options);
}

// Two bodies held by a spring that hardens, with friction and a motor whose current follows a law of its own.
std::string model_text(const std::string& spring, const std::string& friction, const std::string& current) {
  return fmt::format(R"yaml(alembert: 1
parameters: {{k: 200, mu: 3}}
gravity: [0, -9.81, 0]
bodies:
  cart: {{type: rigid, mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}}
  ball: {{type: point, mass: 0.5, position: [1.3, 0.2, 0]}}
joints:
  rail: {{type: translational, bodies: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}}
variables:
  pull: "{0}"
states:
  i: {{initial: 0.5, derivative: "{2}"}}
forces:
  hold: {{type: force, on: ball, force: ["-var(pull)*dx(ball, cart)", "-var(pull)*dy(ball, cart)", "-30*dz(ball)"]}}
  back: {{type: force, on: cart, force: ["var(pull)*dx(ball, cart) + state(i) + {1}", 0, 0]}}
outputs:
  x: dx(cart)
  y: dy(ball)
  pull: "{0}"
  i: state(i)
simulation: {{end: 1.5, output_step: 0.01}}
)yaml",
                     spring, friction, current);
}

const std::string formulas = model_text("k*(dm(ball, cart) - 1)*(1 + 5*(dm(ball, cart) - 1)^2)/dm(ball, cart)",
                                        "-mu*tanh(vx(cart)/0.05)", "(4*cos(7*time) - state(i)^3 - vx(cart))/0.2");
const std::string calls =
    model_text("hardening(dm(ball, cart), k)", "rub(mu, vx(cart))", "current(time, state(i), vx(cart))");

struct Current {
  double inductance = 0.2;
  template <class S>
  S operator()(const S& t, const S& i, const S& speed) const {
    return (4.0 * cos(7.0 * t) - pow(i, 3) - speed) / inductance;
  }
};

Functions own() {
  Functions functions;
  functions.add<2>("hardening", [](auto l, auto k) { return k * (l - 1.0) * (1.0 + 5.0 * (l - 1.0) * (l - 1.0)) / l; });
  functions.add("rub", [](auto mu, auto v) { return -mu * tanh(v / 0.05); });
  functions.add("current", Current{});
  return functions;
}

TEST(OwnFunctions, MoveTheMechanismAsTheirFormulasDo) {
  const Model by_formulas = read_model_text(formulas, "formulas.yaml");
  const Model by_calls = read_model_text(calls, "calls.yaml", {.functions = own()});
  for (const MethodDescription& description : stepper_methods())
    for (const bool fixed : {true, false}) {
      const std::string method(description.name);
      Settings options;
      options.method = MethodChoice{method, {}, {}};
      (fixed ? options.step : options.tolerance) = fixed ? 1e-3 : 1e-5;
      const DynamicsResult a = simulate(by_formulas, options), b = simulate(by_calls, options);
      EXPECT_EQ(a.summary.statistics.steps, b.summary.statistics.steps) << method;
      EXPECT_EQ(a.summary.statistics.newton_iterations, b.summary.statistics.newton_iterations) << method;
      EXPECT_EQ(a.summary.statistics.jacobian_evaluations, b.summary.statistics.jacobian_evaluations) << method;
      ASSERT_EQ(a.times.size(), b.times.size());
      // Rounding differs in the last digit; where the error estimate sets the steps, these amplify it.
      const double tolerance = fixed ? 1e-11 : 1e-6;
      for (std::size_t k = 0; k < a.times.size(); ++k)
        for (std::size_t c = 0; c < a.columns.size(); ++c)
          EXPECT_NEAR(a.outputs[k][c], b.outputs[k][c], tolerance * std::max(1.0, std::abs(a.outputs[k][c])))
              << method << " " << a.columns[c] << " at " << a.times[k];
    }
}

TEST(OwnFunctions, AreThereWhereverAModelFileTakesAnExpression) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "model.yaml";
  std::ofstream(file) << R"yaml(alembert: 1
units: {length: mm}
parameters: {a: twice(3), b: a + twice(a)}
splines:
  s: {x: [0, twice(1)], y: [0, "twice(b)"]}
repeat:
  - index: i
    from: 1
    to: 2
    bodies:
      p{i}: {type: point, mass: twice(i), position: [i, 0, 0]}
    outputs:
      x{i}: twice(i*dx(p{i}))
outputs: {s: "linear(s, twice(time))"}
)yaml";
  Functions functions;
  functions.add("twice", [](auto x) { return 2 * x; });
  const Model model = read_model_file(file, {.functions = functions});
  EXPECT_EQ(model.parameters.at("b"), 18.0);
  EXPECT_EQ(model.bodies[2].mass, 4.0);
  EXPECT_EQ(model.outputs.size(), 3u);
  EXPECT_EQ(read_model_file(file, {.set = {{"a", 1.0}}, .functions = functions}).parameters.at("b"), 3.0);
  const std::string written = converted_text(model, "again.yaml");
  EXPECT_NO_THROW(read_model_text(written, "again.yaml", {.functions = functions})) << written;
  EXPECT_THROW(read_model_file(file), ModelError);
}

std::string error_of(const std::string& text, const Functions& functions) {
  try {
    read_model_text(text, "m.yaml", {.functions = functions});
  } catch (const ModelError& e) {
    return e.what();
  }
  return "";
}

TEST(OwnFunctions, ErrorsHaveTheirPlace) {
  Functions f;
  f.add("twice", [](auto x) { return 2 * x; });
  f.add("refuse", [](auto x) {
    if (x > 0.0) throw std::runtime_error("no");
    return x;
  });
  EXPECT_EQ(error_of("alembert: 1\noutputs:\n  x: 1 + twize(3)\n", f),
            "m.yaml:3:10: unknown function `twize`, did you mean `twice`?");
  EXPECT_EQ(error_of("alembert: 1\noutputs:\n  x: twice(3, 4)\n", f), "m.yaml:3:6: `twice` takes 1 argument, not 2");
  EXPECT_EQ(error_of("alembert: 1\nparameters: {twice: 3}\n", f),
            "m.yaml:2:14: `twice` cannot name a parameter: the program has a function of this name");
  EXPECT_EQ(error_of("alembert: 1\nparameters: {a: refuse(3)}\n", f), "m.yaml:2:17: function `refuse`: no");
  EXPECT_EQ(error_of("alembert: 1\noutputs:\n  x: twice(3)\n", {}),
            "m.yaml:3:6: unknown function `twice`, did you mean `time`?");
}

TEST(OwnFunctions, WhatTheyThrowEndsTheRunAndKeepsTheResultsSoFar) {
  Functions f;
  f.add("wind", [](auto t) {
    if (t > 0.5) throw std::out_of_range("the record of the wind ends at 0.5 s");
    return 3.0 * t;
  });
  const Model model = read_model_text(R"yaml(alembert: 1
bodies: {b: {type: point, mass: 1, position: [0, 0, 0]}}
forces: {w: {type: force, on: b, force: ["wind(time)", 0, 0]
}
}
outputs: {x: dx(b)}
simulation: {end: 1, output_step: 0.01}
)yaml",
                                      "m.yaml", {.functions = f});
  for (const char* method : {"hht", "hht_add", "bdf"}) {  // bdf: through a library written in C
    const test::TemporaryFolder folder;
    Settings options;
    options.method = MethodChoice{method, {}, {}};
    options.folder = folder.path() / "out";
    try {
      simulate(model, options);
      ADD_FAILURE() << method;
    } catch (const FunctionError& e) {
      EXPECT_STREQ(e.what(), "function `wind`: the record of the wind ends at 0.5 s");
      EXPECT_THROW(std::rethrow_if_nested(e), std::out_of_range);
    }
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "out" / "outputs.csv")) << method;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "out" / "summary.json")) << method;
  }
}

TEST(OwnFunctions, AreForModelsBuiltInCodeToo) {
  Functions f;
  f.add("push", [](auto t) { return 6.0 * t; });
  Model model = read_model_text("alembert: 1\nbodies: {b: {type: point, mass: 1, position: [0, 0, 0]}}\n", "m.yaml");
  model.functions = f;
  AppliedForce push;
  push.on = model.bodies[1].frame_marker;
  push.formulas[0] = parse_expression("push(time)", {}, model.parameters, model.splines, model.functions);
  Force force;
  force.name = "push";
  force.type = "force";
  force.parameters = push;
  model.forces.push_back(force);
  model.outputs.push_back({"x", parse_expression("dx(b)", {}, {}), {}});
  const DynamicsResult run = simulate(model, {.end = 1.0, .tolerance = 1e-8});
  EXPECT_NEAR(run.outputs.back()[0], 1.0, 1e-5);  // x = t^3
}

}  // namespace
}  // namespace alembert
