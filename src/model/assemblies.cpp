#include "model/assemblies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "elements/joints/all_joints.h"
#include "model/assembly_expressions.h"

namespace alembert {
namespace {

class Merger {
 public:
  Merger(Draft& draft, const Model& inner, const Assembly& a)
      : draft_(draft), model_(draft.model), inner_(inner), a_(a), expressions_(a) {}

  void merge() {
    curves_from_ = static_cast<int>(model_.curves.size());
    joints_from_ = model_.joints.size();
    for (CurveDefinition curve : inner_.curves) add_curve(std::move(curve));
    add_bodies();
    add_markers();
    add_geometry();
    number_joints();
    forces_from_ = static_cast<int>(model_.forces.size());
    motions_from_ = static_cast<int>(model_.motions.size());
    for (std::size_t k = 0; k < inner_.joints.size(); ++k) add_joint(k);
    for (const Force& force : inner_.forces) add_force(force);
    for (const Motion& motion : inner_.motions) add_motion(motion);
    for (Input input : inner_.inputs) {
      input.name = named(input.name);
      model_.inputs.push_back(std::move(input));
    }
    for (UserConstraint c : inner_.constraints) {
      c.name = named(c.name);
      c.expression = expressions_.placed(c.expression);
      draft_.constraints.insert(c.name);
      model_.constraints.push_back(std::move(c));
    }
    for (Variable v : inner_.variables) {
      v.name = named(v.name);
      v.expression = expressions_.placed(v.expression);
      draft_.variables.insert(v.name);
      model_.variables.push_back(std::move(v));
    }
    for (const StateVariable& x : inner_.states) add_state(x);
    for (const Contact& contact : inner_.contacts) add_contact(contact);
    for (const Sensor& sensor : inner_.sensors) add_sensor(sensor);
    for (Output output : inner_.outputs) {
      output.name = named(output.name);
      output.expression = expressions_.placed(output.expression);
      model_.outputs.push_back(std::move(output));
    }
    for (const auto& [name, value] : inner_.parameters) model_.parameters[named(name)] = value;
    for (const std::string& name : inner_.parameters_set) model_.parameters_set.insert(named(name));
    for (const auto& [name, spline] : inner_.splines) model_.splines[named(name)] = spline;
    model_.notes.insert(model_.notes.end(), inner_.notes.begin(), inner_.notes.end());
    model_.named_files.insert(model_.named_files.end(), inner_.named_files.begin(), inner_.named_files.end());
  }

 private:
  std::string named(const std::string& name) const { return a_.name + "." + name; }
  [[noreturn]] void refuse(const SourcePosition& where, const std::string& what) const {
    throw ModelError(where, fmt::format("{} cannot be mirrored, as assembly `{}` is", what, a_.name));
  }

  void add_curve(CurveDefinition curve) {
    curve.name = named(curve.name);
    for (Vec3& p : curve.points) p = a_.mirror.cwiseProduct(p);
    // A mirror turns the sense in which a flat curve goes round.
    if (a_.mirror[0] * a_.mirror[1] < 0.0) std::reverse(curve.points.begin(), curve.points.end());
    model_.curves.push_back(std::move(curve));
  }

  void add_bodies() {
    bodies_.assign(inner_.bodies.size(), BodyId(0));
    for (std::size_t k = 1; k < inner_.bodies.size(); ++k) {
      Body body = inner_.bodies[k];
      if (body.port && a_.ports.count(body.name) > 0) {
        bodies_[k] = model_.marker(a_.ports.at(body.name)).body;
        continue;
      }
      if (a_.mirrored() && body.flexibility) refuse(body.where, fmt::format("flexible body `{}`", body.name));
      body.name = named(body.name);
      const Vec3 M = a_.mirror;
      body.position = a_.place(body.position);
      if (body.turns()) body.orientation = a_.axes(body.orientation);
      body.com = M.cwiseProduct(body.com);
      body.inertia = M.asDiagonal() * body.inertia * M.asDiagonal();
      body.velocity = a_.direction(body.velocity);
      body.angular_velocity = a_.turning(body.angular_velocity);
      if (body.kind == BodyKind::planar) check_plane(body);
      for (InternalMass& m : body.internal_masses) {
        m.at = M.cwiseProduct(m.at);
        m.axis = M.cwiseProduct(m.axis);
      }
      body.geometry.clear();
      bodies_[k] = BodyId(model_.bodies.size());
      draft_.bodies[body.name] = bodies_[k];
      model_.bodies.push_back(std::move(body));
    }
  }

  // A planar body moves in the plane z = constant of the model, whichever way its assembly is turned.
  void check_plane(const Body& body) const {
    constexpr double tilt = 1e-9;
    if (std::hypot(body.orientation.x(), body.orientation.y()) > tilt)
      throw ModelError(
          a_.where, fmt::format("assembly `{}` turns the planar body `{}` out of the x-y plane", a_.name, body.name));
  }

