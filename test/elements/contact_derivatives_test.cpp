// What touches exert and what is measured of them, differentiated by hand, for every pair of shapes and every law; and
// no jumps when shapes rock, slide and roll on each other.
//
// The slopes of the laws are compared with dual numbers. Searches for touches are iterations on distances of plain
// numbers: there, differences take the place of dual numbers, extrapolated to the sixth order, which leaves 1e-8.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "elements/contact/pair.h"
#include "elements/contact/touch_force.h"
#include "math/dual.h"
#include "support/contact_shapes.h"

namespace alembert::contact {
namespace {

using Wrench = Eigen::Matrix<double, 12, 1>;
using Rows4 = Eigen::Matrix<double, 4, 12>;

// Sanitizers look for faults in the program, and are slow: fewer positions will do.
#ifdef __SANITIZE_ADDRESS__
constexpr int kPositions = 1, kRocks = 10, kSlide = 50;
constexpr bool kBothWays = false;  // of a pair
#else
constexpr int kPositions = 3, kRocks = 120, kSlide = 2000;
constexpr bool kBothWays = true;
#endif

struct Setting {
  Law law;
  Friction friction;
};

std::vector<Setting> settings() {
  static const Expression force =
      parse_expression("1e3*penetration^1.5*(1 + 0.3*penetration_rate) + 40*penetration^2*sin(penetration_rate)", {},
                       {}, {}, {}, {"penetration", "penetration_rate"});
  std::vector<Setting> out(5);
  for (Setting& s : out) {
    s.law.stiffness = 1e3;
    s.law.exponent = 1.5;
    s.law.dissipation = 0.3;
  }
  out[1].friction = {Friction::Kind::bristle, 0.6, 0.4, 0.3, 2e-2, 3e-3, 0.0, 0.0, 0.01, 0.02};
  out[2].law.kind = Law::Kind::impact;
  out[2].law.damping = 30.0;
  out[2].law.depth = 0.05;
  out[2].friction = {Friction::Kind::velocity, 0.6, 0.4, 0.0, 0.0, 0.0, 0.4, 2.0, 0.0, 0.0};
  out[3].law.exponent = 2.2;
  out[3].friction = {Friction::Kind::bristle, 0.6, 0.6, 0.3, 1e3, 0.0, 0.0, 0.0, 0.0, 0.0};  // sticks
  out[4].law.kind = Law::Kind::expression;
  out[4].law.force = &force;
  for (std::size_t k = 0; k < force.measures().size(); ++k)
    (force.measures()[k].name == "penetration" ? out[4].law.depth_leaf : out[4].law.speed_leaf) = static_cast<int>(k);
  out[4].friction = out[1].friction;
  return out;
}

// The equations at the head of law.h, for any number.
template <class T>
T force_of(const Law& law, const T& depth, const T& speed) {
  using std::pow;
  using std::sin;
  if (law.kind == Law::Kind::expression)
    return 1e3 * pow(depth, 1.5) * (1.0 + 0.3 * speed) + 40.0 * depth * depth * sin(speed);
  const T elastic = law.stiffness * pow(depth, law.exponent);
  if (law.kind == Law::Kind::hunt_crossley) return elastic * (1.0 + law.dissipation * speed);
  const T x = depth / law.depth;
  return elastic + law.damping * x * x * (3.0 - 2.0 * x) * speed;
}

TEST(ContactLaws, HaveTheSlopesOfDualNumbers) {
  for (const Setting& s : settings())
    for (const double depth : {1e-5, 0.004, 0.03})
      for (const double speed : {-0.7, 0.0, 0.4}) {
        const Dual<2> exact = force_of(s.law, Dual<2>::variable(depth, 0), Dual<2>::variable(speed, 1));
        if (!(exact.value > 0.0)) continue;
        const NormalForce found = s.law.at(depth, speed);
        const double size = std::abs(exact.d[0]) + std::abs(exact.d[1]);
        EXPECT_NEAR(found.N, exact.value, 1e-14 * size);
        EXPECT_NEAR(found.by_depth, exact.d[0], 1e-13 * size);
        EXPECT_NEAR(found.by_speed, exact.d[1], 1e-13 * size);
      }
}

// Two shapes that move: now, and before a step.
struct TwoShapes {
  std::array<MarkerState<double>, 2> now;
  std::array<Pose, 2> before;
  Pose pose(int k) const { return {now[static_cast<std::size_t>(k)].p, now[static_cast<std::size_t>(k)].R}; }
};

class Pair {
 public:
  Pair(std::shared_ptr<const Shape> a, std::shared_ptr<const Shape> b)
      : a_(std::move(a)), b_(std::move(b)), plan_(plan_pair(*a_.shape, *b_.shape)) {}

