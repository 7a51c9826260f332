#include "system/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/error.h"
#include "elements/marker_measure.h"
#include "system/parts/contacts_part.h"

namespace alembert {

namespace {

using Kind = MeasureRef::Kind;

}  // namespace

Outputs::Outputs(const System& system) {
  std::size_t most = 0;
  for (const ResolvedExpression& output : system.outputs()) most = std::max(most, output.measures.size());
  scratch_.resize(most);
}

double measured(const MultibodyProblem& problem, const Snapshot& s, const MeasureRef& r) {
  const std::size_t e = static_cast<std::size_t>(r.element);
  const auto acceleration = [&](MarkerId marker) { return problem.placement().acceleration(marker, s.state->a); };
  const Mat3& axes = problem.marker(r.k).R;
  // At the second marker the opposite acts, moved there.
  const auto at_marker = [&](const ForceTorque& first) -> ForceTorque {
    if (!r.second) return first;
    const Vec3 arm = problem.marker(r.i).p - problem.marker(r.j).p;
    return {-first.force, -first.torque - arm.cross(first.force)};
  };
  switch (r.kind) {
    case Kind::of_markers:
      return measure_value(r.measure, r.component, problem.marker(r.i), problem.marker(r.j), problem.marker(r.k));
    case Kind::turns:
      return problem.tracked_angle(r.element);
    case Kind::acceleration:
      return pick(acceleration(r.i).force - acceleration(r.j).force, axes, r.component);
    case Kind::rotation_acceleration:
      return pick(acceleration(r.i).torque - acceleration(r.j).torque, axes, r.component);
    case Kind::joint_force:
      return pick(at_marker(s.joints[e]).force, axes, r.component);
    case Kind::joint_torque:
      return pick(at_marker(s.joints[e]).torque, axes, r.component);
    case Kind::force_force:
      return pick(at_marker(s.forces[e]).force, axes, r.component);
    case Kind::force_torque:
      return pick(at_marker(s.forces[e]).torque, axes, r.component);
    case Kind::constraint_force:
      return pick(at_marker(s.constraints[e]).force, axes, r.component);
    case Kind::constraint_torque:
      return pick(at_marker(s.constraints[e]).torque, axes, r.component);
    case Kind::contact:
    case Kind::contact_force:
    case Kind::contact_torque:
      return problem.contact_measure(r);
    case Kind::curve_contact:
    case Kind::own_rate:  // nothing that an expression names
      break;
    case Kind::rate:
      return problem.state_rate(r.element);
    case Kind::variable:
      return problem.variable(r.element);
    case Kind::state:
      return s.state->v[problem.system().states()[e].v];
    case Kind::kinetic_energy:
      return s.energies.kinetic;
    case Kind::potential_energy:
      return s.energies.potential;
    case Kind::total_energy:
      return s.energies.kinetic + s.energies.potential;
  }
  return 0.0;
}

void Outputs::evaluate(const MultibodyProblem& problem, const Snapshot& snapshot, std::vector<double>& values) {
  const Model& model = problem.system().model();
  const std::vector<ResolvedExpression>& outputs = problem.system().outputs();
  values.resize(outputs.size());
  for (std::size_t c = 0; c < outputs.size(); ++c) {
    const std::vector<MeasureRef>& measures = outputs[c].measures;
    for (std::size_t k = 0; k < measures.size(); ++k)
      scratch_[k] = measured(problem, snapshot, measures[k]) / measures[k].unit;
    const double time = snapshot.state->t / model.units.time;
    const std::span<const double> leaves{scratch_.data(), measures.size()};
    values[c] = outputs[c].expression.evaluate(time, leaves);
    if (!std::isfinite(values[c]))
      throw IntegrationError(fmt::format(
          "{}: output `{}` = {} is not finite at t = {:.9g}: {}", model.outputs[c].where.text(), model.outputs[c].name,
          outputs[c].expression.text(), time, outputs[c].expression.domain_problem(time, leaves)));
  }
}

}  // namespace alembert
