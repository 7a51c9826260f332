#include "system/parts/contacts_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert {

ContactsPart::ContactsPart(const Placement& placement)
    : system_(placement.system()), placement_(placement), contacts_(placement.system().contacts()) {
  const std::size_t n = contacts_.shapes.size();
  before_.resize(n);
  centres_.assign(n, Vec3::Zero());
  // As large as they will be, so that steps allocate nothing.
  const auto touches = static_cast<std::size_t>(contacts_.touches);
  const std::size_t pairs = std::min(contacts_.pairs.size(), touches);
  remembered_.reserve(touches);
  unsorted_.reserve(touches);
  found_.reserve(std::min<std::size_t>(touches, 1024));
  for (Position& position : positions_) {
    position.q.setZero(system_.sizes().positions);
    position.pairs.reserve(pairs);
    position.touches.reserve(std::min<std::size_t>(touches, 1024));
  }
  trial_.pairs.reserve(pairs);
  accepted_.pairs.reserve(pairs);
  linearised_.reserve(pairs);
  std::size_t edges = 0;
  for (const ContactShape& shape : contacts_.shapes) edges = std::max(edges, shape.prepared->faced.size());
  scratch_.edges.reserve(edges);
  if (!contacts_.searches()) {
    for (std::size_t k = 0; k < contacts_.pairs.size(); ++k) candidates_.push_back(static_cast<int>(k));
    coupled_ = frames_of_candidates();
    return;
  }
  prepare_search();
}

void ContactsPart::declare(PatternBuilder& builder) const {
  for (const auto& [a, b] : coupled_) {
    builder.couple(a, a);
    builder.couple(b, b);
    // Of many pairs that are near few touch.
    const auto couple = contacts_.searches() ? &PatternBuilder::couple_at_times : &PatternBuilder::couple;
    (builder.*couple)(a, b);
    (builder.*couple)(b, a);
  }
}

void ContactsPart::bind(const SlotFinder& finder) {
  slots_.clear();
  many_.clear();
  for (const int k : candidates_) {
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    const FrameId a = contacts_.shapes[static_cast<std::size_t>(pair.a)].frame,
                  b = contacts_.shapes[static_cast<std::size_t>(pair.b)].frame;
    for (const auto& [r, c] : {std::pair(a, a), std::pair(a, b), std::pair(b, a), std::pair(b, b)})
      finder.block(r, c, slots_.emplace_back(), many_);
  }
}

void ContactsPart::place_bounds() const {
  for (std::size_t k = 0; k < contacts_.shapes.size(); ++k) {
    const ContactShape& shape = contacts_.shapes[k];
    const MarkerState<double>& m = placement_.pose(shape.marker);
    centres_[k] = m.p + m.R * shape.prepared->bound.centre;
  }
}

double ContactsPart::bound_gap(const ContactPair& pair) const {
  const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
  const double ra = contacts_.shapes[a].prepared->bound.radius, rb = contacts_.shapes[b].prepared->bound.radius;
  if (std::isinf(ra) || std::isinf(rb)) {
    const std::size_t flat = std::isinf(ra) ? a : b, other = std::isinf(ra) ? b : a;
    const contact::Shape& shape = *contacts_.shapes[flat].prepared->shape;
    if (shape.kind() != contact::ShapeKind::plane) return -std::numeric_limits<double>::infinity();  // a hollow
    const MarkerState<double>& m = placement_.pose(contacts_.shapes[flat].marker);
    return m.R.col(2).dot(centres_[other] - m.p) - std::min(ra, rb);
  }
  return (centres_[a] - centres_[b]).norm() - ra - rb;
}

contact::Sides ContactsPart::sides(const ContactPair& pair, const contact::Touch& touch) const {
  const auto f = static_cast<std::size_t>(touch.flipped ? pair.b : pair.a),
             s = static_cast<std::size_t>(touch.flipped ? pair.a : pair.b);
  return {placement_.marker(contacts_.shapes[f].marker), placement_.marker(contacts_.shapes[s].marker), before_[f],
          before_[s]};
}

MarkerState<double> ContactsPart::at_frame(int shape) const {
  const ContactShape& s = contacts_.shapes[static_cast<std::size_t>(shape)];
  const FrameState& frame = placement_.frame(s.frame);
  return {frame.r, placement_.pose(s.marker).R, frame.v, frame.w};
}

