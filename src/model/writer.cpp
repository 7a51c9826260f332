#include "model/writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "expression/functions.h"
#include "model/names.h"
#include "model/units.h"
#include "model/write_text.h"

namespace alembert {
namespace {

// "body.marker", both parts of which are plain unless they look like YAML's signs.
std::string marker_name(const Model& model, MarkerId id) {
  const std::string& name = model.marker(id).name;
  return name.find('.') == std::string::npos ? plain_name(name) : (name.starts_with('-') ? in_quotes(name) : name);
}

std::string_view extrapolation_name(Extrapolation outside) {
  return outside == Extrapolation::linear ? "linear" : outside == Extrapolation::constant ? "constant" : "error";
}

class Writer {
 public:
  explicit Writer(const Model& model) : model_(model), markers_of_(model.bodies.size()) {
    for (const Marker& marker : model.markers) markers_of_[marker.body.index()].push_back(&marker);
  }

  std::string write() {
    line(0, "alembert: 1");
    if (!model_.title.empty()) line(0, "title: {}", in_quotes(model_.title));
    line(0, "units: {{length: m, mass: kg, time: s, angle: rad, force: N}}");
    if (!model_.parameters.empty()) line(0, "parameters:");
    for (const auto& [name, value] : model_.parameters) line(1, "{}: {}", plain_name(name), value);
    if (!model_.splines.empty()) line(0, "splines:");
    for (const auto& [name, spline] : model_.splines) write_spline(name, *spline);
    bool headed = !model_.splines.empty();
    const auto curve_of_force = [&](const std::string& name, const std::shared_ptr<const Spline>& spline) {
      if (!spline) return;
      if (!headed) line(0, "splines:");
      headed = true;
      write_spline(name, *spline);
    };
    for (const Force& force : model_.forces) {
      if (const auto* spring = std::get_if<SpringDamper>(&force.parameters)) {
        curve_of_force(force.name + "_tension", spring->tension);
        curve_of_force(force.name + "_resistance", spring->resistance);
      } else if (const auto* tire = std::get_if<Tire>(&force.parameters)) {
        curve_of_force(force.name + "_load", tire->load);
      }
    }
    if (!model_.inputs.empty()) line(0, "inputs:");
    for (const Input& input : model_.inputs) write_input(input);
    if (!model_.curves.empty()) line(0, "curves:");
    for (const CurveDefinition& curve : model_.curves) {
      std::vector<std::string> points;
      for (const Vec3& p : curve.points) points.push_back(list_text(p));
      line(1, "{}: {{closed: {}, points: [{}]}}", plain_name(curve.name), curve.closed, fmt::join(points, ", "));
    }
    if (!model_.gravity.isZero(0.0)) line(0, "gravity: {}", list_text(model_.gravity));
    line(0, "bodies:");
    for (const Body& body : model_.bodies) write_body(body);
    if (!model_.joints.empty()) line(0, "joints:");
    for (const Joint& joint : model_.joints) write_joint(joint);
    if (!model_.motions.empty()) line(0, "motions:");
    for (const Motion& motion : model_.motions) write_motion(motion);
    if (!model_.constraints.empty()) line(0, "constraints:");
    for (const UserConstraint& c : model_.constraints)
      line(1, "{}: {{{}: {}{}}}", plain_name(c.name), c.velocity ? "velocity" : "position",
           in_quotes(in_si_units(model_, c.expression)), active_text(c.active));
    if (!model_.forces.empty()) line(0, "forces:");
    for (const Force& force : model_.forces) write_force(force);
    if (!model_.contacts.empty()) line(0, "contacts:");
    for (const Contact& contact : model_.contacts)
      line(1, "{}: {{{}}}", plain_name(contact.name), contact_text(model_, contact));
    if (!model_.variables.empty()) line(0, "variables:");
    for (const Variable& v : model_.variables)
      line(1, "{}: {}", plain_name(v.name), in_quotes(in_si_units(model_, v.expression)));
    if (!model_.states.empty()) line(0, "states:");
    for (const StateVariable& x : model_.states) write_state(x);
    if (!model_.sensors.empty()) line(0, "sensors:");
    for (const Sensor& sensor : model_.sensors) write_sensor(sensor);
    if (!model_.outputs.empty()) line(0, "outputs:");
    for (const Output& output : model_.outputs) {
      line(1, "{}: {}", plain_name(output.name), in_quotes(in_si_units(model_, output.expression)));
    }
    write_simulations();
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void line(int indent, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    out_.append(static_cast<std::size_t>(2 * indent), ' ');
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
    out_ += '\n';
  }

  void write_spline(const std::string& name, const Spline& spline) {
    line(1, "{}:", plain_name(name));
    line(2, "x: {}", list_text(spline.x()));
    line(2, "y: {}", list_text(spline.y()));
    if (spline.extrapolation() != Extrapolation::linear) {
      line(2, "extrapolate: {}", extrapolation_name(spline.extrapolation()));
    }
  }

  void write_input(const Input& input) {
    const InputSignal& signal = input.signal;
    if (!signal.curve) return line(1, "{}: {}", plain_name(input.name), signal.value);
    std::vector<double> times = signal.curve->x();
    for (double& t : times) t *= model_.units.time;
    line(1, "{}:", plain_name(input.name));
    line(2, "x: {}", list_text(times));
    line(2, "y: {}", list_text(signal.curve->y()));
    line(2, "interpolation: {}", spline_kind_name(signal.kind));
    line(2, "extrapolate: {}", extrapolation_name(signal.curve->extrapolation()));
  }

  void write_body(const Body& body) {
    line(1, "{}:", plain_name(body.name));
    if (body.kind != BodyKind::ground && body.kind != BodyKind::rigid) line(2, "type: {}", body_kind_name(body.kind));
    if (body.flexibility) write_flexibility(*body.flexibility);
    if (body.kind != BodyKind::ground) {
      if (!body.flexibility) {
        line(2, "mass: {}", body.mass);
        write_inertia(body);
        write_vector("com", body.com);
      }
      write_vector("position", body.position);
      if (!is_identity(body.orientation)) line(2, "orientation: {}", quaternion(body.orientation));
      write_vector("velocity", body.velocity);
      write_vector("angular_velocity", body.angular_velocity);
    }
    write_internal_masses(body);
    write_markers(body);
    if (!body.geometry.empty()) line(2, "geometry:");
    for (const Geometry& shape : body.geometry) {
      const std::string frame =
          shape.frame > 0 ? body.flexibility->frames[static_cast<std::size_t>(shape.frame) - 1].name : "";
      line(3, "- {{{}}}", shape_text(model_, shape, frame));
    }
  }

  void write_vector(std::string_view key, const Vec3& value) {
    if (!value.isZero(0.0)) line(2, "{}: {}", key, list_text(value));
  }

  void write_inertia(const Body& body) {
    const Mat3& inertia = body.inertia;
    if (body.kind == BodyKind::point) return;
    if (body.kind == BodyKind::planar) {
      line(2, "inertia: {}", inertia(2, 2));
    } else if (inertia.isDiagonal(0.0)) {
      line(2, "inertia: {}", list_text(Vec3(inertia.diagonal())));
    } else {
      line(2, "inertia: [{}, {}, {}]", list_text(Vec3(inertia.row(0))), list_text(Vec3(inertia.row(1))),
           list_text(Vec3(inertia.row(2))));
    }
  }

  void write_flexibility(const Flexibility& f) {
    static constexpr std::array<const char*, 4> couplings{"rigid", "constant", "partial", "full"};
    line(2, "data: {}", in_quotes(f.data));
    line(2, "coupling: {}", couplings[static_cast<std::size_t>(f.coupling)]);
    if (f.coupling == Coupling::rigid) return;
    line(2, "modes: {{keep: [{}]}}", fmt::join(f.kept, ", "));
    const Vector ratios = f.damping.cwiseQuotient(2.0 * f.part->mu.cwiseProduct(f.part->omega));
    line(2, "damping: {{ratios: [{}]}}", fmt::join(ratios, ", "));
    if (!f.displacement.isZero(0.0)) line(2, "displacement: [{}]", fmt::join(f.displacement, ", "));
    if (!f.rate.isZero(0.0)) line(2, "rate: [{}]", fmt::join(f.rate, ", "));
  }

  void write_internal_masses(const Body& body) {
    if (!body.internal_masses.empty()) line(2, "internal_masses:");
    for (const InternalMass& m : body.internal_masses)
      line(3, "{}: {{mass: {}, at: {}, axis: {}, stiffness: {}, damping: {}, displacement: {}, velocity: {}}}",
           plain_name(m.name), m.mass, list_text(m.at), list_text(m.axis), m.stiffness, m.damping, m.displacement,
           m.rate);
  }

  void write_markers(const Body& body) {
    bool any = false;
    const auto id = static_cast<std::size_t>(&body - model_.bodies.data());
    for (const Marker* each : markers_of_[id]) {
      const Marker& marker = *each;
      if (&marker == &model_.marker(body.frame_marker) || &marker == &model_.marker(body.com_marker)) continue;
      if (marker.frame > 0 && !body.flexibility) continue;  // of an internal mass
      if (!any) line(2, "markers:");
      any = true;
      std::string text = fmt::format("at: {}", list_text(marker.at));
      if (marker.frame > 0) {
        const flexible::PartFrame& on = body.flexibility->frames[static_cast<std::size_t>(marker.frame) - 1];
        text += on.node ? fmt::format(", node: {}", *on.node) : ", frame: " + in_quotes(on.name);
      }
      if (!is_identity(marker.orientation)) text += ", orientation: " + quaternion(marker.orientation);
      line(3, "{}: {{{}}}", plain_name(marker.name.substr(body.name.size() + 1)), text);
    }
  }

  std::string pair_text(const std::array<MarkerId, 2>& pair) const {
    return fmt::format("between: [{}, {}]", marker_name(model_, pair[0]), marker_name(model_, pair[1]));
  }

  void write_motion(const Motion& motion) {
    const bool accelerates = motion.level == Motion::Level::acceleration;
    const Expression* function = &motion.function;
    Quantity quantity = motion.rotation ? Quantity::angle : Quantity::length;
    std::string key = motion.rotation ? "angle" : "displacement";
    if (accelerates) {
      // Its function is the derivative of the state that holds its velocity.
      const auto index = static_cast<int>(&motion - model_.motions.data());
      for (const StateVariable& x : model_.states)
        if (x.rate_of_motion == index) function = &x.derivative;
      key = motion.rotation ? "angular_acceleration" : "acceleration";
      quantity = motion.rotation ? Quantity::angular_acceleration : Quantity::acceleration;
    } else if (motion.level == Motion::Level::velocity) {
      key = motion.rotation ? "angular_velocity" : "velocity";
      quantity = motion.rotation ? Quantity::angular_velocity : Quantity::velocity;
    }
    line(1, "{}: {{{}, axis: {}, {}: {}{}}}", plain_name(motion.name), pair_text(motion.markers), "xyz"[motion.axis],
         key, in_quotes(scaled(in_si_units(model_, *function), factor_to_si(model_.units, quantity))),
         active_text(motion.active));
  }

  void write_state(const StateVariable& x) {
    if (x.rate_of_motion >= 0 || x.owner >= 0) return;  // made again by its motion, or force
    const std::string equation =
        x.implicit ? "residual: " + in_quotes(in_si_units(model_, x.derivative))
                   : "derivative: " + in_quotes(scaled(in_si_units(model_, x.derivative), 1.0 / model_.units.time));
    line(1, "{}: {{{}, initial: {}, scale: {}}}", plain_name(x.name), equation,
         x.steady ? std::string("steady") : fmt::format("{}", x.initial), x.scale);
  }

  // Parameters that a sensor sets cannot act on a written model, which has numbers in their place: they are left out.
  void write_sensor(const Sensor& sensor) {
    static constexpr const char* kDirections[] = {"rising", "falling", "both"};
    std::string text = fmt::format("event: {}, direction: {}", in_quotes(in_si_units(model_, sensor.event)),
                                   kDirections[static_cast<int>(sensor.direction)]);
    if (sensor.stop) text += ", stop: true";
    if (sensor.record) text += ", record: true";
    if (sensor.once) text += ", once: true";
    text += active_text(sensor.active);
    const auto names = [&](const char* key, const std::vector<std::string>& list) {
      if (!list.empty()) text += fmt::format(", {}: [{}]", key, fmt::join(list, ", "));
    };
    names("activate", sensor.activate);
    names("deactivate", sensor.deactivate);
    if (!sensor.reset.empty()) {
      std::vector<std::string> values;
      for (const auto& [name, value] : sensor.reset)
        values.push_back(fmt::format("{}: {}", plain_name(name), in_quotes(in_si_units(model_, value))));
      text += fmt::format(", reset: {{{}}}", fmt::join(values, ", "));
    }
    if (sensor.impulse) {
      const AppliedForce& j = *sensor.impulse;
      text += fmt::format(", impulse: {{on: {}, force: {}, torque: {}", marker_name(model_, j.on),
                          components(j, 0, Quantity::impulse), components(j, 3, Quantity::angular_impulse));
      if (j.frame.valid()) text += fmt::format(", frame: {}", marker_name(model_, j.frame));
      if (j.reaction.valid()) text += fmt::format(", reaction: {}", marker_name(model_, j.reaction));
      text += "}";
    }
    line(1, "{}: {{{}}}", plain_name(sensor.name), text);
  }

  void write_joint(const Joint& joint) {
    std::string text = joint.parts.empty() ? pair_text(joint.markers) : parts_text(joint);
    if (joint.kind == JointKind::distance) text += fmt::format(", length: {}", joint.distance);
    if (joint.kind == JointKind::screw) text += fmt::format(", pitch: {}", joint.pitch);
    if (joint.kind == JointKind::rack_and_pinion || joint.kind == JointKind::rolling_disc)
      text += fmt::format(", radius: {}", joint.radius);
    const auto curve = [&](std::size_t k) {
      return plain_name(model_.curves[static_cast<std::size_t>(joint.curves[k])].name);
    };
    if (joint.kind == JointKind::point_on_curve) text += fmt::format(", curve: {}", curve(0));
    if (joint.kind == JointKind::curve_on_curve) text += fmt::format(", curves: [{}, {}]", curve(0), curve(1));
    line(1, "{}: {{type: {}, {}{}}}", plain_name(joint.name), joint_kind_name(joint.kind), text,
         active_text(joint.active));
  }

  // Of a gear or a coupler.
  std::string parts_text(const Joint& joint) const {
    std::vector<std::string> names, coordinates;
    std::vector<double> factors;
    for (const Joint::Part& part : joint.parts) {
      names.push_back(plain_name(model_.joints[part.joint.index()].name));
      coordinates.push_back(part.rotation ? "angle" : "displacement");
      factors.push_back(part.factor);
    }
    std::string text = fmt::format("joints: [{}]", fmt::join(names, ", "));
    if (joint.kind == JointKind::coupler)
      return text + fmt::format(", factors: {}, coordinates: [{}]", list_text(factors), fmt::join(coordinates, ", "));
    if (joint.mesh) return text + fmt::format(", at: {}", list_text(*joint.mesh));
    return text + fmt::format(", teeth: {}, internal: {}", list_text(factors), joint.internal);
  }

  void write_force(const Force& force) {
    std::string text;
    if (const auto* spring = std::get_if<SpringDamper>(&force.parameters)) {
      text = fmt::format("{}, stiffness: {}, damping: {}, length: {}, preload: {}", pair_text(spring->markers),
                         spring->stiffness, spring->damping, spring->length, spring->preload);
      if (spring->tension) text += fmt::format(", tension: {}", plain_name(force.name + "_tension"));
      if (spring->resistance) text += fmt::format(", resistance: {}", plain_name(force.name + "_resistance"));
      if (spring->side != SpringDamper::Side::both)
        text += fmt::format(", acts: {}", spring->side == SpringDamper::Side::pulls ? "pulls" : "pushes");
      if (spring->shortest > 0.0) text += fmt::format(", min_length: {}", spring->shortest);
      if (spring->longest > 0.0) text += fmt::format(", max_length: {}", spring->longest);
      if (spring->stop_stiffness > 0.0)
        text += fmt::format(", stop_stiffness: {}, stop_damping: {}", spring->stop_stiffness, spring->stop_damping);
    } else if (const auto* torsion = std::get_if<TorsionSpringDamper>(&force.parameters)) {
      text = fmt::format("{}, stiffness: {}, damping: {}, angle: {}, preload: {}", pair_text(torsion->markers),
                         torsion->stiffness, torsion->damping, torsion->angle, torsion->preload);
    } else if (const auto* field = std::get_if<Field>(&force.parameters)) {
      // A bushing or beam is a field with a free position of its own.
      line(1, "{}: {{type: field, {}, stiffness: {}, damping: {}, preload: {}, displacement: {}, rotation: {}{}}}",
           plain_name(force.name), pair_text(field->markers), rows(field->stiffness), rows(field->damping),
           list_text(field->preload), list_text(Vec3(field->free.head<3>())), list_text(Vec3(field->free.tail<3>())),
           active_text(force.active));
      return;
    } else if (const auto* tire = std::get_if<Tire>(&force.parameters)) {
      text = fmt::format(
          "road: {}, wheel: {}, radius: {}, {}, damping: {}, slip_stiffness: {}, cornering_stiffness: {}, "
          "camber_stiffness: {}, relaxation_length: {}, relaxation_length_along: {}, patch_damping_time: {}, "
          "friction: {}, patch_length: {}, rolling_resistance: {}, low_speed: {}",
          marker_name(model_, tire->markers[0]), marker_name(model_, tire->markers[1]), tire->radius,
          tire->load ? fmt::format("load: {}", plain_name(force.name + "_load"))
                     : fmt::format("stiffness: {}", tire->stiffness),
          tire->damping, tire->slip_stiffness, tire->cornering_stiffness, tire->camber_stiffness,
          tire->relaxation_across, tire->relaxation_along, tire->patch_damping_time, tire->friction, tire->patch,
          tire->rolling_resistance, tire->low_speed);
    } else {
      const auto& applied = std::get<AppliedForce>(force.parameters);
      if (force.type == "load") return write_load(force, applied);
      text = fmt::format("on: {}", marker_name(model_, applied.on));
      if (force.type != "torque") text += fmt::format(", force: {}", components(applied, 0, Quantity::force));
      if (force.type != "force") text += fmt::format(", torque: {}", components(applied, 3, Quantity::torque));
      if (applied.frame.valid()) text += fmt::format(", frame: {}", marker_name(model_, applied.frame));
      if (applied.reaction.valid()) text += fmt::format(", reaction: {}", marker_name(model_, applied.reaction));
    }
    line(1, "{}: {{type: {}, {}{}}}", plain_name(force.name), force.type, text, active_text(force.active));
  }

  // Its factor is that of the force or torque of the load case (read_flexible.h).
  void write_load(const Force& force, const AppliedForce& applied) {
    const Body& body = model_.body(model_.marker(applied.on).body);
    double size = 1.0;
    bool pushes = false;
    for (const flexible::LoadCase& load : body.flexibility->part->loads) {
      if (load.name != force.load_case) continue;
      pushes = load.force.norm() > 0.0;
      if (pushes || load.torque.norm() > 0.0) size = pushes ? load.force.norm() : load.torque.norm();
    }
    const auto& formula = applied.formulas[pushes ? 0 : 3];
    const double unit = factor_to_si(model_.units, pushes ? Quantity::force : Quantity::torque);
    const double constant = (pushes ? applied.force : applied.torque)[0];
    line(1, "{}: {{type: load, body: {}, case: {}, factor: {}{}}}", plain_name(force.name), plain_name(body.name),
         in_quotes(force.load_case),
         formula ? in_quotes(scaled(in_si_units(model_, *formula), unit / size)) : fmt::format("{}", constant / size),
         active_text(force.active));
  }

  static std::string rows(const Eigen::Matrix<double, 6, 6>& m) {
    std::vector<std::string> out;
    for (Eigen::Index r = 0; r < 6; ++r) {
      const Eigen::Matrix<double, 6, 1> row = m.row(r).transpose();
      out.push_back(list_text(row));
    }
    return fmt::format("[{}]", fmt::join(out, ", "));
  }

  // Three components of force (from 0) or torque (from 3).
  std::string components(const AppliedForce& applied, std::size_t first, Quantity quantity) const {
    const double unit = factor_to_si(model_.units, quantity);
    std::vector<std::string> out;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& formula = applied.formulas[first + k];
      const double constant = (first == 0 ? applied.force : applied.torque)[static_cast<Eigen::Index>(k)];
      out.push_back(formula ? in_quotes(scaled(in_si_units(model_, *formula), unit)) : fmt::format("{}", constant));
    }
    return fmt::format("[{}]", fmt::join(out, ", "));
  }

