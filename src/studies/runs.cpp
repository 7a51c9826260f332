#include "studies/runs.h"

#include <cmath>
#include <ctime>

#include "base/error.h"
#include "model/reader.h"

namespace alembert::studies {

Model study_model(const std::string& name, const std::map<std::string, double>& set) {
  ReadOptions options;
  options.set = set;
  const std::string file = name + ".yaml";
  return read_model_text(std::string(embedded_text(file)), file, options);
}

Model with_step(Model model, const MethodUse& method, double step, double end) {
  Simulation& s = model.simulation;
  s.method.name = method.name;
  s.method.parameters = method.parameters;
  s.method.where = {};
  s.step = step;
  s.tolerance.reset();
  s.end = end;
  return model;
}

Outcome drive(Integrator& integrator, const Findings& findings, const Watcher& watch) {
  Outcome out;
  const std::clock_t begin = std::clock();
  try {
    while (!integrator.done()) {
      findings.go_on();
      integrator.advance();
      ++out.steps;
      if (watch) watch(integrator.state());
    }
    out.finished = true;
  } catch (const IntegrationError& e) {
    out.message = e.what();
  }
  out.cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  out.time = integrator.state().t;
  out.state = integrator.state();
  return out;
}

double observed_order(double coarse, double fine) { return std::log2(coarse / fine); }

double last_order(const Series& errors) {
  const std::size_t n = errors.y.size();
  return observed_order(errors.y[n - 2], errors.y[n - 1]);
}

}  // namespace alembert::studies