contact::Pose ContactsPart::frame_before(int shape) const {
  const contact::Pose& before = before_[static_cast<std::size_t>(shape)];
  const MarkerId marker = contacts_.shapes[static_cast<std::size_t>(shape)].marker;
  return {before.p - before.R * (placement_.pose(marker).R.transpose() * placement_.arm(marker)), before.R};
}

// Of the same feature, and nearest along it.
Vec3 ContactsPart::bristle(int pair, const contact::Touch& touch) const {
  auto at = std::lower_bound(
      remembered_.begin(), remembered_.end(), std::pair(pair, touch.feature),
      [](const Remembered& r, const std::pair<int, int>& key) { return std::pair(r.pair, r.feature) < key; });
  const Remembered* nearest = nullptr;
  for (; at != remembered_.end() && at->pair == pair && at->feature == touch.feature; ++at)
    if (!nearest || std::abs(at->place - touch.place) < std::abs(nearest->place - touch.place)) nearest = &*at;
  return nearest ? nearest->bristle : Vec3(Vec3::Zero());
}

void ContactsPart::force(int index, const contact::Touch& touch, contact::TouchForce& out) const {
  const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(index)];
  const contact::Friction& friction = contacts_.frictions[static_cast<std::size_t>(pair.friction)];
  const Vec3 s = friction.kind == contact::Friction::Kind::bristle ? bristle(index, touch) : Vec3(Vec3::Zero());
  contact::find_force(touch, sides(pair, touch), contacts_.laws[static_cast<std::size_t>(pair.law)], friction, s, out);
}

const ContactsPart::Position& ContactsPart::here(bool derivatives) const {
  const Vector& q = placement_.positions();
  for (const std::size_t k : {latest_, 1 - latest_}) {
    Position& known = positions_[k];
    if (known.search != searches_ || !std::equal(q.begin(), q.end(), known.q.begin())) continue;
    latest_ = k;
    if (known.derivatives >= derivatives) return known;
    find_all(derivatives, known);
    return known;
  }
  latest_ = 1 - latest_;
  find_all(derivatives, positions_[latest_]);
  return positions_[latest_];
}

void ContactsPart::find_all(bool derivatives, Position& out) const {
  out.q = placement_.positions();
  out.search = searches_;
  out.derivatives = derivatives;
  out.pairs.clear();
  out.touches.clear();
  place_bounds();
  for (std::size_t c = 0; c < candidates_.size(); ++c) {
    const int k = candidates_[c];
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    if (!contacts_.contacts[static_cast<std::size_t>(pair.contact)].active || !near(pair)) continue;
    find(pair, 0.0, derivatives);
    if (found_.empty()) continue;
    out.pairs.push_back({k, c, out.touches.size(), found_.size()});
    out.touches.insert(out.touches.end(), found_.begin(), found_.end());
  }
}

// Calls f(pair's index, touch, its force) for each touch.
template <class F>
void ContactsPart::each_force(F&& f) const {
  contact::TouchForce out;
  each_touching(false, [&](int k, std::size_t, Touches touches) {
    for (const contact::Touch& t : touches) {
      force(k, t, out);
      f(k, t, out);
    }
  });
}

void ContactsPart::add_wrenches(const Evaluation& here, Wrenches& out) const {
  if (empty()) return;
  trial_.pairs.clear();
  each_touching(false, [&](int k, std::size_t, Touches touches) {
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    const ContactShape &a = contacts_.shapes[static_cast<std::size_t>(pair.a)],
                       &b = contacts_.shapes[static_cast<std::size_t>(pair.b)];
    PairEnergy& seen = trial_.pairs.emplace_back();
    seen.pair = k;
    contact::TouchForce touch;
    Vec3 force_a = Vec3::Zero(), torque_a = Vec3::Zero(), torque_b = Vec3::Zero();
    const Vec3 &pa = here.placement.pose(a.marker).p, &pb = here.placement.pose(b.marker).p;
    for (const contact::Touch& t : touches) {
      force(k, t, touch);
      const double sign = t.flipped ? -1.0 : 1.0;
      const Vec3 F = sign * touch.F(), m = sign * touch.moment;
      force_a += F;
      torque_a += (touch.p - pa).cross(F) + m;
      torque_b -= (touch.p - pb).cross(F) + m;
      seen.add(touch);
    }
    // With the sign of f.
    out.add(a.frame, here.placement.arm(a.marker), Vec3(-force_a), Vec3(-torque_a));
    out.add(b.frame, here.placement.arm(b.marker), force_a, Vec3(-torque_b));
  });
}

