#include "model/validate.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>

#include "elements/joints/all_joints.h"
#include "model/names.h"

namespace alembert {
namespace {

// Part of the largest moment by which rounding in the file may break a rule.
constexpr double inertia_rounding = 1e-9;

class Validator {
 public:
  Validator(const Model& model, const std::map<std::string, SourcePosition>& positions)
      : model_(model), positions_(positions) {}

  void check() const {
    check_bodies();
    check_markers();
    for (const Joint& joint : model_.joints) check_joint(joint);
    for (const Force& force : model_.forces) check_force(force);
    for (const Contact& contact : model_.contacts) check_contact(contact);
    check_list();
    check_simulation(model_.simulation, "simulation");
  }

 private:
  // Fails at the field's own position where it is known, else at the element's.
  [[noreturn]] void fail(const SourcePosition& element, const std::string& path, const std::string& message) const {
    const auto found = positions_.find(path);
    throw ModelError(found != positions_.end() ? found->second : element, message);
  }

  void check_bodies() const {
    if (model_.bodies.empty() || model_.bodies[0].kind != BodyKind::ground) {
      throw ModelError({model_.file, 0, 0}, "the first body of a model must be ground");
    }
    std::set<std::string> names;
    for (const Body& body : model_.bodies) {
      const std::string problem = path_problem(body.name);
      if (!problem.empty()) fail(body.where, "", fmt::format("`{}` cannot name a body: {}", body.name, problem));
      if (!names.insert(body.name).second) fail(body.where, "", fmt::format("two bodies are called `{}`", body.name));
      if (body.kind != BodyKind::ground) check_body(body);
    }
    if (!model_.gravity.allFinite()) fail({model_.file, 0, 0}, "model.gravity", "gravity is not finite");
  }

  void check_body(const Body& body) const {
    const std::string path = "bodies." + body.name;
    if (!(body.mass >= 0.0) || !std::isfinite(body.mass))
      fail(body.where, path + ".mass",
           fmt::format("the mass of body `{}` must not be negative: {} kg", body.name, body.mass));
    if (body.mass == 0.0 && !body.internal_masses.empty())
      fail(body.where, path + ".mass",
           fmt::format("body `{}` carries internal masses, and needs a mass of its own", body.name));
    if (!body.position.allFinite() || !body.com.allFinite() || !body.velocity.allFinite() ||
        !body.angular_velocity.allFinite() || !body.orientation.coeffs().allFinite()) {
      fail(body.where, "", fmt::format("body `{}` has a position or velocity that is not finite", body.name));
    }
    if (body.kind == BodyKind::rigid) check_inertia(body, path + ".inertia");
    check_internal_masses(body, path + ".internal_masses.");
    if (body.kind == BodyKind::planar) check_planar(body, path);
    if (body.kind == BodyKind::point) check_point(body);
  }

  void check_internal_masses(const Body& body, const std::string& path) const {
    if (!body.internal_masses.empty() && body.kind != BodyKind::rigid)
      fail(body.where, "", fmt::format("body `{}`: only rigid bodies carry internal masses", body.name));
    for (const InternalMass& m : body.internal_masses) {
      const auto finite = [](double x) { return std::isfinite(x) && x >= 0.0; };
      if (!finite(m.mass) || m.mass == 0.0 || !finite(m.stiffness) || !finite(m.damping))
        fail(m.where, path + m.name,
             fmt::format("internal mass `{}` of body `{}`: its mass must be positive, its stiffness and damping not "
                         "negative",
                         m.name, body.name));
      if (!m.at.allFinite() || !std::isfinite(m.displacement) || !std::isfinite(m.rate) ||
          !(std::abs(m.axis.norm() - 1.0) < 1e-9))
        fail(m.where, path + m.name,
             fmt::format("internal mass `{}` of body `{}`: its position is not finite, or its axis is not of length 1",
                         m.name, body.name));
    }
  }