  template <class Value>
  void write_setting(int indent, std::string_view key, const std::optional<Value>& value) {
    if (value) line(indent, "{}: {}", key, *value);
  }

  void write_simulations() {
    line(0, "simulation:");
    if (model_.analyses.empty()) return write_simulation(model_.simulation, 1, "");
    for (const Simulation& s : model_.analyses) write_simulation(s, 2, "- ");
  }

  // `dash` takes two columns of the indentation.
  void write_simulation(const Simulation& simulation, int indent, const char* dash) {
    line(*dash ? indent - 1 : indent, "{}analysis: {}", dash, analysis_name(simulation.analysis));
    line(indent, "end: {}", simulation.end);
    std::string method = "name: " + plain_name(simulation.method.name);
    for (const auto& [key, value] : simulation.method.parameters) {
      method += fmt::format(", {}: {}", plain_name(key), value);
    }
    line(indent, "method: {{{}}}", method);
    write_setting(indent, "tolerance", simulation.tolerance);
    write_setting(indent, "step", simulation.step);
    write_setting(indent, "output_step", simulation.output_step);
    if (simulation.modal_every_step) line(indent, "modal: every_step");
    write_setting(indent, "step_history", simulation.step_history);
    write_setting(indent, "initial_step", simulation.initial_step);
    write_setting(indent, "min_step", simulation.min_step);
    write_setting(indent, "max_step", simulation.max_step);
    write_setting(indent, "contact_accuracy", simulation.contact_accuracy);
    if (simulation.about == Simulation::About::equilibrium) line(indent, "about: equilibrium");
    if (simulation.about == Simulation::About::time) line(indent, "about: {}", simulation.about_time);
    write_setting(indent, "modes", simulation.mode_count);
    if (simulation.frame.valid()) line(indent, "frame: {}", marker_name(model_, simulation.frame));
    if (simulation.inputs) line(indent, "inputs: [{}]", fmt::join(*simulation.inputs, ", "));
    if (simulation.outputs) line(indent, "outputs: [{}]", fmt::join(*simulation.outputs, ", "));
    if (!simulation.actuators.empty()) line(indent, "actuators: [{}]", fmt::join(simulation.actuators, ", "));
    write_names(indent, "activate", simulation.activate);
    write_names(indent, "deactivate", simulation.deactivate);
  }

  void write_names(int indent, std::string_view key, const std::vector<std::string>& names) {
    std::vector<std::string> plain;
    for (const std::string& name : names) plain.push_back(plain_name(name));
    if (!plain.empty()) line(indent, "{}: [{}]", key, fmt::join(plain, ", "));
  }

  const Model& model_;
  std::vector<std::vector<const Marker*>> markers_of_;  // by body
  std::string out_;
};

}  // namespace

std::string write_model(const Model& model) { return Writer(model).write(); }

}  // namespace alembert
