#include "system/system_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/units.h"
#include "system/body_kinematics.h"
#include "system/constraint_compiler.h"
#include "system/formula_compiler.h"

namespace alembert {

namespace {

// Sizes of a body kind in q and v.
std::pair<int, int> sizes_of(BodyKind kind) {
  switch (kind) {
    case BodyKind::ground:
      return {0, 0};
    case BodyKind::rigid:
      return {7, 6};
    case BodyKind::point:
      return {3, 3};
    case BodyKind::planar:
      return {3, 3};
  }
  return {0, 0};
}

// A row whose Jacobian stays below this in all sampled positions (rows are of order 1) holds by construction; frames
// come from normalised directions, exact to a few 1e-16.
constexpr double kZeroRow = 1e-12;

}  // namespace

void SystemCompiler::run() {
  add_bodies();
  add_states();
  add_markers();
  add_joints();
  add_constraints();
  add_forces();
  add_formulas();
  make_pattern();
  find_slots();
}

void SystemCompiler::add_bodies() {
  for (const Body& body : model_.bodies) {
    BodyEntry b;
    b.name = body.name;
    b.kind = body.kind;
    std::tie(b.nq, b.nv) = sizes_of(body.kind);
    b.q = s_.sizes_.positions;
    b.v = s_.sizes_.velocities;
    b.mass = body.mass;
    b.inertia = body.inertia;
    b.com = body.com;
    b.plane_z = (body.position + body.orientation * body.com)[2];
    s_.sizes_.positions += b.nq;
    s_.sizes_.velocities += b.nv;
    s_.bodies_.push_back(b);
  }
}

// A state is the velocity of a fictitious coordinate with unit mass: M a + f = 0 then reads a = its derivative.
void SystemCompiler::add_states() {
  s_.sizes_.states = static_cast<int>(model_.states.size());
  for (const StateVariable& state : model_.states)
    s_.states_.push_back({state.name, s_.sizes_.positions++, s_.sizes_.velocities++});
}

template <class Element, class Pools>
void SystemCompiler::add_element(Pools& pools, const Element& element, std::vector<System::Place>& places, int index) {
  std::size_t pool = 0;
  if (places.size() <= static_cast<std::size_t>(index)) places.resize(static_cast<std::size_t>(index) + 1);
  std::apply(
      [&](auto&... each) {
        (
            [&] {
              if constexpr (std::is_same_v<std::decay_t<decltype(each)>, std::vector<Element>>) {
                places[static_cast<std::size_t>(index)] = {pool, each.size(), false};
                each.push_back(element);
              }
              ++pool;
            }(),
            ...);
      },
      pools);
}

int SystemCompiler::add_marker(const MarkerEntry& marker) {
  s_.markers_.push_back(marker);
  return static_cast<int>(s_.markers_.size()) - 1;
}

void SystemCompiler::add_markers() {
  for (const Marker& marker : model_.markers) {
    const Body& body = model_.body(marker.body);
    MarkerEntry entry;
    entry.body = marker.body.value;
    entry.arm = marker.at - body.com;
    entry.R = so3::matrix(marker.orientation);
    if (body.kind == BodyKind::ground) entry.arm = marker.at;
    s_.marker_of_.push_back(add_marker(entry));
  }
}

bool SystemCompiler::planar_pair(int a, int b) const {
  const auto in_plane = [&](int body) {
    const BodyKind kind = s_.bodies_[static_cast<std::size_t>(body)].kind;
    return kind == BodyKind::ground || kind == BodyKind::planar;
  };
  return in_plane(a) && in_plane(b);
}

void SystemCompiler::align_with_plane(JointKind kind, std::array<int, 2>& markers) {
  MarkerEntry i = s_.markers_[static_cast<std::size_t>(markers[0])];
  MarkerEntry j = s_.markers_[static_cast<std::size_t>(markers[1])];
  const Body& body = model_.bodies[static_cast<std::size_t>(i.body)];
  const Mat3 R = so3::matrix(body.orientation) * i.R;  // first marker at the start, ground axes
  Mat3 turn = Mat3::Identity();
  switch (kind) {
    case JointKind::fixed:
    case JointKind::orientation:
      turn = R.transpose();
      break;
    case JointKind::translational:
    case JointKind::cylindrical:
    case JointKind::planar:
    case JointKind::inline_:
    case JointKind::parallel_axes: {
      const Vec3 z = R.col(2);
      if (std::abs(z[2]) > 1e-9) return;  // the axis is not in the plane: the rows are as they should be
      Mat3 wanted;
      wanted.col(2) = z;
      wanted.col(1) = Vec3::UnitZ();
      wanted.col(0) = wanted.col(1).cross(z).normalized();
      turn = R.transpose() * wanted;
      break;
    }
    default:
      return;
  }
  i.R = i.R * turn;
  j.R = j.R * turn;
  markers = {add_marker(i), add_marker(j)};
}

template <class Kernel>
void SystemCompiler::choose_rows(JointElement<Kernel>& element) const {
  const BodyEntry& a = s_.bodies_[static_cast<std::size_t>(element.body[0])];
  const BodyEntry& b = s_.bodies_[static_cast<std::size_t>(element.body[1])];
  element.rows = 0;
  if (a.kind == BodyKind::rigid || b.kind == BodyKind::rigid) {
    for (int r = 0; r < Kernel::kRows; ++r)
      element.kernel_row[static_cast<std::size_t>(element.rows++)] = static_cast<std::uint8_t>(r);
    return;
  }
  // Largest Jacobian entry and value of each row over a few positions in the plane; no two alike.
  Eigen::Matrix<double, Kernel::kRows, 1> jacobian, value, phi;
  jacobian.setZero();
  value.setZero();
  for (int sample = 0; sample < 5; ++sample) {
    const double s = 1.0 + sample;
    const auto pose = [&](const BodyEntry& body, double shift) {
      BodyPose p = ground_pose();
      if (body.kind == BodyKind::ground) return p;
      p.r = Vec3(std::sin(1.3 * s + shift), std::cos(2.1 * s + shift), std::sin(0.7 * s + 2 * shift));
      if (body.kind == BodyKind::planar) {
        p.r[2] = body.plane_z;
        p.R = Eigen::AngleAxisd(0.9 * s + shift, Vec3::UnitZ()).toRotationMatrix();
      }
      return p;
    };
    const MarkerEntry& mi = s_.markers_[static_cast<std::size_t>(element.marker[0])];
    const MarkerEntry& mj = s_.markers_[static_cast<std::size_t>(element.marker[1])];
    const BodyPose pa = pose(a, 0.0), pb = pose(b, 0.5);
    const MarkerState<double> i = marker_state(pa, mi), j = marker_state(pb, mj);
    typename Kernel::template Jacobian<double> G;
    Kernel::template jacobian<double>({i, j}, element.parameters, G);
    Kernel::template position<double>({i, j}, element.parameters, phi);
    const auto add = [&](const BodyEntry& body, const Vec3& arm, int column) {
      if (body.nv == 0) return;
      Eigen::Matrix<double, Kernel::kRows, 6> C = G.template middleCols<6>(column);
      C.template rightCols<3>() -= C.template leftCols<3>() * so3::hat(arm);
      for (int k : tangent_axes(body.kind)) jacobian = jacobian.cwiseMax(C.col(k).cwiseAbs());
    };
    add(a, i.p - pa.r, 0);
    add(b, j.p - pb.r, 6);
    value = value.cwiseMax(phi.cwiseAbs());
  }
  const std::string& name = model_.joints[static_cast<std::size_t>(element.joint)].name;
  for (int r = 0; r < Kernel::kRows; ++r) {
    if (jacobian[r] > kZeroRow) {
      element.kernel_row[static_cast<std::size_t>(element.rows++)] = static_cast<std::uint8_t>(r);
    } else if (value[r] > 1e-9) {
      throw AssemblyError(
          fmt::format("joint {}: {} cannot be closed: the bodies move only in the x-y plane and miss it by {:.3g}; "
                      "move the markers "
                      "into one plane, turn their axes, or use rigid bodies",
                      name, Kernel::kRowNames[static_cast<std::size_t>(r)], value[r]));
    }
  }
}

template <class Kernel>
void SystemCompiler::add_joint(int index) {
  const Joint& joint = model_.joints[static_cast<std::size_t>(index)];
  if (joint.kind != Kernel::kKind) return;
  JointElement<Kernel> element;
  element.joint = index;
  element.parameters.length = joint.distance;
  element.marker = {s_.marker_of(joint.markers[0]), s_.marker_of(joint.markers[1])};
  for (std::size_t k = 0; k < 2; ++k) element.body[k] = model_.marker(joint.markers[k]).body.value;
  if (planar_pair(element.body[0], element.body[1])) align_with_plane(joint.kind, element.marker);
  choose_rows(element);
  if (!joint.active) element.rows = 0;
  element.first_row = s_.sizes_.multipliers;
  s_.sizes_.multipliers += element.rows;
  for (int r = 0; r < element.rows; ++r) {
    s_.row_names_.push_back(
        fmt::format("joint {}: {}", joint.name, Kernel::kRowNames[element.kernel_row[static_cast<std::size_t>(r)]]));
    s_.row_joint_.push_back(index);
  }
  add_element(s_.joints_, element, s_.joint_places_, index);
}

void SystemCompiler::add_joints() {
  s_.joint_places_.resize(model_.joints.size());
  for (int k = 0; k < static_cast<int>(model_.joints.size()); ++k)
    std::apply([&](auto... kernel) { (add_joint<decltype(kernel)>(k), ...); }, AllJoints{});
}

// Rows of positions first, those of velocities behind them.
void SystemCompiler::add_constraints() {
  s_.constraints_ = ConstraintCompiler(s_).run();
  for (const bool velocity : {false, true})
    for (ConstraintEntry& entry : s_.constraints_) {
      if (entry.velocity != velocity || !entry.active) continue;
      entry.row = s_.sizes_.multipliers++;
      if (velocity) ++s_.sizes_.nonholonomic;
      s_.row_names_.push_back(entry.name);
      s_.row_joint_.push_back(entry.joint);
    }
}

template <class Kernel>
void SystemCompiler::add_force(int index, const typename Kernel::Parameters& parameters,
                               const std::array<MarkerId, Kernel::kMarkers>& markers) {
  ForceElement<Kernel> element;
  element.force = index;
  element.active = model_.forces[static_cast<std::size_t>(index)].active;
  element.parameters = parameters;
  for (std::size_t k = 0; k < markers.size(); ++k) {
    const MarkerId id = markers[k].valid() ? markers[k] : model_.bodies[0].frame_marker;
    element.marker[k] = s_.marker_of(id);
    element.body[k] = model_.marker(id).body.value;
  }
  if constexpr (Kernel::kTracksAngle) {
    AngleTracker tracker;
    tracker.kind = AngleTracker::Kind::about_z_of_first;
    tracker.marker_i = element.marker[0];
    tracker.marker_j = element.marker[1];
    element.tracker = s_.track_angle(tracker);
  }
  add_element(s_.forces_, element, s_.force_places_, index);
}

NonlinearSpringDamperForce::Parameters SystemCompiler::nonlinear(const SpringDamper& spring) const {
  NonlinearSpringDamperForce::Parameters out;
  out.stiffness = spring.stiffness;
  out.damping = spring.damping;
  out.length = spring.length;
  out.preload = spring.preload;
  out.tension = NonlinearSpringDamperForce::Curve(spring.tension);
  out.resistance = NonlinearSpringDamperForce::Curve(spring.resistance);
  out.pulls_only = spring.side == SpringDamper::Side::pulls;
  out.pushes_only = spring.side == SpringDamper::Side::pushes;
  out.shortest = spring.shortest;
  out.longest = spring.longest;
  out.stop_stiffness = spring.stop_stiffness;
  out.stop_damping = spring.stop_damping;
  return out;
}

void SystemCompiler::add_forces() {
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
      add_force<TireForce>(
          k,
          {tire->radius, tire->stiffness, tire->damping, tire->slip_stiffness, tire->cornering_stiffness,
           tire->friction, tire->patch, tire->rolling_resistance, tire->low_speed},
          tire->markers);
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

void SystemCompiler::add_formulas() {
  FormulaCompiler compiler(s_, s_.formulas_);
  for (const Variable& v : model_.variables)
    s_.formulas_.variables.push_back(compiler.add("variable " + v.name, v.expression, v.where, 1.0));
  for (std::size_t k = 0; k < model_.states.size(); ++k) {
    const StateVariable& x = model_.states[k];
    FormulaTarget target;
    target.formula = s_.states_[k].formula =
        compiler.add("state " + x.name, x.derivative, x.where, x.implicit ? 1.0 : 1.0 / model_.units.time, x.implicit);
    target.state = static_cast<int>(k);
    s_.formulas_.targets.push_back(std::move(target));
  }
  auto& pool = std::get<std::vector<ForceElement<AppliedForceKernel>>>(s_.forces_);
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

// The rows a target adds to: first and count, for each of the bodies it acts on.
std::array<std::pair<int, int>, 2> SystemCompiler::target_rows(const FormulaTarget& target) const {
  if (target.state >= 0) return {{{s_.states_[static_cast<std::size_t>(target.state)].v, 1}, {0, 0}}};
  const auto& e =
      std::get<std::vector<ForceElement<AppliedForceKernel>>>(s_.forces_)[static_cast<std::size_t>(target.force)];
  std::array<std::pair<int, int>, 2> out{};
  for (std::size_t k = 0; k < 2; ++k) {
    const BodyEntry& b = s_.bodies_[static_cast<std::size_t>(e.body[k])];
    if (k == 0 || e.parameters.has_reaction) out[k] = {b.v, b.nv};
  }
  return out;
}

void SystemCompiler::make_pattern() {
  const int nv = s_.sizes_.velocities;
  std::vector<linear::Block> blocks;
  const auto couple = [&](int body_a, int body_b) {
    const BodyEntry& a = s_.bodies_[static_cast<std::size_t>(body_a)];
    const BodyEntry& b = s_.bodies_[static_cast<std::size_t>(body_b)];
    if (a.nv > 0 && b.nv > 0) blocks.push_back({a.v, a.nv, b.v, b.nv});
  };
  // What is zero in every position has no place: rotations and translations of a rigid body meet only in forces and in
  // joints that hold a direction against a displacement.
  for (const BodyEntry& b : s_.bodies_) {
    if (b.kind != BodyKind::rigid) {
      if (b.nv > 0) blocks.push_back({b.v, b.nv, b.v, b.nv});
      continue;
    }
    for (int k = 0; k < 3; ++k) blocks.push_back({b.v + k, 1, b.v + k, 1});
    blocks.push_back({b.v + 3, 3, b.v + 3, 3});
  }
  for_each_element(s_.joints_, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    for (const int body : e.body) {
      const BodyEntry& b = s_.bodies_[static_cast<std::size_t>(body)];
      if (b.nv == 0 || e.rows == 0) continue;
      const int row = nv + e.first_row;
      if (Kernel::kRotationOnly && b.kind == BodyKind::rigid) {
        blocks.push_back({row, e.rows, b.v + 3, 3});
        blocks.push_back({b.v + 3, 3, row, e.rows});
        for (int k = 0; Kernel::kPoint && k < 3; ++k) {
          blocks.push_back({row + k, 1, b.v + k, 1});
          blocks.push_back({b.v + k, 1, row + k, 1});
        }
      } else {
        blocks.push_back({row, e.rows, b.v, b.nv});
        blocks.push_back({b.v, b.nv, row, e.rows});
      }
    }
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b) {
        const BodyEntry& ba = s_.bodies_[static_cast<std::size_t>(e.body[a])];
        const BodyEntry& bb = s_.bodies_[static_cast<std::size_t>(e.body[b])];
        if (a != b && !Kernel::kHasStiffness) continue;
        if (!Kernel::kRotationOnly || ba.kind != BodyKind::rigid || bb.kind != BodyKind::rigid)
          couple(e.body[a], e.body[b]);
        else
          blocks.push_back({ba.v + 3, 3, bb.v + 3, 3});
      }
  });
  for_each_element(s_.forces_, [&](const auto& e) {
    for (const int a : e.body)
      for (const int b : e.body) couple(a, b);
  });
  for (const ConstraintEntry& e : s_.constraints_) {
    if (e.row < 0) continue;
    for (const int body : e.bodies) {
      const BodyEntry& b = s_.bodies_[static_cast<std::size_t>(body)];
      if (b.nv == 0) continue;
      blocks.push_back({nv + e.row, 1, b.v, b.nv});
      blocks.push_back({b.v, b.nv, nv + e.row, 1});
      for (const int other : e.bodies) couple(body, other);
      for (const int x : e.states) blocks.push_back({b.v, b.nv, s_.states_[static_cast<std::size_t>(x)].v, 1});
    }
    for (const int x : e.states) blocks.push_back({nv + e.row, 1, s_.states_[static_cast<std::size_t>(x)].v, 1});
  }
  for (const StateEntry& x : s_.states_) blocks.push_back({x.v, 1, x.v, 1});
  for (const FormulaTarget& target : s_.formulas_.targets)
    for (const auto& [row, rows] : target_rows(target))
      for (const int column : s_.formulas_.all[static_cast<std::size_t>(target.formula)].columns)
        if (rows > 0) blocks.push_back({row, rows, column, 1});
  for (int r = 0; r < s_.sizes_.multipliers; ++r) blocks.push_back({nv + r, 1, nv + r, 1});
  s_.pattern_ = std::make_shared<const linear::Pattern>(s_.sizes_.unknowns(), blocks);
}

void SystemCompiler::find_slots() {
  const int nv = s_.sizes_.velocities;
  const linear::Pattern& pattern = *s_.pattern_;
  const auto block_slots = [&](int body_a, int body_b, BlockSlots& slots) {
    const BodyEntry& a = s_.bodies_[static_cast<std::size_t>(body_a)];
    const BodyEntry& b = s_.bodies_[static_cast<std::size_t>(body_b)];
    if (a.nv == 0) return;
    for (int c = 0; c < b.nv; ++c) slots[static_cast<std::size_t>(c)] = pattern.slot(a.v, b.v + c);
  };
  const auto rotation_slots = [&](const BodyEntry& a, const BodyEntry& b, BlockSlots& slots) {
    for (int c = 3; c < 6; ++c) slots[static_cast<std::size_t>(c)] = pattern.slot(a.v + 3, b.v + c) - 3;
  };
  for (int b = 0; b < static_cast<int>(s_.bodies_.size()); ++b) {
    BodyEntry& body = s_.bodies_[static_cast<std::size_t>(b)];
    if (body.kind != BodyKind::rigid) {
      block_slots(b, b, body.diagonal);
      continue;
    }
    for (int c = 0; c < 3; ++c) body.diagonal[static_cast<std::size_t>(c)] = pattern.slot(body.v + c, body.v + c) - c;
    rotation_slots(body, body, body.diagonal);
  }
  for_each_element(s_.joints_, [&](auto& e) {
    using Kernel = decltype(kernel_of(e));
    for (std::size_t m = 0; m < 2; ++m) {
      const BodyEntry& b = s_.bodies_[static_cast<std::size_t>(e.body[m])];
      if (b.nv == 0 || e.rows == 0) continue;
      const int row = nv + e.first_row;
      const bool rotations = Kernel::kRotationOnly && b.kind == BodyKind::rigid;
      for (int r = 0; r < e.rows; ++r)
        e.gt_slots[m][static_cast<std::size_t>(r)] =
            rotations ? pattern.slot(b.v + 3, row + r) - 3 : pattern.slot(b.v, row + r);
      for (int c = rotations ? 3 : 0; c < b.nv; ++c)
        e.g_slots[m][static_cast<std::size_t>(c)] = pattern.slot(row, b.v + c);
      for (int k = 0; rotations && Kernel::kPoint && k < 3; ++k) {
        e.g_slots[m][static_cast<std::size_t>(k)] = pattern.slot(row + k, b.v + k);
        e.point_slots[m][static_cast<std::size_t>(k)] = pattern.slot(b.v + k, row + k);
      }
    }
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b) {
        const BodyEntry& ba = s_.bodies_[static_cast<std::size_t>(e.body[a])];
        const BodyEntry& bb = s_.bodies_[static_cast<std::size_t>(e.body[b])];
        if (a != b && !Kernel::kHasStiffness) continue;
        if (!Kernel::kRotationOnly || ba.kind != BodyKind::rigid || bb.kind != BodyKind::rigid)
          block_slots(e.body[a], e.body[b], e.k_slots[a][b]);
        else
          rotation_slots(ba, bb, e.k_slots[a][b]);
      }
  });
  for_each_element(s_.forces_, [&](auto& e) {
    for (std::size_t a = 0; a < e.body.size(); ++a)
      for (std::size_t b = 0; b < e.body.size(); ++b) block_slots(e.body[a], e.body[b], e.k_slots[a][b]);
  });
  for (ConstraintEntry& e : s_.constraints_) {
    if (e.row < 0) continue;
    const std::size_t n = e.markers.size();
    e.gt_slots.assign(n, 0);
    e.g_slots.assign(n, {});
    e.k_slots.assign(n, std::vector<BlockSlots>(n));
    e.state_columns.assign(n, {});
    for (std::size_t m = 0; m < n; ++m) {
      const BodyEntry& b = s_.bodies_[static_cast<std::size_t>(e.bodies[m])];
      if (b.nv == 0) continue;
      e.gt_slots[m] = pattern.slot(b.v, nv + e.row);
      for (int c = 0; c < b.nv; ++c) e.g_slots[m][static_cast<std::size_t>(c)] = pattern.slot(nv + e.row, b.v + c);
      for (std::size_t o = 0; o < n; ++o) block_slots(e.bodies[m], e.bodies[o], e.k_slots[m][o]);
      for (const int x : e.states)
        e.state_columns[m].push_back(pattern.slot(b.v, s_.states_[static_cast<std::size_t>(x)].v));
    }
    for (const int x : e.states)
      e.state_slots.push_back(pattern.slot(nv + e.row, s_.states_[static_cast<std::size_t>(x)].v));
  }
  for (StateEntry& x : s_.states_) x.diagonal = pattern.slot(x.v, x.v);
  for (FormulaTarget& target : s_.formulas_.targets) {
    const auto rows = target_rows(target);
    for (std::size_t k = 0; k < 2; ++k)
      if (rows[k].second > 0)
        for (const int column : s_.formulas_.all[static_cast<std::size_t>(target.formula)].columns)
          target.slots[k].push_back(pattern.slot(rows[k].first, column));
  }
  for (int r = 0; r < s_.sizes_.multipliers; ++r) s_.multiplier_diagonal_.push_back(pattern.slot(nv + r, nv + r));
}

}  // namespace alembert