  void check_inertia(const Body& body, const std::string& path) const {
    const Mat3& inertia = body.inertia;
    if (!inertia.allFinite()) fail(body.where, path, fmt::format("the inertia of `{}` is not finite", body.name));
    const double largest_entry = inertia.cwiseAbs().maxCoeff();
    if ((inertia - inertia.transpose()).cwiseAbs().maxCoeff() > inertia_rounding * largest_entry) {
      fail(body.where, path, fmt::format("the inertia tensor of body `{}` is not symmetric", body.name));
    }
    Vec3 moments = inertia.diagonal();
    if (!inertia.isDiagonal(0.0)) moments = Eigen::SelfAdjointEigenSolver<Mat3>(inertia).eigenvalues();
    std::sort(moments.begin(), moments.end());
    const std::string values = fmt::format("{:.6g}, {:.6g}, {:.6g} kg m^2", moments[0], moments[1], moments[2]);
    // There may be none about an axis: of a slender rod, or where a joint holds the rotation, and the moment does not
    // matter. Those that are given are then no whole body's.
    constexpr double eigenvalue_error = 1e-15;
    if (moments[0] < -eigenvalue_error * moments[2]) {
      fail(body.where, path,
           fmt::format("the principal moments of inertia of body `{}` must not be negative: {}", body.name, values));
    }
    if (moments[0] > 0.0 && moments[2] > (moments[0] + moments[1]) * (1.0 + inertia_rounding)) {
      fail(body.where, path,
           fmt::format("no body has the principal moments of inertia of `{}`, {}: the largest exceeds the sum of the "
                       "other two",
                       body.name, values));
    }
  }

  void check_planar(const Body& body, const std::string& path) const {
    if (!(body.inertia(2, 2) >= 0.0) || !std::isfinite(body.inertia(2, 2))) {
      fail(body.where, path + ".inertia",
           fmt::format("the moment of inertia of body `{}` must not be negative: {} kg m^2", body.name,
                       body.inertia(2, 2)));
    }
    if (body.orientation.x() != 0.0 || body.orientation.y() != 0.0) {
      fail(body.where, path + ".orientation", "the orientation of a planar body must be a rotation about z");
    }
    if (body.velocity.z() != 0.0) {
      fail(body.where, path + ".velocity", "the velocity of a planar body must lie in the xy plane");
    }
    if (body.angular_velocity.x() != 0.0 || body.angular_velocity.y() != 0.0) {
      fail(body.where, path + ".angular_velocity", "the angular velocity of a planar body must be about z");
    }
  }

  void check_point(const Body& body) const {
    const bool turned = !body.orientation.isApprox(Quat::Identity(), 0.0) || !body.angular_velocity.isZero(0.0);
    if (turned || !body.inertia.isZero(0.0) || !body.com.isZero(0.0)) {
      fail(body.where, "",
           fmt::format("point body `{}` can have no orientation, angular velocity, inertia or com", body.name));
    }
  }

  void check_markers() const {
    for (const Marker& marker : model_.markers) {
      const Body& body = body_of(marker);
      if (!marker.at.allFinite() || !marker.orientation.coeffs().allFinite()) {
        fail(marker.where, "", fmt::format("marker `{}` is not finite", marker.name));
      }
      if (marker.frame < 0 || marker.frame > static_cast<int>(body.more_frames()))
        fail(marker.where, "", fmt::format("marker `{}` is on no frame of `{}`", marker.name, body.name));
      if (body.kind != BodyKind::point) continue;
      const std::size_t dot = marker.name.find('.');
      const std::string path =
          "bodies." + body.name + ".markers." + (dot == std::string::npos ? "" : marker.name.substr(dot + 1));
      if (!marker.orientation.coeffs().isApprox(Quat::Identity().coeffs(), 0.0)) {
        fail(marker.where, path + ".orientation",
             fmt::format("marker `{}` can have no orientation: `{}` is a point body", marker.name, body.name));
      }
      if (!marker.at.isZero(0.0)) {
        fail(marker.where, path + ".at",
             fmt::format("marker `{}` must be at the point itself: `{}` is a point body", marker.name, body.name));
      }
    }
  }

  const Body& body_of(const Marker& marker) const {
    if (!marker.body.valid() || marker.body.index() >= model_.bodies.size()) {
      fail(marker.where, "", fmt::format("marker `{}` is on no body of the model", marker.name));
    }
    return model_.body(marker.body);
  }

  const Body& body_of(MarkerId id, const SourcePosition& where, const std::string& label) const {
    if (!id.valid() || id.index() >= model_.markers.size())
      fail(where, "", label + " refers to no marker of the model");
    return body_of(model_.marker(id));
  }

