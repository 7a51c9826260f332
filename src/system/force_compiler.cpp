// Forces of a system: the kernel that a force of the model becomes, and its parameters.
#include "base/error.h"
#include "system/pools.h"
#include "system/system_compiler.h"

namespace alembert {

namespace {

NonlinearSpringDamperForce::Parameters nonlinear(const SpringDamper& spring) {
  NonlinearSpringDamperForce::Parameters out;
  out.stiffness = spring.stiffness;
  out.damping = spring.damping;
  out.length = spring.length;
  out.preload = spring.preload;
  out.tension = ForceCurve(spring.tension);
  out.resistance = ForceCurve(spring.resistance);
  out.pulls_only = spring.side == SpringDamper::Side::pulls;
  out.pushes_only = spring.side == SpringDamper::Side::pushes;
  out.shortest = spring.shortest;
  out.longest = spring.longest;
  out.stop_stiffness = spring.stop_stiffness;
  out.stop_damping = spring.stop_damping;
  return out;
}

TireForce::Parameters tire_parameters(const Tire& tire) {
  TireForce::Parameters out;
  out.radius = tire.radius;
  out.stiffness = tire.stiffness;
  out.damping = tire.damping;
  out.curve = ForceCurve(tire.load);
  out.slip_stiffness << tire.slip_stiffness, tire.cornering_stiffness;
  out.relaxation << tire.relaxation_along, tire.relaxation_across;
  out.camber_stiffness = tire.camber_stiffness;
  out.patch_damping = tire.patch_damping_time;
  out.friction = tire.friction;
  out.patch = tire.patch;
  out.rolling_resistance = tire.rolling_resistance;
  out.low_speed = tire.low_speed;
  return out;
}

}  // namespace

template <class Kernel>
void SystemCompiler::add_force(int index, const typename Kernel::Parameters& parameters,
                               const std::array<MarkerId, Kernel::kMarkers>& markers) {
  ForceElement<Kernel> element;
  element.force = index;
  element.active = model_.forces[static_cast<std::size_t>(index)].active;
  element.parameters = parameters;
  for (std::size_t k = 0; k < markers.size(); ++k) {
    const MarkerId id = markers[k].valid() ? markers[k] : model_.bodies[0].frame_marker;
    element.marker[k] = id;
    element.frame[k] = s_.markers_[id].frame;
  }
  if constexpr (ForceWithStates<Kernel>) {
    for (std::size_t k = 0; k < model_.states.size(); ++k)
      if (const StateVariable& x = model_.states[k]; x.owner == index)
        element.state[static_cast<std::size_t>(x.component)] = static_cast<int>(k);
    for (std::size_t k = 0; k < Kernel::kStates; ++k)
      if (element.state[k] < 0)
        throw ModelError(
            model_.forces[static_cast<std::size_t>(index)].where,
            "the model has no states for force `" + model_.forces[static_cast<std::size_t>(index)].name + "`");
  }
  if constexpr (Kernel::kTracksAngle) {
    AngleTracker tracker;
    tracker.kind = AngleTracker::Kind::about_z_of_first;
    tracker.marker_i = element.marker[0];
    tracker.marker_j = element.marker[1];
    element.tracker = measures_.track_angle(tracker);
  }
  s_.pools_->force_places[static_cast<std::size_t>(index)] = add_element(s_.pools_->forces, element);
}

void SystemCompiler::add_forces() {
  s_.pools_->force_places.resize(model_.forces.size());
  for (int k = 0; k < static_cast<int>(model_.forces.size()); ++k) {
    const ForceParameters& any = model_.forces[static_cast<std::size_t>(k)].parameters;
    if (const auto* p = std::get_if<SpringDamper>(&any)) {
      if (p->is_linear())
        add_force<SpringDamperForce>(k, {p->stiffness, p->damping, p->length, p->preload}, p->markers);
      else
        add_force<NonlinearSpringDamperForce>(k, nonlinear(*p), p->markers);
    } else if (const auto* field = std::get_if<Field>(&any)) {
      add_force<FieldForce>(k, {field->stiffness, field->damping, field->preload, field->free}, field->markers);
    } else if (const auto* tire = std::get_if<Tire>(&any)) {
      add_force<TireForce>(k, tire_parameters(*tire), tire->markers);
    } else if (const auto* t = std::get_if<TorsionSpringDamper>(&any)) {
      add_force<TorsionSpringDamperForce>(k, {t->stiffness, t->damping, t->angle, t->preload}, t->markers);
    } else if (const auto* f = std::get_if<AppliedForce>(&any)) {
      AppliedForceKernel::Parameters parameters;
      parameters.force = f->force;
      parameters.torque = f->torque;
      parameters.has_reaction = f->reaction.valid();
      parameters.dissipates = f->dissipates;
      add_force<AppliedForceKernel>(k, parameters, {f->on, f->reaction, f->frame});
    }
  }
}

}  // namespace alembert
