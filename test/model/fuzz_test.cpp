// Damaged model files: whatever happens to the text, the reader refuses it in its own words or reads it.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "model/convert.h"
#include "model/reader.h"

namespace alembert {
namespace {

const char* const valid_models[] = {R"yaml(alembert: 1
title: Slider-crank
units: {length: mm, angle: deg}
parameters: {L1: 0.3, L2: 2*L1}
splines: {curve: {x: [0, 1, 2*L1+1, 3, 4], y: [0, 1, 0, -1, 0], extrapolate: constant}}
gravity: [0, -9.81, 0]
bodies:
  ground: {markers: {anchor: {at: [1, 0, 0]}}}
  crank: &c
    mass: 3
    inertia: [1e-4, L1^2/4, L1^2/4]
    orientation: {euler: zxz, angles: [1, 2, 3]}
    markers: {tip: {at: [L1/2, 0, 0], orientation: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}
    geometry: [{box: [L1, 0.03, 0.02], color: steelblue}, {line: [[0, 0, 0], [1, 0, 0]]}]
  rod: *c
joints:
  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  wrist: {type: universal, bodies: [crank, rod], at: [0, 0, 0], axes: [[1, 0, 0], [0, 1, 0]]}
forces:
  spring: {type: spring_damper, between: [ground.anchor, rod], stiffness: 100, damping: 5}
  twist: {type: torsion_spring_damper, joint: shaft, stiffness: 7}
variables: {turn: az(crank)}
states: {sum: {derivative: var(turn) - state(sum), initial: 1}}
transfer_functions: {plant: {input: var(turn), numerator: [1, 2], denominator: [1, 20, 300], initial: 4}}
state_spaces: {mix: {A: [[0, 1], [-2, -3]], B: [[0], [1]], C: [[1, 0], [0, 1]], inputs: [time], outputs: [up, down]}}
controllers:
  servo: {type: pid, input: 1 - var(plant), p: 2, i: 3, d: 0.1, filter: 0.01, limits: [-5, 5]}
  smooth: {type: filter, kind: notch, input: var(servo), frequency: 30, damping: 0.2}
outputs:
  angle: az(crank, ground)
  torque: akima(curve, time) + cubic(curve, dx(crank.tip)/100)
  force: "if(time > 1, fm(wrist), -2^2)"
simulation: {end: 2, method: {name: hht, alpha: -0.05}, tolerance: 1e-5}
)yaml",
                                    R"yaml({"alembert": 1, "parameters": {"N": 3},
 "repeat": [{"index": "i", "from": 1, "to": "N",
   "bodies": {"p{i}": {"type": "point", "mass": "i", "position": ["i", "{i-1}", 0]}},
   "joints": {"d{i}": {"type": "distance", "between": ["ground", "p{i}"]}},
   "outputs": {"x{i}": "dx(p{i})*i"}}],
 "simulation": {"step": 1e-3}}
)yaml"};

class Damage {
 public:
  explicit Damage(unsigned seed) : random_(seed) {}

  std::string apply(std::string text) {
    const int times = 1 + pick(3);
    for (int i = 0; i < times && !text.empty(); ++i) damage_once(text);
    return text;
  }

 private:
  int pick(std::size_t count) { return static_cast<int>(random_() % count); }

  void damage_once(std::string& text) {
    static const std::string signs = "{}[]:,-+*/^()\"'#&!|>%@`? \n\t.0eE~<=\\";
    const auto at = static_cast<std::size_t>(pick(text.size()));
    switch (pick(7)) {
      case 0:
        text.resize(at);
        break;
      case 1:
        text[at] = static_cast<char>(text[at] ^ (1 << pick(8)));
        break;
      case 2:
        text[at] = signs[static_cast<std::size_t>(pick(signs.size()))];
        break;
      case 3:
        text.insert(at, 1, signs[static_cast<std::size_t>(pick(signs.size()))]);
        break;
      case 4:
        text.erase(at, static_cast<std::size_t>(1 + pick(5)));
        break;
      case 5:
        delete_line(text, at);
        break;
      default:
        text.insert(at, text.substr(static_cast<std::size_t>(pick(text.size())), static_cast<std::size_t>(pick(30))));
    }
  }

  static void delete_line(std::string& text, std::size_t at) {
    const std::size_t before = text.rfind('\n', at);
    const std::size_t start = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end >= start) text.erase(start, end - start + 1);
  }

  std::mt19937 random_;  // its sequence is the same everywhere, as the standard says
};

TEST(Fuzz, DamagedFilesAreReadOrRefused) {
  int refused = 0, read = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    const std::string text = Damage(seed).apply(valid_models[seed % 2]);
    try {
      const Model model = read_model_text(text, "m.yaml");
      ++read;
      if (seed % 4 == 0) read_model_text(converted_text(model, "again.yaml"), "again.yaml");
    } catch (const ModelError& error) {
      ++refused;
      EXPECT_FALSE(std::string(error.what()).empty());
    } catch (const std::exception& error) {
      ADD_FAILURE() << "seed " << seed << ": " << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(read, 100);
}

TEST(Fuzz, TheUndamagedFilesAreValid) {
  for (const char* text : valid_models) EXPECT_NO_THROW(read_model_text(text, "m.yaml"));
}

}  // namespace
}  // namespace alembert