  void check_pair(const std::array<MarkerId, 2>& pair, const SourcePosition& where, const std::string& path,
                  const std::string& label) const {
    const Body& first = body_of(pair[0], where, label);
    const Body& second = body_of(pair[1], where, label);
    if (&first == &second && model_.marker(pair[0]).frame == model_.marker(pair[1]).frame) {
      fail(where, path, fmt::format("{} connects body `{}` with itself", label, first.name));
    }
    for (const MarkerId id : pair) refuse_mean_axes(id, where, path, label);
  }

  void refuse_mean_axes(MarkerId id, const SourcePosition& where, const std::string& path,
                        const std::string& label) const {
    const Marker& marker = model_.marker(id);
    const Body& body = model_.body(marker.body);
    if (body.kind != BodyKind::flexible || marker.frame > 0) return;
    fail(where, path,
         fmt::format("{}: marker `{}` is fixed to no point of the flexible body `{}`; give it a `frame` or a `node`",
                     label, marker.name, body.name));
  }

  void check_joint(const Joint& joint) const {
    const std::string label = fmt::format("joint `{}`", joint.name);
    const std::string path = "joints." + joint.name;
    const bool shorthand = positions_.count(path + ".bodies") > 0;
    const std::string markers_path = path + (shorthand ? ".bodies" : ".between");
    check_pair(joint.markers, joint.where, markers_path, label);
    for (const Joint::Part& part : joint.parts)
      if (!part.joint.valid() || part.joint.index() >= model_.joints.size())
        fail(joint.where, path, label + " refers to no joint of the model");
    for (const int curve : joint.curves)
      if (curve >= static_cast<int>(model_.curves.size()))
        fail(joint.where, path, label + " refers to no curve of the model");
    for (const auto& [key, number] : joint.numbers)
      if (!std::isfinite(number))
        fail(joint.where, path + "." + key, fmt::format("{}: `{}` is not finite", label, key));
    for (std::size_t k = 0; k < 2; ++k) {
      const Body& body = model_.body(model_.marker(joint.markers[k]).body);
      if (joint.kind->turns_in_space[k] && body.kind == BodyKind::planar)
        fail(joint.where, markers_path,
             fmt::format("{}: a {} joint needs rigid bodies; `{}` moves in the plane", label, joint.kind->name,
                         body.name));
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const Body& body = model_.body(model_.marker(joint.markers[i]).body);
      if (body.kind != BodyKind::point || !joint.kind->oriented[i]) continue;
      fail(joint.where, markers_path,
           fmt::format("{}: a {} joint cannot have the point body `{}` as its {} one, because a point has no "
                       "orientation; {}",
                       label, joint.kind->name, body.name, i == 0 ? "first" : "second", joints_on_points()));
    }
  }

  // "joints on points are spherical and distance, and inline with the point second"
  static std::string joints_on_points() {
    return fmt::format("joints on points are {}, and {} with the point second",
                       joints_that([](const JointFacts& j) { return !j.oriented[0] && !j.oriented[1]; }),
                       joints_that([](const JointFacts& j) { return j.oriented[0] && !j.oriented[1]; }));
  }

  void check_force(const Force& force) const {
    const std::string label = fmt::format("force `{}`", force.name);
    const std::string path = "forces." + force.name;
    if (const auto* spring = std::get_if<SpringDamper>(&force.parameters)) {
      check_pair(spring->markers, force.where, path + ".between", label);
      check_spring_numbers(force, spring->stiffness, spring->damping, spring->preload);
      if (!(spring->length >= 0.0) || !std::isfinite(spring->length)) {
        fail(force.where, path + ".length", label + ": the free length must not be negative");
      }
    } else if (const auto* torsion = std::get_if<TorsionSpringDamper>(&force.parameters)) {
      check_pair(torsion->markers, force.where, path + ".between", label);
      check_spring_numbers(force, torsion->stiffness, torsion->damping, torsion->preload);
      if (!std::isfinite(torsion->angle)) fail(force.where, path + ".angle", label + ": the angle is not finite");
      for (const MarkerId id : torsion->markers) refuse_point(force, id, ".between", "has no angle");
    } else if (const auto* field = std::get_if<Field>(&force.parameters)) {
      check_field(force, *field);
    } else if (const auto* tire = std::get_if<Tire>(&force.parameters)) {
      check_pair(tire->markers, force.where, path + ".wheel", label);
      for (const MarkerId id : tire->markers) refuse_point(force, id, ".wheel", "is no wheel and no road");
    } else {
      check_applied(force, std::get<AppliedForce>(force.parameters));
    }
  }

