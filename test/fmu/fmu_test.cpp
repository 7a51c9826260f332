// FMUs as a master meets them: the archive is unpacked, the shared library loaded, and stepped by its functions.
#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <thread>

#include "analysis/dynamics.h"
#include "fmi2.h"
#include "fmu/export.h"
#include "model/reader.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void note_message(fmi2ComponentEnvironment out, fmi2String, fmi2Status, fmi2String, fmi2String format, ...) {
  std::array<char, 2000> text{};
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text.data(), text.size(), format, arguments);
  va_end(arguments);
  *static_cast<std::string*>(out) += std::string(text.data()) + "\n";
}

// An FMU, written by the command line, checked, unpacked and loaded.
class Unit {
 public:
  Unit(const std::string& model, const std::string& options = "") {
    const fs::path fmu = folder_ / "unit.fmu";
    run(fmt::format("'{}' export '{}' --fmu -o '{}' --quiet {}", ALEMBERT_COMMAND, model, fmu.string(), options));
    run(fmt::format("{} '{}/test/fmu/check_fmu.py' '{}' '{}'", ALEMBERT_INTERPRETER, ALEMBERT_SOURCE_DIR, fmu.string(),
                    (folder_ / "in").string()));
    const std::string description = text_of(folder_ / "in/modelDescription.xml");
    std::smatch found;
    if (std::regex_search(description, found, std::regex("guid=\"([^\"]*)\""))) guid = found[1];
    const std::regex variable("<ScalarVariable name=\"([^\"]*)\" valueReference=\"(\\d+)\"");
    for (auto v = std::sregex_iterator(description.begin(), description.end(), variable); v != std::sregex_iterator();
         ++v)
      references[(*v)[1]] = static_cast<fmi2ValueReference>(std::stoul((*v)[2]));
    library_ = ::dlopen((folder_ / "in/binaries/linux64/unit.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) throw std::runtime_error(::dlerror());
  }
  ~Unit() {
    if (library_ != nullptr) ::dlclose(library_);
  }

  template <class Function>
  Function* function(const char* name) const {
    void* const found = ::dlsym(library_, name);
    if (found == nullptr) throw std::runtime_error(std::string("there is no ") + name);
    return reinterpret_cast<Function*>(found);
  }
  bool has(const char* name) const { return ::dlsym(library_, name) != nullptr; }
  std::string resources() const { return "file://" + (folder_ / "in/resources").string(); }

  std::string guid;
  std::map<std::string, fmi2ValueReference> references;

 private:
  static void run(const std::string& command) {
    if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
  }
  test::TemporaryFolder folder_;
  void* library_ = nullptr;
};

#define CALL(name) unit_.function<decltype(::name)>(#name)

class Slave {
 public:
  explicit Slave(const Unit& unit, const std::string& guid = "") : unit_(unit) {
    callbacks_ = {&note_message, &std::calloc, &std::free, nullptr, &messages};
    c_ = CALL(fmi2Instantiate)("slave", fmi2CoSimulation, (guid.empty() ? unit.guid : guid).c_str(),
                               unit.resources().c_str(), &callbacks_, fmi2False, fmi2True);
  }
  ~Slave() {
    if (c_ != nullptr) CALL(fmi2FreeInstance)(c_);
  }
  bool there() const { return c_ != nullptr; }
  void start() {
    EXPECT_EQ(CALL(fmi2SetupExperiment)(c_, fmi2False, 0.0, 0.0, fmi2False, 0.0), fmi2OK) << messages;
    EXPECT_EQ(CALL(fmi2EnterInitializationMode)(c_), fmi2OK) << messages;
    EXPECT_EQ(CALL(fmi2ExitInitializationMode)(c_), fmi2OK) << messages;
  }
  double get(const std::string& name) {
    double value = std::nan("");
    EXPECT_EQ(CALL(fmi2GetReal)(c_, &unit_.references.at(name), 1, &value), fmi2OK) << messages;
    return value;
  }
  fmi2Status set(const std::string& name, double value) {
    return CALL(fmi2SetReal)(c_, &unit_.references.at(name), 1, &value);
  }
  fmi2Status set_rate(const std::string& name, double rate) {
    const fmi2Integer order = 1;
    return CALL(fmi2SetRealInputDerivatives)(c_, &unit_.references.at(name), 1, &order, &rate);
  }
  fmi2Status step(double time, double step) { return CALL(fmi2DoStep)(c_, time, step, fmi2False); }
  fmi2Component c() const { return c_; }
  const Unit& unit() const { return unit_; }
  std::string messages;

 private:
  const Unit& unit_;
  fmi2CallbackFunctions callbacks_{};
  fmi2Component c_ = nullptr;
};

#undef CALL
#define CALL(name) unit.function<decltype(::name)>(#name)

fs::path model(const std::string& name) { return fs::path(ALEMBERT_SOURCE_DIR) / "models" / (name + ".yaml"); }

TEST(Fmu, OfAPendulumMovesAsARunDoes) {
  const Unit unit(model("single_pendulum").string());
  EXPECT_STREQ(CALL(fmi2GetVersion)(), "2.0");
  EXPECT_STREQ(CALL(fmi2GetTypesPlatform)(), "default");
  EXPECT_FALSE(unit.has("_ZN8alembert7SessionC1ENS_5ModelE")) << "only the functions of the standard are seen";
  Model same = read_model_file(model("single_pendulum"));
  same.simulation.end = 1.0;
  const DynamicsResult run = run_dynamics(same);
  Slave slave(unit);
  slave.start();
  for (int k = 0; k < 100; ++k) ASSERT_EQ(slave.step(0.01 * k, 0.01), fmi2OK) << slave.messages;
  for (std::size_t k = 0; k < run.columns.size(); ++k) {
    const double expected = run.outputs.back()[k];
    EXPECT_NEAR(slave.get(run.columns[k]), expected, 5e-4 * (1.0 + std::abs(expected))) << run.columns[k];
  }
  EXPECT_NEAR(slave.get("time"), 1.0, 1e-12);
}

const char* const cart_with_pole = R"yaml(alembert: 1
title: A pole on a cart, <held> & "pushed"
parameters: {tilt: 0.1, half: 0.3, mass: 0.2, twice: 2*half}
gravity: [0, -9.81, 0]
inputs: {u: 0}
bodies:
  cart: {mass: 1, inertia: [1, 1, 1]}
  pole: {mass: mass, inertia: [2e-3, 1e-4, 2e-3], position: [-half*sin(tilt), half*cos(tilt), 0],
         orientation: {axis: [0, 0, 1], angle: tilt}}
joints:
  rail: {type: translational, bodies: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}
  hinge: {type: revolute, bodies: [cart, pole], at: [0, 0, 0], axis: [0, 0, 1]}
splines: {table: {file: data/table.csv}}
forces:
  push: {type: force, on: cart, force: ["input(u) + linear(table, time)", 0, 0]
}
outputs: {x: dx(cart), v: vx(cart), angle: az(pole), rate: wz(pole), length: 0*time + twice, u: input(u)}
simulation: {end: 1, tolerance: 1e-10, output_step: 0.01}
)yaml";

// In a folder with a file that it names.
struct CartWithPole {
  CartWithPole() {
    fs::create_directory(folder / "data");
    std::ofstream(folder / "data/table.csv") << "0,0\n1,0\n";
    std::ofstream(folder / "cart.yaml") << cart_with_pole;
  }
  std::string file() const { return (folder / "cart.yaml").string(); }
  test::TemporaryFolder folder;
};

double law(Slave& slave) {
  return 5.0 * slave.get("x") + 8.0 * slave.get("v") - 60.0 * slave.get("angle") - 10.0 * slave.get("rate");
}

// What the controller outside did, written into the model as an input that is held.
TEST(Fmu, OfACartIsHeldUprightFromOutside) {
  const CartWithPole cart;
  const Unit unit(cart.file());
  Slave slave(unit);
  slave.start();
  std::vector<double> times, pushes;
  std::array<double, 4> soon{};
  for (int k = 0; k < 100; ++k) {
    if (k == 40) soon = {slave.get("x"), slave.get("v"), slave.get("angle"), slave.get("rate")};
    times.push_back(0.01 * k);
    pushes.push_back(law(slave));
    ASSERT_EQ(slave.set("u", pushes.back()), fmi2OK);
    ASSERT_EQ(slave.step(0.01 * k, 0.01), fmi2OK) << slave.messages;
  }
  EXPECT_LT(std::abs(slave.get("angle")), 0.05);
  EXPECT_EQ(slave.get("output.u"), slave.get("u")) << "an output with the name of an input";
  Model inside = read_model_file(cart.file());
  inside.inputs[0].signal.curve = std::make_shared<const Spline>("u", times, pushes, Extrapolation::constant);
  inside.inputs[0].signal.kind = SplineKind::hold;
  inside.simulation.end = 0.4;  // without the controller what differs grows by e in a sixth of a second
  const DynamicsResult run = run_dynamics(inside);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(soon[k], run.outputs.back()[k], 5e-5) << run.columns[k];
}

TEST(Fmu, TakesParametersBeforeItsInitialisationAlone) {
  const CartWithPole cart;
  const Unit unit(cart.file(), "--set mass=0.25");
  Slave slave(unit);
  EXPECT_EQ(slave.get("mass"), 0.25);
  EXPECT_EQ(slave.set("half", 0.4), fmi2OK);
  EXPECT_EQ(slave.set("tilt", 0.1), fmi2OK) << "the value it has";
  EXPECT_EQ(slave.set("u", 2.0), fmi2OK);
  slave.start();
  EXPECT_EQ(slave.get("twice"), 0.8) << "follows from another";
  EXPECT_NEAR(slave.get("length"), 0.8, 1e-15);
  EXPECT_EQ(slave.get("output.u"), 2.0);
  EXPECT_EQ(slave.set("half", 0.5), fmi2Error);
  EXPECT_NE(slave.messages.find("parameter `half` cannot be set"), std::string::npos) << slave.messages;
  EXPECT_EQ(slave.set("x", 0.5), fmi2Error);
  EXPECT_EQ(CALL(fmi2Reset)(slave.c()), fmi2OK);
  EXPECT_EQ(slave.get("half"), 0.3);
}

TEST(Fmu, GoesOnFromItsStatesToTheLastBit) {
  const CartWithPole cart;
  const Unit unit(cart.file());
  Slave slave(unit);
  slave.start();
  const auto go_on = [](Slave& s) {
    for (int k = 20; k < 40; ++k) {
      s.set("u", std::sin(0.7 * k));
      EXPECT_EQ(s.step(0.005 * k, 0.005), fmi2OK) << s.messages;
    }
    return std::array{s.get("x"), s.get("v"), s.get("angle"), s.get("rate")};
  };
  for (int k = 0; k < 20; ++k) {
    slave.set("u", std::cos(0.3 * k));
    ASSERT_EQ(slave.step(0.005 * k, 0.005), fmi2OK);
  }
  fmi2FMUstate state = nullptr;
  ASSERT_EQ(CALL(fmi2GetFMUstate)(slave.c(), &state), fmi2OK);
  const auto first = go_on(slave);
  ASSERT_EQ(CALL(fmi2SetFMUstate)(slave.c(), state), fmi2OK) << slave.messages;
  EXPECT_EQ(slave.get("time"), 0.1);
  EXPECT_EQ(go_on(slave), first);
  std::size_t size = 0;
  ASSERT_EQ(CALL(fmi2SerializedFMUstateSize)(slave.c(), state, &size), fmi2OK);
  std::vector<fmi2Byte> bytes(size);
  ASSERT_EQ(CALL(fmi2SerializeFMUstate)(slave.c(), state, bytes.data(), size), fmi2OK);
  ASSERT_EQ(CALL(fmi2FreeFMUstate)(slave.c(), &state), fmi2OK);
  EXPECT_EQ(state, nullptr);
  Slave other(unit);
  ASSERT_EQ(CALL(fmi2DeSerializeFMUstate)(other.c(), bytes.data(), size, &state), fmi2OK);
  ASSERT_EQ(CALL(fmi2SetFMUstate)(other.c(), state), fmi2OK) << other.messages;
  EXPECT_EQ(go_on(other), first) << "another instance, which was not even initialised";
  CALL(fmi2FreeFMUstate)(other.c(), &state);
  bytes.resize(size / 2);
  ASSERT_EQ(CALL(fmi2DeSerializeFMUstate)(other.c(), bytes.data(), bytes.size(), &state), fmi2OK);
  EXPECT_EQ(CALL(fmi2SetFMUstate)(other.c(), state), fmi2Error);
  CALL(fmi2FreeFMUstate)(other.c(), &state);
}

TEST(Fmu, HasInstancesThatDoNotMeet) {
  const CartWithPole cart;
  const Unit unit(cart.file());
  const auto alone = [&](double u) {
    Slave slave(unit);
    slave.start();
    for (int k = 0; k < 50; ++k) {
      slave.set("u", u * k);
      slave.step(0.004 * k, 0.004);
    }
    return slave.get("x");
  };
  const double one = alone(0.1), two = alone(-0.2);
  double threads[2] = {};
  std::thread first([&] { threads[0] = alone(0.1); }), second([&] { threads[1] = alone(-0.2); });
  first.join();
  second.join();
  EXPECT_EQ(threads[0], one);
  EXPECT_EQ(threads[1], two);
}

// x'' = u/m with u = r t: x = r t^3/(6 m).
TEST(Fmu, LeadsInputsWithTheirRates) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "point.yaml")
      << "alembert: 1\nunits: {time: ms}\ninputs: {u: 0}\nbodies: {p: {type: point, mass: 2}}\n"
         "forces: {push: {type: force, on: p, force: [input(u), 0, 0]}}\noutputs: {x: dx(p)}\n"
         "simulation: {end: 1000, tolerance: 1e-9}";
  const Unit unit((folder / "point.yaml").string());
  Slave slave(unit);
  slave.start();
  for (int k = 0; k < 10; ++k) {
    slave.set("u", 3.0 * 0.1 * k);
    ASSERT_EQ(slave.set_rate("u", 3.0), fmi2OK);
    ASSERT_EQ(slave.step(0.1 * k, 0.1), fmi2OK) << slave.messages;
  }
  EXPECT_NEAR(slave.get("x"), 3.0 / 12.0, 2e-6);
}