void ContactsPart::add_matrix(const MatrixAssembly& assembly) {
  const MatrixPoint& point = assembly.point;
  if (empty() || (point.weights.stiffness == 0.0 && point.weights.damping == 0.0)) return;
  const Placement& p = point.placement;
  assembly.blocks.use(many_);
  linearised_.clear();
  each_touching(true, [&](int k, std::size_t candidate, Touches touches) {
    linearised_.push_back(k);
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    const std::array<const ContactShape*, 2> shape{&contacts_.shapes[static_cast<std::size_t>(pair.a)],
                                                   &contacts_.shapes[static_cast<std::size_t>(pair.b)]};
    const contact::Law& law = contacts_.laws[static_cast<std::size_t>(pair.law)];
    const contact::Friction& friction = contacts_.frictions[static_cast<std::size_t>(pair.friction)];
    // As if their frames were those of their bodies: K and D are found where they are added.
    const std::array<MarkerState<double>, 2> now{at_frame(pair.a), at_frame(pair.b)};
    const std::array<contact::Pose, 2> before{frame_before(pair.a), frame_before(pair.b)};
    contact::Mat12 K = contact::Mat12::Zero(), D = contact::Mat12::Zero();
    Vec3 force = Vec3::Zero();
    std::array<Vec3, 2> torque{Vec3::Zero(), Vec3::Zero()};
    contact::TouchForce touch;
    for (const contact::Touch& t : touches) {
      const std::size_t f = t.flipped ? 1 : 0;
      const contact::Sides both{now[f], now[1 - f], before[f], before[1 - f]};
      const Vec3 s = friction.kind == contact::Friction::Kind::bristle ? bristle(k, t) : Vec3(Vec3::Zero());
      contact::find_force(t, both, law, friction, s, touch);
      if (touch.N == 0.0) continue;
      contact::find_derivatives(t, both, law, friction, s, touch, K, D);
      const double sign = t.flipped ? 1.0 : -1.0;
      const Vec3 F = sign * touch.F(), m = sign * touch.moment;
      force += F;
      torque[0] += (touch.p - now[0].p).cross(F) + m;
      torque[1] -= (touch.p - now[1].p).cross(F) + m;
    }
    assembly.wrenches.add(shape[0]->frame, Vec3::Zero(), force, torque[0]);
    assembly.wrenches.add(shape[1]->frame, Vec3::Zero(), Vec3(-force), torque[1]);
    for (std::size_t c = 0; c < 2; ++c) {
      if (!p.entry(shape[c]->frame).moves()) continue;
      const Mat3 turned = BlockAdder::turned(point, shape[c]->frame);
      for (std::size_t r = 0; r < 2; ++r) {
        if (!p.entry(shape[r]->frame).moves()) continue;
        const auto i = 6 * static_cast<Eigen::Index>(r), j = 6 * static_cast<Eigen::Index>(c);
        assembly.blocks.add_at_frames(point, K.block<6, 6>(i, j), D.block<6, 6>(i, j), shape[r]->frame, shape[c]->frame,
                                      turned, slots_[4 * candidate + 2 * r + c]);
      }
    }
  });
}

void ContactsPart::add_energies(const Evaluation&, Energies& out) const {
  if (empty()) return;
  each_force([&](int k, const contact::Touch& t, const contact::TouchForce& touch) {
    const contact::Sides both = sides(contacts_.pairs[static_cast<std::size_t>(k)], t);
    const double damping = (touch.N - touch.elastic) * touch.closing;
    const double friction = -touch.T.dot(touch.velocity) - touch.moment.dot(both.f.w - both.s.w);
    out.potential += touch.energy;
    out.magnitude += touch.energy;
    out.stored[kContactElasticity] += touch.energy;
    out.taken[kContactDamping] += damping;
    out.taken[kContactFriction] += friction;
    out.power_dissipated += damping + friction;
  });
}

