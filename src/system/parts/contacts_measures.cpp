// What is measured of contacts, and how it changes with the motion.
#include <algorithm>
#include <cmath>

#include "system/parts/contacts_part.h"

namespace alembert {

namespace {

using Of = MeasureRef::OfContact;

}  // namespace

template <class F>
void ContactsPart::each_force_of(int contact, int shape, bool derivatives, F&& f) const {
  const ContactEntry& entry = contacts_.contacts[static_cast<std::size_t>(contact)];
  if (!entry.active) return;
  place_bounds();
  contact::TouchForce touch;
  for (int k = entry.first; k < entry.last; ++k) {
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    if ((shape >= 0 && pair.a != shape && pair.b != shape) || !near(pair)) continue;
    find(pair, 0.0, derivatives);
    for (const contact::Touch& t : found_) {
      force(k, t, touch);
      f(k, t, touch);
    }
  }
}

ContactState ContactsPart::state_of(int contact, int shape) const {
  ContactState out;
  each_force_of(contact, shape, false, [&](int k, const contact::Touch& t, const contact::TouchForce& touch) {
    ++out.touching;
    out.normal += touch.N;
    out.friction += touch.T.norm();
    if (touch.depth > out.depth) {
      out.depth = touch.depth;
      out.slip = touch.slip.norm();
    }
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    for (std::size_t side = 0; side < 2; ++side) {
      const double sign = t.flipped == (side == 0) ? -1.0 : 1.0;
      const MarkerId marker = contacts_.shapes[static_cast<std::size_t>(side == 0 ? pair.a : pair.b)].marker;
      const Vec3 F = sign * touch.F();
      out.on[side].force += F;
      out.on[side].torque += (touch.p - placement_.pose(marker).p).cross(F) + sign * touch.moment;
    }
  });
  return out;
}

// Looks further and further from each pair that could be nearer than what was found.
int ContactsPart::nearest(int contact, int shape, contact::Touch& out) const {
  const ContactEntry& entry = contacts_.contacts[static_cast<std::size_t>(contact)];
  out.gap = std::numeric_limits<double>::infinity();
  int found = -1;
  place_bounds();
  for (int k = entry.first; k < entry.last; ++k) {
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    if (shape >= 0 && pair.a != shape && pair.b != shape) continue;
    const double least = std::max(0.0, bound_gap(pair));
    const double size = std::min(contacts_.shapes[static_cast<std::size_t>(pair.a)].prepared->shape->thickness(),
                                 contacts_.shapes[static_cast<std::size_t>(pair.b)].prepared->shape->thickness());
    for (double further = 0.01 * (std::isfinite(size) ? size : 1.0); out.gap > least; further *= 4.0) {
      find(pair, std::min(out.gap, least + further), false);
      for (const contact::Touch& t : found_)
        if (t.gap < out.gap) {
          out = t;
          found = k;
        }
      if (!found_.empty() || least + further > out.gap || !(further < 1e6)) break;
    }
  }
  return found;
}

double ContactsPart::gap_of(int contact, int shape) const {
  contact::Touch touch;
  nearest(contact, shape, touch);
  return touch.gap;
}

double ContactsPart::measured(const MeasureRef& m) const {
  if (m.kind == MeasureRef::Kind::contact && m.contact == Of::gap) return gap_of(m.element, m.shape);
  const ContactState state = state_of(m.element, m.shape);
  if (m.kind != MeasureRef::Kind::contact) {
    const ForceTorque& on = state.on[m.second ? 1 : 0];
    return pick(m.kind == MeasureRef::Kind::contact_force ? on.force : on.torque, placement_.pose(m.k).R, m.component);
  }
  switch (m.contact) {
    case Of::normal_force:
      return state.normal;
    case Of::friction_force:
      return state.friction;
    case Of::penetration:
      return state.depth;
    case Of::slip:
      return state.slip;
    case Of::touching:
    case Of::gap:
      break;
  }
  return state.touching;
}

void ContactsPart::add_row(const Formula& f, const ContactPair& pair, double factor, const contact::Row12& by_pose,
                           const contact::Row12& by_twist, double* out) const {
  for (int side = 0; side < 2; ++side) {
    const ContactShape& shape = contacts_.shapes[static_cast<std::size_t>(side == 0 ? pair.a : pair.b)];
    const int at = f.place_of(shape.frame);
    if (at < 0) continue;
    const int c = 6 * side;
    add_marker_gradient(placement_, factor, shape.marker, shape.frame, by_pose.segment<3>(c).transpose(),
                        by_pose.segment<3>(c + 3).transpose(), by_twist.segment<3>(c).transpose(),
                        by_twist.segment<3>(c + 3).transpose(), out + 12 * at);
  }
}

// Sums change with every touch; penetration and slip with the deepest, the gap with the nearest. The number of touches
// jumps, and has no derivative.
void ContactsPart::add_gradient(const Formula& f, const MeasureRef& m, double factor, double* out) const {
  using What = contact::TouchMeasure;
  using contact::Row12;
  const auto add = [&](int k, const contact::Touch& t, const contact::TouchForce& touch, What measure, double by) {
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    Row12 by_pose = Row12::Zero(), by_twist = Row12::Zero();
    contact::add_gradient(t, sides(pair, t), contacts_.laws[static_cast<std::size_t>(pair.law)],
                          contacts_.frictions[static_cast<std::size_t>(pair.friction)], bristle(k, t), touch, measure,
                          by_pose, by_twist);
    add_row(f, pair, by, by_pose, by_twist, out);
  };
  if (m.kind != MeasureRef::Kind::contact) return add_force_gradient(f, m, factor, out);
  if (m.contact == Of::touching) return;
  if (m.contact == Of::gap) {
    contact::Touch t;
    const int k = nearest(m.element, m.shape, t);
    if (k < 0) return;
    contact::TouchForce touch;
    touch.n = t.n;
    return add(k, t, touch, What::depth, -factor);
  }
  const bool sum = m.contact == Of::normal_force || m.contact == Of::friction_force;
  const What measure = m.contact == Of::normal_force     ? What::normal
                       : m.contact == Of::friction_force ? What::friction
                       : m.contact == Of::penetration    ? What::depth
                                                         : What::slip;
  int deepest = -1;
  contact::Touch deepest_touch;
  contact::TouchForce deepest_force;
  each_force_of(m.element, m.shape, true, [&](int k, const contact::Touch& t, const contact::TouchForce& touch) {
    if (sum) return add(k, t, touch, measure, factor);
    if (touch.depth <= deepest_force.depth) return;
    deepest = k;
    deepest_touch = t;
    deepest_force = touch;
  });
  if (deepest >= 0) add(deepest, deepest_touch, deepest_force, measure, factor);
}

// Of a component, with the turning of the axes in which it counts.
void ContactsPart::add_force_gradient(const Formula& f, const MeasureRef& m, double factor, double* out) const {
  const bool torque = m.kind == MeasureRef::Kind::contact_torque;
  const ForceTorque on = state_of(m.element, m.shape).on[m.second ? 1 : 0];
  const Vec3 x = torque ? on.torque : on.force, zero = Vec3::Zero();
  const Vec3 u = direction_of(x, placement_.pose(m.k).R, m.component);
  const FrameId axes = system_.markers()[m.k].frame;
  if (const int at = f.place_of(axes); m.component < 3 && at >= 0)
    add_marker_gradient(placement_, factor, m.k, axes, zero, u.cross(x), zero, zero, out + 12 * at);
  const int row = (m.second ? 6 : 0) + (torque ? 3 : 0);
  each_force_of(m.element, m.shape, true, [&](int k, const contact::Touch& t, const contact::TouchForce& touch) {
    if (touch.N == 0.0) return;
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    contact::Mat12 K = contact::Mat12::Zero(), D = contact::Mat12::Zero();
    contact::find_derivatives(t, sides(pair, t), contacts_.laws[static_cast<std::size_t>(pair.law)],
                              contacts_.frictions[static_cast<std::size_t>(pair.friction)], bristle(k, t), touch, K, D);
    add_row(f, pair, -factor, u.transpose() * K.middleRows<3>(row), u.transpose() * D.middleRows<3>(row), out);
  });
}

}  // namespace alembert