  std::vector<Touch> touches(const TwoShapes& m, double reach, bool derivatives) const {
    std::vector<Touch> out;
    PairScratch scratch;
    find_touches(a_, m.pose(0), b_, m.pose(1), plan_, reach, derivatives, scratch, out);
    return out;
  }
  double gap(const TwoShapes& m) const {
    double out = INFINITY;
    for (const Touch& t : touches(m, INFINITY, false)) out = std::min(out, t.gap);
    return out;
  }
  static Sides sides(const TwoShapes& m, const Touch& t) {
    const std::size_t f = t.flipped ? 1 : 0;
    return {m.now[f], m.now[1 - f], m.before[f], m.before[1 - f]};
  }
  // With the sign of f, at the two shapes.
  Wrench wrench(const TwoShapes& m, const Setting& s, const Vec3& bristle) const {
    Wrench out = Wrench::Zero();
    TouchForce force;
    for (const Touch& t : touches(m, 0.0, false)) {
      find_force(t, sides(m, t), s.law, s.friction, bristle, force);
      const double sign = t.flipped ? 1.0 : -1.0;
      const Vec3 F = sign * force.F(), moment = sign * force.moment;
      out.segment<3>(0) += F;
      out.segment<3>(3) += (force.p - m.now[0].p).cross(F) + moment;
      out.segment<3>(6) -= F;
      out.segment<3>(9) -= (force.p - m.now[1].p).cross(F) + moment;
    }
    return out;
  }
  // Normal force, size of friction, depth and slip of all touches, each summed.
  static constexpr std::array kMeasures{TouchMeasure::normal, TouchMeasure::friction, TouchMeasure::depth,
                                        TouchMeasure::slip};
  Eigen::Vector4d measures(const TwoShapes& m, const Setting& s, const Vec3& bristle) const {
    Eigen::Vector4d out = Eigen::Vector4d::Zero();
    TouchForce force;
    for (const Touch& t : touches(m, 0.0, false)) {
      find_force(t, sides(m, t), s.law, s.friction, bristle, force);
      out += Eigen::Vector4d(force.N, force.T.norm(), force.depth, force.slip.norm());
    }
    return out;
  }
  void measure_gradients(const TwoShapes& m, const Setting& s, const Vec3& bristle, Rows4& by_pose,
                         Rows4& by_twist) const {
    by_pose.setZero();
    by_twist.setZero();
    TouchForce force;
    for (const Touch& t : touches(m, 0.0, true)) {
      find_force(t, sides(m, t), s.law, s.friction, bristle, force);
      for (std::size_t k = 0; k < kMeasures.size(); ++k) {
        Row12 pose = Row12::Zero(), twist = Row12::Zero();
        add_gradient(t, sides(m, t), s.law, s.friction, bristle, force, kMeasures[k], pose, twist);
        by_pose.row(static_cast<Eigen::Index>(k)) += pose;
        by_twist.row(static_cast<Eigen::Index>(k)) += twist;
      }
    }
  }
  void matrices(const TwoShapes& m, const Setting& s, const Vec3& bristle, Mat12& K, Mat12& D) const {
    K.setZero();
    D.setZero();
    TouchForce force;
    for (const Touch& t : touches(m, 0.0, true)) {
      find_force(t, sides(m, t), s.law, s.friction, bristle, force);
      find_derivatives(t, sides(m, t), s.law, s.friction, bristle, force, K, D);
    }
  }

