// A little of all that the public headers offer, as a user would write it; what fails is told and counted.
#include <alembert/alembert.h>
#include <alembert/functions.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

int failures = 0;

void expect(bool true_, const char* what) {
  if (true_) return;
  ++failures;
  std::printf("not so: %s\n", what);
}
bool near(double a, double b, double error) { return std::abs(a - b) <= error; }

// A mass on a spring, which nothing moves but an input.
alembert::ModelBuilder oscillator() {
  alembert::ModelBuilder out("Oscillator");
  out.define("parameters", "m", 2).define("parameters", "k", 800).define("inputs", "push", 0);
  out.add("bodies", "load", {{"type", "point"}, {"mass", "m"}, {"position", {1, 0, 0}}});
  out.add("joints", "rail",
          {{"type", "inline"}, {"bodies", {"ground", "load"}}, {"at", {0, 0, 0}}, {"axis", {1, 0, 0}}});
  out.add("forces", "spring", {{"type", "force"}, {"on", "load"}, {"force", {"-k*dx(load) + input(push)", 0, 0}}});
  out.define("variables", "drive", 0);
  out.define("outputs", "x", "dx(load)")
      .define("outputs", "speed", "vx(load)")
      .group("simulation", {{"end", 1}, {"output_step", 0.01}});
  return out;
}

void parameters_and_runs() {
  alembert::Model model = oscillator().build();
  expect(model.title() == "Oscillator" && model.parameters() == std::vector<std::string>{"k", "m"},
         "the model's words");
  expect(model.names("bodies") == std::vector<std::string>{"ground", "load"}, "its bodies");
  const alembert::Run first = alembert::simulate(model, {.tolerance = 1e-8});
  expect(near(first.output("x").back(), std::cos(20.0), 1e-4), "x = cos(sqrt(k/m) t)");
  const alembert::Model before = model;
  model.set("k", 200);
  expect(model.parameter("k") == 200.0 && before.parameter("k") == 800.0, "copies keep their parameters");
  const alembert::Run second = alembert::simulate(model, {.tolerance = 1e-8});
  expect(near(second.output("x").back(), std::cos(10.0), 1e-4), "another stiffness, another motion");
  const alembert::Model again = alembert::parse(model.yaml(), "again.yaml", {.set = {{"k", 200}}});
  expect(alembert::simulate(again, {.tolerance = 1e-8}).output("x").back() == second.output("x").back(),
         "YAML and back");
}

void results() {
  const alembert::Run run = alembert::simulate(oscillator().build());
  expect(run.done() && run.analysis() == "dynamics" && run.times().size() == 101, "status and rows");
  const alembert::Array positions = run.array("/bodies/position");
  expect(positions.shape == std::vector<std::size_t>{101, 1, 3} && positions.values.size() == 303, "shapes");
  const alembert::Series place = run.series("bodies", "load", "position");
  expect(place.width() == 3 && place.at(50).data() == positions.values.data() + 150, "no copies");
  expect(place.at(50)[0] == run.output("x")[50] && run.output("x").values()[50] == place[50], "the same numbers");
  alembert::Array copy = run.array("/steps/newton_iterations");
  copy = alembert::Array(copy);
  expect(!copy.values.empty() && copy.values.data() == copy.made.data() && copy.values[0] >= 1.0,
         "numbers that were made");
  expect(run.statistics().steps > 10 && run.summary().find("\"done\"") != std::string::npos, "summary");
  expect(near(run.energy("kinetic")[0], 0.0, 1e-12), "energies");
  try {
    run.output("sped");
    expect(false, "an output that is not there is refused");
  } catch (const alembert::UsageError& e) {
    expect(std::string(e.what()).find("`speed`") != std::string::npos, "the nearest name");
  }
}