  bool connected(const Body& body) const { return body.port && a_.ports.count(body.name) > 0; }

  void add_markers() {
    for (const Marker& from : inner_.markers) {
      const Body& body = inner_.body(from.body);
      Marker marker = from;
      marker.name = named(from.name);
      marker.body = bodies_[from.body.index()];
      if (connected(body) || body.stands()) {
        const Vec3 p = a_.place(body.position + body.orientation * from.at);
        const Quat q = a_.axes(body.orientation * from.orientation);
        const Body& to = model_.body(marker.body);
        const MarkerId port = connected(body) ? a_.ports.at(body.name) : to.frame_marker;
        marker.frame = model_.marker(port).frame;
        marker.at = to.orientation.conjugate() * (p - to.position) - Model::at_start(to, marker.frame, Vec3::Zero());
        marker.orientation = (to.orientation.conjugate() * q).normalized();
      } else {
        marker.at = a_.mirror.cwiseProduct(from.at);
        marker.orientation = a_.local_axes(from.orientation);
      }
      markers_.push_back(draft_.add_marker(std::move(marker)));
    }
    for (std::size_t k = 1; k < inner_.bodies.size(); ++k) {
      if (connected(inner_.bodies[k])) continue;
      Body& body = model_.bodies[bodies_[k].index()];
      body.frame_marker = markers_[inner_.bodies[k].frame_marker.index()];
      body.com_marker = markers_[inner_.bodies[k].com_marker.index()];
    }
    expressions_.set_ground(model_.marker(markers_[inner_.bodies[0].frame_marker.index()]).name);
  }

  void add_geometry() {
    for (std::size_t k = 0; k < inner_.bodies.size(); ++k) {
      const Body& from = inner_.bodies[k];
      Body& to = model_.bodies[bodies_[k].index()];
      shapes_from_.push_back(static_cast<int>(to.geometry.size()));
      const bool moved = from.stands() || connected(from);
      if (moved) expressions_.set_shapes_of(from.name, to.name);
      for (Geometry g : from.geometry) {
        if (a_.mirrored() && !g.file.empty() && !g.name.empty())
          refuse(g.where, fmt::format("shape `{}` of a file", g.name));
        const Vec3 M = a_.mirror;
        for (Vec3& p : g.points) p = M.cwiseProduct(p);
        if (g.curve >= 0) g.curve += curves_from_;
        g.normal = M.cwiseProduct(g.normal);
        if (moved) {
          const Vec3 p = a_.place(from.position + from.orientation * g.at);
          const Quat q = a_.axes(from.orientation * g.orientation);
          g.at = to.orientation.conjugate() * (p - to.position);
          g.normal = to.orientation.conjugate() * (a_.axes(from.orientation) * g.normal);
          g.orientation = (to.orientation.conjugate() * q).normalized();
          if (!g.name.empty()) g.name = named(g.name);
        } else {
          g.at = M.cwiseProduct(g.at);
          g.orientation = a_.local_axes(g.orientation);
        }
        // The axes of a mirrored plane may point the other way; its own z is its normal.
        if (g.shape == Geometry::Shape::plane && (g.orientation * Vec3::UnitZ()).dot(g.normal) < 0.0)
          g.orientation = (g.orientation * Quat(0.0, 1.0, 0.0, 0.0)).normalized();
        to.geometry.push_back(std::move(g));
      }
    }
  }

  std::array<MarkerId, 2> pair(const std::array<MarkerId, 2>& ids) const { return {marker(ids[0]), marker(ids[1])}; }
  MarkerId marker(MarkerId id) const { return id.valid() ? markers_[id.index()] : id; }

  // Joints that hold ports to ground go where the port is a body of the model.
  void number_joints() {
    std::size_t next = joints_from_;
    for (const Joint& joint : inner_.joints) {
      const bool dropped = joint.of_port && connected(inner_.body(inner_.marker(joint.markers[1]).body));
      joints_.push_back(dropped ? JointId() : JointId(next++));
    }
  }

  void add_joint(std::size_t k) {
    if (!joints_[k].valid()) return;
    Joint joint = inner_.joints[k];
    joint.name = named(joint.name);
    joint.markers = pair(joint.markers);
    if (a_.mirrored())
      for (const Key& key : joint.kind->keys)
        if (key.handed) joint.numbers[std::string(key.name)] *= -1.0;
    for (Joint::Part& part : joint.parts) {
      part.joint = joints_[part.joint.index()];
      if (joint.kind.is<Coupler>()) part.factor *= part.rotation ? a_.about()[2] : a_.along()[2];
    }
    if (joint.mesh) joint.mesh = a_.place(*joint.mesh);
    for (int& curve : joint.curves)
      if (curve >= 0) curve += curves_from_;
    draft_.joints[joint.name] = JointId(model_.joints.size());
    model_.joints.push_back(std::move(joint));
  }

