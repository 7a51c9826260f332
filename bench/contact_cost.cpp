// What contacts cost: a pair that is apart, a point that touches, and its blocks in the matrix. By differences from the
// same bodies without contacts, each the least of many measurements taken in turns.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "analysis/dynamics.h"
#include "model/reader.h"
#include "system/parts/contacts_part.h"

namespace alembert {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPairs = 48;  // few enough that all are candidates
constexpr double kTilt = 0.02;

const char* const kBristles = ", friction: {static: 0.5, dynamic: 0.3}";
const char* const kCreep = ", friction: {static: 0.5, dynamic: 0.3, type: velocity}";

// A ball of radius 0.1 as a file of triangles.
std::string ball_file() {
  const std::filesystem::path out = std::filesystem::temp_directory_path() / "alembert_contact_cost.obj";
  std::ofstream file(out);
  constexpr int round = 24, up = 12;
  const double pi = std::acos(-1.0);
  file << "v 0 0 -0.1\n";
  for (int i = 1; i < up; ++i)
    for (int j = 0; j < round; ++j) {
      const double a = pi * (static_cast<double>(i) / up - 0.5), b = 2.0 * pi * j / round;
      file << fmt::format("v {} {} {}\n", 0.1 * std::cos(a) * std::cos(b), 0.1 * std::cos(a) * std::sin(b),
                          0.1 * std::sin(a));
    }
  file << "v 0 0 0.1\n";
  const auto at = [](int i, int j) { return 2 + (i - 1) * round + j % round; };
  for (int j = 0; j < round; ++j) {
    file << fmt::format("f 1 {} {}\nf {} {} {}\n", at(1, j + 1), at(1, j), 2 + (up - 1) * round, at(up - 1, j),
                        at(up - 1, j + 1));
    for (int i = 1; i + 1 < up; ++i)
      file << fmt::format("f {} {} {}\nf {} {} {}\n", at(i, j), at(i, j + 1), at(i + 1, j), at(i, j + 1),
                          at(i + 1, j + 1), at(i + 1, j));
  }
  return out.string();
}

struct Shapes {
  std::string first, second;  // the second is ground's if it is a plane, else another body's below
  double height;              // of the first above the second where they touch
};

std::string body(const std::string& name, double x, double z, const std::string& geometry) {
  return fmt::format(
      "  {}: {{mass: 1, inertia: [1, 2, 3], position: [{}, 0, {}], orientation: {{axis: [0, 0, 1], angle: {}}}, "
      "velocity: [0.02, 0.01, -0.01], angular_velocity: [0.1, -0.2, 0.3], geometry: [{{{}, name: skin}}]}}\n",
      name, x, z, kTilt, geometry);
}

// Bodies, and what is between them; no contact: the bodies alone.
Model pairs(const Shapes& shapes, bool contact, const std::string& friction) {
  const bool plane = shapes.second.starts_with("plane");
  std::string text = "alembert: 1\ncurves: {egg: {x: 0.1*cos(s), y: 0.12*sin(s), from: 0, to: 2*pi, closed: true}}\n";
  std::string contacts = "contacts:\n";
  text += "bodies:\n";
  if (plane) text += fmt::format("  ground: {{geometry: [{{{}, name: skin}}]}}\n", shapes.second);
  for (int i = 0; i < kPairs; ++i) {
    text += body(fmt::format("a{}", i), i, shapes.height, shapes.first);
    if (!plane) text += body(fmt::format("b{}", i), i, 0.0, shapes.second);
    contacts += fmt::format(
        "  c{0}: {{between: [a{0}.skin, {1}.skin], stiffness: 1e4, restitution: 0.8, impact_speed: 1{2}}}\n", i,
        plane ? "ground" : fmt::format("b{}", i), friction);
  }
  return read_model_text(text + (contact ? contacts : "") + "simulation: {end: 1}\n", "pairs");
}

// One mechanism, with what its evaluations need.
class Case {
 public:
  explicit Case(const Model& model) : engine_(model), state_(engine_.initial_state()) {
    const dae::Sizes sizes = engine_.problem().sizes();
    f_.resize(sizes.velocities);
    phi_.resize(sizes.multipliers);
    d_ = Vector::Constant(sizes.velocities, 1e-4);
    values_.resize(static_cast<std::size_t>(engine_.problem().pattern()->nonzeros()));
  }
  void measure() {
    evaluation = std::min(
        evaluation, seconds([&] { engine_.problem().evaluate(0.0, state_.q, state_.v, state_.lambda, f_, phi_); }));
    matrix =
        std::min(matrix, seconds([&] {
                   engine_.problem().linearise({1.0, 1e-3, 1e-6}, {0.0, state_.q},
                                               {0.0, state_.q, state_.v, state_.a, state_.lambda, d_}, values_.data());
                 }));
  }
  int points() {
    std::vector<ContactPoint> out;
    engine_.problem().place(0.0, state_.q, state_.v);
    engine_.problem().contact_points(out);
    return static_cast<int>(out.size());
  }
  double evaluation = std::numeric_limits<double>::infinity(), matrix = evaluation;  // s, the least