TEST(Fmu, OfAQuarterCarBeginsSettled) {
  const Unit unit(model("quarter_car").string());
  Slave slave(unit);
  slave.start();
  EXPECT_NEAR(slave.get("load"), 440 * 9.81, 1e-3);
  Model same = read_model_file(model("quarter_car"));
  Slave fine(unit), coarse(unit);
  fine.start();
  coarse.start();
  for (int k = 0; k < 800; ++k) ASSERT_EQ(fine.step(0.001 * k, 0.001), fmi2OK) << fine.messages;
  for (int k = 0; k < 8; ++k) ASSERT_EQ(coarse.step(0.1 * k, 0.1), fmi2OK) << coarse.messages;
  for (const char* name : {"wheel", "body", "spring"}) EXPECT_NEAR(fine.get(name), coarse.get(name), 1e-5) << name;
}

TEST(Fmu, TellsWhatIsWrong) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "ball.yaml")
      << "alembert: 1\ngravity: [0, 0, -9.81]\nbodies: {b: {type: point, mass: 1, position: [0, 0, 1]}}\n"
         "sensors: {floor: {event: dz(b), direction: falling, stop: true}}\noutputs: {z: dz(b)}";
  const Unit unit((folder / "ball.yaml").string());
  EXPECT_FALSE(Slave(unit, "{other}").there());
  Slave slave(unit);
  slave.start();
  EXPECT_EQ(slave.step(0.5, 0.1), fmi2Error);
  EXPECT_NE(slave.messages.find("the model is at 0 s"), std::string::npos) << slave.messages;
  EXPECT_EQ(slave.step(0.0, 1.0), fmi2Discard);
  fmi2Boolean stopped = fmi2False;
  double time = 0.0;
  EXPECT_EQ(CALL(fmi2GetBooleanStatus)(slave.c(), fmi2Terminated, &stopped), fmi2OK);
  EXPECT_EQ(CALL(fmi2GetRealStatus)(slave.c(), fmi2LastSuccessfulTime, &time), fmi2OK);
  EXPECT_EQ(stopped, fmi2True);
  EXPECT_NEAR(time, std::sqrt(2.0 / 9.81), 1e-7);
  const fmi2ValueReference none = 99;
  double value = 0.0;
  EXPECT_EQ(CALL(fmi2GetReal)(slave.c(), &none, 1, &value), fmi2Error);
  EXPECT_EQ(CALL(fmi2GetDirectionalDerivative)(slave.c(), &none, 1, &none, 1, &value, &value), fmi2Discard);
}

TEST(Fmu, IsNotMadeOfWhatCannotBeTakenAlong) {
  const CartWithPole cart;
  EXPECT_EQ(fmu::identifier_of("a/2 cars-x.fmu"), "m_2_cars_x");
  const fs::path file = cart.folder / "absolute.yaml";
  std::ofstream(file) << "alembert: 1\nsplines: {s: {file: " << (cart.folder / "data/table.csv").string()
                      << "}}\nbodies: {b: {type: point, mass: 1}}";
  EXPECT_THROW(fmu::write_fmu("a.fmu", [&] { return read_model_file(file); }), ModelError);
}

}  // namespace
}  // namespace alembert
