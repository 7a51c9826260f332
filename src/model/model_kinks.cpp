#include "model/model_kinks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "expression/kinks.h"
#include "model/inputs.h"
#include "model/model_expressions.h"
#include "model/units.h"

namespace alembert {
namespace {

// Inputs, and variables of time alone, by name, with others of the kind written out.
class TimeVariables {
 public:
  explicit TimeVariables(const Model& model) {
    for (const Input& input : model.inputs) inputs_.emplace(input.name, input_function(input));
    // Each pass may make others known that refer to what is known by now.
    for (bool more = true; more;) {
      more = false;
      for (const Variable& v : model.variables) {
        if (known_.count(v.name) > 0) continue;
        const Expression e = written_out(v.expression);
        if (!e.measures().empty()) continue;
        known_.emplace(v.name, e);
        more = true;
      }
    }
  }

  Expression written_out(const Expression& expression) const {
    std::vector<const Expression*> replacements;
    bool any = false;
    for (const Measure& m : expression.measures()) {
      const std::map<std::string, Expression>& known = m.name == "input" ? inputs_ : known_;
      const auto found = m.name == "var" || m.name == "input" ? known.find(m.arguments[0]) : known.end();
      replacements.push_back(found == known.end() ? nullptr : &found->second);
      any = any || replacements.back() != nullptr;
    }
    return any ? expression.inlined(replacements) : expression;
  }

 private:
  std::map<std::string, Expression> known_, inputs_;
};

}  // namespace

std::vector<double> kink_times(const Model& model, double begin, double end, std::vector<std::string>* left_out) {
  const TimeVariables variables(model);
  const double unit = model.units.time;
  std::vector<double> out;
  for_each_expression(model, [&](const Expression& expression, const SourcePosition&) {
    const std::vector<double> times = kink_times(variables.written_out(expression), begin / unit, end / unit, left_out);
    for (const double t : times) out.push_back(std::min(std::max(t * unit, begin), end));
  });
  return merged_times(std::move(out));
}

void refuse_jumps(const Model& model, double begin, double end) {
  // A jump stays as large when both sides come nearer, by a factor of 1000; slopes and roots become smaller.
  constexpr double kFar = 1e-5, kNear = 1e-8;  // of the time
  constexpr double kRounding = 1e-9;
  if (!model.sensors.empty()) return;
  const TimeVariables variables(model);
  const double unit = model.units.time;
  for (const Motion& motion : model.motions) {
    if (!motion.active || motion.level != Motion::Level::position) continue;
    const Expression f = variables.written_out(motion.function);
    if (!f.measures().empty()) continue;
    for (const double t : kink_times(f, begin / unit, end / unit)) {
      if (!(t * unit > begin && t * unit < end)) continue;
      const auto change = [&](double part) {
        const double d = part * (end - begin) / unit;
        return f.evaluate(t + d, {}) - f.evaluate(t - d, {});
      };
      const double near = std::abs(change(kNear)), far = std::abs(change(kFar));
      if (!(near > 0.5 * far) || !(near > kRounding * (1.0 + std::abs(f.evaluate(t, {}))))) continue;
      throw ModelError(motion.where,
                       fmt::format("motion `{}`: its {} jumps by {:.6g} {} at t = {:.6g} {}, which no body can follow: "
                                   "step(), havsin() or a ramp of min() and max() take time to go there",
                                   motion.name, motion.rotation ? "angle" : "displacement", near,
                                   unit_name(model.units, motion.rotation ? Quantity::angle : Quantity::length), t,
                                   model.units.time_name));
    }
  }
}

}  // namespace alembert
