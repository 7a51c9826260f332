// What a touch exerts, by law and friction, and how that changes with the motion of its two shapes.
//
//   p = x - (radius + gap/2) n           where it acts: half way between the surfaces
//   delta = -gap,   v = -n.(v_f - v_s),  u = (1 - n n^T)(v_f - v_s)       at p
//   F = weight N(delta, v) n + T         on the feature's body, at p; -F on the surface's
//
// Slip since the last accepted state, in the axes of the surface's shape, where bristles live: the way of the hub
// there, and the turn of the feature's body about it,
//
//   du = (c - c_before) + theta x (p - c),   theta = log(R R_before^T),   R = R_s^T R_f,   c = R_s^T (hub - p_s)
//
// so that what rolls does not slip however long the step, and what moves with the surface does not, either.
#pragma once

#include "elements/contact/friction.h"
#include "elements/contact/law.h"
#include "elements/contact/touch.h"
#include "elements/marker.h"

namespace alembert::contact {

// The two shapes of a touch: the feature's and the surface's.
struct Sides {
  const MarkerState<double>& f;
  const MarkerState<double>& s;
  const Pose& f_before;  // at the last accepted state
  const Pose& s_before;
};

struct TouchForce {
  Vec3 p, n;
  double depth = 0.0, closing = 0.0;
  double N = 0.0, elastic = 0.0, energy = 0.0;  // with the weight
  Vec3 T = Vec3::Zero(), moment = Vec3::Zero();
  Vec3 velocity;                // of the feature's body relative to the surface's, at p
  Vec3 slip = Vec3::Zero();     // u
  Vec3 bristle = Vec3::Zero();  // s, in the axes of the surface's shape
  Vec3 F() const { return N * n + T; }
};

// `bristle`: s of the last accepted state, in the axes of the surface's shape then.
void find_force(const Touch& touch, const Sides& sides, const Law& law, const Friction& friction, const Vec3& bristle,
                TouchForce& out);

// Adds derivatives of the wrenches at the two markers, with the sign of f, by poses and by twists: those of the pair's
// first shape first.
using Mat12 = Eigen::Matrix<double, 12, 12>;
void find_derivatives(const Touch& touch, const Sides& sides, const Law& law, const Friction& friction,
                      const Vec3& bristle, const TouchForce& force, Mat12& K, Mat12& D);

// What is measured of a touch: depth, normal force, size of the friction force, speed of the slip.
enum class TouchMeasure { depth, normal, friction, slip };

// Adds its derivatives by poses and by twists, in the order of find_derivatives. Of a touch that was found without
// derivatives, those of the depth alone.
using Row12 = Eigen::Matrix<double, 1, 12>;
void add_gradient(const Touch& touch, const Sides& sides, const Law& law, const Friction& friction, const Vec3& bristle,
                  const TouchForce& force, TouchMeasure measure, Row12& by_pose, Row12& by_twist);

}  // namespace alembert::contact
