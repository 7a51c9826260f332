// The abstract problem every integration method sees: constrained motion on a manifold.
//
//   M(t,q) a + f(t,q,v,lambda) = 0                             equations of motion; most often f = G^T lambda - Q
//   Phi(t,q) = 0                                               holonomic constraints, G = dPhi/d(tangent)
//   k(t,q,v) = 0                                               nonholonomic constraints, there G = dk/dv
//
// lambda holds the multipliers of both: first those of Phi, then those of k (psi of the papers).
//
// A configuration q is moved by a tangent increment d: q (+) d. T(d) relates a change of d to the change of q (+) d in
// its own tangent: q (+) (d + e) = (q (+) d) (+) T(d) e to first order. On a vector space (+) is plain addition, T = I.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "base/archive.h"
#include "linear/sparse_matrix.h"
#include "math/types.h"

namespace alembert::dae {

struct Sizes {
  int positions = 0;     // numbers in q
  int velocities = 0;    // numbers in v, a and tangent increments
  int multipliers = 0;   // numbers in lambda, rows of Phi and k
  int memory = 0;        // numbers remembered from one accepted step to the next (angles over whole turns)
  int nonholonomic = 0;  // rows of k: the last ones of the multipliers
  int states = 0;        // first-order unknowns: the last ones of the velocities, whose positions mean nothing

  int unknowns() const { return velocities + multipliers; }
  int holonomic() const { return multipliers - nonholonomic; }
};

// The coordinates of one body, or a single state: numbers in q and v up to here.
struct Group {
  int positions_end = 0;
  int velocities_end = 0;
};

// A moment of the motion: plain vectors; copying one is a snapshot.
struct State {
  double t = 0.0;
  Vector q, v, a, lambda;
  Vector memory;

  State() = default;
  explicit State(const Sizes& n)
      : q(Vector::Zero(n.positions)),
        v(Vector::Zero(n.velocities)),
        a(Vector::Zero(n.velocities)),
        lambda(Vector::Zero(n.multipliers)),
        memory(Vector::Zero(n.memory)) {}
  void exchange(Archive& archive) { archive(t, q, v, a, lambda, memory); }
};

// The three numbers by which assembly knows the integrator: the Newton matrix in the unknowns (y, dlambda) is
//
//   [ mass M T^-1 + damping D T^-1 + stiffness K    F    ]     y = (change of q in its tangent) / stiffness
//   [ H                                            -eps  ]     K = df/dq, D = df/dv, F = df/dlambda (most often G^T)
//
// with M at its own point. Rows H of Phi are G; rows of k are those of k/damping: dk/dv T^-1 + stiffness/damping dk/dq
// (dk/dv alone where damping is 0).
//
// eps keeps the matrix regular when rows of G depend on each other. It acts on the change of lambda in the step only:
// methods solve Phi/(beta h^2) = eps (lambda - lambda_n), so the constraints hold to eps beta h^2 |lambda - lambda_n|,
// below rounding, and the undetermined part of lambda stays where it was (docs/formulation.md).
struct Weights {
  double mass = 1.0;
  double damping = 0.0;
  double stiffness = 0.0;
};

// Where the mass matrix is taken (formulation: not always at the end of the step).
struct MassPoint {
  double t = 0.0;
  const Vector& q;
  bool moves = false;  // it is the trial point itself: K has d(M a)/dq, times `mass`, too
};

// A trial point of a step, reached by the tangent increment d.
struct TrialPoint {
  double t = 0.0;
  const Vector& q;
  const Vector& v;
  const Vector& a;
  const Vector& lambda;
  const Vector& d;
};

// How easily forces of the constraints move what they hold, where M is regular:
//
//   S = G M^-1 G^T,   F = G^T
class Mobility {
 public:
  virtual ~Mobility() = default;

  // The upper triangle of S; another object, perhaps, after the problem's `update_topology`.
  virtual const linear::PatternPtr& pattern() const = 0;
  // Moves to a point: S + share eps, with M at its own point, and the velocity constraints (Phi_q v + Phi_t, with k
  // behind it) there.
  virtual void move_to(double t, const Vector& q, const Vector& v, const MassPoint& mass, double share, double* values,
                       Vector& rate) = 0;
  // out = M^-1 G^T mu at that point
  virtual void response(const Vector& mu, Vector& out) const = 0;
  // Keeps that point, and gives the same there when it has moved on.
  virtual void keep() = 0;
  virtual void kept_response(const Vector& mu, Vector& out) const = 0;
};

class Problem {
 public:
  virtual ~Problem() = default;

  virtual Sizes sizes() const = 0;

  // out = q (+) d
  virtual void advance(const Vector& q, const Vector& d, Vector& out) const = 0;
  // x <- T(d)^-1 x
  virtual void apply_inverse_tangent(const Vector& d, Vector& x) const = 0;

