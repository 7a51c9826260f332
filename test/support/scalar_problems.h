// Problems of one coordinate, and a pendulum, with known answers, written as a user would.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "dae/equations.h"
#include "solve/stepper.h"

namespace alembert::test {

// A unit mass under a force: q'' = force(t, q, v), a function of any number type.
template <class Force>
struct Scalar {
  static constexpr int kCoordinates = 1, kPositionConstraints = 0, kVelocityConstraints = 0;
  static constexpr bool kConstantMass = true;
  template <class S>
  using Vec = dae::VectorOf<S, 1>;
  Force law;

  template <class S>
  dae::MatrixOf<S, 1> mass(S, const Vec<S>&) const {
    return dae::MatrixOf<S, 1>(S(1.0));
  }
  template <class S>
  Vec<S> force(S t, const Vec<S>& q, const Vec<S>& v, const dae::VectorOf<S, 0>&) const {
    return Vec<S>(S(law(t, q[0], v[0])));
  }
  template <class S>
  dae::VectorOf<S, 0> position(S, const Vec<S>&) const {
    return {};
  }
  template <class S>
  dae::VectorOf<S, 0> velocity(S, const Vec<S>&, const Vec<S>&) const {
    return {};
  }
};

template <class Force>
dae::EquationsProblem<Scalar<Force>> scalar_problem(Force law) {
  return dae::EquationsProblem<Scalar<Force>>(Scalar<Force>{law});
}

// A unit mass on a massless rod of length 1 in the plane: Phi = (x^2 + y^2 - 1)/2, gravity g along -y.
struct Pendulum {
  static constexpr int kCoordinates = 2, kPositionConstraints = 1, kVelocityConstraints = 0;
  static constexpr bool kConstantMass = true;
  static constexpr double g = 10.0;
  template <class S>
  using Vec = dae::VectorOf<S, 2>;

  template <class S>
  dae::MatrixOf<S, 2> mass(S, const Vec<S>&) const {
    return dae::MatrixOf<S, 2>::Identity();
  }
  template <class S>
  Vec<S> force(S, const Vec<S>& q, const Vec<S>&, const dae::VectorOf<S, 1>& lambda) const {
    return Vec<S>(S(-q[0] * lambda[0]), S(-g - q[1] * lambda[0]));
  }
  template <class S>
  dae::VectorOf<S, 1> position(S, const Vec<S>& q) const {
    return dae::VectorOf<S, 1>(S(0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0)));
  }
  template <class S>
  dae::VectorOf<S, 0> velocity(S, const Vec<S>&, const Vec<S>&) const {
    return {};
  }

  // Let go level.
  static dae::State level() {
    dae::State s;
    s.q = Eigen::Vector2d(1.0, 0.0);
    s.v = Eigen::Vector2d::Zero();
    s.a = Eigen::Vector2d(0.0, -g);
    s.lambda = Vector::Zero(1);
    return s;
  }
};

inline dae::State scalar_state(double t, double q, double v, double a) {
  dae::State s;
  s.t = t;
  s.q = Vector::Constant(1, q);
  s.v = Vector::Constant(1, v);
  s.a = Vector::Constant(1, a);
  s.lambda = Vector(0);
  return s;
}

inline IntegrationOptions fixed_step(double h, double end) {
  IntegrationOptions options;
  options.step = h;
  options.end = end;
  return options;
}

inline std::unique_ptr<Method> hht() { return make_method("hht", {}); }

inline IntegrationOptions with_error(double tolerance, double end) {
  IntegrationOptions options;
  options.tolerance = tolerance;
  options.end = end;
  return options;
}

// A method carried to its end, with everything that happened on the way.
struct Recorded {
  std::vector<StepRecord> attempts;
  std::vector<dae::State> states;  // the start and every accepted step

  Recorded(dae::Problem& problem, std::unique_ptr<Method> method, const dae::State& start,
           const IntegrationOptions& options, const StudyOptions& study = {})
      : stepper(problem, std::move(method), options, study) {
    stepper.on_attempt([this](const StepRecord& r) { attempts.push_back(r); });
    stepper.start(start);
    states.push_back(start);
    while (!stepper.done()) {
      stepper.advance();
      states.push_back(stepper.state());
    }
  }
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

  const RunStatistics& statistics() const { return stepper.statistics(); }

  Stepper stepper;
};

}  // namespace alembert::test