  void check_field(const Force& force, const Field& field) const {
    const std::string label = fmt::format("force `{}`", force.name), path = "forces." + force.name;
    check_pair(field.markers, force.where, path + ".between", label);
    for (const MarkerId id : field.markers) refuse_point(force, id, ".between", "has no orientation");
    if (!field.stiffness.allFinite() || !field.damping.allFinite() || !field.preload.allFinite() ||
        !field.free.allFinite())
      fail(force.where, path, label + " has a number that is not finite");
    const double asymmetry = (field.stiffness - field.stiffness.transpose()).cwiseAbs().maxCoeff();
    if (asymmetry > inertia_rounding * field.stiffness.cwiseAbs().maxCoeff())
      fail(force.where, path + ".stiffness", label + ": the stiffness is not symmetric: it would feed energy in");
    const Eigen::Matrix<double, 6, 6> damping = 0.5 * (field.damping + field.damping.transpose());
    if (damping.isZero(0.0)) return;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> values(damping, Eigen::EigenvaluesOnly);
    if (values.eigenvalues()[0] < -inertia_rounding * values.eigenvalues()[5])
      fail(force.where, path + ".damping", label + ": the damping has a negative direction: it would feed energy in");
  }

  void check_spring_numbers(const Force& force, double stiffness, double damping, double preload) const {
    const std::string path = "forces." + force.name;
    if (!std::isfinite(stiffness)) {
      fail(force.where, path + ".stiffness", fmt::format("force `{}`: the stiffness is not finite", force.name));
    }
    if (!(damping >= 0.0) || !std::isfinite(damping)) {
      fail(force.where, path + ".damping",
           fmt::format("force `{}`: the damping must not be negative: it would feed energy in", force.name));
    }
    if (!std::isfinite(preload)) {
      fail(force.where, path + ".preload", fmt::format("force `{}`: the preload is not finite", force.name));
    }
  }

  void refuse_point(const Force& force, MarkerId id, const std::string& key, std::string_view reason) const {
    const Body& body = body_of(id, force.where, fmt::format("force `{}`", force.name));
    if (body.kind != BodyKind::point) return;
    fail(force.where, "forces." + force.name + key,
         fmt::format("force `{}`: `{}` is a point body, which {}", force.name, body.name, reason));
  }

  void check_applied(const Force& force, const AppliedForce& applied) const {
    const std::string label = fmt::format("force `{}`", force.name);
    if (!applied.force.allFinite() || !applied.torque.allFinite()) fail(force.where, "", label + " is not finite");
    const Body& body = body_of(applied.on, force.where, label);
    refuse_mean_axes(applied.on, force.where, "forces." + force.name + ".on", label);
    const bool torque =
        std::any_of(applied.formulas.begin() + 3, applied.formulas.end(), [](const auto& f) { return f.has_value(); });
    if (torque || !applied.torque.isZero(0.0)) refuse_point(force, applied.on, ".on", "takes no torque");
    if (applied.frame.valid()) body_of(applied.frame, force.where, label);
    if (!applied.reaction.valid()) return;
    refuse_point(force, applied.reaction, ".reaction", "cannot take the moment of a reaction");
    if (force.type != "load")
      refuse_mean_axes(applied.reaction, force.where, "forces." + force.name + ".reaction", label);
    if (force.type != "load" && &body_of(applied.reaction, force.where, label) == &body) {
      fail(force.where, "forces." + force.name + ".reaction",
           fmt::format("{} acts and reacts on the same body `{}`", label, body.name));
    }
  }

