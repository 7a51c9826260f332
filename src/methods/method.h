// What an integration method is: formulas for one step. Everything else (prediction, Newton, error test, step size,
// dense output, statistics) belongs to the Stepper in solve/.
//
// The unknowns z of a step are accelerations and multipliers, z = (a, lambda), behind which a method may have more.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/archive.h"
#include "dae/local_norm.h"
#include "dae/problem.h"
#include "linear/factorisation.h"

namespace alembert {

// Of the local error (docs/formulation.md, section 3): as published, which studies ask for, or sharp.
enum class ErrorEstimate { printed, sharp };

struct ParameterDescription {
  std::string_view name;
  std::string_view range;  // "[-1/3, 0]"
  std::string_view meaning;
  double default_value;
};

struct MethodDescription {
  std::string_view name;
  std::string_view summary;
  std::string_view enforces;   // constraint levels held to rounding
  std::string_view reference;  // paper and equations
  std::vector<ParameterDescription> parameters;
};

// |c| of the local error c_2 h^2 x'' + c_3 h^3 x''' of a first-order state x.
struct StateError {
  double second = 0.0, third = 1.0 / 6.0;
};

// How a method's own projection of the velocities went.
struct VelocityProjection {
  double open = 0.0;   // largest velocity constraint left; the Stepper's to fill in
  double moved = 0.0;  // what the change of the velocities can do to positions, at most: root mean square, weighted
  double unbalanced = 0.0;   // its own equations are off by this, 1 being just good enough
  double contraction = 0.0;  // of the velocity constraints in a pass
  int passes = 0;
  bool refines = false;       // projected again, the same trial comes closer
  bool wants_matrix = false;  // the matrix at hand does not serve: factor again
};

class Method {
 public:
  virtual ~Method() = default;

  virtual const MethodDescription& description() const = 0;
  virtual std::map<std::string, double> parameters() const = 0;
  // Things theory says about these parameters that the user should know ("rings", "order 1"); empty: nothing.
  virtual std::vector<std::string> warnings() const { return {}; }

  // How many unknowns a step has.
  virtual int unknowns(const dae::Sizes& n) const { return n.unknowns(); }
  // ... and how many of them, the first ones, Newton solves for.
  virtual int equations(const dae::Sizes& n) const { return unknowns(n); }
  // The unknowns that belong to a consistent state.
  virtual void unknowns_of(const dae::State& state, Vector& z) const;
  // Sizes the scratch and forgets the past.
  virtual void start(dae::Problem& problem, const dae::State& state) = 0;
  // Prepares the formulas of a step of size h from an accepted state; f_n is f there.
  virtual void begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) = 0;
  // Moves to the trial point of z and gives the scaled residual of the equations there.
  virtual void residual(dae::Problem& problem, const Vector& z, Vector& e) = 0;
  // Factors the Newton matrix at z, and whatever else it solves with; `matrix` is there to assemble them in. False:
  // singular or not finite. Due before `correct` whenever the problem has another pattern.
  virtual bool factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
                      linear::Factorisation& factors) = 0;
  // dz = -J^-1 e with these factors; e may be overwritten.
  virtual void correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) = 0;
  // Moves to the trial point of z without evaluating forces, and writes it as a state.
  virtual void finish(dae::Problem& problem, const Vector& z, dae::State& out) = 0;
  // For methods that put velocities onto the constraints after Newton: `projects`. Changes z and the velocities,
  // accelerations and multipliers of `out`, until no velocity constraint is above `closed`.
  virtual bool projects() const { return false; }
  virtual VelocityProjection project(dae::Problem&, const linear::Factorisation&, const Vector& /*weights*/,
                                     const dae::LocalNorm& /*norm*/, double /*closed*/, Vector& /*z*/,
                                     dae::State& /*out*/) {
    return {};
  }
  // The step was accepted: keep what the next one needs.
  virtual void accept(dae::Problem& problem, const dae::State& accepted) = 0;
  // What one step hands on to the next, beyond the accepted state; when it is read, `start` has sized everything.
  virtual void exchange(dae::Problem& problem, Archive& archive) = 0;

  // The accelerations the step starts from, moved to their instant if h has changed.
  virtual const Vector& starting_acceleration() const = 0;
  // The tangent increment of the trial point from the start of the step.
  virtual const Vector& increment() const = 0;
  // A change da of the accelerations moves positions by this times da.
  virtual double position_weight() const = 0;
  // How far a correction moves positions, in the norm of errors.
  virtual double moved(const Vector& dz, const Vector& weights, const dae::LocalNorm& norm) const;
  // Estimate of the condition number of the matrix, or the worst of the matrices, that Newton solves with.
  virtual double condition(const linear::Factorisation& factors) const { return factors.condition_estimate(); }
  // The method holds Phi_q v + Phi_t = 0 too.
  virtual bool enforces_velocity() const { return false; }
  // ... and its rate too, with the true accelerations.
  virtual bool enforces_acceleration() const { return false; }
  // The acceleration of a step ending at t_n belongs to t_n + shift * h.
  virtual double acceleration_shift() const { return 0.0; }
  // How much of an error in the constrained directions one step hands on to the next (spectral radius at infinite
  // frequency): Newton must leave less the closer this is to 1.
  virtual double memory_of_errors() const = 0;
  // Of the errors at a given time, for constant and moderately changing steps, in theory.
  virtual int order() const { return 2; }
  // On linear systems the energy changes in a step by the work of the forces' means at both ends, to rounding: the
  // method itself neither adds nor removes any.
  virtual bool energy_consistent() const { return false; }
  // With a fixed step h the method is stable while h omega stays below this, omega the largest frequency.
  virtual double stability_limit() const { return std::numeric_limits<double>::infinity(); }
  // Of first-order states.
  virtual StateError state_error() const { return {}; }
  // |c| of the local error c h^2 (a_{n+1} - a_n); 0: the estimate does not exist.
  virtual double error_constant(ErrorEstimate estimate) const = 0;
};

// The methods the Stepper can run; a new one is one file and two lines in all_methods.cpp.
const std::vector<MethodDescription>& stepper_methods();

// Makes one of them by name; null: there is none of that name. Unknown parameters, and values out of range, throw
// UsageError with the valid ones.
std::unique_ptr<Method> make_method(const std::string& name, const std::map<std::string, double>& parameters);

}  // namespace alembert