 private:
  PreparedShape a_, b_;
  PairPlan plan_;
};

// All that can touch each other.
void each_pair(const std::function<void(const std::shared_ptr<const Shape>& a, const std::shared_ptr<const Shape>& b,
                                        const Pair& pair)>& f) {
  const auto shapes = test::contact_shapes();
  for (const auto& [name_a, a] : shapes)
    for (const auto& [name_b, b] : shapes) {
      if (!pair_problem(a->kind(), b->kind()).empty() || (!kBothWays && a->kind() < b->kind())) continue;
      SCOPED_TRACE(name_a + " on " + name_b);
      f(a, b, Pair(a, b));
    }
}

// In which the first comes to the second: planes face what they touch.
Vec3 approach(const Shape& a, const Shape& b, const TwoShapes& m, std::mt19937& random) {
  std::normal_distribution<double> g;
  const Vec3 any = Vec3(g(random), g(random), g(random)).normalized();
  if (a.kind() == ShapeKind::plane) return -m.now[0].R.col(2);
  return b.kind() == ShapeKind::plane ? Vec3(m.now[1].R.col(2)) : any;
}

void move(MarkerState<double>& m, int direction, double by) {
  if (direction < 3)
    m.p[direction] += by;
  else
    m.R = so3::matrix(so3::exp(Vec3(by * Vec3::Unit(direction - 3)))) * m.R;
}

TwoShapes random_motion(std::mt19937& random) {
  std::normal_distribution<double> g;
  const auto vector = [&](double size) { return Vec3(size * Vec3(g(random), g(random), g(random))); };
  TwoShapes out;
  for (std::size_t k = 0; k < 2; ++k) {
    out.now[k] = {vector(0.1), so3::matrix(so3::exp(vector(1.5))), vector(0.5), vector(0.8)};
    out.before[k] = {out.now[k].p - 0.01 * out.now[k].v,
                     so3::matrix(so3::exp(Vec3(-0.01 * out.now[k].w))) * out.now[k].R};
  }
  return out;
}

// Moves the first away along a direction until the shapes are this deep in each other; false: they never are.
bool touch_by(const Pair& pair, TwoShapes& m, const Vec3& direction, double depth) {
  const Vec3 start = m.now[1].p;
  const auto gap_at = [&](double x) {
    m.now[0].p = start + x * direction;
    return pair.gap(m);
  };
  double in = 0.0, out = 0.0;
  for (double x = 2.0; x > 0.0; x -= 0.01) {
    const double gap = gap_at(x);
    if (std::isfinite(gap) && gap < -depth) {
      in = x;
      out = x + 0.01;
      break;
    }
  }
  if (in == 0.0) return false;
  for (int k = 0; k < 60; ++k) {
    const double x = 0.5 * (in + out);
    (gap_at(x) < -depth ? in : out) = x;
  }
  gap_at(in);
  m.before[0].p = m.now[0].p - 0.01 * m.now[0].v;
  return true;
}

// Weights that fade change with the motion; their change is not in the derivatives.
bool fades(const std::vector<Touch>& touches, bool meshes) {
  if (meshes) return false;
  return std::any_of(touches.begin(), touches.end(),
                     [](const Touch& t) { return t.weight != 1.0 && std::abs(t.weight - 0.125) > 1e-12; });
}

// Wrench, and behind it what is measured.
using All = Eigen::Matrix<double, 16, 1>;
All all_of(const Pair& pair, const TwoShapes& m, const Setting& s, const Vec3& bristle) {
  All out;
  out << pair.wrench(m, s, bristle), pair.measures(m, s, bristle);
  return out;
}

// Central differences with steps h, h/2, h/4: what is left is of the order h^6. Depths are some 40 times h.
template <class At>
All differentiate(double h, At&& at) {
  const auto central = [&](double step) -> All { return (at(step) - at(-step)) / (2.0 * step); };
  const All d1 = central(h), d2 = central(h / 2), d3 = central(h / 4);
  return (16.0 * (4.0 * d3 - d2) / 3.0 - (4.0 * d2 - d1) / 3.0) / 15.0;
}

// Largest differences of the derivatives by hand from these: of K, of D, and of the rows of what is measured.
struct Off {
  double K = 0.0, D = 0.0, measures = 0.0;
};
// Where something has a kink nearby (bristles begin to slide, a touch begins, the nearest part of a surface is
// another), shorter steps tell; they have larger errors of rounding.
constexpr double kExact = 1e-8;
constexpr std::array kSteps{1e-4, 1e-5, 2e-6};

void compare(const Pair& pair, const TwoShapes& m, const Setting& setting, Off& off) {
  const Vec3 bristle(0.004, -0.003, 0.005);
  if (pair.wrench(m, setting, bristle).norm() == 0.0) return;  // parts without pulling
  Mat12 K, D;
  Rows4 by_pose, by_twist;
  pair.matrices(m, setting, bristle, K, D);
  pair.measure_gradients(m, setting, bristle, by_pose, by_twist);
  const double size_k = K.cwiseAbs().maxCoeff(), size_d = D.cwiseAbs().maxCoeff() + 1e-9;
  Eigen::Vector4d size = by_pose.cwiseAbs().rowwise().maxCoeff() + by_twist.cwiseAbs().rowwise().maxCoeff();
  size = size.cwiseMax(1e-9);
  const auto column = [&](int c, bool pose, double& wrench, double& measures) {
    const std::size_t side = c < 6 ? 0 : 1;
    double best_wrench = INFINITY, best_measures = INFINITY;
    for (const double h : kSteps) {
      const All exact = differentiate(h, [&](double by) {
        TwoShapes moved = m;
        if (pose)
          move(moved.now[side], c % 6, by);
        else
          (c % 6 < 3 ? moved.now[side].v : moved.now[side].w)[c % 3] += by;
        return all_of(pair, moved, setting, bristle);
      });
      const Mat12& by_hand = pose ? K : D;
      const Rows4& rows = pose ? by_pose : by_twist;
      best_wrench =
          std::min(best_wrench, (exact.head<12>() - by_hand.col(c)).cwiseAbs().maxCoeff() / (pose ? size_k : size_d));
      best_measures =
          std::min(best_measures, ((exact.tail<4>() - rows.col(c)).cwiseAbs().cwiseQuotient(size)).maxCoeff());
      if (best_wrench < kExact && best_measures < kExact) break;
    }
    wrench = std::max(wrench, best_wrench);
    measures = std::max(measures, best_measures);
  };
  for (int c = 0; c < 12; ++c) {
    column(c, true, off.K, off.measures);
    column(c, false, off.D, off.measures);
  }
}

TEST(ContactDerivatives, AreThoseOfTheForcesForEveryPairAndLaw) {
  each_pair([](const std::shared_ptr<const Shape>& a, const std::shared_ptr<const Shape>& b, const Pair& pair) {
    const bool meshes = a->kind() == ShapeKind::mesh || b->kind() == ShapeKind::mesh;
    constexpr double margin = 1e-4;
    std::mt19937 random(5);
    int tested = 0;
    const std::vector<Setting> all = settings();
    std::vector<Off> off(all.size());
    for (int attempt = 0; attempt < 200 && tested < kPositions; ++attempt) {
      TwoShapes m = random_motion(random);
      Vec3 direction = approach(*a, *b, m, random);
      if (!test::in_one_plane(*a, *b, m.now[0].R, m.now[1].R, direction)) continue;
      if (!touch_by(pair, m, direction, 0.004)) continue;
      const std::vector<Touch> touches = pair.touches(m, 0.0, true);
      // Not where something else is about to touch: forces have a kink there.
      if (touches.empty() || fades(touches, meshes) || pair.touches(m, margin, false).size() != touches.size() ||
          std::any_of(touches.begin(), touches.end(), [](const Touch& t) { return t.gap > -margin; }))
        continue;
      ++tested;
      for (std::size_t k = 0; k < all.size(); ++k) compare(pair, m, all[k], off[k]);
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      EXPECT_LT(off[k].K, kExact) << "K, setting " << k;
      EXPECT_LT(off[k].D, kExact) << "D, setting " << k;
      EXPECT_LT(off[k].measures, kExact) << "what is measured, setting " << k;
    }
    EXPECT_GT(tested, 0);
  });
}

// The largest jump of force or moment in a step: what is left of it in second differences, relative to the force.
double largest_jump(const Pair& pair, TwoShapes m, const Vec3& way, const Vec3& turn, int steps, double lever) {
  Setting elastic;
  elastic.law.stiffness = 1e6;
  double worst = 0.0;
  std::array<Wrench, 3> last;
  for (int k = 0; k < steps; ++k) {
    last[0] = last[1];
    last[1] = last[2];
    last[2] = pair.wrench(m, elastic, Vec3::Zero());
    m.now[0].p += way;
    m.now[0].R = so3::matrix(so3::exp(turn)) * m.now[0].R;
    if (k < 2) continue;
    const Wrench jump = last[2] - 2.0 * last[1] + last[0];
    const double size = std::max({last[0].head<3>().norm(), last[1].head<3>().norm(), last[2].head<3>().norm()});
    // What has just begun or is about to end presses next to nothing.
    if (size < 1e-6 * elastic.law.stiffness) continue;
    worst = std::max({worst, jump.head<3>().norm() / size, jump.segment<3>(3).norm() / (lever * size)});
  }
  return worst;
}

TEST(ContactSmoothness, NothingJumpsWhenShapesRockAndSlide) {
  each_pair([](const std::shared_ptr<const Shape>& a, const std::shared_ptr<const Shape>& b, const Pair& pair) {
    std::mt19937 random(11);
    std::normal_distribution<double> g;
    double worst = 0.0;
    for (int attempt = 0; attempt < 2 * kPositions; ++attempt) {
      TwoShapes m = random_motion(random);
      Vec3 direction = approach(*a, *b, m, random);
      // Every other time face to face.
      if (attempt % 2 == 1 && b->kind() != ShapeKind::profile && a->kind() != ShapeKind::profile) {
        m.now[0].R = m.now[1].R;
        if (a->kind() != ShapeKind::plane && b->kind() != ShapeKind::plane) direction = m.now[1].R.col(attempt % 3);
        if (a->kind() == ShapeKind::plane)
          m.now[0].R = m.now[0].R * Vec3(1, -1, -1).asDiagonal(), direction = m.now[1].R.col(2);
        direction += 0.05 * Vec3(g(random), g(random), g(random));
        direction.normalize();
      }
      if (!test::in_one_plane(*a, *b, m.now[0].R, m.now[1].R, direction)) continue;
      if (!touch_by(pair, m, direction, 5e-4)) continue;
      const Vec3 side = any_normal(direction);
      worst = std::max(worst, largest_jump(pair, m, Vec3::Zero(), 1e-6 * side, kRocks, 0.1));
      worst = std::max(worst, largest_jump(pair, m, 1e-6 * side, Vec3::Zero(), kRocks, 0.1));
    }
    EXPECT_LT(worst, 1e-3);
  });
}

// A block, turned by a third of a right angle, slides off the edge of a table in steps of a micrometre.
TEST(ContactSmoothness, ABlockSlidesOffAnEdge) {
  const Pair pair(std::make_shared<BoxShape>(Vec3(0.2, 0.2, 0.1)), std::make_shared<BoxShape>(Vec3(1, 1, 0.2)));
  for (const double turn : {0.0, 0.5}) {
    double worst = 0.0;
    for (const double x : {0.36, 0.4, 0.45, 0.5, 0.52, 0.58, 0.6, 0.62}) {
      TwoShapes m;
      for (MarkerState<double>& s : m.now) s = {Vec3::Zero(), Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
      m.now[0].p = Vec3(x - 0.001, 0.03, 0.15 - 1e-4);
      m.now[0].R = so3::matrix(so3::exp(Vec3(0, 0, turn)));
      worst = std::max(worst, largest_jump(pair, m, Vec3(1e-6, 0, 0), Vec3::Zero(), kSlide, 0.1));
    }
    EXPECT_LT(worst, 1e-3) << turn;
  }
}

}  // namespace
}  // namespace alembert::contact