  void check_contact(const Contact& contact) const {
    const std::string path = "contacts." + contact.name;
    const auto check = [&](bool fine, std::string_view what) {
      if (!fine) fail(contact.where, path, fmt::format("contact `{}`: {}", contact.name, what));
    };
    for (const auto& pair : contact.pairs) {
      for (const ShapeRef& ref : pair) {
        check(ref.body.valid() && ref.body.index() < model_.bodies.size(), "there is no such body");
        check(ref.geometry >= 0 && ref.geometry < static_cast<int>(model_.body(ref.body).geometry.size()),
              "there is no such shape");
        const Geometry& shape = model_.body(ref.body).geometry[static_cast<std::size_t>(ref.geometry)];
        check(shape.shape != Geometry::Shape::line, "a line cannot touch");
        const Body& body = model_.body(ref.body);
        check(body.kind == BodyKind::ground || body.kind == BodyKind::flexible || body.mass > 0.0,
              fmt::format("body `{}` has no mass: what touches needs one", body.name));
      }
      check(pair[0].body != pair[1].body, "two shapes of one body cannot touch");
    }
    const auto positive = [](double x) { return std::isfinite(x) && x > 0.0; };
    const auto not_negative = [](double x) { return std::isfinite(x) && x >= 0.0; };
    const ContactLaw& law = contact.law;
    check(law.force || law.materials || positive(law.stiffness), "the stiffness must be positive");
    check(std::isfinite(law.exponent) && law.exponent >= 1.0, "the exponent must be at least 1");
    check(not_negative(law.dissipation) && not_negative(law.damping) && not_negative(law.depth),
          "damping, depth and dissipation must not be negative");
    check(law.damping == 0.0 || law.depth > 0.0, "damping needs a depth");
    const ContactFriction& f = contact.friction;
    check(not_negative(f.dynamics) && std::isfinite(f.statics) && f.statics >= f.dynamics,
          "coefficients of friction must not be negative, and the dynamic one not above the static one");
    check(not_negative(f.rolling) && not_negative(f.spinning), "lengths of resistance must not be negative");
  }

  void check_positive(const Simulation& simulation, const std::string& path, std::string_view key,
                      std::optional<double> value) const {
    if (!value || (*value > 0.0 && std::isfinite(*value))) return;
    fail(simulation.where, fmt::format("{}.{}", path, key), fmt::format("`{}` must be positive, not {}", key, *value));
  }

  void check_simulation(const Simulation& s, const std::string& path) const {
    check_positive(s, path, "end", s.end);
    check_positive(s, path, "step", s.step);
    check_positive(s, path, "tolerance", s.tolerance);
    check_positive(s, path, "output_step", s.output_step);
    check_positive(s, path, "initial_step", s.initial_step);
    check_positive(s, path, "min_step", s.min_step);
    check_positive(s, path, "max_step", s.max_step);
    check_positive(s, path, "contact_accuracy", s.contact_accuracy);
    if (s.contact_accuracy && *s.contact_accuracy > 0.1)
      fail(s.where, path + ".contact_accuracy",
           fmt::format("`contact_accuracy` must not exceed 0.1; it is {}", *s.contact_accuracy));
    if (s.tolerance && s.step) {
      fail(s.where, path + ".step", "`tolerance` (variable step) and `step` (fixed step) exclude each other");
    }
    if (s.tolerance && *s.tolerance > 1.0) {
      fail(s.where, path + ".tolerance", fmt::format("`tolerance` must not exceed 1; it is {}", *s.tolerance));
    }
    if (s.min_step && s.max_step && *s.min_step > *s.max_step) {
      fail(s.where, path + ".min_step", "`min_step` is larger than `max_step`");
    }
    if (s.step_history && *s.step_history < 0)
      fail(s.where, path + ".step_history", "`step_history` must not be negative; 0 records no steps");
    if (s.mode_count && *s.mode_count < 1) fail(s.where, path + ".modes", "`modes` must be at least 1");
    if (s.about == Simulation::About::time && !(s.about_time >= 0.0 && std::isfinite(s.about_time)))
      fail(s.where, path + ".about", fmt::format("`about`: a time must not be negative, as {} is", s.about_time));
  }

  // Each analysis begins when the one before it has ended.
  void check_list() const {
    double reached = 0.0;
    for (std::size_t k = 0; k < model_.analyses.size(); ++k) {
      const Simulation& s = model_.analyses[k];
      const std::string path = fmt::format("simulation.{}", k + 1);
      check_simulation(s, path);
      if (!s.over_time()) continue;
      if (s.end <= reached)
        fail(
            s.where, path + ".end",
            fmt::format("analysis {} of `simulation` ends at {:g} {}, where one before it has ended already: time goes "
                        "on from analysis to analysis, so give it a later `end`",
                        k + 1, s.end / model_.units.time, model_.units.time_name));
      reached = s.end;
    }
  }

  const Model& model_;
  const std::map<std::string, SourcePosition>& positions_;
};

}  // namespace

void validate(const Model& model, const std::map<std::string, SourcePosition>& positions) {
  Validator(model, positions).check();
}

}  // namespace alembert
