// What touches exert, differentiated by hand, against differences of itself, for every pair of shapes and every law;
// and no jumps when shapes rock, slide and roll on each other.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "elements/contact/pair.h"
#include "elements/contact/touch_force.h"
#include "support/contact_shapes.h"

namespace alembert::contact {
namespace {

using Wrench = Eigen::Matrix<double, 12, 1>;

// Sanitizers look for faults in the program, and are slow: fewer positions will do.
#ifdef __SANITIZE_ADDRESS__
constexpr int kPositions = 1, kSteps = 10, kSlide = 50;
constexpr bool kBothWays = false;  // of a pair
#else
constexpr int kPositions = 3, kSteps = 120, kSlide = 2000;
constexpr bool kBothWays = true;
#endif

struct Setting {
  Law law;
  Friction friction;
};

std::vector<Setting> settings() {
  std::vector<Setting> out(4);
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
  return out;
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

TEST(ContactDerivatives, AreThoseOfTheForcesForEveryPairAndLaw) {
  each_pair([](const std::shared_ptr<const Shape>& a, const std::shared_ptr<const Shape>& b, const Pair& pair) {
    const bool meshes = a->kind() == ShapeKind::mesh || b->kind() == ShapeKind::mesh;
    std::mt19937 random(5);
    int tested = 0;
    const std::vector<Setting> all = settings();
    std::vector<double> worst_k(all.size(), 0.0), worst_d(all.size(), 0.0);
    for (int attempt = 0; attempt < 60 && tested < kPositions; ++attempt) {
      TwoShapes m = random_motion(random);
      Vec3 direction = approach(*a, *b, m, random);
      if (!test::in_one_plane(*a, *b, m.now[0].R, m.now[1].R, direction)) continue;
      if (!touch_by(pair, m, direction, 0.004)) continue;
      const std::vector<Touch> touches = pair.touches(m, 0.0, true);
      // Not where something else is about to touch: forces have a kink there.
      if (touches.empty() || fades(touches, meshes) || pair.touches(m, 1e-5, false).size() != touches.size() ||
          std::any_of(touches.begin(), touches.end(), [](const Touch& t) { return t.gap > -1e-5; }))
        continue;
      ++tested;
      for (std::size_t k = 0; k < all.size(); ++k) {
        const Setting& setting = all[k];
        const Vec3 bristle(0.004, -0.003, 0.005);
        if (pair.wrench(m, setting, bristle).norm() == 0.0) continue;  // parts without pulling
        Mat12 K, D;
        pair.matrices(m, setting, bristle, K, D);
        const double h = 1e-7, size_k = K.cwiseAbs().maxCoeff(), size_d = D.cwiseAbs().maxCoeff() + 1e-9;
        for (int c = 0; c < 12; ++c) {
          const std::size_t side = c < 6 ? 0 : 1;
          TwoShapes up = m, down = m;
          move(up.now[side], c % 6, h);
          move(down.now[side], c % 6, -h);
          const Wrench by_pose = (pair.wrench(up, setting, bristle) - pair.wrench(down, setting, bristle)) / (2 * h);
          worst_k[k] = std::max(worst_k[k], (by_pose - K.col(c)).cwiseAbs().maxCoeff() / size_k);
          up = down = m;
          (c % 6 < 3 ? up.now[side].v : up.now[side].w)[c % 3] += h;
          (c % 6 < 3 ? down.now[side].v : down.now[side].w)[c % 3] -= h;
          const Wrench by_twist = (pair.wrench(up, setting, bristle) - pair.wrench(down, setting, bristle)) / (2 * h);
          worst_d[k] = std::max(worst_d[k], (by_twist - D.col(c)).cwiseAbs().maxCoeff() / size_d);
        }
      }
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      EXPECT_LT(worst_k[k], 2e-5) << "K, setting " << k;
      EXPECT_LT(worst_d[k], 2e-5) << "D, setting " << k;
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
      worst = std::max(worst, largest_jump(pair, m, Vec3::Zero(), 1e-6 * side, kSteps, 0.1));
      worst = std::max(worst, largest_jump(pair, m, 1e-6 * side, Vec3::Zero(), kSteps, 0.1));
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
