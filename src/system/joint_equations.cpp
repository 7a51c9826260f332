// Equations of joints that are written as expressions or are contacts of curves (elements/joints/formula_joint.h).
#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "elements/marker_measure.h"
#include "expression/term.h"
#include "system/constraint_compiler.h"
#include "system/placement.h"
#include "system/pools.h"

namespace alembert {

const FrameState& ConstraintCompiler::given(FrameId frame) {
  if (given_.empty()) {
    const dae::State state = s_.given_state();
    given_.assign(s_.frames_.size(), standing_frame());
    for_each_element(s_.pools_->bodies, [&](const auto& b) { b.kernel.place(state.q.data() + b.q, &given_[b.frame]); });
  }
  return given_[frame];
}

MarkerState<double> ConstraintCompiler::given(MarkerId marker) {
  const MarkerEntry& m = s_.markers_[marker];
  return marker_state(given(m.frame), m);
}

// A marker fixed to a frame, from its pose in the global frame at the start.
MarkerId ConstraintCompiler::add_marker(FrameId frame, const Vec3& p, const Mat3& R) {
  const FrameState& f = given(frame);
  return s_.markers_.add({frame, f.R.transpose() * (p - f.r), f.R.transpose() * R});
}

Expression ConstraintCompiler::parse(int joint, std::string_view text, const Numbers& numbers) const {
  SourcePosition where = s_.model().joints[static_cast<std::size_t>(joint)].where;
  where.column = 0;
  return parse_expression(text, where, numbers);
}

ConstraintEntry ConstraintCompiler::new_equation(int joint, std::string_view name, bool velocity) const {
  const Joint& j = s_.model().joints[static_cast<std::size_t>(joint)];
  ConstraintEntry entry;
  entry.joint = joint;
  entry.name = fmt::format("joint {}: {}", j.name, name);
  entry.where = j.where;
  entry.velocity = velocity;
  entry.active = j.active;
  return entry;
}

ConstraintEntry ConstraintCompiler::equation(int joint, std::string_view name, std::string_view text, bool velocity,
                                             const Markers& markers, const Numbers& numbers) {
  ConstraintEntry entry = new_equation(joint, name, velocity);
  // What the formula gives at the start stays.
  static constexpr std::string_view kConstant = " - constant";
  const bool relative = text.ends_with(kConstant);
  if (relative) text.remove_suffix(kConstant.size());
  entry.expression = parse(joint, text, numbers);
  const Joint& j = s_.model().joints[static_cast<std::size_t>(joint)];
  entry.first = place(entry, j.markers[0]);
  std::vector<double> values;
  for (const Measure& m : entry.expression.measures()) {
    const MarkerId i = markers.at(m.arguments[0]), base = markers.at(m.arguments[1]);
    const MarkerId axes = m.arguments.size() > 2 ? markers.at(m.arguments[2]) : base;
    MeasureRef ref = measures_.of_markers(m.name, i, base, axes);
    // Here vx is the rate of dx, in axes that turn with their body.
    if (ref.kind == MeasureRef::Kind::of_markers && ref.measure == MarkerMeasure::velocity)
      ref.measure = MarkerMeasure::displacement_rate;
    values.push_back(measure_value(ref.measure, ref.component, given(ref.i), given(ref.j), given(ref.k)));
    if (ref.kind == MeasureRef::Kind::turns) s_.trackers_[static_cast<std::size_t>(ref.element)].start = values.back();
    add_leaf(entry, ref);
  }
  if (relative) entry.expression = (Term(entry.expression) - entry.expression.evaluate(0.0, values)).expression();
  return entry;
}

void ConstraintCompiler::add_equations(int joint, std::vector<ConstraintEntry>& out) {
  const Joint& j = s_.model().joints[static_cast<std::size_t>(joint)];
  if (j.kind.is<Gear>()) return add_gear(joint, out);
  if (j.kind.is<RackAndPinion>()) return add_rack(joint, out);
  if (j.kind.is<Coupler>()) return add_coupler(joint, out);
  if (j.kind.is<PointOnCurve>() || j.kind.is<CurveOnCurve>()) return add_contact(joint, out);
  if (j.kind.is<RollingDisc>()) s_.has_discs_ = true;
  const Markers markers{{"i", j.markers[0]}, {"j", j.markers[1]}};
  const Numbers numbers(j.numbers.begin(), j.numbers.end());
  for_each_joint([&]<class J>(J) {
    if constexpr (HasFormulas<J>)
      if (j.kind.is<J>())
        for (const FormulaRow& row : J::kFormulas)
          out.push_back(equation(joint, row.name, row.formula, row.velocity, markers, numbers));
  });
}

void ConstraintCompiler::add_gear(int joint, std::vector<ConstraintEntry>& out) {
  const Joint& j = s_.model().joints[static_cast<std::size_t>(joint)];
  // The body both wheels' joints share.
  const auto body = [&](std::size_t part, std::size_t end) {
    return s_.model().marker(s_.model().joints[j.parts[part].joint.index()].markers[end]).body;
  };
  const BodyId carrier = body(0, 0) == body(1, 0) || body(0, 0) == body(1, 1) ? body(0, 0) : body(0, 1);
  std::array<MarkerId, 2> wheel, base;
  std::array<Vec3, 2> c, z;
  for (std::size_t k = 0; k < 2; ++k) {
    const Joint& part = s_.model().joints[j.parts[k].joint.index()];
    const bool first = s_.model().marker(part.markers[0]).body == carrier;
    base[k] = part.markers[first ? 0 : 1];
    wheel[k] = part.markers[first ? 1 : 0];
    c[k] = given(base[k]).p;
    z[k] = given(base[k]).axis(Axis::z);
  }
  const double t1 = j.parts[0].factor, t2 = j.parts[1].factor;
  const auto refuse = [&](const char* why) { throw ModelError(j.where, fmt::format("gear `{}`: {}", j.name, why)); };
  Vec3 P;
  bool meshed = true;
  if (j.mesh) {
    P = *j.mesh;
  } else {
    if (z[0].cross(z[1]).norm() > 1e-6)
      refuse("its axes are not parallel: give the pitch point `at` instead of `teeth`");
    Vec3 across = c[1] - c[0];
    across -= across.dot(z[0]) * z[0];
    const double distance = across.norm();
    meshed = distance > 1e-12;
    if (meshed) {
      // External: r1 + r2 = distance; internal: the pitch point lies beyond the smaller wheel.
      const double r1 = j.internal ? distance * t1 / (t1 - t2) : distance * t1 / (t1 + t2);
      P = c[0] + r1 / distance * across;
    }
  }
  const Markers markers{{"w1", wheel[0]}, {"c1", base[0]}, {"w2", wheel[1]}, {"c2", base[1]}};
  if (!meshed) {
    const double same_way = z[0].dot(z[1]) > 0.0 ? 1.0 : -1.0;
    const double ratio = (j.internal ? 1.0 : -1.0) * same_way * t2 / t1;
    out.push_back(
        equation(joint, Gear::kCoaxial.name, Gear::kCoaxial.formula, false, markers, {{"r1", 1.0}, {"r2", ratio}}));
    return;
  }
  const Vec3 tangent = z[0].cross(P - c[0]);
  const double r1 = tangent.norm();
  if (!(r1 > 0.0)) refuse("the pitch point is on the axis of the first wheel");
  const Vec3 t = tangent / r1;
  const Vec3 other = z[1].cross(P - c[1]);
  const double r2 = t.dot(other);
  if (!(other.norm() > 0.0)) refuse("the pitch point is on the axis of the second wheel");
  if (std::abs(std::abs(r2) - other.norm()) > 1e-6 * other.norm())
    refuse("the wheels do not move in the same direction in the pitch point; does it lie in the plane of both axes?");
  Mat3 R;
  R.col(0) = t;
  R.col(1) = t.unitOrthogonal();
  R.col(2) = R.col(0).cross(R.col(1));
  Markers with_teeth = markers;
  with_teeth["teeth"] = add_marker(s_.bodies_[carrier].frame, P, R);
  out.push_back(
      equation(joint, Gear::kMeshed.name, Gear::kMeshed.formula, false, with_teeth, {{"r1", r1}, {"r2", r2}}));
}

void ConstraintCompiler::add_rack(int joint, std::vector<ConstraintEntry>& out) {
  const Joint& j = s_.model().joints[static_cast<std::size_t>(joint)];
  const MarkerId pinion = j.markers[0], rack = j.markers[1];
  const MarkerState<double> p = given(pinion), r = given(rack);
  const Vec3 axis = p.axis(Axis::z), along = r.axis(Axis::z);
  if (std::abs(axis.dot(along)) > 1e-6)
    throw ModelError(j.where, fmt::format("rack_and_pinion `{}`: the pinion's axis (z of its marker) must be square to "
                                          "the rack (z of its marker)",
                                          j.name));
  // The pinion's point that touches the rack lies at r n from its axis; turning moves it along the rack by
  // along.(axis x n). A rack whose marker is level with the axis counts as lying on the side of along x axis.
  Vec3 n = r.p - p.p;
  n -= n.dot(axis) * axis + n.dot(along) * along;
  const double sign = n.norm() < 1e-12 ? 1.0 : (along.dot(axis.cross(n)) > 0.0 ? 1.0 : -1.0);
  const Markers markers{{"pinion", pinion}, {"rack", rack}, {"start", add_marker(s_.markers_[rack].frame, p.p, p.R)}};
  const FormulaRow& row = RackAndPinion::kFormulas[0];
  out.push_back(equation(joint, row.name, row.formula, false, markers, {{"radius", sign * j.numbers.at("radius")}}));
}

void ConstraintCompiler::add_coupler(int joint, std::vector<ConstraintEntry>& out) {
  const Joint& j = s_.model().joints[static_cast<std::size_t>(joint)];
  Markers markers;
  Numbers numbers;
  std::string text;
  for (std::size_t k = 0; k < j.parts.size(); ++k) {
    const Joint::Part& part = j.parts[k];
    const Joint& of = s_.model().joints[part.joint.index()];
    markers[fmt::format("a{}", k)] = of.markers[0];
    markers[fmt::format("b{}", k)] = of.markers[1];
    numbers[fmt::format("f{}", k)] = part.factor;
    text += fmt::format(fmt::runtime(part.rotation ? Coupler::kAngle : Coupler::kDisplacement), k);
    text += k + 1 < j.parts.size() ? " + " : " - constant";
  }
  out.push_back(equation(joint, Coupler::kFormulas[0].name, text, false, markers, numbers));
}

void ConstraintCompiler::add_contact(int joint, std::vector<ConstraintEntry>& out) {
  const Joint& j = s_.model().joints[static_cast<std::size_t>(joint)];
  const auto curve = [&](std::size_t k) {
    const CurveDefinition& c = s_.model().curves[static_cast<std::size_t>(j.curves[k])];
    return std::make_shared<const Curve>(c.points, c.closed);
  };
  CurveContact contact;
  contact.carrier = j.markers[0];
  contact.second = j.markers[1];
  contact.curve = curve(0);
  const MarkerState<double> i = given(contact.carrier), second = given(contact.second);
  const bool two = j.kind.is<CurveOnCurve>();
  if (two) {
    contact.other = curve(1);
    contact.start = CurveOnCurve::search(*contact.curve, *contact.other, i, second);
  } else {
    contact.start[0] = contact.curve->nearest(i.R.transpose() * (second.p - i.p));
  }
  // Bodies that move in the plane stay in it by themselves.
  const auto in_plane = [&](MarkerId marker) {
    const FrameMap map = s_.frame_of(marker).map;
    return map == FrameMap::fixed || map == FrameMap::plane;
  };
  const Vec3 normal = i.R * contact.curve->normal();
  const bool flat = in_plane(contact.carrier) && in_plane(contact.second) && contact.curve->planar() &&
                    std::abs(std::abs(normal[2]) - 1.0) < 1e-9;
  const std::size_t rows = two || flat ? 1 : 2;
  for (std::size_t row = 0; row < rows; ++row) {
    ConstraintEntry entry =
        new_equation(joint, two ? CurveOnCurve::kFormulas[0].name : PointOnCurve::kFormulas[row].name, false);
    entry.first = place(entry, contact.carrier);
    entry.expression = parse(joint, "dx(contact)", {});
    MeasureRef ref;
    ref.kind = MeasureRef::Kind::curve_contact;
    ref.i = contact.second;
    ref.j = ref.k = contact.carrier;
    ref.component = static_cast<int>(row);
    ref.element = static_cast<int>(s_.curve_contacts_.size());
    add_leaf(entry, ref);
    out.push_back(std::move(entry));
  }
  s_.curve_contacts_.push_back(std::move(contact));
  s_.sizes_.memory += 2;
}

}  // namespace alembert
