// A pendulum written as equations: the mass m at (x, y), on a rod of length 1.
#include <alembert/dae.h>

#include <cmath>
#include <cstdio>

namespace dae = alembert::dae;

struct Pendulum {
  static constexpr int kCoordinates = 2, kPositionConstraints = 1, kVelocityConstraints = 0;
  double m = 1.0, g = 9.81;

  template <class S>
  dae::MatrixOf<S, 2> mass(S, const dae::VectorOf<S, 2>&) const {
    return m * dae::MatrixOf<S, 2>::Identity();
  }
  template <class S>
  dae::VectorOf<S, 2> force(S, const dae::VectorOf<S, 2>& q, const dae::VectorOf<S, 2>&,
                            const dae::VectorOf<S, 1>& lambda) const {
    return dae::VectorOf<S, 2>(S(-2.0 * q[0] * lambda[0]), S(-m * g - 2.0 * q[1] * lambda[0]));
  }
  template <class S>
  dae::VectorOf<S, 1> position(S, const dae::VectorOf<S, 2>& q) const {
    return dae::VectorOf<S, 1>(S(q[0] * q[0] + q[1] * q[1] - 1.0));
  }
  template <class S>
  dae::VectorOf<S, 0> velocity(S, const dae::VectorOf<S, 2>&, const dae::VectorOf<S, 2>&) const {
    return {};
  }
};

int main() {
  dae::EquationsProblem<Pendulum> problem;
  const double angle = std::acos(-1.0) / 3;
  const dae::State start =
      dae::consistent(problem, 0.0, Eigen::Vector2d(std::sin(angle), -std::cos(angle)), Eigen::Vector2d::Zero());
  const dae::State end = dae::integrate(problem, start, {"gen_alpha_soi2"}, {.tolerance = 1e-8, .end = 2.0});
  std::printf("lambda0=%.4f x=%.6f\n", start.lambda[0], end.q[0]);
}
