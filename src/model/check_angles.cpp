// Whether the expressions of a model take degrees for radians.
#include <fmt/format.h>

#include <map>

#include "base/error.h"
#include "expression/angle_units.h"
#include "model/draft.h"
#include "model/model_expressions.h"
#include "model/units.h"

namespace alembert {
namespace {

// Variables and states carry the unit of what they are made of.
class AngleUnits {
 public:
  explicit AngleUnits(const Model& model) : degrees_(model.units.angle != 1.0) {
    for (int pass = 0; pass < kMostPasses && changed_; ++pass) {
      changed_ = false;
      for (const Variable& v : model.variables) learn("var", v.name, check(v.expression, v.where));
      for (const StateVariable& x : model.states) {
        if (x.implicit) continue;
        AngleUnit unit = check(x.derivative, x.where);
        unit.factor = 1.0;
        unit.exact = false;
        learn("state", x.name, unit);
      }
    }
  }

  AngleUnit check(const Expression& expression, const SourcePosition& where) const {
    std::vector<AngleUnit> units;
    for (const Measure& m : expression.measures()) units.push_back(of(m));
    return check_angle_units(expression, units, where);
  }

  void check(const Motion& motion) const {
    if (!motion.rotation || !is_angle_in_other_unit(check(motion.function, motion.where), degrees_)) return;
    throw ModelError(motion.where,
                     fmt::format("motion `{}`: `{}` is in {}, but angles of this model are in {}; write `{}({})`",
                                 motion.name, motion.function.text(), degrees_ ? "radians" : "degrees",
                                 degrees_ ? "degrees" : "radians", degrees_ ? "deg" : "rad", motion.function.text()));
  }

 private:
  static constexpr int kMostPasses = 20;  // variables of variables of variables ...

  AngleUnit of(const Measure& m) const {
    AngleUnit out;
    if (m.name == "var" || m.name == "state") {
      const auto found = learnt_.find({m.name, m.arguments[0]});
      return found == learnt_.end() ? out : found->second;
    }
    const Quantity quantity = measure_quantity(m.name);
    const bool angular = quantity == Quantity::angle || quantity == Quantity::angular_velocity ||
                         quantity == Quantity::angular_acceleration;
    if (!angular) return out;
    out.radians = !degrees_;
    out.degrees = degrees_ ? 1.0 : 0.0;
    return out;
  }

  void learn(const char* kind, const std::string& name, const AngleUnit& unit) {
    AngleUnit& known = learnt_[{kind, name}];
    changed_ = changed_ || known.degrees != unit.degrees || known.radians != unit.radians;
    known = unit;
  }

  bool degrees_;
  bool changed_ = true;
  std::map<std::pair<std::string, std::string>, AngleUnit> learnt_;
};

}  // namespace

void check_angles(const Model& model) {
  const AngleUnits units(model);
  for_each_expression(model, [&](const Expression& e, const SourcePosition& where) { units.check(e, where); });
  for (const Output& output : model.outputs) units.check(output.expression, output.where);
  for (const Motion& motion : model.motions) units.check(motion);
}

}  // namespace alembert
