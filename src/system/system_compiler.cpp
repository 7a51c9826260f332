#include "system/system_compiler.h"

#include <fmt/format.h>

#include "model/units.h"
#include "system/constraint_compiler.h"
#include "system/formula_compiler.h"
#include "system/pools.h"

namespace alembert {

void SystemCompiler::run() {
  add_bodies();
  add_states();
  add_markers();
  add_joints();
  add_constraints();
  add_forces();
  add_contacts();
  add_formulas();
  add_observations();
  find_conservative();
}

void SystemCompiler::add_bodies() {
  for (const Body& body : model_.bodies)
    with_kernel_of(body, [&](auto kernel) {
      const BodySizes n = kernel.sizes();
      const BodyId id(s_.bodies_.size());
      BodyEntry entry{body.name,    s_.sizes_.positions,        s_.sizes_.velocities, n.positions,
                      n.velocities, FrameId(s_.frames_.size()), kernel.total_mass(),  kernel.largest_moment()};
      for (int k = 0; k < n.frames; ++k) {
        const FrameShape shape = kernel.frame(k);
        FrameEntry frame{id, shape.map, entry.v, shape.columns, k, -1, kernel.frame_origin(k)};
        if (shape.map == FrameMap::general) frame.general = s_.general_frames_++;
        s_.frames_.add(frame);
      }
      for (int k = 0; k < n.velocities; ++k)
        s_.coordinates_.push_back({kernel.direction(k), kernel.inertia(k), kernel.stiffness(k), kernel.damping(k),
                                   body.flexibility && kernel.direction(k) == Direction::own});
      s_.deforms_ = s_.deforms_ || body.flexibility;
      s_.constant_mass_ = s_.constant_mass_ && kernel.constant_mass();
      s_.sizes_.positions += n.positions;
      s_.sizes_.velocities += n.velocities;
      using Kernel = decltype(kernel);
      s_.pools_->body_places.add(
          add_element(s_.pools_->bodies, PooledBody<Kernel>{std::move(kernel), entry.q, entry.v, entry.frame}));
      s_.bodies_.add(std::move(entry));
    });
}

// A state is the velocity of a fictitious coordinate with unit mass: M a + f = 0 then reads a = its derivative.
void SystemCompiler::add_states() {
  s_.sizes_.states = static_cast<int>(model_.states.size());
  for (const StateVariable& state : model_.states)
    s_.states_.push_back({state.name, s_.sizes_.positions++, s_.sizes_.velocities++});
}

// A marker in the body frame has its arm from the origin of the body's own frame.
void SystemCompiler::add_markers() {
  for (const Marker& marker : model_.markers) {
    const FrameId own = s_.bodies_[marker.body].frame;
    MarkerEntry entry;
    entry.frame = FrameId(own.index() + static_cast<std::size_t>(marker.frame));
    entry.arm = marker.frame == 0 ? Vec3(marker.at - s_.frames_[own].origin) : marker.at;
    entry.R = so3::matrix(marker.orientation);
    s_.markers_.add(entry);
  }
}

// Rows of positions first, those of velocities behind them.
void SystemCompiler::add_constraints() {
  s_.constraints_ = ConstraintCompiler(s_, measures_).run();
  for (const bool velocity : {false, true})
    for (ConstraintEntry& entry : s_.constraints_) {
      if (entry.velocity != velocity || !entry.active) continue;
      entry.row = s_.sizes_.multipliers++;
      if (velocity) ++s_.sizes_.nonholonomic;
      s_.row_names_.push_back(entry.name);
      s_.row_joint_.push_back(entry.joint);
    }
}

void SystemCompiler::add_formulas() {
  FormulaCompiler compiler(s_, measures_, s_.formulas_);
  for (const Variable& v : model_.variables)
    s_.formulas_.variables.push_back(compiler.add("variable " + v.name, v.expression, v.where, 1.0));
  for (std::size_t k = 0; k < model_.states.size(); ++k) {
    const StateVariable& x = model_.states[k];
    FormulaTarget target;
    if (x.owner >= 0)
      target.formula = compiler.add_own_rate("state " + x.name, x.derivative, x.where, x.owner, x.component);
    else
      target.formula = compiler.add("state " + x.name, x.derivative, x.where,
                                    x.implicit ? 1.0 : 1.0 / model_.units.time, x.implicit);
    s_.states_[k].formula = target.formula;
    target.state = static_cast<int>(k);
    s_.formulas_.targets.push_back(std::move(target));
  }
  auto& pool = std::get<std::vector<ForceElement<AppliedForceKernel>>>(s_.pools_->forces);
  for (std::size_t k = 0; k < pool.size(); ++k) {
    const Force& force = model_.forces[static_cast<std::size_t>(pool[k].force)];
    const auto& applied = std::get<AppliedForce>(force.parameters);
    for (std::size_t c = 0; c < 6; ++c) {
      if (!applied.formulas[c]) continue;
      FormulaTarget target;
      target.formula = pool[k].parameters.formulas[c] = compiler.add(
          fmt::format("force {}: {} {}", force.name, c < 3 ? "force" : "torque", "xyz"[c % 3]), *applied.formulas[c],
          force.where, factor_to_si(model_.units, c < 3 ? Quantity::force : Quantity::torque));
      target.force = static_cast<int>(k);
      target.component = static_cast<int>(c);
      if (force.active) s_.formulas_.targets.push_back(std::move(target));
    }
    compiler.force_components(pool[k].force, pool[k].parameters.formulas);
  }
  compiler.finish();
  for (const bool loop : s_.formulas_.loop)
    if (loop) {  // a guess for each
      s_.sizes_.memory += static_cast<int>(s_.formulas_.all.size());
      break;
    }
}

void SystemCompiler::find_conservative() {
  bool& out = s_.conservative_;
  for_each_element(s_.pools_->forces, [&](const auto& e) {
    out = out && (!e.active || decltype(kernel_of(e))::is_conservative(e.parameters));
  });
  for (const Contact& contact : model_.contacts)
    out = out &&
          (!contact.active || (contact.friction.kind == ContactFriction::Kind::none &&
                               contact.friction.rolling == 0.0 && contact.friction.spinning == 0.0 &&
                               contact.law.kind == ContactLaw::Kind::hunt_crossley && contact.law.dissipation == 0.0));
  for (const Coordinate& c : s_.coordinates_) out = out && c.damping == 0.0;
  // Constraints do work where they move; the user's own of velocities may.
  for (const ConstraintEntry& c : s_.constraints_)
    out = out && (c.row < 0 || (!c.velocity && !c.expression.uses_time()));
}

void SystemCompiler::add_observations() {
  for (const Output& output : model_.outputs) s_.outputs_.push_back(measures_.resolve(output.expression));
  for (const Sensor& sensor : model_.sensors) {
    SensorExpressions out;
    out.event = measures_.resolve(sensor.event);
    for (const auto& [name, value] : sensor.set) out.parameters.push_back(measures_.resolve(value));
    for (const auto& [name, value] : sensor.reset) out.states.push_back(measures_.resolve(value));
    if (sensor.impulse)
      for (std::size_t k = 0; k < 6; ++k)
        if (sensor.impulse->formulas[k]) out.impulse[k] = measures_.resolve(*sensor.impulse->formulas[k]);
    s_.sensors_.push_back(std::move(out));
  }
}

}  // namespace alembert