  // out = M(t,q) a; M may be singular where constraints hold what has no inertia
  virtual void apply_mass(double t, const Vector& q, const Vector& a, Vector& out) const = 0;
  // out = M(t,q)^-1 x; -1, or the first velocity of what has no inertia, where out means nothing
  virtual int apply_inverse_mass(double t, const Vector& q, const Vector& x, Vector& out) const = 0;
  virtual bool constant_mass() const = 0;
  // f = G^T lambda - Q(t,q,v), with lambda nowhere else.
  virtual bool linear_in_multipliers() const { return true; }

  // The rate of change of the numbers q at velocity v, and back: q' = B(q) v, v = B(q)^+ q'.
  virtual void rates(const Vector& q, const Vector& v, Vector& q_rate) const = 0;
  virtual void velocity_of_rates(const Vector& q, const Vector& q_rate, Vector& v) const = 0;

  // f, and Phi with k behind it
  virtual void evaluate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi) = 0;
  // The same and the velocity constraints in one pass.
  virtual void evaluate_with_rate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f,
                                  Vector& phi, Vector& rate) {
    velocity_constraints(t, q, v, rate);
    evaluate(t, q, v, lambda, f, phi);
  }
  // F mu at the point of the last `evaluate` or `velocity_constraints`, F = df/dlambda there: G^T mu where f is
  // linear in lambda
  virtual void constraint_forces(const Vector& mu, Vector& out) = 0;
  // Phi_q v + Phi_t, with k behind it
  virtual void velocity_constraints(double t, const Vector& q, const Vector& v, Vector& out) = 0;
  // The time derivative of the velocity constraints where the accelerations are a: zero if these satisfy them
  virtual void acceleration_constraints(double t, const Vector& q, const Vector& v, const Vector& a, Vector& out) = 0;

  // The Newton matrix (see Weights) at a trial point: its entries, in the order of the slots of `pattern`.
  virtual const linear::PatternPtr& pattern() const = 0;
  virtual void linearise(const Weights& weights, const MassPoint& mass, const TrialPoint& at, double* values) = 0;
  // The same as a matrix, which takes the pattern of the moment.
  void newton_matrix(const Weights& weights, const MassPoint& mass, const TrialPoint& at, linear::SparseMatrix& out) {
    out.adopt(pattern());
    linearise(weights, mass, at, out.values());
  }
  // Called by the step loop, before each step and never within one: what acts on what may be another from this state
  // on. It follows from the state and its memory alone, so that a continued run finds the same. True: `pattern` is
  // another object now; the sizes stay.
  virtual bool update_topology(const State& /*state*/) { return false; }

  // What a step from one accepted state to a trial did to the energies of contacts, against `accuracy` times these
  // energies (docs/formulation.md, section 3: Impacts): above 1 the step was too long for an impact. `after` is the
  // point of the last `evaluate`.
  struct ImpactError {
    double ratio = 0.0;
    int contact = -1;             // the worst; for contact_name
    bool passed_through = false;  // bodies are deeper in each other than their roundings: no step to be accepted
  };
  virtual ImpactError impact_error(const State& /*before*/, const State& /*after*/, double /*accuracy*/) { return {}; }
  // No step from this state may be longer, or bodies could pass through each other.
  virtual double longest_step(const State& /*state*/) { return std::numeric_limits<double>::infinity(); }
  // Something touches, at the point of the last `evaluate`.
  virtual bool touches() const { return false; }
  // Something that touched where `linearise` was last asked for stiffness touches no more, at the point of the last
  // `evaluate`: with that matrix corrections are small, whatever is left to correct. A problem that is stored stores
  // what touched there.
  virtual bool released() const { return false; }
  // As the user calls it, without the word contact.
  virtual std::string contact_name(int /*contact*/) const { return {}; }

  // Null where there is none, or where S is no cheaper to solve with than the Newton matrix.
  virtual Mobility* mobility() { return nullptr; }

  // eps of the Newton matrix, one number per multiplier.
  virtual const Vector& regularisation() const = 0;

  // |q_i| for the weights Y_i = max(1, max |q_i|) of 001 eq. (34), one per tangent direction; rotations give 0.
  virtual void coordinate_magnitudes(const Vector& q, Vector& out) const = 0;

  // What the coordinates are those of, in order: each has an error of its own.
  virtual std::vector<Group> groups() const { return {{sizes().positions, sizes().velocities}}; }

  // The size of each state (Sizes::states) below which its error is not relative any more.
  virtual void state_weights(Vector& out) const { out.setOnes(); }
  // How much each direction resists where positions are projected in no metric of masses: 1, or more where a stiff
  // spring inside a body would be strained.
  virtual void projection_weights(Vector& out) const { out.setOnes(); }

  // Whole turns and the like: `recall` makes evaluations refer to the memory of an accepted state,
  // `remember` brings a newly accepted state's memory up to date.
  virtual void recall(const State& state) = 0;
  virtual void remember(State& state) = 0;

  // The element that makes a state's forces not finite, as a sentence for the user.
  virtual std::string explain_not_finite(const State& state) = 0;
  // "body crank: rotation z", "joint wrist: point x"
  virtual std::string unknown_name(int unknown) const = 0;
};

}  // namespace alembert::dae
