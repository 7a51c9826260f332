// Equations of your own with the methods of this program: M(t,q) a = f(t,q,v,lambda) with constraints Phi(t,q) = 0 and
// k(t,q,v) = 0, written as functions in C++ (dae/equations.h says how) or against the abstract dae::Problem.
//
//   alembert::dae::EquationsProblem<Pendulum> problem;
//   alembert::dae::State start = alembert::consistent(problem, 0.0, q, v);
//   alembert::dae::State end = alembert::integrate(problem, start, alembert::hht(-0.05), {.step = 1e-3, .end = 2.0});
#pragma once

#include <functional>

#include "alembert/alembert.h"
#include "analysis/integrators.h"
#include "dae/equations.h"

namespace alembert {

// A start: accelerations and multipliers solved from the equations at positions and velocities that satisfy the
// constraints. Where forces are not linear in the multipliers `guess` is the first guess of lambda. Throws
// AssemblyError where the constraints are not satisfied or the equations cannot be solved.
dae::State consistent(dae::Problem& problem, double t, const Vector& q, const Vector& v, const Vector& guess = {});

// Integrates from a consistent start to options.end and returns the state there, accelerations moved to that instant;
// `each_step` is told of every accepted step. Throws IntegrationError or UsageError.
dae::State integrate(dae::Problem& problem, const dae::State& start, const MethodChoice& method,
                     const IntegrationOptions& options, const std::function<void(const dae::State&)>& each_step = {});

}  // namespace alembert
