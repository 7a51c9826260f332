// What a kind of body answers; nothing outside bodies/ asks which kind it is.
//
//   M(q) a + f = 0,    f = J^T w + (velocity terms and weight)        w: what elements exert at its frames
//
// q, v, d, a, x and f below point to the body's own numbers.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "bodies/frame.h"
#include "dae/problem.h"
#include "linear/pattern.h"
#include "model/model.h"

namespace alembert {

struct BodySizes {
  int positions = 0, velocities = 0, frames = 1;
};

// Where the matrix of a body is wanted, and with which weights (dae/problem.h).
struct BodyPoint {
  const dae::Weights& weights;
  const double* q;
  const double* v;
  const double* a;
  const double* d;
  const double* q_mass;  // where M is taken
  bool mass_moves;       // it is the trial point itself: K has d(M a)/dq, too
  const Vec3& gravity;
  const FrameState* frames;
  const ForceTorque* wrenches;  // gathered at the frames
};

template <class B>
concept BodyKernel = std::constructible_from<B, const Body&> &&
    requires(const B body, const Body& given, const double* x, double* out, FrameState* frames,
             const FrameState* placed, const ForceTorque* wrenches, const Vec3& vector, const BodyPoint& point, int k,
             std::vector<linear::Block>& blocks, const linear::Pattern& pattern, int* slots, const int* bound,
             MapRef map) {
  // Sizes and names.
  { body.sizes() } -> std::same_as<BodySizes>;
  { body.frame(k) } -> std::same_as<FrameShape>;
  { body.frame_origin(k) } -> std::same_as<Vec3>;  // where it is at the start, in the body frame
  { body.coordinate_name(k) } -> std::convertible_to<std::string>;
  { body.direction(k) } -> std::same_as<Direction>;
  // Positions: given by the user, placed, moved.
  body.start(given, out, out);                                           // q, v
  body.place(x, frames);                                                 // q -> r, R
  body.turn(x, x, frames);                                               // q, v -> v, w; after `place`
  { body.accelerate(x, x, x, placed, k) } -> std::same_as<ForceTorque>;  // of frame k: q, v, a
  body.advance(x, x, out);                                               // q (+) d
  body.difference(x, x, out);                                            // the shortest d with from (+) d = to
  body.apply_inverse_tangent(x, out);                                    // x <- T(d)^-1 x
  body.rates(x, x, out);                                                 // q' of q, v
  body.velocity_of_rates(x, x, out);                                     // v of q, q'
  body.move_origin(vector, placed, out, out);  // q, v of the same motion told at another point of the body
  { body.orientation(x) } -> std::same_as<Quat>;
  body.magnitudes(x, out);  // |q_i| that errors are relative to, per velocity; rotations give 0
  // Maps of frames that are general.
  body.jacobian(x, k, map);            // J of frame k
  body.twist_stiffness(x, x, k, map);  // V
  // Mass.
  { body.constant_mass() } -> std::same_as<bool>;
  body.apply_mass(x, x, out);                                    // q, a
  { body.apply_inverse_mass(x, x, out) } -> std::same_as<bool>;  // q, x; false: there is none
  { body.total_mass() } -> std::same_as<double>;
  { body.inertia(k) } -> std::same_as<double>;    // of a direction, at the start
  { body.stiffness(k) } -> std::same_as<double>;  // of a spring inside the body along a direction
  { body.damping(k) } -> std::same_as<double>;    // of a damper
  { body.largest_moment() } -> std::same_as<double>;
  { body.moment(x) } -> std::same_as<Mat3>;  // of inertia about its first frame, body axes
  { body.offset(x) } -> std::same_as<Vec3>;  // mass times the way from there to the centre of mass
  // Forces and their derivatives.
  body.gather(x, placed, wrenches, out);  // f = J^T w
  body.add_forces(x, x, vector, out);     // f += velocity terms, weight, forces inside the body
  body.declare(k, blocks);                // places of its own block, its first velocity being k
  body.bind(k, pattern, slots);           // one slot a column
  body.add_matrix(point, bound, out);
  { body.kinetic_energy(x, x, placed) } -> std::same_as<double>;         // q, v
  { body.potential_energy(x, vector, placed) } -> std::same_as<double>;  // of weight, and inside the body
};

}  // namespace alembert