void ContactsPart::add_working(const Evaluation& here, bool damping, bool friction, Wrenches& out) const {
  if (empty()) return;
  each_force([&](int k, const contact::Touch& t, const contact::TouchForce& touch) {
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    Vec3 F = Vec3::Zero(), m = Vec3::Zero();
    if (damping) F += (touch.N - touch.elastic) * touch.n;
    if (friction) F += touch.T, m += touch.moment;
    if (t.flipped) F = -F, m = -m;
    for (const double sign : {1.0, -1.0}) {
      const ContactShape& shape = contacts_.shapes[static_cast<std::size_t>(sign > 0.0 ? pair.a : pair.b)];
      out.add(shape.frame, here.placement.arm(shape.marker), Vec3(sign * F),
              Vec3(sign * ((touch.p - here.placement.pose(shape.marker).p).cross(F) + m)));
    }
  });
}

void ContactsPart::work(const Vector& direction, double* out) const {
  if (empty()) return;
  each_force([&](int k, const contact::Touch& t, const contact::TouchForce& touch) {
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    const Vec3 F = touch.F();
    for (const bool feature : {true, false}) {
      const MarkerId marker = contacts_.shapes[static_cast<std::size_t>(feature != t.flipped ? pair.a : pair.b)].marker;
      const ForceTorque motion = placement_.motion(marker, direction);
      const Vec3 arm = touch.p - placement_.pose(marker).p;
      out[pair.contact] -=
          (feature ? 1.0 : -1.0) * (F.dot(motion.force) + (arm.cross(F) + touch.moment).dot(motion.torque));
    }
  });
}

void ContactsPart::find(const ContactPair& pair, double reach, bool derivatives) const {
  const ContactShape &a = contacts_.shapes[static_cast<std::size_t>(pair.a)],
                     &b = contacts_.shapes[static_cast<std::size_t>(pair.b)];
  found_.clear();
  contact::find_touches(*a.prepared, pose_of(placement_.pose(a.marker)), *b.prepared,
                        pose_of(placement_.pose(b.marker)), contacts_.plans[static_cast<std::size_t>(pair.plan)], reach,
                        derivatives, scratch_, found_);
}

void ContactsPart::points(std::vector<ContactPoint>& out) const {
  out.clear();
  if (empty()) return;
  each_force([&](int k, const contact::Touch& t, const contact::TouchForce& touch) {
    out.push_back({contacts_.pairs[static_cast<std::size_t>(k)].contact, k, touch.p,
                   (t.flipped ? -1.0 : 1.0) * touch.F(), touch.depth});
  });
}

void ContactsPart::touching_pairs(std::vector<TouchingPair>& out) const {
  out.clear();
  if (empty()) return;
  contact::TouchForce touch;
  each_touching(false, [&](int k, std::size_t, Touches touches) {
    TouchingPair& pair = out.emplace_back();
    pair.contact = contacts_.pairs[static_cast<std::size_t>(k)].contact;
    pair.pair = k;
    for (const contact::Touch& t : touches) {
      force(k, t, touch);
      pair.normal += touch.N;
      if (touch.depth < pair.depth) continue;
      pair.depth = touch.depth;
      pair.closing = touch.closing;
      pair.at = touch.p;
      pair.n = (t.flipped ? -1.0 : 1.0) * touch.n;
    }
  });
}

double ContactsPart::closing_speed(int pair, const Vec3& at, const Vec3& n) const {
  const ContactPair& both = contacts_.pairs[static_cast<std::size_t>(pair)];
  const auto velocity = [&](int shape) -> Vec3 {
    const MarkerState<double>& m = placement_.marker(contacts_.shapes[static_cast<std::size_t>(shape)].marker);
    return m.v + m.w.cross(at - m.p);
  };
  return -n.dot(velocity(both.a) - velocity(both.b));
}

std::string ContactsPart::explain_not_finite() const {
  std::string out;
  each_force([&](int k, const contact::Touch&, const contact::TouchForce& touch) {
    if (out.empty() && !touch.F().allFinite())
      out = fmt::format(
          "contact {}: its force is not finite",
          contacts_.contacts[static_cast<std::size_t>(contacts_.pairs[static_cast<std::size_t>(k)].contact)].name);
  });
  return out;
}

}  // namespace alembert