 private:
  template <class F>
  static double seconds(F&& f) {
    const auto start = Clock::now();
    f();
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  DynamicsEngine engine_;
  dae::State state_;
  Vector f_, phi_, d_;
  std::vector<double> values_;
};

void touching(benchmark::State& state, const Shapes& shapes, const std::string& friction) {
  Case bare(pairs(shapes, false, "")), full(pairs(shapes, true, friction));
  for (auto _ : state) {
    bare.measure();
    full.measure();
  }
  const int points = full.points();
  state.counters["points_a_pair"] = points / static_cast<double>(kPairs);
  state.counters["evaluation_ns_per_point"] = 1e9 * (full.evaluation - bare.evaluation) / points;
  state.counters["matrix_ns_per_point"] = 1e9 * (full.matrix - bare.matrix) / points;
}

// Balls that are all apart: the cost of a pair.
void apart(benchmark::State& state) {
  constexpr int balls = 14, count = balls * (balls - 1) / 2;
  std::string text = "alembert: 1\nbodies:\n";
  for (int i = 0; i < balls; ++i) text += body(fmt::format("a{}", i), i, 0.0, "sphere: 0.1");
  const std::string end = "simulation: {end: 1}\n";
  Case bare(read_model_text(text + end, "balls"));
  Case full(read_model_text(
      text + "contacts: {all: {between: [\"a*.skin\", \"a*.skin\"], stiffness: 1e4, friction: 0.3}}\n" + end, "balls"));
  for (auto _ : state) {
    bare.measure();
    full.measure();
  }
  state.counters["evaluation_ns_per_pair"] = 1e9 * (full.evaluation - bare.evaluation) / count;
  state.counters["matrix_ns_per_pair"] = 1e9 * (full.matrix - bare.matrix) / count;
}
BENCHMARK(apart)->Iterations(5000)->Unit(benchmark::kMicrosecond);

// Every pair without friction, with bristles, and with friction by velocity.
int register_all() {
  const std::vector<std::pair<std::string, Shapes>> all{
      {"sphere_plane", {"sphere: 0.1", "plane: [0, 0, 1]", 0.099}},
      {"sphere_sphere", {"sphere: 0.1", "sphere: 0.1", 0.199}},
      {"box_plane", {"box: [0.2, 0.2, 0.2]", "plane: [0, 0, 1]", 0.099}},
      {"box_box", {"box: [0.2, 0.2, 0.2], orientation: {axis: [0, 0, 1], angle: 0.4}", "box: [0.2, 0.2, 0.2]", 0.199}},
      {"cylinder_plane",
       {"cylinder: [0.1, 0.2], orientation: {axis: [1, 0, 0], angle: pi/2}", "plane: [0, 0, 1]", 0.099}},
      {"sphere_profile",
       {"sphere: 0.1", "profile: egg, thickness: 0.1, orientation: {axis: [1, 0, 0], angle: pi/2}", 0.219}},
      {"mesh_plane", {fmt::format("mesh: {}, spacing: 0.01", ball_file()), "plane: [0, 0, 1]", 0.095}},
  };
  const std::vector<std::pair<std::string, std::string>> frictions{
      {"smooth", ""}, {"bristles", kBristles}, {"velocity", kCreep}};
  for (const auto& [name, shapes] : all)
    for (const auto& [kind, friction] : frictions)
      benchmark::RegisterBenchmark(
          (name + "/" + kind).c_str(),
          [shapes = shapes, friction = friction](benchmark::State& state) { touching(state, shapes, friction); })
          ->Iterations(1000)
          ->Unit(benchmark::kMicrosecond);
  return 0;
}
const int registered = register_all();

}  // namespace
}  // namespace alembert