  AppliedForce placed(AppliedForce f) const {
    f.on = marker(f.on);
    f.frame = f.frame.valid() ? marker(f.frame) : markers_[inner_.bodies[0].frame_marker.index()];
    f.reaction = marker(f.reaction);
    const Vec3 along = a_.along(), about = a_.about();
    f.force = along.cwiseProduct(f.force);
    f.torque = about.cwiseProduct(f.torque);
    for (std::size_t k = 0; k < 6; ++k)
      if (f.formulas[k])
        f.formulas[k] = expressions_.placed(*f.formulas[k], (k < 3 ? along : about)[static_cast<Eigen::Index>(k % 3)]);
    return f;
  }

  void add_force(Force force) {
    force.name = named(force.name);
    if (auto* spring = std::get_if<SpringDamper>(&force.parameters)) {
      spring->markers = pair(spring->markers);
    } else if (auto* torsion = std::get_if<TorsionSpringDamper>(&force.parameters)) {
      torsion->markers = pair(torsion->markers);
      torsion->angle *= a_.about()[2];
      torsion->preload *= a_.about()[2];
    } else if (auto* applied = std::get_if<AppliedForce>(&force.parameters)) {
      *applied = placed(*applied);
    } else if (auto* field = std::get_if<Field>(&force.parameters)) {
      field->markers = pair(field->markers);
      Eigen::Matrix<double, 6, 1> S;
      S << a_.along(), a_.about();
      field->stiffness = (S.asDiagonal() * field->stiffness * S.asDiagonal()).eval();
      field->damping = (S.asDiagonal() * field->damping * S.asDiagonal()).eval();
      field->preload = S.cwiseProduct(field->preload).eval();
      field->free = S.cwiseProduct(field->free).eval();
    } else if (auto* tire = std::get_if<Tire>(&force.parameters)) {
      tire->markers = pair(tire->markers);
    }
    draft_.forces[force.name] = ForceId(model_.forces.size());
    model_.forces.push_back(std::move(force));
  }

  void add_motion(Motion motion) {
    motion.name = named(motion.name);
    motion.markers = pair(motion.markers);
    // An acceleration is that of a state, whose derivative gets the sign.
    motion.function =
        expressions_.placed(motion.function, motion.level == Motion::Level::acceleration ? 1.0 : sign(motion));
    draft_.motions.insert(motion.name);
    model_.motions.push_back(std::move(motion));
  }
  double sign(const Motion& motion) const { return (motion.rotation ? a_.about() : a_.along())[motion.axis]; }

  void add_state(StateVariable x) {
    x.name = named(x.name);
    const bool rate = x.rate_of_motion >= 0;
    x.derivative = expressions_.placed(x.derivative,
                                       rate ? sign(inner_.motions[static_cast<std::size_t>(x.rate_of_motion)]) : 1.0);
    if (rate) x.rate_of_motion += motions_from_;
    if (x.owner >= 0) x.owner += forces_from_;
    draft_.states.insert(x.name);
    model_.states.push_back(std::move(x));
  }

  void add_contact(Contact contact) {
    contact.name = named(contact.name);
    for (auto& pair_of_shapes : contact.pairs)
      for (ShapeRef& shape : pair_of_shapes) {
        shape.geometry += shapes_from_[shape.body.index()];
        shape.body = bodies_[shape.body.index()];
      }
    draft_.contact_pairs += contact.pairs.size();
    draft_.contacts[contact.name] = model_.contacts.size();
    model_.contacts.push_back(std::move(contact));
  }

  void add_sensor(Sensor sensor) {
    sensor.name = named(sensor.name);
    sensor.event = expressions_.placed(sensor.event);
    for (auto* values : {&sensor.set, &sensor.reset})
      for (auto& [name, value] : *values) {
        name = named(name);
        value = expressions_.placed(value);
      }
    for (auto* names : {&sensor.activate, &sensor.deactivate})
      for (std::string& name : *names) name = named(name);
    if (sensor.impulse) sensor.impulse = placed(*sensor.impulse);
    draft_.sensors.insert(sensor.name);
    model_.sensors.push_back(std::move(sensor));
  }

  Draft& draft_;
  Model& model_;
  const Model& inner_;
  const Assembly& a_;
  AssemblyExpressions expressions_;
  std::vector<BodyId> bodies_;
  std::vector<MarkerId> markers_;
  std::vector<JointId> joints_;  // invalid: dropped
  std::vector<int> shapes_from_;
  std::size_t joints_from_ = 0;
  int curves_from_ = 0, forces_from_ = 0, motions_from_ = 0;
};

}  // namespace

Quat Assembly::local_axes(const Quat& a) const {
  const Mat3 R = mirror.asDiagonal() * a.toRotationMatrix() * mirror.asDiagonal();
  return mirrored() ? Quat(R).normalized() : a;
}

void add_assembly(Draft& draft, const Model& inner, const Assembly& assembly) {
  Merger(draft, inner, assembly).merge();
}

}  // namespace alembert