void errors() {
  try {
    alembert::ModelBuilder wrong = oscillator();
    wrong.add("forces", "bad", {{"type", "force"}, {"on", "lod"}, {"force", {0, 0, 0}}});
    wrong.build();
    expect(false, "a wrong name is refused");
  } catch (const alembert::ModelError& e) {
    expect(e.where().line > 0 && e.where().file.find("everything.cpp") != std::string::npos,
           "where the program said it");
    expect(std::string(e.what()).find("`load`?") != std::string::npos, "the nearest body");
  }
  try {
    alembert::parse("alembert: 1\nbodys: {}\n", "text.yaml");
    expect(false, "a wrong key is refused");
  } catch (const alembert::ModelError& e) {
    expect(e.where().file == "text.yaml" && e.where().line == 2 && e.where().column == 1, "file, line and column");
  }
  alembert::Functions functions;
  functions.add("root", [](auto x) { return sqrt(0.5 - x * x); });  // not finite beyond 0.7
  alembert::ModelBuilder failing = oscillator();
  failing.add("forces", "late", {{"type", "force"}, {"on", "load"}, {"force", {"root(time)", 0, 0}}});
  try {
    alembert::simulate(failing.build({.functions = functions}));
    expect(false, "a force that is not finite ends the run");
  } catch (const alembert::RunFailure& e) {
    expect(e.run().status() == "failed" && e.run().times().size() > 50, "what there was until then");
    expect(e.time() > 0.5 && e.time() < 0.75, "when");
  }
}

void progress_and_cancelling() {
  alembert::ModelBuilder long_one = oscillator();
  long_one.group("simulation", {{"end", 1e4}, {"output_step", 10}});
  int told = 0;
  const alembert::Run run = alembert::simulate(long_one.build(), {.progress = [&](const alembert::Progress& p) {
                                                 ++told;
                                                 return p.time > p.end;  // no
                                               }});
  expect(run.status() == "interrupted" && told == 1, "a run is ended by its listener");
  std::vector<std::string> warnings;
  alembert::simulate(oscillator().build(), {.warn = [&](const std::string& w) { warnings.push_back(w); }});
}

void other_questions() {
  const alembert::Model model = oscillator().build();
  const alembert::Check check = alembert::check(model);
  expect(check.ok && check.degrees_of_freedom == 1 && check.dependent_sets.empty(), "check");
  const alembert::Equilibrium rest = alembert::statics(model);
  expect(near(rest.run.output("x").back(), 0.0, 1e-9) && rest.stability.find("stable") == 0, "statics");
  const std::vector<alembert::Mode> modes = alembert::modes(model, {.about = "equilibrium"});
  expect(modes.size() == 1 && near(modes[0].frequency, 20.0 / 6.283185307179586, 1e-9), "modes");
  const alembert::LinearModel linear = alembert::linearise(model, {.about = "equilibrium", .inputs = {"push"}});
  expect(linear.A.rows == 2 && near(linear.A(1, 0) * linear.A(0, 1), -400.0, 1e-6), "A");
  expect(linear.B.columns == 1 && linear.inputs == std::vector<std::string>{"push"}, "B");
  expect(alembert::verify(model).verdict.find("good: ") == 0, "verify");
}

void sessions() {
  const alembert::Model model = oscillator().build();
  alembert::Session session(model);
  session.advance(0.1);
  const alembert::SavedState here = session.state();
  session.advance(0.2, {{"push", 800.0}});
  const double pushed = session.output("x");
  session.restore(here);
  expect(near(session.time(), 0.1, 1e-12) && near(session.value("dx(load)"), std::cos(2.0), 1e-4), "restored");
  session.advance(0.2, {{"push", 800.0}});
  expect(session.output("x") == pushed && session.pose("load").position[0] == pushed,
         "the same again, to the last bit");
  alembert::Session moved = std::move(session);
  moved.reset();
  expect(moved.time() == 0.0 && moved.outputs()[0] == 1.0 && moved.input("push") == 0.0, "to the start");
}

}  // namespace

int main() {
  parameters_and_runs();
  results();
  errors();
  progress_and_cancelling();
  other_questions();
  sessions();
  const bool versions = std::string(alembert::version()) == ALEMBERT_VERSION_TEXT && ALEMBERT_VERSION_MAJOR >= 0;
  expect(versions, "the version of the headers is that of the library");
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
